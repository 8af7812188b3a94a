// The jaw: which skin goes with it, how it turns about its hinge, and how the lips close over it.
// Head coordinates.
import { add, clamp, mix, scale, smoothstep, sub, turnX } from "../../math/vec";
import type { Vec3 } from "../../model";
import { BORDER_ROW, mouthLine } from "../mouth-patch";
import type { SkinVertex } from "../vertex";
import { type Anatomy, type Move, near } from "./shapes";

/** How much of the way of the jaw the closed lips go with it. */
export const CLOSED_SHARE = 0.38;

/** Where the whole jaw goes at weight 1, metres. */
export const JAW_FORWARD: Vec3 = [0, -0.0012, 0.0084];
export const JAW_LEFT: Vec3 = [0.0078, 0, -0.0006];
/** How much the corners of the mouth go with the jaw. */
const CORNER_SHARE = 0.42;
/** How far an open jaw draws the corners inwards, metres. */
const CORNER_INWARD = 0.0042;

/** The lower teeth's displacement at an open jaw. */
export function fullJaw({ measures }: Anatomy, place: Vec3): Vec3 {
  const { hinge, jawAngle } = measures;
  const axis: Vec3 = [0, hinge[1], hinge[2]];
  // The condyle also slides a little forward and down, as real ones do.
  const turned = add(turnX(sub(place, axis), jawAngle), axis);
  return add(sub(turned, place), [0, -0.0015, 0.0022]);
}

/** How much a place of the skin goes with the jaw by where it lies on the face; lips apart. */
function faceShare({ measures }: Anatomy, [x, y, z]: Vec3): number {
  const { hinge, mouth } = measures;
  const toFront = smoothstep(hinge[2], 0.085, z);
  const line = mix(hinge[1] - 0.03, mouth.y, toFront);
  const below = smoothstep(line + 0.013, line - 0.021, y);
  const throat = smoothstep(-0.152, -0.112, y - 0.02 * smoothstep(0.03, -0.02, z));
  const behind = smoothstep(-0.02, 0.035, z + 0.25 * Math.max(0, -0.06 - y));
  const cheek = mix(1, smoothstep(0.075, 0.045, Math.abs(x)), smoothstep(-0.05, -0.03, y));
  return below * throat * behind * cheek;
}

/** By where it lies on the lips: 1 in the middle of the lower, 0 of the upper; the opening between is an ellipse. */
const lipShare = (angle: number): number =>
  angle > 0 ? CORNER_SHARE * (1 - Math.sin(angle)) : CORNER_SHARE - (1 - CORNER_SHARE) * Math.sin(angle);

export function jawShare(anatomy: Anatomy, vertex: SkinVertex): number {
  const onFace = faceShare(anatomy, vertex.place);
  if (vertex.patch !== "mouth") return onFace;
  return mix(lipShare(vertex.angle), onFace, smoothstep(0.05, 0.95, vertex.out));
}

export const jawOpen =
  (anatomy: Anatomy): Move =>
  (vertex) =>
    add(scale(fullJaw(anatomy, vertex.place), jawShare(anatomy, vertex)), cornersInward(anatomy, vertex));

function cornersInward({ measures: { mouth }, inside }: Anatomy, { place, patch, out }: SkinVertex): Vec3 {
  const [x, y, z] = place;
  const corner = near(
    [Math.abs(x), y, z],
    [mouth.halfWidth, mouth.y, inside.contact[2] - 0.007],
    [0.03, 0.026, 0.04],
  );
  const lip = patch === "mouth" ? 1 - smoothstep(0, 1, out) : 0;
  const share = corner + (1 - corner) * lip;
  return [-CORNER_INWARD * share * clamp(x / mouth.halfWidth, -1, 1), 0, 0];
}

/** Carries the jaw with what hangs on it. */
export const jawShift =
  (anatomy: Anatomy, by: Vec3): Move =>
  (vertex) => {
    const share = jawShare(anatomy, vertex);
    // The mouth as a whole gives way a little; its upper half less.
    const soft = vertex.patch === "mouth" ? 0.22 * (1 - smoothstep(0.3, 1, vertex.out)) : 0;
    return scale(by, share + (1 - share) * soft);
  };

/** How far from the lips a place of the skin lies: 0 on them, 1 where closing them is no longer felt. */
function fromLips({ measures: { mouth } }: Anatomy, { place, patch, row }: SkinVertex): number {
  if (patch === "mouth" && row <= BORDER_ROW) return 0;
  const x = Math.abs(place[0]);
  const line = mouthLine(mouth, Math.min(1, x / mouth.halfWidth));
  const above = place[1] - line;
  const beside = Math.max(0, x - mouth.halfWidth * 0.6) / 0.036;
  const vertical = above > 0 ? Math.max(0, above - 0.004) / 0.021 : Math.max(0, -above - 0.006) / 0.034;
  return smoothstep(0, 1, Math.hypot(beside, vertical));
}

/** With an open jaw of the same weight the lips touch, both at the same share of the jaw's way. */
export const mouthClose =
  (anatomy: Anatomy): Move =>
  (vertex) => {
    const inside = vertex.patch === "mouth" && vertex.row < 2 ? 0.5 * vertex.row : 1;
    const share = (CLOSED_SHARE - jawShare(anatomy, vertex)) * (1 - fromLips(anatomy, vertex)) * inside;
    return scale(fullJaw(anatomy, vertex.place), share);
  };
