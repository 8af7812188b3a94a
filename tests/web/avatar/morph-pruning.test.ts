// Tests of dropping undriven morph targets and of mending mixed ones.
// What is driven is decided elsewhere.
import { BufferAttribute, BufferGeometry } from "three";
import { expect, test } from "vitest";
import { pruneMorphTargets } from "../../../web/src/avatar/morph-pruning";

const attribute = (...values: number[]) => new BufferAttribute(new Float32Array(values), 3);

function geometry(targets: number): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute("position", attribute(1, 2, 3));
  made.setAttribute("normal", attribute(0, 0, 1));
  made.morphAttributes.position = Array.from({ length: targets }, (_, index) => attribute(index, 0, 0));
  made.morphTargetsRelative = true;
  return made;
}

test("kept targets stay in file order, and the answer says where each went", () => {
  const made = geometry(6);
  const index = pruneMorphTargets(made, new Set([4, 1]));
  expect([...index]).toEqual([
    [1, 0],
    [4, 1],
  ]);
  expect(made.morphAttributes.position?.map((target) => target.getX(0))).toEqual([1, 4]);
});

test("without driven targets no morph attribute is left", () => {
  const made = geometry(3);
  expect(pruneMorphTargets(made, new Set()).size).toBe(0);
  expect(Object.keys(made.morphAttributes)).toEqual([]);
});

test("an index that the geometry lacks is left out", () => {
  const made = geometry(2);
  expect([...pruneMorphTargets(made, new Set([1, 7]))]).toEqual([[1, 0]]);
});

test("a target without normals among others that have them adds nothing to the base", () => {
  const made = geometry(2);
  const base = made.getAttribute("normal") as BufferAttribute;
  const own = attribute(0.1, 0, 0);
  made.morphAttributes.normal = [own, base];
  pruneMorphTargets(made, new Set([0, 1]));
  expect(made.morphAttributes.normal?.[0]).toBe(own);
  expect(Array.from(made.morphAttributes.normal?.[1]?.array ?? [])).toEqual([0, 0, 0]);
  expect(Array.from(base.array)).toEqual([0, 0, 1]);
});

test("a target without positions moves nothing", () => {
  const made = geometry(1);
  made.morphAttributes.position = [made.getAttribute("position") as BufferAttribute];
  pruneMorphTargets(made, new Set([0]));
  expect(Array.from(made.morphAttributes.position?.[0]?.array ?? [])).toEqual([0, 0, 0]);
});
