// A skeleton with its T-pose: what the peers need to be tuned with, and what soles are fixed to.
// Which joint is which bone, and the T-pose, are the core's findings: the peers get them as a present.

import type { BodyDescription, BodyReport } from "../../../web/src/core/body-documents";
import type { Core } from "../../../web/src/core/core";
import { type HumanBoneName, humanBoneNames } from "../../../web/src/tables/human-bones";
import { type Placed, placedJoints, placeOf, pointOf } from "../posed-avatar";
import { type Turn, unit, type Vec } from "../turns";

export interface Body {
  readonly name: string;
  readonly description: BodyDescription;
  readonly report: BodyReport;
  readonly bones: ReadonlySet<HumanBoneName>;
  /** The human bone that each one hangs on. */
  readonly parents: ReadonlyMap<HumanBoneName, HumanBoneName | null>;
  /** World rotation and place of each bone's joint in the T-pose, feet on the floor. */
  readonly turns: ReadonlyMap<HumanBoneName, Turn>;
  readonly places: ReadonlyMap<HumanBoneName, Vec>;
  /** World matrix of every joint in the T-pose, and at rest. */
  readonly posed: readonly Placed[];
  readonly rest: readonly Placed[];
}

/** Rotation of a matrix whose columns are perpendicular, whatever their lengths. */
export function turnOfMatrix(m: Placed): Turn {
  const column = (c: number) => unit([m[4 * c] ?? 0, m[4 * c + 1] ?? 0, m[4 * c + 2] ?? 0]);
  const [[a, b, c], [d, e, f], [g, h, i]] = [column(0), column(1), column(2)];
  const roots = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const most = roots.indexOf(Math.max(...roots));
  const s = 2 * Math.sqrt(roots[most] ?? 1);
  if (most === 0) return [s / 4, (b + d) / s, (g + c) / s, (f - h) / s];
  if (most === 1) return [(b + d) / s, s / 4, (f + h) / s, (g - c) / s];
  if (most === 2) return [(g + c) / s, (f + h) / s, s / 4, (b - d) / s];
  return [(f - h) / s, (g - c) / s, (b - d) / s, s / 4];
}

function parentsOf({ joints }: BodyDescription, humanoid: BodyReport["humanoid"]) {
  const boneOf = new Map(Object.entries(humanoid).map(([bone, joint]) => [joint, bone as HumanBoneName]));
  return new Map(
    [...boneOf].map(([joint, bone]) => {
      let at = joints[joint]?.parent ?? -1;
      while (at >= 0 && !boneOf.has(at)) at = joints[at]?.parent ?? -1;
      return [bone, boneOf.get(at) ?? null] as const;
    }),
  );
}

export function makeBody(core: Core, name: string, description: BodyDescription): Body {
  const engine = core.createEngine(1);
  const avatar = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
  // A body that follows nobody stands in its T-pose.
  engine.bodies.setBody(avatar, description);
  const report = engine.bodies.report(avatar);
  const row = engine.bodies.rows().slice();
  const { hips } = engine.bodies.layout;
  engine.delete();
  const { humanoid } = report;
  const boneOf = new Map(Object.entries(humanoid).map(([bone, joint]) => [joint, bone as HumanBoneName]));
  const posed = placedJoints(description, {
    rotation: (joint) => {
      const bone = boneOf.get(joint);
      const at = bone === undefined ? -1 : 4 * humanBoneNames.indexOf(bone);
      return at < 0 ? undefined : ([...row.slice(at, at + 4)] as unknown as Turn);
    },
    translation: (joint) =>
      joint === humanoid.hips ? ([...row.slice(hips, hips + 3)] as unknown as Vec) : undefined,
  });
  const of = <Value>(value: (matrix: Placed) => Value) =>
    new Map(
      Object.entries(humanoid).map(([bone, joint]) => [bone as HumanBoneName, value(posed[joint] as Placed)]),
    );
  return {
    name,
    description,
    report,
    bones: new Set(boneOf.values()),
    parents: parentsOf(description, humanoid),
    turns: of(turnOfMatrix),
    places: of(placeOf),
    posed,
    rest: placedJoints(description, { rotation: () => undefined }),
  };
}

/** A point that is fixed to a joint, from its place at rest to that in the T-pose. */
export function toPosed({ posed, rest }: Body, joint: number, point: Vec): Vec {
  const m = rest[joint] as Placed;
  const from: Vec = [point[0] - (m[12] ?? 0), point[1] - (m[13] ?? 0), point[2] - (m[14] ?? 0)];
  // Columns are perpendicular: the inverse is the transpose over the squares of their lengths.
  const local = [0, 1, 2].map((c) => {
    const column: Vec = [m[4 * c] ?? 0, m[4 * c + 1] ?? 0, m[4 * c + 2] ?? 0];
    const square = column[0] ** 2 + column[1] ** 2 + column[2] ** 2;
    return (column[0] * from[0] + column[1] * from[1] + column[2] * from[2]) / square;
  });
  return pointOf(posed[joint] as Placed, local as unknown as Vec);
}
