// Finds how far a performer's blinks go, value by value: the peak of each blink of one eye, and their median.
// It knows nothing of avatars; it allocates nothing after construction.

/** Input above which a blink may have begun. */
const BLINK_START = 0.35;
/** A blink is over where the input has fallen to this share of its peak. */
const BLINK_OVER = 0.5;
/** Blinks from which a median is worth something. */
export const FEWEST_BLINKS = 3;
/** Peaks are counted in hundredths: the step in which a profile link keeps the value. */
const STEPS = 100;

export class BlinkPeaks {
  private readonly counts = new Uint32Array(STEPS + 1);
  private total = 0;
  private peak = 0;

  /** Blinks that are over. */
  get blinks(): number {
    return this.total;
  }

  /** The next value of the eye, 0..1. */
  add(value: number): void {
    if (this.peak === 0) {
      if (value > BLINK_START) this.peak = value;
      return;
    }
    if (value > this.peak) this.peak = value;
    if (value > this.peak * BLINK_OVER) return;
    const step = Math.round(Math.min(1, this.peak) * STEPS);
    this.counts[step] = (this.counts[step] ?? 0) + 1;
    this.total += 1;
    this.peak = 0;
  }

  clear(): void {
    this.counts.fill(0);
    this.total = 0;
    this.peak = 0;
  }

  /**
   * Median of the peaks: half of the blinks reach it, and the others come near. The highest peaks would be no measure: they are
   * eyes that were squeezed shut, and lids that wait for them stay open at each ordinary blink.
   * @returns 0..1, or null with fewer than `FEWEST_BLINKS` blinks
   */
  median(): number | null {
    if (this.total < FEWEST_BLINKS) return null;
    let seen = 0;
    for (let step = 0; step <= STEPS; step++) {
      seen += this.counts[step] ?? 0;
      if (2 * seen >= this.total) return step / STEPS;
    }
    return 1;
  }
}
