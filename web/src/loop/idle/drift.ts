// A value that wanders slowly between limits: from one mark to the next, level at each.
// What it stands for is the user's affair.
import { type Chance, eased } from "./chance";

export class Drift {
  private from: number;
  private to: number;
  private start = 0;
  private end = 0;

  /**
   * @param low, high limits of the value
   * @param shortest, longest seconds from one mark to the next
   */
  constructor(
    private readonly chance: Chance,
    private readonly low: number,
    private readonly high: number,
    private readonly shortest: number,
    private readonly longest: number,
  ) {
    this.from = low;
    this.to = low;
  }

  /** Times must not run backwards. */
  value(time: number): number {
    while (time >= this.end) {
      this.from = this.to;
      this.to = this.chance.between(this.low, this.high);
      this.start = this.end;
      this.end += this.chance.between(this.shortest, this.longest);
    }
    return this.from + eased((time - this.start) / (this.end - this.start)) * (this.to - this.from);
  }
}
