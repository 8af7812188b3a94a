// What the library writes into a page's own scene, against what Doppel's page draws for the same rows.
// The face under test is a toy; that real ones come out alike in a browser is tests/e2e/embed.spec.ts.
import { type Mesh, type Object3D, Quaternion } from "three";
import type { GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { clone } from "three/examples/jsm/utils/SkeletonUtils.js";
import { beforeAll, expect, test } from "vitest";
import type { Doppel, Face, FaceFrame } from "../../../web/src/lib";
import { faceChannelCount } from "../../../web/src/tables/face-channels";
import { loadGltf, loadLibrary } from "../../support/bind-avatar";
import { drawBytes } from "../../support/draw-avatar";
import { type AvatarRecipe, makeAvatar, presetsOnly } from "../../support/make-avatar";

let doppel: Doppel;
beforeAll(async () => {
  doppel = await loadLibrary();
});

/** Of single precision, in which the engine's rows are. */
const CLOSE = 6;

const recipes: Readonly<Record<string, AvatarRecipe>> = {
  "GLB with 52 channels": {},
  "VRM 1.0, gaze by bones": presetsOnly("vrm1", { lookAt: "bone" }),
  "VRM 0.x, which faces -Z": presetsOnly("vrm0", { lookAt: "bone" }),
};

/** A frame with everything a little on, another each time. */
function frame(seed: number): Float32Array {
  return Float32Array.from(
    { length: faceChannelCount },
    (_, index) => ((index * 37 + seed * 53) % 100) / 100,
  );
}

function namedObjects(root: Object3D): Map<string, Object3D> {
  const objects = new Map<string, Object3D>();
  root.traverse((object) => {
    if (object.name !== "" && !objects.has(object.name)) objects.set(object.name, object);
  });
  return objects;
}

const FACE_BONES = ["leftEye", "rightEye", "jaw"] as const;

/** What is written on the scene, by slot and by bone; the bound meshes are found by name, not as the library finds them. */
function written(face: Face, root: Object3D) {
  const { slots, description } = face;
  const objects = namedObjects(root);
  const weights = new Map<string, number>();
  root.traverse((object) => {
    const mesh = object as Mesh;
    for (const [name, index] of Object.entries(mesh.morphTargetDictionary ?? {}))
      weights.set(name, mesh.morphTargetInfluences?.[index] ?? Number.NaN);
  });
  const bones = FACE_BONES.flatMap((name) => {
    const node = description.nodes.find((candidate) => candidate.index === description.humanoid[name]);
    const bone = node === undefined ? undefined : objects.get(node.name);
    return bone === undefined ? [] : [[name, bone.quaternion] as const];
  });
  return { weights: slots.map((slot) => weights.get(slot.name) ?? Number.NaN), bones: new Map(bones) };
}

async function expectAsDrawn(face: Face, root: Object3D, bytes: Uint8Array): Promise<void> {
  const { drawing } = await drawBytes(bytes);
  const copy = drawing.createCopy();
  const drawnObjects = namedObjects(copy.root);
  for (const seed of [1, 2, 3]) {
    face.feed(frame(seed));
    face.update(1 / 60);
    copy.apply(face.weights(), 0, face.turns(), 0);
    const { weights, bones } = written(face, root);
    weights.forEach((weight, slot) => {
      const drawn = copy.weightOfSlot(slot);
      if (drawn !== undefined) expect(weight, face.slots[slot]?.name).toBeCloseTo(drawn, CLOSE);
    });
    expect(weights.some((weight) => weight > 0.1)).toBe(true);
    for (const [name, rotation] of bones) {
      const node = face.description.nodes.find((one) => one.index === face.description.humanoid[name]);
      const drawn = drawnObjects.get(node?.name ?? "")?.quaternion ?? new Quaternion();
      expect(rotation.angleTo(drawn), name).toBeLessThan(1e-5);
    }
  }
  drawing.dispose();
}

for (const [what, recipe] of Object.entries(recipes)) {
  test(`${what}: bound by the loader's answer, by its scene alone and to a copy, the scene shows what the page would draw`, async () => {
    const bytes = await makeAvatar(recipe);
    const bind = async (
      pick: (gltf: GLTF) => { scene: GLTF | Object3D; copy?: Object3D; root: Object3D },
    ) => {
      const { root, ...options } = pick(await loadGltf(bytes));
      const face = await doppel.bind({ bytes, ...options });
      await expectAsDrawn(face, root, bytes);
      return { face, root };
    };
    await bind((gltf) => ({ scene: gltf, root: gltf.scene }));
    await bind((gltf) => ({ scene: gltf.scene, root: gltf.scene }));
    const { face, root } = await bind((gltf) => {
      const copy = clone(gltf.scene);
      return { scene: gltf, copy, root: copy };
    });
    const rest = await loadGltf(bytes);
    face.dispose();
    const before = namedObjects(rest.scene);
    root.traverse((object) => {
      for (const weight of (object as Mesh).morphTargetInfluences ?? []) expect(weight).toBe(0);
      if (
        FACE_BONES.some(
          (bone) => object.name === face.description.nodes[face.description.humanoid[bone] ?? -1]?.name,
        )
      )
        expect(
          object.quaternion.angleTo(before.get(object.name)?.quaternion ?? new Quaternion()),
        ).toBeLessThan(1e-5);
    });
  });
}

test("a look to the left by bones turns both eyes about the head's up axis, to the avatar's left, also where the file faces -Z", async () => {
  for (const format of ["vrm1", "vrm0"] as const) {
    const bytes = await makeAvatar(presetsOnly(format, { lookAt: "bone" }));
    const gltf = await loadGltf(bytes);
    const face = await doppel.bind({ bytes, scene: gltf });
    const before = new Map([...written(face, gltf.scene).bones].map(([name, turn]) => [name, turn.clone()]));
    face.feed({ eyeLookOutLeft: 1, eyeLookInRight: 1 });
    face.update(0);
    for (const name of ["leftEye", "rightEye"] as const) {
      const now = written(face, gltf.scene).bones.get(name) ?? new Quaternion();
      const turn = now.clone().multiply((before.get(name) ?? new Quaternion()).invert());
      // About +Y, whichever way the file faces: left is to the left of what is ahead.
      expect(turn.y, `${format} ${name}`).toBeGreaterThan(0.02);
      expect(Math.abs(turn.x) + Math.abs(turn.z)).toBeLessThan(0.005);
    }
  }
});

test("targets that no channel drives, and bones that no channel turns, stay the page's", async () => {
  const bytes = await makeAvatar({ channels: ["jawOpen"], shapes: { outfit: { cheekPuff: 1 } } });
  const gltf = await loadGltf(bytes);
  const face = await doppel.bind({ bytes, scene: gltf });
  const meshes: Mesh[] = [];
  gltf.scene.traverse((object) => {
    if ((object as Mesh).morphTargetDictionary?.outfit !== undefined) meshes.push(object as Mesh);
  });
  const [mesh] = meshes;
  const at = mesh?.morphTargetDictionary?.outfit ?? -1;
  (mesh?.morphTargetInfluences ?? [])[at] = 0.4;
  face.feed({ jawOpen: 1 } satisfies FaceFrame);
  face.update(0);
  expect(mesh?.morphTargetInfluences?.[at]).toBe(0.4);
  face.dispose();
  expect(mesh?.morphTargetInfluences?.[at]).toBe(0.4);
});

test("a scene whose targets were merged, and a scene of another file, are refused by name", async () => {
  const bytes = await makeAvatar({ channels: ["jawOpen", "eyeBlinkLeft"] });
  const gltf = await loadGltf(bytes);
  gltf.scene.traverse((object) => (object as Mesh).morphTargetInfluences?.pop());
  await expect(doppel.bind({ bytes, scene: gltf })).rejects.toMatchObject({
    code: "scene-mismatch",
    message: /combineMorphs/,
  });
  const bare = await loadGltf(await makeAvatar({ channels: [] }));
  await expect(doppel.bind({ bytes, scene: bare.scene })).rejects.toMatchObject({ code: "scene-mismatch" });
});
