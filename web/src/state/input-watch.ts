// Watches the live input for what settings can mend: channels that idle above 0, and how far blinks go.
// It changes no setting and renders nothing; looking at a frame allocates nothing.
import { BlinkPeaks } from "./blink-peaks";

/** Channels that never fell to this much in the window rest above 0. Five times the input that counts as 0. */
const RESTS_ABOVE = 0.005;
/** Floors come in hundredths, as in a share link. */
const FLOOR_STEP = 0.01;
/** Floors that a profile may hold end here: what rests higher is no leak that a floor could hold back. */
const FLOOR_STEPS = 10;
const HIGHEST_FLOOR = FLOOR_STEPS * FLOOR_STEP;
/** Bins of the rest band, 0 to the highest floor. */
const BINS_PER_STEP = 2;
const BINS = FLOOR_STEPS * BINS_PER_STEP;
/** At least this share of the frames lies in the rest band where a channel idles. */
const RESTING_SHARE = 0.5;
/** The floor offered holds this share of what lies in the rest band. */
const HELD_SHARE = 0.95;
/** Seconds of input, and frames at least, before anything is said. */
export const WATCH_SECONDS = 4;
export const WATCH_FRAMES = 60;
/** Streams of 0..100: frames with a value above 2, after which values are read as percent. As the core reads them. */
const PERCENT_EVIDENCE = 2;
const PERCENT_FRAMES = 10;

export class InputWatch {
  /** Floor to offer for each channel; 0 for none. */
  readonly floors: Float32Array;
  readonly left = new BlinkPeaks();
  readonly right = new BlinkPeaks();
  private readonly last: Float32Array;
  private readonly lowest: Float32Array;
  private readonly counts: Uint32Array;
  private frames = 0;
  private start = Number.NaN;
  private percent = 0;

  /** @param blinks indices of eyeBlinkLeft and eyeBlinkRight */
  constructor(
    private readonly channels: number,
    private readonly blinks: readonly [number, number],
  ) {
    this.floors = new Float32Array(channels);
    this.last = new Float32Array(channels);
    this.lowest = new Float32Array(channels);
    this.counts = new Uint32Array(channels * BINS);
    this.clear();
  }

  /** Another source drives the face: what was seen says nothing of it. */
  clear(): void {
    this.floors.fill(0);
    this.last.fill(Number.NaN);
    this.left.clear();
    this.right.clear();
    this.percent = 0;
    this.begin();
  }

  /**
   * The input of one frame. A frame equal to the one before is a source that stands still and says nothing.
   * @param clock seconds, in its first place, that do not run backwards
   * @returns true where `floors` has changed
   */
  look(input: Float32Array, clock: Float64Array): boolean {
    if (!this.isNew(input)) return false;
    const seconds = clock[0] ?? 0;
    const scale = this.scale(input);
    if (Number.isNaN(this.start)) this.start = seconds;
    this.frames += 1;
    for (let channel = 0; channel < this.channels; channel++) {
      const value = (input[channel] ?? 0) * scale;
      if (value < (this.lowest[channel] ?? 0)) this.lowest[channel] = value;
      if (!(value >= 0 && value < HIGHEST_FLOOR)) continue;
      const bin = channel * BINS + Math.floor((value / HIGHEST_FLOOR) * BINS);
      this.counts[bin] = (this.counts[bin] ?? 0) + 1;
    }
    this.left.add((input[this.blinks[0]] ?? 0) * scale);
    this.right.add((input[this.blinks[1]] ?? 0) * scale);
    if (seconds - this.start < WATCH_SECONDS || this.frames < WATCH_FRAMES) return false;
    const changed = this.conclude();
    this.begin();
    return changed;
  }

  private begin(): void {
    this.frames = 0;
    this.start = Number.NaN;
    this.lowest.fill(Number.POSITIVE_INFINITY);
    this.counts.fill(0);
  }

  private isNew(input: Float32Array): boolean {
    let changed = false;
    for (let channel = 0; channel < this.channels; channel++) {
      const value = input[channel] ?? 0;
      if (value !== this.last[channel]) changed = true;
      this.last[channel] = value;
    }
    return changed;
  }

  private scale(input: Float32Array): number {
    if (this.percent < PERCENT_FRAMES) {
      for (let channel = 0; channel < this.channels; channel++) {
        if ((input[channel] ?? 0) <= PERCENT_EVIDENCE) continue;
        this.percent += 1;
        break;
      }
    }
    return this.percent < PERCENT_FRAMES ? 1 : 1 / 100;
  }

  // What was offered stays offered: an offer that comes and goes with every sentence could not be clicked.
  private conclude(): boolean {
    let changed = false;
    for (let channel = 0; channel < this.channels; channel++) {
      const floor = this.floorOf(channel);
      if (floor <= (this.floors[channel] ?? 0)) continue;
      this.floors[channel] = floor;
      changed = true;
    }
    return changed;
  }

  private floorOf(channel: number): number {
    if (!((this.lowest[channel] ?? 0) > RESTS_ABOVE)) return 0;
    let resting = 0;
    for (let bin = 0; bin < BINS; bin++) resting += this.counts[channel * BINS + bin] ?? 0;
    if (resting < this.frames * RESTING_SHARE) return 0;
    let seen = 0;
    let bin = 0;
    while (bin < BINS && seen < resting * HELD_SHARE) {
      seen += this.counts[channel * BINS + bin] ?? 0;
      bin += 1;
    }
    return Math.ceil(bin / BINS_PER_STEP) * FLOOR_STEP;
  }
}
