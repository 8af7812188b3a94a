// The soles of an avatar: the lowest points of the skin that its feet move, fixed to foot and toes.
// Weights are taken as whole: each point goes with the joint that moves it most. Skeletons without a skin stand on their toes' height.

import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import type { HumanBoneName } from "../../../web/src/tables/human-bones";
import { minus, plus, turned, type Vec } from "../turns";
import { type Body, toPosed } from "./body";
import { placeAt, type Track, turnAt } from "./track";

/** Height above the lowest point of a foot up to which skin is sole, metres. */
const SOLE = 0.02;

interface Point {
  readonly bone: HumanBoneName;
  /** From the bone's joint, in the T-pose. */
  readonly offset: Vec;
}

/** Left and right. */
export type Soles = readonly [readonly Point[], readonly Point[]];

const sides = ["left", "right"] as const;

function pointOfVertex(
  buffer: AvatarDescription["buffers"][number],
  vertex: number,
): { readonly place: Vec; readonly matrix: number } {
  const { positions, joints, weights, matrices } = buffer;
  const influences = joints.length / (positions.length / 3);
  const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3);
  const by = (matrix: number): Vec => {
    const at = 16 * matrix;
    const row = (r: number) =>
      (matrices[at + r] ?? 0) * x +
      (matrices[at + 4 + r] ?? 0) * y +
      (matrices[at + 8 + r] ?? 0) * z +
      (matrices[at + 12 + r] ?? 0);
    return [row(0), row(1), row(2)];
  };
  if (influences === 0) return { place: by(0), matrix: 0 };
  let place: Vec = [0, 0, 0];
  let [matrix, most, sum] = [0, 0, 0];
  for (let i = 0; i < influences; ++i) {
    const weight = weights[vertex * influences + i] ?? 0;
    if (weight === 0) continue;
    const joint = joints[vertex * influences + i] ?? 0;
    const [px, py, pz] = by(joint);
    place = [place[0] + weight * px, place[1] + weight * py, place[2] + weight * pz];
    sum += weight;
    if (weight > most) [most, matrix] = [weight, joint];
  }
  return { place: [place[0] / sum, place[1] / sum, place[2] / sum], matrix };
}

/** @param jointOf the body's joint of each node of the file */
export function skinSoles(
  avatar: Pick<AvatarDescription, "buffers">,
  body: Body,
  jointOf: ReadonlyMap<number, number>,
): Soles {
  const { humanoid } = body.report;
  const { joints } = body.description;
  const boneAbove = (joint: number, side: (typeof sides)[number]): HumanBoneName | null => {
    for (let at = joint; at >= 0; at = joints[at]?.parent ?? -1)
      for (const bone of [`${side}Toes`, `${side}Foot`] as const) if (humanoid[bone] === at) return bone;
    return null;
  };
  const found = sides.map((side) => {
    const points: Point[] = [];
    for (const buffer of avatar.buffers) {
      for (let vertex = 0; vertex < buffer.positions.length / 3; ++vertex) {
        const { place, matrix } = pointOfVertex(buffer, vertex);
        const joint = jointOf.get(buffer.matrixNodes?.[matrix] ?? buffer.node) ?? -1;
        const bone = boneAbove(joint, side);
        if (bone === null) continue;
        const posed = toPosed(body, joint, place);
        points.push({ bone, offset: minus(posed, body.places.get(bone) as Vec) });
      }
    }
    const height = ({ bone, offset }: Point) => (body.places.get(bone)?.[1] ?? 0) + offset[1];
    const low = points.reduce((least, point) => Math.min(least, height(point)), Infinity);
    return points.filter((point) => height(point) < low + SOLE);
  });
  return [found[0] ?? [], found[1] ?? []];
}

/** Below ankle and toes, at the height that the core takes for the sole: for recordings, which have no skin. */
export function skeletonSoles(body: Body): Soles {
  const of = (side: (typeof sides)[number]): readonly Point[] => {
    const foot = body.places.get(`${side}Foot`);
    const toes = body.places.get(`${side}Toes`);
    const sole = (foot?.[1] ?? 0) - body.report.measures.ankleHeight;
    const below = (bone: HumanBoneName, place: Vec | undefined): readonly Point[] =>
      place === undefined ? [] : [{ bone, offset: [0, sole - place[1], 0] }];
    return [...below(`${side}Foot`, foot), ...below(`${side}Toes`, toes)];
  };
  return [of("left"), of("right")];
}

/** Height of the lowest point of a sole, metres. */
export function soleHeight(track: Track, frame: number, points: readonly Point[]): number {
  let low = Infinity;
  for (const { bone, offset } of points)
    low = Math.min(low, plus(placeAt(track, frame, bone), turned(turnAt(track, frame, bone), offset))[1]);
  return low;
}
