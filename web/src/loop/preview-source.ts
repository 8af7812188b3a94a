// Plays one channel alone from 0 to 1 and back (spec 4.3), then says that it is over.
// It does not silence the other channels of the engine; soloing is the engine's.
import { FaceMailbox } from "../sources/face-mailbox";
import type { FrameSource, SourceState } from "../sources/frame-source";
import { faceChannelCount } from "../tables/face-channels";

/** Length of one preview, seconds. */
export const PREVIEW_SECONDS = 1.5;

export class PreviewSource implements FrameSource {
  readonly kind = "manual";
  readonly name = "preview";
  readonly mailbox = new FaceMailbox();
  private readonly row = new Float32Array(faceChannelCount);
  private start = Number.NaN;
  private over = false;

  constructor(readonly channel: number) {}

  get state(): SourceState {
    return this.over ? "ended" : "running";
  }

  /** One channel alone, from 0: there is nothing to blend. */
  isExact(): boolean {
    return true;
  }

  advance(now: number): void {
    if (Number.isNaN(this.start)) this.start = now;
    const phase = Math.min(1, (now - this.start) / PREVIEW_SECONDS);
    this.over = phase >= 1;
    this.row[this.channel] = Math.sin(phase * Math.PI);
    this.mailbox.put(this.row, now);
  }
}
