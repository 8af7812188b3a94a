// Chooses which source drives the face: idle, a recording, sliders by hand, live values, or a preview.
// It parses nothing and keeps no picture; the loop asks whichever source is on.
import { type RecordingActivity, recordingActivity } from "../sources/activity";
import type { FrameSource } from "../sources/frame-source";
import { LiveSource } from "../sources/live-source";
import { ManualSource } from "../sources/manual-source";
import { readRecording } from "../sources/read-recording";
import type { FaceRecording } from "../sources/recording";
import { ReplaySource } from "../sources/replay-source";
import type { Playback } from "../state/playback";
import type { FrameLoop } from "./frame-loop";
import { IdleSource } from "./idle-source";
import { PreviewSource, STEP_SECONDS } from "./preview-source";

export interface PlayerListener {
  stateChanged(state: Playback): void;
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
  private activity: RecordingActivity | null = null;
  private preview: PreviewSource | null = null;
  private base: FrameSource = this.idle;
  private shown: FrameSource = this.idle;
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
    this.activity = recordingActivity(recording);
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
    this.loop?.cut();
  }

  /** True while a hand is on the timeline: the position waits for it, and playing goes on afterwards. */
  setScrubbing(on: boolean): void {
    if (this.recording !== null) this.recording.held = on;
  }

  /** In and out point, seconds; put in order and into the recording. */
  setRange(inPoint: number, outPoint: number): void {
    this.recording?.setRange(inPoint, outPoint);
    this.choose();
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
    this.setManualValues([...new Map(this.manualValues).set(channel, value)]);
    this.endPreview();
    this.choose();
  }

  /** Lets one slider go; with the last one the face goes back to the recording. */
  releaseManual(channel: number): void {
    if (this.manual === null || !this.manualValues.has(channel)) return;
    if (this.manualValues.size === 1) {
      this.release();
      return;
    }
    this.manual.free(channel);
    this.setManualValues([...this.manualValues].filter(([held]) => held !== channel));
  }

  /** All sliders that are held go to 0 and stay held. */
  resetManual(): void {
    if (this.manual === null) return;
    this.manual.reset();
    this.setManualValues([...this.manualValues].map(([held]) => [held, 0]));
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
    this.preview = channel < 0 ? null : new PreviewSource([[channel]]);
    this.listener.previewChanged(channel);
    this.choose();
  }

  /** Sets of channels, one after the other. */
  startPreviewSteps(steps: readonly (readonly number[])[]): void {
    const first = steps[0]?.[0];
    if (first === undefined) return;
    this.preview = new PreviewSource(steps, STEP_SECONDS);
    this.listener.previewChanged(first);
    this.choose();
  }

  /** The recording that drives the face; null where something else does. */
  recorded(): Pick<FaceRecording, "rowCount" | "values"> | null {
    const driving = this.manual === null && this.base === this.recording;
    return driving ? (this.recording?.recording ?? null) : null;
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
    this.setManualValues([]);
    // A paused recording shows its own row again.
    this.recording?.seek(this.recording.position);
  }

  private setManualValues(values: Iterable<readonly [number, number]>): void {
    this.manualValues = new Map(values);
    this.listener.manualChanged(this.manualValues);
  }

  private choose(): void {
    const next = this.preview ?? this.manual ?? this.base;
    this.loop?.setSource(next, next !== this.shown && (next === this.idle || this.shown === this.idle));
    this.shown = next;
    this.shownPlaying = this.playing;
    const recording = this.base === this.recording ? this.recording : null;
    this.listener.stateChanged({
      kind: this.kind(),
      name: recording?.name ?? this.base.name,
      playing: this.playing,
      duration: recording?.duration ?? 0,
      loop: this.recording?.loop ?? true,
      speed: this.recording?.speed ?? 1,
      inPoint: recording?.inPoint ?? 0,
      outPoint: recording?.outPoint ?? 0,
      frameRate: recording?.recording.fps ?? 0,
      activity: recording === null ? null : this.activity,
    });
  }

  private kind(): Playback["kind"] {
    if (this.manual !== null) return "manual";
    if (this.base === this.idle) return "idle";
    return this.base === this.live ? "live" : "recording";
  }
}
