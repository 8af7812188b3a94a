// Chooses which source drives the face: idle, a recording, sliders by hand, live values, or a preview.
// It parses nothing and keeps no picture; the loop asks whichever source is on.
import type { FrameSource } from "../sources/frame-source";
import { LiveSource } from "../sources/live-source";
import { ManualSource } from "../sources/manual-source";
import { readRecording } from "../sources/read-recording";
import type { FaceRecording } from "../sources/recording";
import { ReplaySource } from "../sources/replay-source";
import type { FrameLoop } from "./frame-loop";
import { IdleSource } from "./idle-source";
import { PreviewSource } from "./preview-source";

/** What is playing, for display. */
export interface PlayerState {
  readonly kind: "idle" | "recording" | "manual" | "live";
  readonly name: string;
  readonly playing: boolean;
  /** Seconds; 0 where there is no end. */
  readonly duration: number;
  readonly loop: boolean;
  readonly speed: number;
}

export interface PlayerListener {
  stateChanged(state: PlayerState): void;
  manualChanged(values: ReadonlyMap<number, number>): void;
  /** -1 when the preview is over. */
  previewChanged(channel: number): void;
}

export class SourcePlayer {
  readonly idle = new IdleSource();
  readonly live = new LiveSource();
  private manual: ManualSource | null = null;
  private manualValues: ReadonlyMap<number, number> = new Map();
  private recording: ReplaySource | null = null;
  private preview: PreviewSource | null = null;
  private base: FrameSource = this.idle;
  private shownPlaying = true;
  private loop: FrameLoop | null = null;

  constructor(private readonly listener: PlayerListener) {}

  attach(loop: FrameLoop): void {
    this.loop = loop;
    this.choose();
  }

  /** Seconds into the recording, 0 without one. */
  get position(): number {
    return this.recording?.position ?? 0;
  }

  /** Throws RecordingError, and goes on with what played. */
  open(name: string, text: string): Pick<FaceRecording, "name" | "warnings"> {
    const recording = readRecording(text, name);
    const replay = new ReplaySource(recording);
    if (this.recording !== null) {
      replay.loop = this.recording.loop;
      replay.speed = this.recording.speed;
    }
    this.recording = replay;
    this.base = replay;
    this.dropManual();
    this.choose();
    return recording;
  }

  play(): void {
    this.dropManual();
    if (this.base instanceof ReplaySource || this.base instanceof IdleSource) this.base.play();
    this.choose();
  }

  pause(): void {
    if (this.base instanceof ReplaySource || this.base instanceof IdleSource) this.base.pause();
    this.choose();
  }

  seek(seconds: number): void {
    this.recording?.seek(seconds);
  }

  setLoop(on: boolean): void {
    if (this.recording !== null) this.recording.loop = on;
    this.choose();
  }

  setSpeed(speed: number): void {
    if (this.recording !== null) this.recording.speed = speed;
    this.choose();
  }

  /** Sliders take over: the other channels rest, so that one can be judged alone. */
  setManual(channel: number, value: number): void {
    this.manual ??= new ManualSource();
    this.manual.set(channel, value);
    this.manualValues = new Map(this.manualValues).set(channel, value);
    this.listener.manualChanged(this.manualValues);
    this.endPreview();
    this.choose();
  }

  /** Sliders and live values give the face back to the recording, or to the idle animation where there is none. */
  release(): void {
    if (this.manual === null && this.base === this.live) this.base = this.recording ?? this.idle;
    this.dropManual();
    this.choose();
  }

  /** Values from outside drive the face from now on. */
  feed(values: ArrayLike<number>): void {
    this.live.feedFace(values);
    if (this.base === this.live) return;
    this.base = this.live;
    this.choose();
  }

  startPreview(channel: number): void {
    this.preview = channel < 0 ? null : new PreviewSource(channel);
    this.listener.previewChanged(channel);
    this.choose();
  }

  /** Called by the loop once a frame, after the source was asked. */
  afterSource(source: FrameSource): void {
    if (this.preview !== null && source === this.preview && this.preview.state === "ended") this.endPreview();
    if (this.playing !== this.shownPlaying) this.choose();
  }

  private get playing(): boolean {
    return this.manual === null && this.base.state !== "paused" && this.base.state !== "ended";
  }

  private endPreview(): void {
    if (this.preview === null) return;
    this.preview = null;
    this.listener.previewChanged(-1);
    this.choose();
  }

  private dropManual(): void {
    if (this.manual === null) return;
    this.manual = null;
    this.manualValues = new Map();
    this.listener.manualChanged(this.manualValues);
    // A paused recording shows its own row again.
    this.recording?.seek(this.recording.position);
  }

  private choose(): void {
    this.loop?.setSource(this.preview ?? this.manual ?? this.base);
    this.shownPlaying = this.playing;
    const recording = this.base === this.recording ? this.recording : null;
    this.listener.stateChanged({
      kind: this.kind(),
      name: recording?.name ?? this.base.name,
      playing: this.playing,
      duration: recording?.duration ?? 0,
      loop: this.recording?.loop ?? true,
      speed: this.recording?.speed ?? 1,
    });
  }

  private kind(): PlayerState["kind"] {
    if (this.manual !== null) return "manual";
    if (this.base === this.idle) return "idle";
    return this.base === this.live ? "live" : "recording";
  }
}
