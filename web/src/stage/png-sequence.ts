// Makes numbered PNGs of what is drawn: of every picture, or at a set rate.
// It draws nothing and keeps no file: a sink takes the pictures, in the order of their numbers.

export interface PictureSink {
  /** Rejects where no more can be kept: the sequence ends there. */
  put(name: string, picture: Blob): Promise<void>;
}

/** How a sequence stands. */
export interface SequenceCount {
  /** Pictures that the sink has. */
  readonly written: number;
  /**
   * Of every drawn picture: those that were left out, since as many waited to be written as may. At a set rate: moments whose picture was not
   * drawn in time; the next one stands in for it, so that the sequence keeps its time.
   */
  readonly late: number;
}

/** Pictures that wait to be written, each as large as the stage's drawing buffer: 64 MB at 1080p. */
export const MOST_WAITING = 8;
/** A longer gap, in seconds, is none of the performance: the page was hidden. Its moments are counted as late and not filled. */
export const LONGEST_GAP = 1;

/** 41 -> 000042.png */
export const pictureName = (index: number) => `${String(index + 1).padStart(6, "0")}.png`;

export class PngSequence {
  private taken = 0;
  private written = 0;
  private late = 0;
  private waiting = 0;
  private begin = Number.NaN;
  private isOpen = true;
  private fault: unknown = null;
  private tail: Promise<void> = Promise.resolve();

  /**
   * @param capture the picture of now; called while it is still in the drawing buffer
   * @param rate pictures a second, null for every one that is drawn
   * @param changed called when a picture was written, was late, or the sequence ended by itself
   */
  constructor(
    private readonly capture: () => Promise<Blob>,
    private readonly sink: PictureSink,
    private readonly rate: number | null,
    private readonly changed: (count: SequenceCount, fault: unknown) => void,
  ) {}

  get count(): SequenceCount {
    return { written: this.written, late: this.late };
  }

  /** A picture stands in the drawing buffer. `now`: seconds. */
  drawn(now: number): void {
    if (!this.isOpen) return;
    const due = this.rate === null ? 1 : this.dueAt(now, this.rate);
    if (due === 0) return;
    if (this.waiting >= MOST_WAITING) {
      // At a set rate the next one makes up for it.
      if (this.rate === null) this.late += 1;
      return;
    }
    const from = this.taken;
    this.taken += due;
    this.late += due - 1;
    this.waiting += 1;
    const picture = this.capture();
    // It may fail long before its turn comes.
    picture.catch(() => {});
    this.tail = this.tail.then(() => this.write(picture, from, due));
  }

  /** Ends it once all that waits is written. */
  async end(): Promise<SequenceCount> {
    this.isOpen = false;
    await this.tail;
    return this.count;
  }

  /** How many pictures are due by now that were not taken. */
  private dueAt(now: number, rate: number): number {
    if (Number.isNaN(this.begin)) this.begin = now;
    // A picture that comes exactly at its moment is not to miss it by rounding.
    const due = Math.floor((now - this.begin) * rate + 1e-6) + 1 - this.taken;
    if (due <= Math.max(1, LONGEST_GAP * rate)) return Math.max(0, due);
    this.begin += (due - 1) / rate;
    this.late += due - 1;
    return 1;
  }

  private async write(picture: Promise<Blob>, from: number, count: number): Promise<void> {
    try {
      if (this.fault !== null) return;
      const content = await picture;
      for (let index = from; index < from + count; index++) {
        await this.sink.put(pictureName(index), content);
        this.written += 1;
      }
    } catch (error) {
      // What comes after it would leave a hole in the numbers.
      this.fault = error;
      this.isOpen = false;
    } finally {
      this.waiting -= 1;
      this.changed(this.count, this.fault);
    }
  }
}
