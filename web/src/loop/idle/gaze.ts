// Where the eyes look: they rest on something, leap to the next thing, and come back to whoever looks at them.
// Both eyes look the same way; it knows no lids.
import { type Chance, eased } from "./chance";

/** Largest looks, in shares of a full one (about 24 degrees): a glance, never a stare aside. */
const MAX_SIDEWAYS = 0.26;
const MAX_UP = 0.12;
const MAX_DOWN = 0.16;
/** How far the eyes wander while they rest on the viewer. */
const WANDER = 0.035;
/** Share of leaps that lead back to the viewer. */
const HOMING_SHARE = 0.62;
/** Seconds of rest, and of a leap: large ones take longer. */
const SHORTEST_REST = 0.5;
const LONGEST_REST = 2.6;
const LEAP_SECONDS = 0.035;
const LEAP_SECONDS_PER_LOOK = 0.12;

export class Gaze {
  /** Share of a full look to the character's left (positive) and up (positive), as of the last `update`. */
  left = 0;
  up = 0;
  private fromLeft = 0;
  private fromUp = 0;
  private toLeft = 0;
  private toUp = 0;
  private leapAt = 0.9;
  private leapSeconds = LEAP_SECONDS;
  private nextAt = 0.9;

  constructor(private readonly chance: Chance) {}

  /** Times must not run backwards. */
  update(time: number): void {
    while (time >= this.nextAt) this.plan();
    const share = eased((time - this.leapAt) / this.leapSeconds);
    this.left = this.fromLeft + share * (this.toLeft - this.fromLeft);
    this.up = this.fromUp + share * (this.toUp - this.fromUp);
  }

  private plan(): void {
    const { chance } = this;
    this.fromLeft = this.toLeft;
    this.fromUp = this.toUp;
    const home = chance.next() < HOMING_SHARE;
    this.toLeft = home ? chance.between(-WANDER, WANDER) : chance.between(-MAX_SIDEWAYS, MAX_SIDEWAYS);
    this.toUp = home ? chance.between(-WANDER, WANDER) : chance.between(-MAX_DOWN, MAX_UP);
    const way = Math.hypot(this.toLeft - this.fromLeft, this.toUp - this.fromUp);
    this.leapAt = this.nextAt;
    this.leapSeconds = LEAP_SECONDS + way * LEAP_SECONDS_PER_LOOK;
    this.nextAt += this.leapSeconds + chance.between(SHORTEST_REST, LONGEST_REST);
  }
}
