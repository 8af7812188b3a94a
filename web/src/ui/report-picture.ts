// The report as one picture to keep: score, verdicts and all plots, drawn on a canvas of its own and handed out as PNG.
// It asks nothing of any network; texts and colours are handed in.
import { CHART_HEIGHT, CHART_WIDTH, chartSeries, type ReportChart, type ReportGroup } from "./report-charts";

export interface PictureTexts {
  readonly title: string;
  /** Score and method. */
  readonly lines: readonly string[];
  readonly legend: Readonly<Record<(typeof chartSeries)[number], string>>;
  group(name: string): string;
  verdict(chart: ReportChart): string;
  /** Says which channels of a group move nothing. */
  still(names: readonly string[]): string;
}

/** Drawing units; the picture has twice as many pixels. */
const WIDTH = 1240;
const PIXEL_RATIO = 2;
const MARGIN = 36;
const COLUMNS = 6;
const GAP = 20;
const CELL = (WIDTH - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS;
const PLOT = (CELL * CHART_HEIGHT) / CHART_WIDTH;
const LABEL = 36;
const ROW = LABEL + PLOT + GAP;
const HEAD = 132;
const GROUP_HEAD = 34;
const STILL_LINE = 26;

interface Colours {
  readonly ground: string;
  readonly plot: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly reference: string;
  readonly raw: string;
  readonly calibrated: string;
  readonly font: string;
}

/** @throws Error where the browser makes no PNG */
export function reportPicture(groups: readonly ReportGroup[], texts: PictureTexts): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const height = groups.reduce((sum, group) => sum + groupHeight(group), HEAD + MARGIN);
  canvas.width = WIDTH * PIXEL_RATIO;
  canvas.height = Math.ceil(height) * PIXEL_RATIO;
  const context = canvas.getContext("2d");
  if (context === null) return Promise.reject(new Error("the browser offers no 2D drawing"));
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  const painter = new PicturePainter(context, colours(), texts);
  painter.head(height);
  let top = HEAD;
  for (const group of groups) {
    if (groupHeight(group) === 0) continue;
    painter.group(group, top);
    top += groupHeight(group);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("the browser could not write the picture"));
      else resolve(blob);
    }, "image/png");
  });
}

function groupHeight({ charts, still }: ReportGroup): number {
  if (charts.length === 0 && still.length === 0) return 0;
  return GROUP_HEAD + Math.ceil(charts.length / COLUMNS) * ROW + (still.length > 0 ? STILL_LINE : 0);
}

function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: token("--surface-1"),
    plot: token("--surface-0"),
    line: token("--line-strong"),
    text: token("--text-1"),
    quiet: token("--text-3"),
    reference: token("--reference"),
    raw: token("--raw"),
    calibrated: token("--calibrated"),
    font: token("--font"),
  };
}

class PicturePainter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly colours: Colours,
    private readonly texts: PictureTexts,
  ) {}

  head(height: number): void {
    const { context, colours, texts } = this;
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, WIDTH, height);
    this.text(texts.title, MARGIN, 58, 24, colours.text, 600);
    texts.lines.forEach((line, index) => {
      this.text(line, MARGIN, 86 + index * 22, 14, index === 0 ? colours.text : colours.quiet);
    });
    let right = WIDTH - MARGIN;
    for (const series of [...chartSeries].reverse()) {
      context.font = `14px ${colours.font}`;
      right -= context.measureText(texts.legend[series]).width;
      this.text(texts.legend[series], right, 58, 14, colours.quiet);
      this.stroke(new Path2D(`M${right - 30} 53h22`), series, 2.5);
      right -= 56;
    }
  }

  group({ group, charts, still }: ReportGroup, top: number): void {
    const { colours, texts } = this;
    this.text(texts.group(group), MARGIN, top + 18, 15, colours.text, 600);
    charts.forEach((chart, index) => {
      const x = MARGIN + (index % COLUMNS) * (CELL + GAP);
      this.chart(chart, x, top + GROUP_HEAD + Math.floor(index / COLUMNS) * ROW);
    });
    if (still.length === 0) return;
    const bottom = top + GROUP_HEAD + Math.ceil(charts.length / COLUMNS) * ROW;
    this.text(
      texts.still(still.map(({ name }) => name)),
      MARGIN,
      bottom + 6,
      12,
      colours.quiet,
      400,
      WIDTH - 2 * MARGIN,
    );
  }

  private chart(chart: ReportChart, x: number, y: number): void {
    const { context, colours, texts } = this;
    this.text(chart.channel.name, x, y + 12, 13, colours.text, 500, CELL);
    this.text(texts.verdict(chart), x, y + 28, 11, colours.quiet, 400, CELL);
    context.save();
    context.translate(x, y + LABEL);
    context.fillStyle = colours.plot;
    context.fillRect(0, 0, CELL, PLOT);
    context.beginPath();
    context.rect(0, 0, CELL, PLOT);
    context.clip();
    const scale = CELL / CHART_WIDTH;
    context.scale(scale, scale);
    context.strokeStyle = colours.line;
    context.lineWidth = 0.6;
    context.stroke(new Path2D(`M0 ${chart.full}H${CHART_WIDTH}`));
    for (const series of chartSeries) this.stroke(new Path2D(chart.paths[series]), series, 1.6);
    for (const dot of chart.dots) {
      this.dot(dot.x, dot.raw, colours.raw);
      this.dot(dot.x, dot.calibrated, colours.calibrated);
    }
    context.restore();
  }

  private stroke(path: Path2D, series: (typeof chartSeries)[number], width: number): void {
    const { context, colours } = this;
    context.strokeStyle = colours[series];
    context.lineWidth = width;
    context.setLineDash(series === "reference" ? [5, 4] : []);
    context.stroke(path);
    context.setLineDash([]);
  }

  private dot(x: number, y: number, colour: string): void {
    const { context } = this;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, 1.8, 0, Math.PI * 2);
    context.fill();
  }

  private text(
    text: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    weight = 400,
    room?: number,
  ): void {
    const { context } = this;
    context.fillStyle = colour;
    context.font = `${weight} ${size}px ${this.colours.font}`;
    context.fillText(text, x, y, room);
  }
}
