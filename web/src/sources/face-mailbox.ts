// Newest-wins mailbox between a source and the frame loop: one row of 52 values and the time it was captured.
// It is not a queue: a frame that was not taken before the next one came is counted and gone, so the view never lags behind.

import { faceChannelCount } from "../tables/face-channels";

export class FaceMailbox {
  /** The newest frame, 52 values in row order; as the source gave them, neither clamped nor checked. */
  readonly values = new Float32Array(faceChannelCount);
  /** Capture time of the newest frame on the source's own clock, seconds; NaN until one came. */
  time = Number.NaN;
  /** Frames put in since the source began. */
  received = 0;
  /** Frames that a newer one replaced before they were taken. */
  replaced = 0;
  private fresh = false;

  /** Copies a frame in. `values` holds 52 numbers; `time` in seconds on the source's clock. */
  put(values: ArrayLike<number>, time: number): void {
    if (this.fresh) this.replaced += 1;
    this.values.set(values);
    this.time = time;
    this.received += 1;
    this.fresh = true;
  }

  /**
   * Copies the newest frame to `target` (52 values from `offset`) and marks it taken.
   * @returns false where nothing came since the last call; `target` is then untouched, so that the avatar holds its pose.
   */
  take(target: Float32Array, offset = 0): boolean {
    if (!this.fresh) return false;
    target.set(this.values, offset);
    this.fresh = false;
    return true;
  }
}
