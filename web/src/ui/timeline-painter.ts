// Draws the timeline: the overview of what happens when, once for a recording and a size, and above it the playhead, every frame.
// Painting the playhead allocates nothing and touches the canvas only when it has moved.
import type { LiveMeters } from "../state/live";
import type { Activity } from "../state/playback";

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const PLAYHEAD_WIDTH = 2;
const HEAD_SIZE = 4;
/** Share of the height that blinks hang down from the top at most. */
const BLINK_SHARE = 0.32;
/** Blinks below this are looks downwards. */
const SHOWN_BLINK = 0.35;
/** Shortest move of the playhead that is drawn, CSS pixels. */
const SMALLEST_MOVE = 0.25;

export class TimelinePainter {
  private readonly back: CanvasRenderingContext2D | null;
  private readonly front: CanvasRenderingContext2D | null;
  private readonly observer: ResizeObserver;
  private readonly colours: { all: string; jaw: string; blink: string; head: string };
  private width = 0;
  private height = 0;
  private shown = Number.NaN;

  constructor(
    private readonly overview: HTMLCanvasElement,
    private readonly playhead: HTMLCanvasElement,
    private readonly live: LiveMeters,
    private readonly activity: Activity,
    private readonly duration: number,
  ) {
    this.back = overview.getContext("2d");
    this.front = playhead.getContext("2d");
    const style = getComputedStyle(overview);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    this.colours = {
      all: colour("--surface-4"),
      jaw: colour("--calibrated"),
      blink: colour("--raw"),
      head: colour("--text-1"),
    };
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(overview);
    this.fit();
  }

  dispose(): void {
    this.observer.disconnect();
  }

  /** Once a frame. */
  paint(): void {
    const context = this.front;
    if (context === null || this.width === 0) return;
    const x = (this.live.position / this.duration) * this.width;
    if (Math.abs(x - this.shown) < SMALLEST_MOVE) return;
    this.shown = x;
    context.clearRect(0, 0, this.width, this.height);
    context.fillStyle = this.colours.head;
    context.fillRect(x - PLAYHEAD_WIDTH / 2, 0, PLAYHEAD_WIDTH, this.height);
    context.beginPath();
    context.moveTo(x - HEAD_SIZE, 0);
    context.lineTo(x + HEAD_SIZE, 0);
    context.lineTo(x, HEAD_SIZE * 1.5);
    context.fill();
  }

  private fit(): void {
    const { clientWidth, clientHeight } = this.overview;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    for (const canvas of [this.overview, this.playhead]) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
    }
    this.back?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.front?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.shown = Number.NaN;
    this.drawOverview();
    this.paint();
  }

  private drawOverview(): void {
    const context = this.back;
    if (context === null) return;
    context.clearRect(0, 0, this.width, this.height);
    const { all, jaw, blink } = this.activity;
    for (let x = 0; x < this.width; x++) {
      this.bar(context, x, this.highest(all, x), this.colours.all);
    }
    for (let x = 0; x < this.width; x++) {
      this.bar(context, x, this.highest(jaw, x), this.colours.jaw);
    }
    context.fillStyle = this.colours.blink;
    for (let x = 0; x < this.width; x++) {
      const closed = this.highest(blink, x);
      if (closed >= SHOWN_BLINK) context.fillRect(x, 0, 1, closed * BLINK_SHARE * this.height);
    }
  }

  private bar(context: CanvasRenderingContext2D, x: number, value: number, colour: string): void {
    context.fillStyle = colour;
    context.fillRect(x, this.height * (1 - value), 1, this.height * value);
  }

  /** The highest value of the stretches of time that a column of pixels stands for. */
  private highest(list: Float32Array, x: number): number {
    const first = Math.floor((x / this.width) * list.length);
    const last = Math.max(first + 1, Math.ceil(((x + 1) / this.width) * list.length));
    let most = 0;
    for (let at = first; at < last; at++) most = Math.max(most, list[at] ?? 0);
    return most;
  }
}
