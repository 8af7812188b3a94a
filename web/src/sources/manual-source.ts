// Face values set by hand, one slider a channel, as many at once as are held.
// It is not a recording: it holds what was set and gives it again only when something changed.

import { faceChannelCount } from "../tables/face-channels";
import { FaceMailbox } from "./face-mailbox";
import type { FrameSource } from "./frame-source";

export class ManualSource implements FrameSource {
  readonly kind = "manual";
  readonly state = "running";
  readonly mailbox = new FaceMailbox();
  private readonly values = new Float32Array(faceChannelCount);
  private readonly held = new Uint8Array(faceChannelCount);
  // The first frame is given even where nothing was set, so that a face left by another source comes to rest.
  private changed = true;

  constructor(readonly name = "manual") {}

  /** Value of a channel (0..51). */
  get(channel: number): number {
    return this.values[channel] ?? 0;
  }

  /** Sets a channel (0..51) to a value, 0..1. Throws RangeError for a channel out of range or a value that is no number. */
  set(channel: number, value: number): void {
    if (!Number.isInteger(channel) || channel < 0 || channel >= faceChannelCount) {
      throw new RangeError(`channel: expected 0..${faceChannelCount - 1}, found ${channel}`);
    }
    if (!Number.isFinite(value))
      throw new RangeError(`value of channel ${channel}: expected a number, found ${value}`);
    this.values[channel] = value;
    this.held[channel] = 1;
    this.changed = true;
  }

  /** Lets one channel go: it rests. */
  free(channel: number): void {
    this.values[channel] = 0;
    this.held[channel] = 0;
    this.changed = true;
  }

  /** True for a channel that was set and not let go: its value is shown as it is from the first frame. */
  isExact(channel: number): boolean {
    return this.held[channel] === 1;
  }

  /** Puts all channels to 0; those that are held stay so. */
  reset(): void {
    this.values.fill(0);
    this.changed = true;
  }

  advance(now: number): void {
    if (!this.changed) return;
    this.changed = false;
    this.mailbox.put(this.values, now);
  }
}
