// Values that change every frame, outside of the signals: the loop writes them, painters read them.
// Nothing here allocates after construction, and nothing renders.

import { bodyMeterNames } from "../tables/body-meters";
import { LatencyMeter } from "./latency";

export class LiveMeters {
  /** Raw values of this frame, 0..1 as a rule. */
  readonly input: Float32Array;
  /** Calibrated values of this frame, 0..1. */
  readonly output: Float32Array;
  /**
   * One number: seconds that the face has moved since the page opened. In an array, since a number that is handed from function to
   * function may be an object on the heap.
   */
  readonly clock = new Float64Array(1);
  /** Meters of the open avatar's body, in the order of `bodyMeterNames`. */
  readonly bodyMeters = new Float32Array(bodyMeterNames.length);
  /** What happened to the body in this frame: bits of the core's `BodyStatus`; 0 where it follows nobody. */
  readonly bodyStatus = new Uint32Array(1);
  /** Of live frames, from the bridge's network card to the bones, seconds. */
  readonly latency = new LatencyMeter();
  /** Seconds into the recording, as the timeline shows it: a jump is here before its frame is. */
  position = 0;
  /** Seconds into the recording, of the row that `input` holds. */
  framePosition = 0;
  /** Frames since the page opened. */
  frame = 0;
  private readonly painters: (() => void)[] = [];

  constructor(channels: number) {
    this.input = new Float32Array(channels);
    this.output = new Float32Array(channels);
  }

  /** Calls `painter` once a frame until the returned function is called. */
  onFrame(painter: () => void): () => void {
    this.painters.push(painter);
    return () => {
      const index = this.painters.indexOf(painter);
      if (index >= 0) this.painters.splice(index, 1);
    };
  }

  /** Once the next frame is through. */
  nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onFrame(() => {
        stop();
        resolve();
      });
    });
  }

  paint(): void {
    this.frame++;
    for (let index = 0; index < this.painters.length; index++) this.painters[index]?.();
  }
}
