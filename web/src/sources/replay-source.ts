// Plays a face recording: play, pause, seek, in and out points, loop, sampled by time so that dropped frames and uneven rows keep their pace.
// It is not a parser and has no clock of its own; the frame loop hands it the time.

import { faceChannelCount } from "../tables/face-channels";
import { FaceMailbox } from "./face-mailbox";
import type { FrameSource, SourceState } from "./frame-source";
import type { FaceRecording } from "./recording";
import { rowAt } from "./row-at";

/** Seconds that lie at least between in and out point, or the whole recording where that is shorter. */
export const SHORTEST_RANGE = 0.1;

export interface ReplayOptions {
  /** Starts again at the out point. Default true. */
  loop?: boolean;
  /** Blends linearly between rows; off, each row holds until the next. Default true. */
  interpolate?: boolean;
}

export class ReplaySource implements FrameSource {
  readonly kind = "recording";
  readonly mailbox = new FaceMailbox();
  loop: boolean;
  interpolate: boolean;
  /** Factor on time, above 0. 1 is the pace of the recording. */
  speed = 1;
  /** True while a hand is on the timeline: the position is the hand's, and playing goes on when it lets go. */
  held = false;
  private from = 0;
  private to: number;
  private readonly row = new Float32Array(faceChannelCount);
  private seconds = 0;
  private playing = true;
  private clock = Number.NaN;
  // A position that was set by hand is shown even while paused.
  private moved = true;

  constructor(
    readonly recording: FaceRecording,
    options: ReplayOptions = {},
  ) {
    this.loop = options.loop ?? true;
    this.interpolate = options.interpolate ?? true;
    this.to = recording.duration;
  }

  get name(): string {
    return this.recording.name;
  }

  /** Seconds from the first row, 0..duration. */
  get position(): number {
    return this.seconds;
  }

  get duration(): number {
    return this.recording.duration;
  }

  /** Where a loop begins, seconds. */
  get inPoint(): number {
    return this.from;
  }

  /** Where playing ends or the loop turns, seconds. */
  get outPoint(): number {
    return this.to;
  }

  get state(): SourceState {
    if (this.playing) return "running";
    return this.seconds === this.to || this.seconds >= this.duration ? "ended" : "paused";
  }

  /** Goes on; from the in point where the end or the out point was reached. */
  play(): void {
    if (this.state === "ended") this.seek(this.from);
    this.playing = true;
  }

  /**
   * Sets both points, seconds. They are put in order, into the recording, and at least `SHORTEST_RANGE` apart: the in point gives way
   * only where the end leaves no room. Not a number means the start, or the end.
   */
  setRange(inPoint: number, outPoint: number): void {
    const first = Number.isNaN(inPoint) ? 0 : inPoint;
    const last = Number.isNaN(outPoint) ? this.duration : outPoint;
    const shortest = Math.min(SHORTEST_RANGE, this.duration);
    this.from = Math.min(Math.max(Math.min(first, last), 0), this.duration - shortest);
    this.to = Math.min(Math.max(first, last, this.from + shortest), this.duration);
  }

  pause(): void {
    this.playing = false;
  }

  /** Goes to a position in seconds, clamped to 0..duration; not a number counts as 0. */
  seek(seconds: number): void {
    const finite = Number.isNaN(seconds) ? 0 : seconds;
    this.seconds = Math.min(Math.max(finite, 0), this.duration);
    this.moved = true;
  }

  advance(now: number): void {
    const elapsed = Number.isNaN(this.clock) ? 0 : Math.max(0, now - this.clock);
    this.clock = now;
    if (this.playing && !this.held) this.moveBy(elapsed * this.speed);
    else if (!this.moved) return;
    this.moved = false;
    sampleRecording(this.recording, this.seconds, this.interpolate, this.row);
    this.mailbox.put(this.row, this.seconds);
  }

  // Only passing the out point turns back: what was sought beyond it plays on to the end of the recording.
  private moveBy(seconds: number): void {
    const end = this.seconds <= this.to ? this.to : this.duration;
    const next = this.seconds + seconds;
    if (next < end || seconds === 0) this.seconds = next;
    else if (this.loop) this.seconds = this.from + ((next - end) % (this.to - this.from));
    else {
      this.seconds = end;
      this.playing = false;
    }
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
