// Inverse kinematics over the picture: what is drawn of a limb, where, and how large by its weight; and when there is nothing of it.
// The numbers themselves are the core's, tested at its boundary.
import type { LineSegments, Object3D } from "three";
import { expect, test } from "vitest";
import type { BodyEngine } from "../../../web/src/core/body-engine";
import { BodyIk } from "../../../web/src/loop/body-ik";
import type { BodyMember } from "../../../web/src/loop/body-member";
import { humanBoneNames } from "../../../web/src/tables/human-bones";

const LAYOUT = {
  poseStride: 7 * humanBoneNames.length,
  posePositions: 4 * humanBoneNames.length,
  limbStride: 28,
};
/** The second row of two. */
const ROW = 1;

function stage() {
  const poses = new Float32Array(2 * LAYOUT.poseStride);
  const limbs = new Float32Array(2 * LAYOUT.limbStride);
  const layers = new Map<string, readonly Object3D[] | null>();
  const ik = new BodyIk({ layout: LAYOUT, poses: () => poses, limbs: () => limbs } as unknown as BodyEngine, {
    setOverlays: (objects, layer = "") => void layers.set(layer, objects),
  });
  const put = (bone: (typeof humanBoneNames)[number], place: readonly number[]) =>
    poses.set(place, ROW * LAYOUT.poseStride + LAYOUT.posePositions + 3 * humanBoneNames.indexOf(bone));
  const member = { cast: { row: ROW, isActive: true } } as unknown as BodyMember;
  /** Ends of all lines that are drawn. */
  const drawn = () => {
    const [lines] = (layers.get("ik") ?? []) as readonly LineSegments[];
    const { attributes, drawRange } = lines?.geometry ?? {};
    const places = attributes?.position?.array ?? [];
    return Array.from({ length: drawRange?.count ?? 0 }, (_, at) =>
      [0, 1, 2].map((axis) => Number((places[3 * at + axis] ?? Number.NaN).toFixed(4))),
    );
  };
  return { ik, limbs, layers, put, member, drawn };
}

test("a leg's chain, its target as large as its weight, and to which side it bends, where the avatar is seen", () => {
  const { ik, limbs, layers, put, member, drawn } = stage();
  put("leftUpperLeg", [0.1, 0.9, 0]);
  put("leftLowerLeg", [0.1, 0.5, 0.1]);
  put("leftFoot", [0.1, 0.1, 0]);
  limbs.set([0.1, 0.08, 0.02, 0, 0, 1, 0.5], ROW * 28 + 2 * 7);
  ik.draw(member, 1, 2);
  expect(layers.size).toBe(0);
  ik.setShown(true);
  expect(layers.get("ik")).toHaveLength(2);
  ik.draw(member, 1, 2);
  const ends = drawn();
  expect(ends.slice(0, 8)).toEqual([
    [1.1, 0.9, 2],
    [1.1, 0.5, 2.1],
    [1.1, 0.5, 2.1],
    [1.1, 0.1, 2],
    [1.1, 0.1, 2],
    [1.1, 0.08, 2.02],
    [1.1, 0.5, 2.1],
    [1.1, 0.5, 2.28],
  ]);
  // An octahedron of twelve edges, half as large between 15 and 45 mm.
  const marker = ends.slice(8);
  expect(marker).toHaveLength(24);
  for (const [x = 0, y = 0, z = 0] of marker)
    expect(Math.hypot(x - 1.1, y - 0.08, z - 2.02)).toBeCloseTo(0.03, 3);
  expect(new Set(marker.map(String)).size).toBe(6);
});

test("without a goal, a pose or an avatar nothing is drawn, and off nothing is left", () => {
  const { ik, limbs, layers, member, drawn } = stage();
  ik.setShown(true);
  ik.draw(member, 0, 0);
  expect(drawn()).toEqual([]);
  limbs.set([1, 1, 1, 0, 0, 0, 0], ROW * 28);
  ik.draw(member, 0, 0);
  expect(drawn()).toHaveLength(32);
  ik.draw({ cast: { row: ROW, isActive: false } } as unknown as BodyMember, 0, 0);
  expect(drawn()).toEqual([]);
  ik.draw(member, 0, 0);
  ik.draw(null, 0, 0);
  expect(drawn()).toEqual([]);
  ik.setShown(false);
  expect(layers.get("ik")).toBeNull();
});
