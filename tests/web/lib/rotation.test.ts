// The library's own turning of bones against three.js, over all rotations.
// Only the arithmetic; that the right bones are turned is scene.test.ts.
import fc from "fast-check";
import { Matrix4, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { type Rotation, rotationOfMatrix, setTurned } from "../../../web/src/lib/rotation";

const component = fc.double({ min: -1, max: 1, noNaN: true });
const rotations = fc
  .tuple(component, component, component, component)
  .filter((parts) => Math.hypot(...parts) > 0.1)
  .map((parts) => new Quaternion(...parts).normalize());
const scales = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.01, max: 100, noNaN: true })));
const list = (rotation: Quaternion): Rotation => [rotation.x, rotation.y, rotation.z, rotation.w];

test("the rotation of a matrix is the one it was composed of, whatever its scale", () => {
  fc.assert(
    fc.property(rotations, scales, (rotation, [x = 1, y = 1, z = 1]) => {
      const matrix = new Matrix4().compose(new Vector3(5, -3, 2), rotation, new Vector3(x, y, z));
      expect(new Quaternion(...rotationOfMatrix(matrix.elements)).angleTo(rotation)).toBeLessThan(1e-5);
    }),
  );
});

test("a turned bone is inverse(parent) * turn * parent * rest; a turn of nothing is rest", () => {
  fc.assert(
    fc.property(
      rotations,
      rotations,
      fc.tuple(component, component, component),
      (parent, rest, [x, y, z]) => {
        const turned = new Quaternion();
        setTurned(turned, list(parent), list(rest), x, y, z);
        const axis = new Vector3(x, y, z);
        const turn = new Quaternion().setFromAxisAngle(axis.clone().normalize(), axis.length());
        const expected = parent.clone().invert().multiply(turn).multiply(parent).multiply(rest);
        expect(turned.angleTo(expected)).toBeLessThan(1e-6);
        setTurned(turned, list(parent), list(rest), 0, 0, 0);
        expect(turned.angleTo(rest)).toBeLessThan(1e-6);
      },
    ),
  );
});
