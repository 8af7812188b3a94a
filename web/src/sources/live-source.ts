// Face values fed from outside, frame by frame: a tracker, a model, another page's code.
// It is not a connection: whoever feeds it has one of his own.

import { faceChannelCount } from "../tables/face-channels";
import { FaceMailbox } from "./face-mailbox";
import type { FrameSource, SourceState } from "./frame-source";

/** Without a frame for this long, seconds, the source counts as stalled; the face holds its pose. */
export const stalledAfter = 1;

export class LiveSource implements FrameSource {
  readonly kind = "live";
  readonly mailbox = new FaceMailbox();
  private now = 0;
  private lastFrame = Number.NaN;
  private fed = false;

  constructor(readonly name = "live") {}

  get state(): SourceState {
    if (this.mailbox.received === 0) return "waiting";
    return this.now - this.lastFrame > stalledAfter ? "stalled" : "running";
  }

  /**
   * Gives the newest frame; an older one that was not drawn yet is replaced.
   * @param values 52 in row order (alphabetical), 0..1 or 0..100; copied
   * @param time when it was captured, seconds on the feeder's clock; default: the number of the frame
   * @throws RangeError where there are not 52 values
   */
  feedFace(values: ArrayLike<number>, time = this.mailbox.received): void {
    if (values.length !== faceChannelCount) {
      throw new RangeError(`feedFace: expected ${faceChannelCount} values, found ${values.length}`);
    }
    this.mailbox.put(values, time);
    this.fed = true;
  }

  /** What is fed is shown. */
  isExact(): boolean {
    return true;
  }

  advance(now: number): void {
    this.now = now;
    if (this.fed) this.lastFrame = now;
    this.fed = false;
  }
}
