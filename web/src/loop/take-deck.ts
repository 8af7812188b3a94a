// The recordings that are open, of a face and of a body, on one timeline.
// It drives nothing: the player chooses the face's source, and the body's poses are shown by whoever reads them.
import { ACTIVITY_STRETCHES, type RecordingActivity, recordingActivity } from "../sources/activity";
import { motionActivity } from "../sources/motion/motion-activity";
import type { MotionClip } from "../sources/motion/motion-clip";
import { MotionSource } from "../sources/motion-source";
import { readRecording } from "../sources/read-recording";
import { ReplaySource } from "../sources/replay-source";
import { Timeline } from "../sources/timeline";

/** What is known of the body recording that is open, for display. */
export interface BodyState {
  readonly name: string;
  readonly performers: readonly { readonly name: string; readonly bones: number }[];
  readonly bodies: number;
  readonly markers: number;
}

/** A recording that was opened, and what its reading gave notice of. */
export interface Opened {
  readonly kind: "face" | "body";
  readonly name: string;
  readonly warnings: readonly {
    readonly code: string;
    readonly count: number;
    readonly message: string;
    readonly value?: string;
  }[];
}

/** Shows the body recording, in every frame after the face's source. */
export interface BodyView {
  /** Null: there is none any more. */
  show(source: MotionSource | null): void;
  /** @param now the loop's clock, seconds */
  advance(now: number): void;
  /** After the engine's step. */
  pose?(): void;
}

export class TakeDeck {
  /** Both recordings begin at its 0; the longer one ends it. */
  readonly timeline = new Timeline(1);
  recording: ReplaySource | null = null;
  body: MotionSource | null = null;
  /** What happens when: of the face where there is one. */
  activity: RecordingActivity | null = null;

  get isLoaded(): boolean {
    return this.recording !== null || this.body !== null;
  }

  /** Names of both, for people. */
  get name(): string {
    return [this.recording?.name, this.body?.name].filter((name) => name !== undefined).join(" + ");
  }

  /** Frames a second, by which steps are taken: the face's where there is one. */
  get frameRate(): number {
    return this.recording?.recording.fps ?? this.body?.frameRate ?? 0;
  }

  get bodyState(): BodyState | null {
    const clip = this.body?.clip;
    if (clip === undefined) return null;
    return {
      name: clip.name,
      performers: clip.performers.map(({ name, bones }) => ({ name, bones: bones.length })),
      bodies: clip.bodies.length,
      markers: clip.markers.length,
    };
  }

  /** Opens a recording of a face and plays from the start. Throws RecordingError, and changes nothing then. */
  open(name: string, text: string): Opened {
    const recording = readRecording(text, name);
    this.recording = new ReplaySource(recording, { timeline: this.timeline });
    this.start();
    return { kind: "face", name: recording.name, warnings: recording.warnings };
  }

  openBody(clip: MotionClip): Opened {
    this.body = new MotionSource(clip, this.timeline);
    this.start();
    return { kind: "body", name: clip.name, warnings: clip.warnings };
  }

  closeBody(): void {
    this.body = null;
    this.measure();
  }

  private start(): void {
    this.measure();
    this.timeline.seek(0);
    this.timeline.play();
  }

  private measure(): void {
    const face = this.recording?.recording;
    const body = this.body?.clip;
    const span = Math.max(face?.duration ?? 0, body?.duration ?? 0);
    if (span > 0) this.timeline.setDuration(span);
    if (face !== undefined) this.activity = recordingActivity(face, ACTIVITY_STRETCHES, span);
    else this.activity = body === undefined ? null : motionActivity(body, ACTIVITY_STRETCHES, span);
  }
}
