// Chooses which source drives the face: idle, a recording, sliders by hand, live values, or a preview.
// It parses nothing and keeps no picture; the loop asks whichever source is on.
import type { FrameSource } from "../sources/frame-source";
import { LiveSource } from "../sources/live-source";
import { ManualSource } from "../sources/manual-source";
import type { MotionClip } from "../sources/motion/motion-clip";
import type { FaceRecording } from "../sources/recording";
import type { Playback } from "../state/playback";
import type { FrameLoop } from "./frame-loop";
import { IdleSource } from "./idle-source";
import { PreviewSource, STEP_SECONDS } from "./preview-source";
import { type BodyState, type BodyView, type Opened, TakeDeck } from "./take-deck";

export interface PlayerListener {
  stateChanged(state: Playback): void;
  manualChanged(values: ReadonlyMap<number, number>): void;
  /** -1 when the preview is over. */
  previewChanged(channel: number): void;
  /** Null when the body recording was closed. */
  bodyChanged(body: BodyState | null): void;
}

export class SourcePlayer {
  readonly idle = new IdleSource();
  readonly live = new LiveSource();
  private manual: ManualSource | null = null;
  private manualValues: ReadonlyMap<number, number> = new Map();
  private readonly deck = new TakeDeck();
  private preview: PreviewSource | null = null;
  private base: FrameSource = this.idle;
  private shown: FrameSource = this.idle;
  private shownPlaying = true;
  private loop: FrameLoop | null = null;

  constructor(
    private readonly listener: PlayerListener,
    private readonly bodyView: BodyView | null = null,
  ) {}

  attach(loop: FrameLoop): void {
    this.loop = loop;
    loop.setCompanion(this.bodyView);
    this.choose();
  }

  /** Seconds into the recording, 0 without one. */
  get position(): number {
    return this.deck.isLoaded ? this.deck.timeline.position : 0;
  }

  /** A recording goes on: nothing live is in its place. */
  private get isTimed(): boolean {
    return this.deck.isLoaded && this.base !== this.live;
  }

  /** Throws RecordingError, and goes on with what played. */
  open(name: string, text: string): Opened {
    const opened = this.deck.open(name, text);
    this.base = this.deck.recording ?? this.idle;
    this.dropManual();
    this.choose();
    return opened;
  }

  /** The body plays from the start, with the face recording where there is one. */
  openBody(clip: MotionClip): Opened {
    const opened = this.deck.openBody(clip);
    this.bodyView?.show(this.deck.body);
    this.choose();
    this.listener.bodyChanged(this.deck.bodyState);
    return opened;
  }

  /** Closes the body recording; a face recording goes on. */
  closeBody(): void {
    if (this.deck.body === null) return;
    this.deck.closeBody();
    this.bodyView?.show(null);
    this.choose();
    this.listener.bodyChanged(null);
  }

  play(): void {
    this.dropManual();
    if (this.isTimed) this.deck.timeline.play();
    if (this.base instanceof IdleSource) this.base.play();
    this.choose();
  }

  pause(): void {
    if (this.isTimed) this.deck.timeline.pause();
    if (this.base instanceof IdleSource) this.base.pause();
    this.choose();
  }

  seek(seconds: number): void {
    this.deck.timeline.seek(seconds);
    this.loop?.cut();
  }

  /** True while a hand is on the timeline: the position waits for it, and playing goes on afterwards. */
  setScrubbing(on: boolean): void {
    this.deck.timeline.held = on;
  }

  /** In and out point, seconds; put in order and into the recording. */
  setRange(inPoint: number, outPoint: number): void {
    if (this.deck.isLoaded) this.deck.timeline.setRange(inPoint, outPoint);
    this.choose();
  }

  setLoop(on: boolean): void {
    this.deck.timeline.loop = on;
    this.choose();
  }

  setSpeed(speed: number): void {
    this.deck.timeline.speed = speed;
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
    if (this.manual === null && this.base === this.live) this.base = this.deck.recording ?? this.idle;
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
    const driving = this.manual === null && this.base === this.deck.recording;
    return driving ? (this.deck.recording?.recording ?? null) : null;
  }

  /** Called by the loop once a frame, after the source was asked. */
  afterSource(source: FrameSource): void {
    if (this.preview !== null && source === this.preview && this.preview.state === "ended") this.endPreview();
    if (this.playing !== this.shownPlaying) this.choose();
  }

  private get playing(): boolean {
    const state = this.isTimed ? this.deck.timeline.state : this.base.state;
    return this.manual === null && state !== "paused" && state !== "ended";
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
    this.deck.timeline.seek(this.deck.timeline.position);
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
    const { deck } = this;
    const { timeline } = deck;
    const { isTimed } = this;
    this.listener.stateChanged({
      kind: this.kind(),
      name: isTimed ? deck.name : this.base.name,
      playing: this.playing,
      duration: isTimed ? timeline.duration : 0,
      loop: timeline.loop,
      speed: timeline.speed,
      inPoint: isTimed ? timeline.inPoint : 0,
      outPoint: isTimed ? timeline.outPoint : 0,
      frameRate: isTimed ? deck.frameRate : 0,
      activity: isTimed ? deck.activity : null,
    });
  }

  private kind(): Playback["kind"] {
    if (this.manual !== null) return "manual";
    if (this.base === this.live) return "live";
    return this.isTimed ? "recording" : "idle";
  }
}
