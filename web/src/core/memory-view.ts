// A typed array on wasm memory that renews itself: growth of the memory detaches every view, which then reads as length 0.
// It copies nothing and holds no data of its own.

export class MemoryView<View extends Float32Array | Float64Array | Uint32Array> {
  private view: View | undefined;

  /** @param ask gets a fresh view from the module */
  constructor(private readonly ask: () => View) {}

  /** The view, asked for anew where memory growth has detached it. Not to be kept over a call into the module. */
  get(): View {
    if (this.view === undefined || this.view.byteLength === 0) this.view = this.ask();
    return this.view;
  }
}
