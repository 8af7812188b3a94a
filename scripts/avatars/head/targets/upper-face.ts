// Brows, lids, cheeks under the eyes, nose: what each channel of the upper face does.
// Head coordinates; sided channels are those of the left side.
import { scale } from "../../math/vec";
import type { Vec3 } from "../../model";
import { lidGoals, moveLids } from "./lids";
import { type Anatomy, bothSided, type Move, near, pull, together } from "./shapes";

/** Turns of the eyeball at a full look, degrees; the reference face's eyes turn 23.5. */
export const GAZE_DEGREES = 25;

/** Channel stem -> move; `Left` of a pair, or the whole. */
export function upperFaceMoves({ measures }: Anatomy): Readonly<Record<string, Move>> {
  const { eye, nose } = measures;
  const lids = lidGoals(eye);
  const [ex, ey, ez] = eye.centre;
  const depth = ez + eye.radius;
  const above = (x: number, up: number): Vec3 => [ex + x, ey + up, depth];
  const ball = eye.radius;
  const reach: Vec3 = [0.82 * ball, 0.75 * ball, 1.75 * ball];
  const top = eye.patch.up;
  const under: Vec3 = [ex + 0.002, ey - eye.patch.down - 0.004, depth - 0.012];
  return {
    browDown: together(
      pull(above(-0.008, top + 0.003), [0.03, 0.021, 0.045], [-0.0036, -0.0092, 0.0006]),
      pull(above(-0.018, top - 0.004), [0.016, 0.018, 0.04], [-0.0016, -0.002, 0.0012]),
    ),
    browInnerUp: bothSided(({ place }) => {
      const share = near(place, above(-0.021, top + 0.005), [0.035, 0.032, 0.055]);
      return scale([0.0004, 0.0165, -0.001], Math.min(1, share));
    }),
    browOuterUp: together(pull(above(0.008, top + 0.005), [0.033, 0.029, 0.055], [0.0004, 0.0122, -0.001])),
    cheekSquint: together(
      pull(under, [0.028, 0.021, 0.045], [0.0006, 0.0092, 0.0026]),
      moveLids(eye, lids.cheekSquint),
    ),
    eyeBlink: moveLids(eye, lids.eyeBlink),
    eyeWide: together(moveLids(eye, lids.eyeWide), pull(above(0, top), [0.026, 0.016, 0.04], [0, 0.0022, 0])),
    eyeSquint: together(
      moveLids(eye, lids.eyeSquint),
      pull(under, [0.024, 0.015, 0.04], [0, 0.0024, 0.0006]),
    ),
    eyeLookDown: moveLids(eye, lids.eyeLookDown),
    eyeLookUp: moveLids(eye, lids.eyeLookUp),
    // The cornea pushes the lids a little to the side that it looks to.
    eyeLookIn: pull([ex - 0.47 * ball, ey, depth], reach, [-0.0006, 0, 0.0004]),
    eyeLookOut: pull([ex + 0.47 * ball, ey, depth - 0.17 * ball], reach, [0.0006, 0, 0.0003]),
    noseSneer: together(
      pull(
        [nose.wing[0] + 0.002, nose.wing[1], nose.wing[2]],
        [0.017, 0.024, 0.035],
        [0.0008, 0.0062, -0.0006],
      ),
      pull(
        [nose.wing[0] + 0.004, nose.wing[1] + 0.03, nose.wing[2] - 0.006],
        [0.014, 0.02, 0.03],
        [-0.0012, 0.0018, 0.001],
      ),
    ),
  };
}
