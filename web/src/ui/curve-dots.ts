// The moving dots on a response curve: where this frame's input is, raw and calibrated.
// It allocates nothing while painting and reads the layout only when its size has changed.
import type { LiveMeters } from "../state/live";
import type { ResponsePoint } from "../state/report";

const MAX_PIXEL_RATIO = 2;
/** CSS pixels. */
const DOT_RADIUS = 3.5;

export class CurveDots {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly colours: { raw: string; calibrated: string; line: string };
  private readonly inputs: Float64Array;
  /** Heights, 0..1, at the inputs. */
  private readonly raw: Float64Array;
  private readonly calibrated: Float64Array;
  /** This frame's input. */
  private readonly now = new Float64Array(1);
  private width = 0;
  private height = 0;

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
    const context = this.context;
    if (context === null) return;
    this.fit(context);
    context.clearRect(0, 0, this.width, this.height);
    this.now[0] = Math.min(1, Math.max(0, this.live.input[this.channel] ?? 0));
    context.fillStyle = this.colours.line;
    context.fillRect((this.now[0] ?? 0) * this.width, 0, 1, this.height);
    this.dot(context, this.raw, this.colours.raw);
    this.dot(context, this.calibrated, this.colours.calibrated);
  }

  private fit(context: CanvasRenderingContext2D): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === this.width && clientHeight === this.height) return;
    const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
    this.width = clientWidth;
    this.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  // Numbers stay in arrays of numbers: one that is handed to another function may be an object on the heap.
  private dot(context: CanvasRenderingContext2D, heights: Float64Array, colour: string): void {
    const { inputs } = this;
    const input = this.now[0] ?? 0;
    let at = 1;
    while (at < inputs.length - 1 && input > (inputs[at] ?? 1)) at++;
    const from = inputs[at - 1] ?? 0;
    const share = (input - from) / ((inputs[at] ?? 1) - from);
    const low = heights[at - 1] ?? 0;
    const height = low + share * ((heights[at] ?? 0) - low);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(input * this.width, this.height * (1 - height), DOT_RADIUS, 0, Math.PI * 2);
    context.fill();
  }
}
