// Plays channels from 0 to 1 and back (spec 4.3), one alone or sets one after the other, then says that it is over.
// It does not silence the other channels of the engine; soloing is the engine's.
import { FaceMailbox } from "../sources/face-mailbox";
import type { FrameSource, SourceState } from "../sources/frame-source";
import { faceChannelCount, faceChannelIndex } from "../tables/face-channels";

/** Length of one preview, seconds. */
export const PREVIEW_SECONDS = 1.5;
/** Length of each step where several are played, seconds: a whole group stays short enough to watch. */
export const STEP_SECONDS = 0.75;

/** mouthClose shows nothing on a closed mouth: it is played over a jaw that is half open, as the engine's solo does. */
const MOUTH_CLOSE = faceChannelIndex("mouthClose");
const JAW_OPEN = faceChannelIndex("jawOpen");
const JAW_UNDER_CLOSE = 0.5;

export class PreviewSource implements FrameSource {
  readonly kind = "manual";
  readonly name = "preview";
  readonly mailbox = new FaceMailbox();
  private readonly row = new Float32Array(faceChannelCount);
  private start = Number.NaN;
  private over = false;

  /** @param steps channels that move together, one set after the other */
  constructor(
    private readonly steps: readonly (readonly number[])[],
    private readonly stepSeconds = PREVIEW_SECONDS,
  ) {}

  get state(): SourceState {
    return this.over ? "ended" : "running";
  }

  /** One channel alone, from 0: there is nothing to blend. */
  isExact(): boolean {
    return true;
  }

  advance(now: number): void {
    if (Number.isNaN(this.start)) this.start = now;
    const position = (now - this.start) / this.stepSeconds;
    this.over = position >= this.steps.length;
    this.row.fill(0);
    if (!this.over) this.write(Math.floor(position), Math.sin((position % 1) * Math.PI));
    this.mailbox.put(this.row, now);
  }

  private write(at: number, value: number): void {
    const step = this.steps[at];
    if (step === undefined) return;
    for (let index = 0; index < step.length; index++) {
      const channel = step[index] ?? 0;
      this.row[channel] = value;
      // Alone, the engine does it.
      if (channel === MOUTH_CLOSE && this.steps.length > 1) this.row[JAW_OPEN] = JAW_UNDER_CLOSE;
    }
  }
}
