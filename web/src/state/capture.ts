// What is recorded of the picture, and how: choices of the user, and how a sequence stands.
// Plain data; no picture is here.
import { type Signal, signal } from "@preact/signals";

export const pictureRates = [null, 24, 25, 30, 60] as const;
/** Pictures a second; null: every one that is drawn. */
export type PictureRate = (typeof pictureRates)[number];

export interface SequenceFacts {
  readonly written: number;
  /** Left out, or replaced by the one behind. */
  readonly late: number;
}

export interface CaptureState {
  readonly rate: Signal<PictureRate>;
  /** Nothing behind the avatars, in sequences. */
  readonly transparent: Signal<boolean>;
  /** Null: no sequence runs. */
  readonly sequence: Signal<SequenceFacts | null>;
}

export const createCapture = (): CaptureState => ({
  rate: signal<PictureRate>(30),
  transparent: signal(false),
  sequence: signal<SequenceFacts | null>(null),
});
