// Tests of what the camera frames: the head, whatever rises above it, hangs beside it or stands around it.
// Boxes stand for parts; nothing is drawn.
import { BoxGeometry, Mesh, Object3D } from "three";
import { expect, test } from "vitest";
import { headBox, NECK_SHARE } from "../../../web/src/avatar/head-box";

function box(x: number, y: number, width: number, height: number, depth = 0.2): Mesh {
  const mesh = new Mesh(new BoxGeometry(width, height, depth));
  mesh.position.set(x, y, 0);
  return mesh;
}

/** A head joint at 1.45 m, a face from 1.45 to 1.65 m, hair to 1.7 m, and a body with its arms out. */
function figure(...more: Mesh[]) {
  const root = new Object3D();
  const head = new Object3D();
  head.position.set(0, 1.45, 0);
  const face = box(0, 1.55, 0.16, 0.2);
  root.add(head, face, box(0, 1.6, 0.2, 0.2), box(0, 0.7, 0.4, 1.4), box(0, 1.35, 1.6, 0.1), ...more);
  return headBox(root, { head, morphing: [face] });
}

test("the head alone is framed: chin and neck below, hair above, no arms", () => {
  const framed = figure();
  expect(framed.max.y).toBeCloseTo(1.7, 6);
  expect(framed.min.y).toBeCloseTo(1.45 - NECK_SHARE * 0.25, 6);
  expect(framed.max.x).toBeCloseTo(0.1, 6);
  expect(framed.min.x).toBeCloseTo(-0.1, 6);
});

test("feelers above the hair do not make the face small, nor do tails of hair far beside it", () => {
  const plain = figure();
  const feelers = figure(box(0, 2, 0.02, 0.6));
  expect(feelers.max.y - feelers.min.y).toBeLessThan(1.1 * (plain.max.y - plain.min.y));
  const tails = figure(box(0.4, 1.55, 0.2, 0.3), box(-0.4, 1.55, 0.2, 0.3));
  expect(tails.max.x - tails.min.x).toBeCloseTo(plain.max.x - plain.min.x, 6);
});

test("without a head joint the face that moves is framed, and without either the whole", () => {
  const root = new Object3D();
  const face = box(0, 1.55, 0.16, 0.2);
  root.add(face, box(0, 0.7, 0.4, 1.4));
  const framed = headBox(root, { head: undefined, morphing: [face] });
  expect([framed.min.y, framed.max.y]).toEqual([expect.closeTo(1.45, 6), expect.closeTo(1.65, 6)]);
  const whole = headBox(root, { head: undefined, morphing: [] });
  expect([whole.min.y, whole.max.y]).toEqual([expect.closeTo(0, 6), expect.closeTo(1.65, 6)]);
});
