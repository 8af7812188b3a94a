// The one clock of everything that is recorded: position, play, pause, in and out points, loop, speed. Recordings of face and body share it.
// It holds no recording and samples none; the frame loop hands it the time, by whichever source is asked first.

import type { SourceState } from "./frame-source";

/** Seconds that lie at least between in and out point, or the whole recording where that is shorter. */
export const SHORTEST_RANGE = 0.1;

export class Timeline {
  /** Starts again at the out point. */
  loop = true;
  /** Factor on time, above 0. 1 is the pace of the recording. */
  speed = 1;
  /** True while a hand is on the timeline: the position is the hand's, and playing goes on when it lets go. */
  held = false;
  private length: number;
  private from = 0;
  private to: number;
  private seconds = 0;
  private playing = true;
  private clock = Number.NaN;
  // A position that was set by hand is shown even while paused: it begins as one.
  private changes = 1;

  /** @param duration seconds, above 0 */
  constructor(duration: number) {
    this.length = duration;
    this.to = duration;
  }

  /** Seconds from the start, 0..duration. */
  get position(): number {
    return this.seconds;
  }

  get duration(): number {
    return this.length;
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
    return this.seconds === this.to || this.seconds >= this.length ? "ended" : "paused";
  }

  /** Goes up whenever a source has something new to show. */
  get revision(): number {
    return this.changes;
  }

  /** Goes on; from the in point where the end or the out point was reached. */
  play(): void {
    if (this.state === "ended") this.seek(this.from);
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
  }

  /**
   * Sets both points, seconds. They are put in order, into the recording, and at least `SHORTEST_RANGE` apart: the in point gives way
   * only where the end leaves no room. Not a number means the start, or the end.
   */
  setRange(inPoint: number, outPoint: number): void {
    const first = Number.isNaN(inPoint) ? 0 : inPoint;
    const last = Number.isNaN(outPoint) ? this.length : outPoint;
    const shortest = Math.min(SHORTEST_RANGE, this.length);
    this.from = Math.min(Math.max(Math.min(first, last), 0), this.length - shortest);
    this.to = Math.min(Math.max(first, last, this.from + shortest), this.length);
  }

  /** Another length, seconds: a recording came or went. In and out points are those of the whole again. */
  setDuration(duration: number): void {
    this.length = duration;
    this.setRange(0, duration);
    this.seek(this.seconds);
  }

  /** Goes to a position in seconds, clamped to 0..duration; not a number counts as 0. */
  seek(seconds: number): void {
    const finite = Number.isNaN(seconds) ? 0 : seconds;
    this.seconds = Math.min(Math.max(finite, 0), this.length);
    this.changes += 1;
  }

  /**
   * Moves on to the loop's time. Every source on the timeline calls it in every frame: the first moves it, the others find it there.
   * @param now the loop's clock in seconds; it never runs backwards
   */
  advance(now: number): void {
    if (now === this.clock) return;
    const elapsed = Number.isNaN(this.clock) ? 0 : Math.max(0, now - this.clock);
    this.clock = now;
    if (!this.playing || this.held) return;
    this.moveBy(elapsed * this.speed);
    this.changes += 1;
  }

  // Only passing the out point turns back: what was sought beyond it plays on to the end of the recording.
  private moveBy(seconds: number): void {
    const end = this.seconds <= this.to ? this.to : this.length;
    const next = this.seconds + seconds;
    if (next < end || seconds === 0) this.seconds = next;
    else if (this.loop) this.seconds = this.from + ((next - end) % (this.to - this.from));
    else {
      this.seconds = end;
      this.playing = false;
    }
  }
}
