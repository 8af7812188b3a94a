// When the lids close: at uneven intervals, now and then twice; closing is faster than opening.
// It knows time and lids, no other channel.
import { type Chance, eased } from "./chance";

/** Seconds from the start to the first blink. */
const FIRST = 1.2;
/** Seconds from one blink to the next; people who look at somebody blink every two to six. */
const SHORTEST_PAUSE = 1.6;
const LONGEST_PAUSE = 6.4;
/** Share of blinks that are followed by another at once, and seconds between the two. */
const DOUBLE_SHARE = 0.14;
const DOUBLE_PAUSE = 0.34;
/** Seconds of closing, of being closed, of opening. */
const CLOSING = 0.075;
const CLOSED = 0.04;
const OPENING = 0.165;
/** Length of a blink, seconds. */
export const BLINK_SECONDS = CLOSING + CLOSED + OPENING;

export class Blinks {
  private at = FIRST;
  private wasDouble = false;

  constructor(private readonly chance: Chance) {}

  /** How far the lids are closed, 0..1. Times must not run backwards. */
  value(time: number): number {
    while (time >= this.at + BLINK_SECONDS) this.plan();
    const since = time - this.at;
    if (since <= 0) return 0;
    if (since < CLOSING) return eased(since / CLOSING);
    return 1 - eased((since - CLOSING - CLOSED) / OPENING);
  }

  private plan(): void {
    const isDouble = !this.wasDouble && this.chance.next() < DOUBLE_SHARE;
    this.wasDouble = isDouble;
    // Two numbers in one: long pauses are rarer than short ones.
    const share = this.chance.next() * this.chance.between(0.5, 1);
    this.at += isDouble ? DOUBLE_PAUSE : SHORTEST_PAUSE + share * (LONGEST_PAUSE - SHORTEST_PAUSE);
  }
}
