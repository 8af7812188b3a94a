// Draws the live meters of all visible rows on one canvas over the table: input above, output below.
// It reads the layout only when it has changed; painting allocates nothing.
import type { LiveMeters } from "../state/live";

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const BAR_HEIGHT = 3;
const BAR_GAP = 3;
const INSET = 8;

export class MeterPainter {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly observer: ResizeObserver;
  private readonly scroller: HTMLElement;
  private rows = new Float32Array(0);
  private channels = new Int16Array(0);
  private rowHeight = 0;
  private top = 0;
  private width = 0;
  private height = 0;
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
      this.rows = new Float32Array(0);
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
    this.rows = Float32Array.from(rows, (row) => row.offsetTop);
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
    const context = this.context;
    if (context === null || this.rows.length === 0) return;
    context.clearRect(0, 0, this.width, this.height);
    context.save();
    context.beginPath();
    context.rect(0, this.top, this.width, this.height - this.top);
    context.clip();
    const scroll = this.scroller.scrollTop;
    const length = this.width - 2 * INSET;
    const block = 2 * BAR_HEIGHT + BAR_GAP;
    for (let index = 0; index < this.rows.length; index++) {
      const top = (this.rows[index] ?? 0) - scroll;
      if (top + this.rowHeight < this.top || top > this.height) continue;
      const channel = this.channels[index] ?? 0;
      const y = top + (this.rowHeight - block) / 2;
      this.bar(context, y, length, this.live.input[channel] ?? 0, this.colours.input);
      this.bar(
        context,
        y + BAR_HEIGHT + BAR_GAP,
        length,
        this.live.output[channel] ?? 0,
        this.colours.output,
      );
    }
    context.restore();
  }

  private bar(
    context: CanvasRenderingContext2D,
    y: number,
    length: number,
    value: number,
    colour: string,
  ): void {
    context.fillStyle = this.colours.track;
    context.fillRect(INSET, y, length, BAR_HEIGHT);
    context.fillStyle = colour;
    context.fillRect(INSET, y, length * Math.min(1, Math.max(0, value)), BAR_HEIGHT);
  }
}
