// The skin around the left eye: rings from behind the lid's edge to the border of the patch.
// The lids lie on a shell around the eyeball; further out the skin is the face's own.
import { type Field, trace } from "../math/fields";
import { bell, clamp, mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import type { EyeMeasures } from "./measures";
import type { SkinVertex } from "./vertex";

export const EYE_COLUMNS = 40;
/** Where the rows lie between the lid's edge (0) and the patch's border (1); before them come the rows of the edge itself. */
const OUT = [0, 0.025, 0.085, 0.16, 0.24, 0.3, 0.37, 0.47, 0.6, 0.75, 0.88, 1];
/** Rows behind the edge: into the eyeball, onto the ball. */
export const EYE_EDGE_ROW = 2;
export const EYE_ROWS = OUT.length + EYE_EDGE_ROW;
/** Where on `OUT` the fold lies. */
export const CREASE = 0.3;

/** Front place (x, y) relative to the eyeball's centre. */
type Flat = readonly [number, number];

const lifted = (x: number, peak: number, roundness: number) => {
  // A smooth change of the width's scale moves the highest point without a kink.
  const moved = clamp(x - peak * (1 - x * x), -1, 1);
  return (1 - moved * moved) ** roundness;
};

/** The lid's edge at `x` from -1 (inner corner) to 1 (outer corner): height above the ball's centre. */
export function lidEdge(eye: EyeMeasures, x: number, isUpper: boolean): number {
  const line = eye.tilt * (x * 0.5);
  return isUpper
    ? line + eye.rise * lifted(x, eye.upperPeak, eye.roundness)
    : line - eye.fall * lifted(x, eye.lowerPeak, eye.roundness);
}

function edge(eye: EyeMeasures, angle: number): Flat {
  const x = Math.cos(angle);
  const isUpper = Math.sin(angle) >= 0;
  return [x * eye.halfWidth, lidEdge(eye, x, isUpper)];
}

function border({ patch }: EyeMeasures, angle: number): Flat {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * (c > 0 ? patch.outer : patch.inner), s * (s > 0 ? patch.up : patch.down)];
}

/** Depth of the lids' outer skin in front of (x, y), or of the smooth continuation of it. */
export function shellDepth(eye: EyeMeasures, x: number, y: number, outer = eye.radius + eye.lid): number {
  const beyond = (outer * outer - x * x - y * y) / (outer * outer);
  // Past the ball the shell runs on downwards, so that it never wins over the face there.
  return eye.centre[2] + outer * (beyond > 0.04 ? Math.sqrt(beyond) : 0.2 + (beyond - 0.04) * 2.5);
}

/** Depth of the face at (x, y) in head coordinates, seen from the front. */
export function faceDepth(face: Field, x: number, y: number): number {
  const start = 0.2;
  return start - trace(face, [x, y, start], [0, 0, -1], 2 * start);
}

/** The skin's depth where lids and face meet. */
export function eyeDepth(eye: EyeMeasures, face: Field, x: number, y: number): number {
  const shell = shellDepth(eye, x, y);
  const skin = faceDepth(face, eye.centre[0] + x, eye.centre[1] + y);
  // Wider for larger eyes, whose lids leave the face at a steeper angle.
  const k = 0.41 * eye.radius;
  const h = Math.max(k - Math.abs(shell - skin), 0) / k;
  return Math.max(shell, skin) + h * h * k * 0.25;
}

/** A place of the lid pulled straight towards the ball's centre, to `radius` from it. */
function towardsBall(eye: EyeMeasures, place: Vec3, radius: number): Vec3 {
  const [x, y, z] = place.map((value, axis) => value - (eye.centre[axis] as number)) as [
    number,
    number,
    number,
  ];
  const k = radius / Math.hypot(x, y, z);
  return [eye.centre[0] + x * k, eye.centre[1] + y * k, eye.centre[2] + z * k];
}

/** Rows of `EYE_COLUMNS` vertices each, from inside outwards. */
export function eyePatch(eye: EyeMeasures, face: Field): SkinVertex[][] {
  const rows: SkinVertex[][] = Array.from({ length: EYE_ROWS }, () => []);
  for (let column = 0; column < EYE_COLUMNS; ++column) {
    const angle = (2 * Math.PI * column) / EYE_COLUMNS;
    const [from, to] = [edge(eye, angle), border(eye, angle)];
    const upper = smoothstep(0.1, 0.75, Math.sin(angle));
    const lower = smoothstep(0.1, 0.75, -Math.sin(angle));
    const vertex = (place: Vec3, row: number, out: number): SkinVertex => ({
      place,
      patch: "eye",
      row,
      angle,
      out,
      side: 1,
    });
    OUT.forEach((out, index) => {
      const [x, y] = [mix(from[0], to[0], out), mix(from[1], to[1], out)];
      const fold =
        -eye.crease * bell(out - CREASE, 0.035) * upper +
        eye.crease * 0.9 * bell(out - CREASE - 0.09, 0.05) * upper +
        // The small roll of muscle under the eye makes it look kind.
        eye.crease * 0.25 * bell(out - 0.2, 0.08) * lower -
        eye.crease * 0.25 * bell(out - 0.42, 0.08) * lower;
      // The edge itself lies on the shell all around, so that the corners are as close to the ball as the lids are.
      const skin = mix(shellDepth(eye, x, y), eyeDepth(eye, face, x, y), smoothstep(-0.03, 0.22, out));
      // And the border lies on the face alone, as the skin beyond it does.
      const bare = faceDepth(face, eye.centre[0] + x, eye.centre[1] + y);
      const z = mix(skin, bare, smoothstep(0.5, 1, out)) + fold;
      rows[index + EYE_EDGE_ROW]?.push(
        vertex([eye.centre[0] + x, eye.centre[1] + y, z], index + EYE_EDGE_ROW, out),
      );
    });
    const rim = rows[EYE_EDGE_ROW]?.at(-1) as SkinVertex;
    rows[1]?.push(vertex(towardsBall(eye, rim.place, eye.radius + 0.0001), 1, 0));
    rows[0]?.push(vertex(towardsBall(eye, rim.place, eye.radius - 0.0007), 0, 0));
  }
  return rows;
}
