// When a time that is written out follows the frames: a few times a second while it runs on, at once where it jumps or stands still.
// It writes nothing itself, and allocates nothing: the position is read where it stands and not handed over.
import type { LiveMeters } from "../state/live";

/** Seconds between two frames above which the time has jumped; it runs on by less at the highest speed in the longest step. */
const JUMP_SECONDS = 0.5;

export class PacedTime {
  private shown = Number.NaN;
  private last = Number.NaN;
  private lastFrame = 0;

  constructor(private readonly live: Pick<LiveMeters, "position" | "frame">) {}

  /**
   * Once a frame; true where the time is to be written now.
   * @param playing false: nothing runs on, whatever moves the position has jumped
   * @param everyFrames frames between two writings while the time runs on
   */
  isDue(playing: boolean, everyFrames: number): boolean {
    const { live } = this;
    const moved = live.position - this.last;
    this.last = live.position;
    if (live.position === this.shown) return false;
    const runsOn = playing && moved >= 0 && moved <= JUMP_SECONDS;
    if (runsOn && live.frame - this.lastFrame < everyFrames) return false;
    this.shown = live.position;
    this.lastFrame = live.frame;
    return true;
  }
}
