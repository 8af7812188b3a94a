// The last latencies of live frames, and what part of them stayed below what: a ring that is written every frame.
// It measures nothing; nothing is allocated in `add`.

const KEPT = 600;

export class LatencyMeter {
  private readonly values = new Float64Array(KEPT);
  private next = 0;
  private filled = 0;

  /** @param seconds not finite: not counted */
  add(seconds: number): void {
    if (!Number.isFinite(seconds)) return;
    this.values[this.next] = seconds;
    this.next = (this.next + 1) % KEPT;
    if (this.filled < KEPT) ++this.filled;
  }

  get count(): number {
    return this.filled;
  }

  /** Seconds that `share` (0..1) of the kept frames did not exceed; NaN without frames. */
  percentile(share: number): number {
    if (this.filled === 0) return Number.NaN;
    const sorted = this.values.slice(0, this.filled).sort();
    return sorted[Math.min(Math.max(Math.ceil(share * this.filled) - 1, 0), this.filled - 1)] ?? Number.NaN;
  }

  clear(): void {
    this.next = this.filled = 0;
  }
}
