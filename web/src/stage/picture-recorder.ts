// Takes pictures of the stage as it is seen: one as PNG, or a video until it is stopped.
// It draws nothing but the one picture that is asked for, names no files and shows no state.
import type { Stage } from "./stage";

/** Kinds of video by preference; the first that the browser can write. */
const KINDS = [
  { type: "video/webm;codecs=vp9", ending: "webm" },
  { type: "video/webm;codecs=vp8", ending: "webm" },
  { type: "video/webm", ending: "webm" },
  { type: "video/mp4", ending: "mp4" },
] as const;
/** Bits a second: cartoon edges and hair stay clean at 1080p. */
const BITRATE = 16_000_000;
/** Milliseconds of video that are handed over at a time: what is recorded does not grow in the recorder. */
const PIECE = 1000;

export interface Video {
  readonly content: Blob;
  readonly ending: (typeof KINDS)[number]["ending"];
}

interface Running {
  readonly recorder: MediaRecorder;
  readonly pieces: Blob[];
  readonly kind: (typeof KINDS)[number];
}

export class PictureRecorder {
  private running: Running | null = null;

  constructor(private readonly stage: Pick<Stage, "renderer" | "render" | "invalidate">) {}

  get canRecord(): boolean {
    return kindOfVideo() !== undefined && "captureStream" in this.canvas;
  }

  /** Drawn for this: what was drawn before is not kept by the graphics unit. */
  photo(): Promise<Blob> {
    this.stage.invalidate();
    this.stage.render(0);
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("the browser could not write the picture"));
        else resolve(blob);
      }, "image/png");
    });
  }

  /**
   * Every picture that is drawn from now on.
   * @throws Error where the browser cannot
   */
  start(): void {
    const kind = kindOfVideo();
    if (kind === undefined) throw new Error("this browser writes no video");
    if (this.running !== null) return;
    const options = { mimeType: kind.type, videoBitsPerSecond: BITRATE };
    const recorder = new MediaRecorder(this.canvas.captureStream(), options);
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.start(PIECE);
    this.running = { recorder, pieces, kind };
    // A picture that stands still gives none by itself.
    this.stage.invalidate();
  }

  async stop(): Promise<Video | null> {
    const { running } = this;
    if (running === null) return null;
    this.running = null;
    const { recorder, pieces, kind } = running;
    await new Promise<void>((resolve, reject) => {
      recorder.onstop = () => resolve();
      recorder.onerror = () => reject(new Error("the video broke off"));
      recorder.stop();
    });
    for (const track of recorder.stream.getTracks()) track.stop();
    return { content: new Blob(pieces, { type: kind.type }), ending: kind.ending };
  }

  private get canvas(): HTMLCanvasElement {
    return this.stage.renderer.domElement;
  }
}

function kindOfVideo() {
  if (typeof MediaRecorder === "undefined") return undefined;
  return KINDS.find(({ type }) => MediaRecorder.isTypeSupported(type));
}
