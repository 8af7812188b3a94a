// Numbers by chance that are the same in every run: xorshift32 (Marsaglia 2003).
// It is not for secrets.
export class Chance {
  private state: number;

  /** @param seed any whole number but 0 */
  constructor(seed: number) {
    this.state = seed | 0 || 1;
  }

  /** 0 to 1, without 1. */
  next(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return (x >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
}

/** 0 at 0, 1 at 1, level at both ends. */
export function eased(share: number): number {
  const clamped = Math.min(Math.max(share, 0), 1);
  return clamped * clamped * (3 - 2 * clamped);
}
