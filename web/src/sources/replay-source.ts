// Plays a face recording along a timeline, sampled by time so that dropped frames and uneven rows keep their pace.
// It is not a parser and has no clock of its own; where it is and whether it plays is the timeline's affair.

import { faceChannelCount } from "../tables/face-channels";
import { FaceMailbox } from "./face-mailbox";
import type { FrameSource, SourceState } from "./frame-source";
import type { FaceRecording } from "./recording";
import { rowAt } from "./row-at";
import { Timeline } from "./timeline";

export interface ReplayOptions {
  /** Starts again at the out point. Default true. */
  loop?: boolean;
  /** Blends linearly between rows; off, each row holds until the next. Default true. */
  interpolate?: boolean;
  /** Shared with other recordings; default one of its own, as long as the recording. */
  timeline?: Timeline;
}

export class ReplaySource implements FrameSource {
  readonly kind = "recording";
  readonly mailbox = new FaceMailbox();
  readonly timeline: Timeline;
  interpolate: boolean;
  private readonly row = new Float32Array(faceChannelCount);
  private shown = 0;

  constructor(
    readonly recording: FaceRecording,
    options: ReplayOptions = {},
  ) {
    this.timeline = options.timeline ?? new Timeline(recording.duration);
    if (options.loop !== undefined) this.timeline.loop = options.loop;
    this.interpolate = options.interpolate ?? true;
  }

  get name(): string {
    return this.recording.name;
  }

  get state(): SourceState {
    return this.timeline.state;
  }

  advance(now: number): void {
    this.timeline.advance(now);
    if (this.shown === this.timeline.revision) return;
    this.shown = this.timeline.revision;
    const { position } = this.timeline;
    sampleRecording(this.recording, position, this.interpolate, this.row);
    this.mailbox.put(this.row, position);
  }
}

/**
 * The 52 values of a recording at a time.
 * @param seconds from the first row; before it and after the last row the nearest row holds
 * @param target 52 values
 */
export function sampleRecording(
  recording: FaceRecording,
  seconds: number,
  interpolate: boolean,
  target: Float32Array,
): void {
  const { times, values } = recording;
  const index = rowAt(times, seconds);
  const from = index * faceChannelCount;
  const start = times[index] ?? 0;
  const end = times[index + 1];
  const blend =
    interpolate && end !== undefined ? Math.min(Math.max((seconds - start) / (end - start), 0), 1) : 0;
  for (let channel = 0; channel < faceChannelCount; ++channel) {
    const value = values[from + channel] ?? 0;
    const next = blend > 0 ? (values[from + faceChannelCount + channel] ?? value) : value;
    target[channel] = value + blend * (next - value);
  }
}
