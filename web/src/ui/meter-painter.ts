// Draws the live meters of all visible rows on one canvas over the table: input above, output below.
// It reads the layout only when it has changed; painting allocates nothing: whole pixels, and no number handed to a function of ours,
// which would make it an object on the heap.
import type { LiveMeters } from "../state/live";

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const BAR_HEIGHT = 3;
const BAR_GAP = 3;
const INSET = 8;
/** Both bars of a row. */
const BLOCK = 2 * BAR_HEIGHT + BAR_GAP;

export class MeterPainter {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly observer: ResizeObserver;
  private readonly scroller: HTMLElement;
  /** Upper edges of the rows in the table, whole pixels. */
  private rows = new Int32Array(0);
  private channels = new Int16Array(0);
  private rowHeight = 0;
  private top = 0;
  private width = 0;
  private height = 0;
  /** From a row's upper edge to its first bar, scrolling included. */
  private lift = 0;
  private colours = { track: "#333", input: "#999", output: "#4cc" };

  constructor(
    private readonly frame: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly live: LiveMeters,
  ) {
    this.context = canvas.getContext("2d");
    this.scroller = frame.querySelector<HTMLElement>(".table-scroll") ?? frame;
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(frame);
    const table = frame.querySelector("table");
    if (table !== null) this.observer.observe(table);
  }

  dispose(): void {
    this.observer.disconnect();
  }

  /** Reads where rows and column are. Call after the table has changed. */
  measure(): void {
    const head = this.frame.querySelector<HTMLElement>("th.column-live");
    if (head === null || head.offsetWidth === 0) {
      this.rows = new Int32Array(0);
      return;
    }
    const style = getComputedStyle(this.frame);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    this.colours = {
      track: colour("--meter-track"),
      input: colour("--meter-input"),
      output: colour("--meter-output"),
    };
    const rows = [...this.frame.querySelectorAll<HTMLElement>("[data-channel]")];
    this.rows = Int32Array.from(rows, (row) => row.offsetTop);
    this.channels = Int16Array.from(rows, (row) => Number(row.dataset.channel));
    this.rowHeight = rows[0]?.offsetHeight ?? 0;
    this.top = head.offsetHeight;
    this.width = head.offsetWidth;
    this.height = this.frame.clientHeight;
    this.canvas.style.left = `${head.offsetLeft}px`;
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  paint(): void {
    const { context, live, height, top } = this;
    if (context === null || this.rows.length === 0) return;
    const scroll = Math.round(this.scroller.scrollTop);
    const length = this.width - 2 * INSET;
    this.lift = ((this.rowHeight - BLOCK) >> 1) - scroll;
    context.clearRect(0, 0, this.width, height);
    context.save();
    context.beginPath();
    context.rect(0, top, this.width, height - top);
    context.clip();
    this.tracks(context, length);
    this.bars(context, length, live.input, 0, this.colours.input);
    this.bars(context, length, live.output, BAR_HEIGHT + BAR_GAP, this.colours.output);
    context.restore();
  }

  private tracks(context: CanvasRenderingContext2D, length: number): void {
    const { rows, lift, top, height } = this;
    context.fillStyle = this.colours.track;
    for (let index = 0; index < rows.length; index++) {
      const y = (rows[index] ?? 0) + lift;
      if (y + BLOCK < top || y > height) continue;
      context.fillRect(INSET, y, length, BAR_HEIGHT);
      context.fillRect(INSET, y + BAR_HEIGHT + BAR_GAP, length, BAR_HEIGHT);
    }
  }

  private bars(
    context: CanvasRenderingContext2D,
    length: number,
    values: Float32Array,
    below: number,
    colour: string,
  ): void {
    const { rows, channels, lift, top, height } = this;
    context.fillStyle = colour;
    for (let index = 0; index < rows.length; index++) {
      const y = (rows[index] ?? 0) + lift;
      if (y + BLOCK < top || y > height) continue;
      const value = values[channels[index] ?? 0] ?? 0;
      const filled = (Math.min(1, Math.max(0, value)) * length + 0.5) | 0;
      if (filled > 0) context.fillRect(INSET, y + below, filled, BAR_HEIGHT);
    }
  }
}
