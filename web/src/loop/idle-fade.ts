// Blends between the idle animation and whatever takes over from it, so that the face does not jump.
// Only the idle animation is blended: recordings, sliders and live values give way to each other as they are.
import type { FrameSource } from "../sources/frame-source";
import { faceChannelCount } from "../tables/face-channels";

/** Seconds from one face to the other. */
export const FADE_SECONDS = 0.35;
/** Values of a stream of 0..100 over this are values of 0..1. */
const PERCENT = 100;

export class IdleFade {
  private readonly from = new Float32Array(faceChannelCount);
  private left = 0;

  /**
   * Begins at what is shown.
   * @param shown values of this frame
   * @param percent true where they are 0..100
   */
  begin(shown: Float32Array, percent: boolean): void {
    const scale = percent ? 1 / PERCENT : 1;
    for (let channel = 0; channel < faceChannelCount; channel++) {
      const value = (shown[channel] ?? 0) * scale;
      this.from[channel] = value > 0 ? Math.min(1, value) : 0;
    }
    this.left = FADE_SECONDS;
  }

  /** What comes next is shown as it is. */
  end(): void {
    this.left = 0;
  }

  /** Blends a frame in place. Allocates nothing. */
  apply(row: Float32Array, source: FrameSource, dt: number): void {
    if (this.left <= 0) return;
    this.left -= dt;
    if (this.left <= 0) return;
    const phase = this.left / FADE_SECONDS;
    const share = phase * phase * (3 - 2 * phase);
    for (let channel = 0; channel < faceChannelCount; channel++) {
      if (source.isExact?.(channel) === true) continue;
      const value = row[channel] ?? 0;
      row[channel] = value + share * ((this.from[channel] ?? 0) - value);
    }
  }
}
