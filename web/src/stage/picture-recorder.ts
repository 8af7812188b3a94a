// Takes pictures of the stage as it is seen: one as PNG, or a video or a sequence of PNGs until it is stopped.
// It draws nothing but the one picture that is asked for, names no files but those in a sequence, and shows no state.
import { type ClosableSink, FolderSink, ZipSink } from "./picture-sinks";
import { PngSequence, type SequenceCount } from "./png-sequence";
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

export interface SequenceOptions {
  /** Of the folder, where there is one. */
  readonly name: string;
  /** Pictures a second; null: every one that is drawn. */
  readonly rate: number | null;
  readonly transparent: boolean;
  /** @param fault why it ended by itself, null while it runs */
  readonly changed: (count: SequenceCount, fault: unknown) => void;
}

export interface RunningSequence {
  /** The ZIP; null where the pictures are in a folder already. */
  end(): Promise<Blob | null>;
  /** Nothing is kept. */
  discard(): Promise<void>;
}

interface Running {
  readonly recorder: MediaRecorder;
  readonly pieces: Blob[];
  readonly kind: (typeof KINDS)[number];
}

export class PictureRecorder {
  private running: Running | null = null;
  private sequence: PngSequence | null = null;

  /** @param now seconds */
  constructor(
    private readonly stage: Pick<Stage, "renderer" | "render" | "invalidate" | "setTransparent">,
    private readonly now: () => number,
  ) {}

  /** Draws a frame of the page's; what runs gets it. `dt`: seconds. */
  render(dt: number): void {
    // What stands still is drawn all the same: the buffer holds nothing of the frame before.
    if (this.sequence !== null) this.stage.invalidate();
    this.stage.render(dt);
    this.sequence?.drawn(this.now());
  }

  get canRecord(): boolean {
    return kindOfVideo() !== undefined && "captureStream" in this.canvas;
  }

  /** Drawn for this: what was drawn before is not kept by the graphics unit. */
  photo(): Promise<Blob> {
    this.stage.invalidate();
    this.stage.render(0);
    return this.capture();
  }

  /** Rejects with an AbortError where the user chose no folder. */
  async startSequence({ name, rate, transparent, changed }: SequenceOptions): Promise<RunningSequence> {
    if (this.sequence !== null) throw new Error("a sequence runs already");
    const sink: ClosableSink = FolderSink.isOffered ? await FolderSink.choose(name) : new ZipSink();
    const sequence = new PngSequence(() => this.capture(), sink, rate, changed);
    this.stage.setTransparent(transparent);
    this.sequence = sequence;
    const stop = async () => {
      this.sequence = null;
      this.stage.setTransparent(false);
      await sequence.end();
    };
    return {
      end: async () => {
        await stop();
        return sink.close();
      },
      discard: async () => {
        await stop();
        await sink.discard();
      },
    };
  }

  /** Of what stands in the drawing buffer; it is read before this returns. */
  private capture(): Promise<Blob> {
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
    // The first picture is to show what is there, not an empty buffer.
    this.stage.invalidate();
    this.stage.render(0);
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
