// `doppel/load`: the library loads the avatar itself, with three.js.
// Files with images need a browser; the toy has none.
import { type Mesh, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { loadAvatar } from "../../../web/src/lib/load-avatar";
import { loadLibrary } from "../../support/bind-avatar";
import { makeAvatar } from "../../support/make-avatar";

(globalThis as { self?: unknown }).self ??= globalThis;

test("a VRM is loaded, faces +Z, moves, and is freed; three-vrm's expressions and look-at are left out", async () => {
  const doppel = await loadLibrary();
  for (const format of ["vrm0", "vrm1"] as const) {
    const bytes = await makeAvatar({ format });
    const loaded = await loadAvatar(doppel, bytes, { name: "anna.vrm" });
    expect(loaded.face.file).toBe("anna.vrm");
    expect(loaded.vrm?.expressionManager).toBeUndefined();
    expect(loaded.vrm?.lookAt).toBeUndefined();
    loaded.face.feed({ jawOpen: 1 });
    loaded.vrm?.update(1 / 60);
    loaded.face.update(1 / 60);
    const weights: number[] = [];
    loaded.root.traverse((object) => {
      const { morphTargetDictionary, morphTargetInfluences } = object as Mesh;
      const at = morphTargetDictionary?.jawOpen;
      if (at !== undefined) weights.push(morphTargetInfluences?.[at] ?? 0);
    });
    expect(Math.max(...weights)).toBeGreaterThan(0.3);
    // The eyes of the avatar's left are at +X once it faces +Z.
    loaded.root.updateMatrixWorld(true);
    const eye = loaded.vrm?.humanoid.getRawBoneNode("leftEye")?.getWorldPosition(new Vector3());
    expect(eye?.x, format).toBeGreaterThan(0);
    loaded.dispose();
    expect(() => loaded.face.update(0)).toThrow(expect.objectContaining({ code: "disposed" }));
  }
});

test("a file that cannot be loaded or measured is refused and leaves nothing bound", async () => {
  const doppel = await loadLibrary();
  await expect(loadAvatar(doppel, new Uint8Array(64))).rejects.toThrow();
  const plain = await loadAvatar(doppel, await makeAvatar());
  expect(plain.vrm).toBeNull();
  expect(plain.root.quaternion.angleTo(new Quaternion())).toBe(0);
  doppel.dispose();
  await expect(loadAvatar(doppel, await makeAvatar())).rejects.toMatchObject({ code: "disposed" });
});
