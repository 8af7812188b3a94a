// The moving dots on a response curve: where this frame's input is, raw and calibrated.
// It allocates nothing while painting and reads the layout only when its size has changed.
import type { LiveMeters } from "../state/live";
import type { ResponsePoint } from "../state/report";

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const DOT_RADIUS = 3.5;
/** Radians. A little more than a turn, and whole. */
const FULL_TURN = 7;

export class CurveDots {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly colours: { raw: string; calibrated: string; line: string };
  private readonly inputs: Float64Array;
  /** Heights, 0..1, at the inputs. */
  private readonly raw: Float64Array;
  private readonly calibrated: Float64Array;
  /** This frame's input. */
  private readonly now = new Float64Array(1);
  /** CSS pixels. */
  private shownWidth = 0;
  private shownHeight = 0;
  /** Pixels of the canvas. */
  private width = 0;
  private height = 0;
  private lineWidth = 1;
  private radius = 0;

  /** @param top movement at the upper edge */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly live: LiveMeters,
    private readonly channel: number,
    points: readonly ResponsePoint[],
    top: number,
  ) {
    this.inputs = Float64Array.from(points, (point) => point.input);
    const height = (movement: number) => Math.min(1, movement / top);
    this.raw = Float64Array.from(points, (point) => height(point.raw));
    this.calibrated = Float64Array.from(points, (point) => height(point.calibrated));
    this.context = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    this.colours = {
      raw: style.getPropertyValue("--raw").trim(),
      calibrated: style.getPropertyValue("--calibrated").trim(),
      line: style.getPropertyValue("--line-strong").trim(),
    };
  }

  paint(): void {
    const { context, now } = this;
    if (context === null) return;
    this.fit();
    context.clearRect(0, 0, this.width, this.height);
    now[0] = Math.min(1, Math.max(0, this.live.input[this.channel] ?? 0));
    const x = ((now[0] ?? 0) * this.width + 0.5) | 0;
    context.fillStyle = this.colours.line;
    context.fillRect(x, 0, this.lineWidth, this.height);
    this.dot(context, x, this.raw, this.colours.raw);
    this.dot(context, x, this.calibrated, this.colours.calibrated);
  }

  private fit(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === this.shownWidth && clientHeight === this.shownHeight) return;
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    this.shownWidth = clientWidth;
    this.shownHeight = clientHeight;
    this.width = Math.round(clientWidth * ratio);
    this.height = Math.round(clientHeight * ratio);
    this.lineWidth = Math.max(1, Math.round(ratio));
    this.radius = Math.round(DOT_RADIUS * ratio);
    this.canvas.width = this.width;
    this.canvas.height = this.height;
  }

  // Whole pixels of the canvas, and numbers stay in arrays of numbers: others, handed to a function, may be objects on the heap.
  private dot(context: CanvasRenderingContext2D, x: number, heights: Float64Array, colour: string): void {
    const { inputs, now } = this;
    const input = now[0] ?? 0;
    let at = 1;
    while (at < inputs.length - 1 && input > (inputs[at] ?? 1)) at++;
    const from = inputs[at - 1] ?? 0;
    const share = (input - from) / ((inputs[at] ?? 1) - from);
    const low = heights[at - 1] ?? 0;
    const y = (this.height * (1 - low - share * ((heights[at] ?? 0) - low)) + 0.5) | 0;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, this.radius, 0, FULL_TURN);
    context.fill();
  }
}
