// Draws a column of live bars on one canvas beside a list, and keeps the highest of each until its text is written.
// It reads the layout only when it has changed; painting allocates nothing: whole pixels, and no number handed to a function of ours.

export interface Bar {
  /** Places in the row of meters; the higher of two counts. */
  readonly meters: readonly number[];
  /** Where the bar is full. */
  readonly full: number;
  /** Up to here it is good, beyond `weak` weak. */
  readonly good: number;
  readonly weak: number;
}

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const BAR_HEIGHT = 5;

export class BarPainter {
  /** Highest since they were taken, one for each meter of the row. */
  readonly peaks: Float32Array;
  private readonly context: CanvasRenderingContext2D | null;
  private readonly observer: ResizeObserver;
  /** Middles of the lines, whole pixels from the list's upper edge. */
  private middles = new Int32Array(0);
  private width = 0;
  private height = 0;
  private colours = { track: "#333", good: "#4c8", fair: "#cc4", weak: "#c44" };

  constructor(
    private readonly list: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly meters: Float32Array,
    private readonly bars: readonly Bar[],
  ) {
    this.peaks = new Float32Array(meters.length);
    this.context = canvas.getContext("2d");
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(list);
  }

  dispose(): void {
    this.observer.disconnect();
  }

  /** Reads where the lines are. */
  measure(): void {
    const places = [...this.list.querySelectorAll<HTMLElement>("[data-bar]")];
    const first = places[0];
    if (first === undefined) return;
    const style = getComputedStyle(this.list);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    this.colours = {
      track: colour("--meter-track"),
      good: colour("--good"),
      fair: colour("--caution"),
      weak: colour("--bad"),
    };
    this.middles = Int32Array.from(places, (place) => place.offsetTop + (place.offsetHeight >> 1));
    this.width = first.offsetWidth;
    this.height = this.list.offsetHeight;
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.left = `${first.offsetLeft}px`;
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  paint(): void {
    const { context, bars, meters, peaks, middles, width, colours } = this;
    for (let index = 0; index < meters.length; index++) {
      const value = meters[index] ?? 0;
      if (value > (peaks[index] ?? 0)) peaks[index] = value;
    }
    if (context === null) return;
    context.clearRect(0, 0, width, this.height);
    for (let index = 0; index < bars.length; index++) {
      const bar = bars[index];
      if (bar === undefined) continue;
      const y = (middles[index] ?? 0) - (BAR_HEIGHT >> 1);
      context.fillStyle = colours.track;
      context.fillRect(0, y, width, BAR_HEIGHT);
      let value = 0;
      for (let at = 0; at < bar.meters.length; at++) {
        const each = meters[bar.meters[at] ?? 0] ?? 0;
        if (each > value) value = each;
      }
      context.fillStyle = value <= bar.good ? colours.good : value > bar.weak ? colours.weak : colours.fair;
      const filled = ((value < bar.full ? value / bar.full : 1) * width + 0.5) | 0;
      if (filled > 0) context.fillRect(0, y, filled, BAR_HEIGHT);
    }
  }
}
