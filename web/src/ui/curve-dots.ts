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
  private width = 0;
  private height = 0;

  /** @param top movement at the upper edge */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly live: LiveMeters,
    private readonly channel: number,
    private readonly points: readonly ResponsePoint[],
    private readonly top: number,
  ) {
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
    const input = Math.min(1, Math.max(0, this.live.input[this.channel] ?? 0));
    const x = input * this.width;
    context.fillStyle = this.colours.line;
    context.fillRect(x, 0, 1, this.height);
    this.dot(context, x, this.at(input, "raw"), this.colours.raw);
    this.dot(context, x, this.at(input, "calibrated"), this.colours.calibrated);
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

  private at(input: number, series: "raw" | "calibrated"): number {
    for (let index = 1; index < this.points.length; index++) {
      const from = this.points[index - 1];
      const to = this.points[index];
      if (from === undefined || to === undefined || input > to.input) continue;
      const share = (input - from.input) / (to.input - from.input);
      return from[series] + share * (to[series] - from[series]);
    }
    return 0;
  }

  private dot(context: CanvasRenderingContext2D, x: number, movement: number, colour: string): void {
    const y = this.height * (1 - Math.min(1, movement / this.top));
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, DOT_RADIUS, 0, Math.PI * 2);
    context.fill();
  }
}
