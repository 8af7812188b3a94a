// What a source of face frames is to the frame loop: something that is asked once a frame and leaves its newest frame in a mailbox.
// It is not a stream: nothing is pushed into the loop, and how frames come about is the source's own affair.

import type { FaceMailbox } from "./face-mailbox";

/**
 * - `waiting`: nothing came yet
 * - `running`: frames come
 * - `paused`: held by the user
 * - `stalled`: frames came before, but not lately
 * - `ended`: a recording that does not loop is over
 */
export type SourceState = "waiting" | "running" | "paused" | "stalled" | "ended";

export interface FrameSource {
  /** What kind of source it is; the page has a text for each. */
  readonly kind: "recording" | "manual" | "live";
  /** Name for people: the file's name, or what the embedding page calls it. */
  readonly name: string;
  readonly state: SourceState;
  readonly mailbox: FaceMailbox;
  /** Whether a channel's value is shown as it is from the first frame, without blending from the idle animation. Default: no. */
  isExact?(channel: number): boolean;
  /**
   * Called once an animation frame, before the mailbox is emptied.
   * @param now the loop's clock in seconds; it never runs backwards
   */
  advance(now: number): void;
}
