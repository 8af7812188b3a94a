// Where an avatar's joints are in the world, worked out from its description and the engine's row of local rotations, by matrices of 4 x 4.
// It uses nothing of the code under test but its types: it is what a renderer would do with the row.
import type { BodyDescription } from "../../web/src/core/body-documents";
import type { Turn, Vec } from "./turns";

/** Column-major, 16 numbers. */
export type Placed = readonly number[];

function times(a: Placed, b: Placed): Placed {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + (a[4 * k + (i % 4)] ?? 0) * (b[4 * Math.floor(i / 4) + k] ?? 0), 0),
  );
}

function local([x, y, z]: Vec, [qx, qy, qz, qw]: Turn, [sx, sy, sz]: Vec): Placed {
  return [
    sx * (1 - 2 * (qy * qy + qz * qz)),
    sx * 2 * (qx * qy + qz * qw),
    sx * 2 * (qx * qz - qy * qw),
    0,
    sy * 2 * (qx * qy - qz * qw),
    sy * (1 - 2 * (qx * qx + qz * qz)),
    sy * 2 * (qy * qz + qx * qw),
    0,
    sz * 2 * (qx * qz + qy * qw),
    sz * 2 * (qy * qz - qx * qw),
    sz * (1 - 2 * (qx * qx + qy * qy)),
    0,
    x,
    y,
    z,
    1,
  ];
}

export interface PoseOfJoints {
  /** New local rotation of a joint; undefined: as at rest. */
  readonly rotation: (joint: number) => Turn | undefined;
  /** New local translation of a joint; undefined: as at rest. */
  readonly translation?: (joint: number) => Vec | undefined;
  /** Of the whole avatar. Default 1. */
  readonly scale?: number;
}

/** World matrices of all joints. */
export function placedJoints({ joints }: BodyDescription, pose: PoseOfJoints): readonly Placed[] {
  const placed: Placed[] = [];
  const root = local([0, 0, 0], [0, 0, 0, 1], [pose.scale ?? 1, pose.scale ?? 1, pose.scale ?? 1]);
  const of = (joint: number): Placed => {
    const known = placed[joint];
    if (known !== undefined) return known;
    const {
      parent = -1,
      translation = [0, 0, 0],
      rotation = [0, 0, 0, 1],
      scale = [1, 1, 1],
    } = joints[joint] ?? { name: "" };
    const own = local(pose.translation?.(joint) ?? translation, pose.rotation(joint) ?? rotation, scale);
    const made = times(parent < 0 ? root : of(parent), own);
    placed[joint] = made;
    return made;
  };
  for (const joint of joints.keys()) of(joint);
  return placed;
}

export function placeOf(matrix: Placed | undefined): Vec {
  return [matrix?.[12] ?? Number.NaN, matrix?.[13] ?? Number.NaN, matrix?.[14] ?? Number.NaN];
}

/** A point of a joint's space in the world. */
export function pointOf(m: Placed, [x, y, z]: Vec): Vec {
  const row = (r: number) => (m[r] ?? 0) * x + (m[4 + r] ?? 0) * y + (m[8 + r] ?? 0) * z + (m[12 + r] ?? 0);
  return [row(0), row(1), row(2)];
}
