// Tests of how a view is lit: cartoon shading by one directional light, everything else by three, and back again.
// How it looks is seen in the pictures of the documentation.
import { DirectionalLight, Mesh, MeshStandardMaterial, Object3D, Scene } from "three";
import { expect, test } from "vitest";
import { Lights } from "../../../web/src/stage/lights";

const lit = (scene: Scene) =>
  scene.children.filter((light) => light instanceof DirectionalLight && light.intensity > 0).length;

function avatar(...materials: object[]): Object3D {
  const root = new Object3D();
  for (const material of materials) root.add(new Mesh(undefined, material as MeshStandardMaterial));
  return root;
}

test("one MToon material makes an avatar a cartoon; the next realistic one has all lights again", () => {
  const scene = new Scene();
  const lights = new Lights(scene);
  expect(lit(scene)).toBe(3);
  const plain = new MeshStandardMaterial();
  lights.fit(avatar(plain, Object.assign(new MeshStandardMaterial(), { isMToonMaterial: true })));
  expect(lit(scene)).toBe(1);
  lights.fit(avatar(plain));
  expect(lit(scene)).toBe(3);
});
