// Tests of drawing a file: matching by index, one writer per morph, sharing, the turn of VRM 0.x, limits, freeing.
// Pictures are looked at in the browser tests.
import { type Mesh, type Object3D, Quaternion, type SkinnedMesh, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { editGlbJson } from "../../../scripts/avatars/write/glb-json";
import { drivenSlots } from "../../../web/src/avatar/avatar-drawing";
import { DrawingError } from "../../../web/src/avatar/drawing-error";
import { splitMeshes, splitPrimitives } from "../../support/avatar-variants";
import { drawBytes, roomyLimits } from "../../support/draw-avatar";
import { makeAvatar, presetsOnly } from "../../support/make-avatar";

function meshes(root: Object3D): Mesh[] {
  const found: Mesh[] = [];
  root.traverse((object) => {
    if ((object as Mesh).isMesh) found.push(object as Mesh);
  });
  return found;
}

const noBones = new Float32Array(9);
const writtenBy = (root: Object3D): number[] =>
  meshes(root).flatMap((mesh) => mesh.morphTargetInfluences ?? []);

describe("matching", () => {
  test("every driven slot reaches its mesh, and only that", async () => {
    const { drawing, description } = await drawBytes(await makeAvatar());
    const copy = drawing.createCopy();
    const driven = drivenSlots(description.routes);
    expect(driven.size).toBeGreaterThan(52);
    for (const slot of driven) {
      const row = new Float32Array(description.slots.length);
      row[slot] = 0.75;
      copy.apply(row, 0, noBones, 0);
      expect(writtenBy(copy.root).filter((weight) => weight !== 0)).toEqual([0.75]);
      expect(copy.weightOfSlot(slot)).toBe(0.75);
    }
  });

  test("all primitives of a mesh share the slot's weight", async () => {
    const bytes = await splitPrimitives(await makeAvatar({ channels: ["jawOpen"] }));
    const { drawing, description } = await drawBytes(bytes);
    const copy = drawing.createCopy();
    const row = new Float32Array(description.slots.length).fill(0.5);
    copy.apply(row, 0, noBones, 0);
    const weights = writtenBy(copy.root);
    expect(weights.length).toBeGreaterThan(description.slots.length);
    expect(new Set(weights)).toEqual(new Set([0.5]));
  });

  test("more meshes of the same face are all written", async () => {
    const bytes = await splitMeshes(await makeAvatar({ channels: ["jawOpen", "mouthSmileLeft"] }));
    const { drawing, description } = await drawBytes(bytes);
    const copy = drawing.createCopy();
    copy.apply(new Float32Array(description.slots.length).fill(1), 0, noBones, 0);
    expect(new Set(writtenBy(copy.root))).toEqual(new Set([1]));
    expect(copy.writeCount).toBe(writtenBy(copy.root).length);
  });

  test("the row's offset is honoured", async () => {
    const { drawing, description } = await drawBytes(await makeAvatar({ channels: ["jawOpen"] }));
    const copy = drawing.createCopy();
    const stride = description.slots.length;
    const rows = new Float32Array(2 * stride);
    rows.fill(0.25, 0, stride);
    rows.fill(0.5, stride);
    copy.apply(rows, stride, noBones, 0);
    expect(new Set(writtenBy(copy.root))).toEqual(new Set([0.5]));
  });
});

describe("what goes to the graphics unit", () => {
  test("targets that nothing drives are dropped, those that an offered substitute would drive stay", async () => {
    const bytes = await makeAvatar({
      channels: ["mouthSmileLeft", "jawOpen"],
      shapes: { mouthOpen: { jawOpen: 1 }, muscles: { cheekPuff: 1 }, fat: { cheekPuff: 0.5 } },
    });
    const { drawing, description } = await drawBytes(bytes);
    const names = (kept: Set<number>) => new Set([...kept].map((slot) => description.slots[slot]?.name));
    expect(names(drivenSlots(description.routes))).toEqual(new Set(["mouthSmileLeft", "jawOpen"]));
    const kept = new Set(drawing.keptSlots.map((slot) => description.slots[slot]?.name));
    expect(kept.has("muscles")).toBe(false);
    expect(kept.has("fat")).toBe(false);
    expect(kept.has("mouthOpen")).toBe(true);
    expect(drawing.targets.kept).toBeLessThan(drawing.targets.inFile);
  });

  test("a target that the file itself holds in shape stays at its weight, whatever is driven", async () => {
    const plain = await makeAvatar({ channels: ["jawOpen"], shapes: { fat: { cheekPuff: 1 } } });
    const bytes = editGlbJson(plain, (json) => {
      for (const mesh of json.meshes) {
        const at: number = mesh.extras?.targetNames?.indexOf("fat") ?? -1;
        if (at >= 0)
          mesh.weights = mesh.extras.targetNames.map((_: string, i: number) => (i === at ? 0.4 : 0));
      }
    });
    const { drawing, description } = await drawBytes(bytes);
    const copy = drawing.createCopy();
    const row = new Float32Array(description.slots.length);
    for (const slot of drivenSlots(description.routes)) row[slot] = 0.9;
    copy.apply(row, 0, noBones, 0);
    const weights = new Set(writtenBy(copy.root).map((weight) => weight.toFixed(4)));
    expect(weights).toEqual(new Set(["0.9000", "0.4000"]));
  });

  test("copies share geometries and materials, not skeletons or weights", async () => {
    const { drawing, description } = await drawBytes(await makeAvatar());
    const first = drawing.createCopy();
    const second = drawing.createCopy();
    const pairs = meshes(first.root).map((mesh, index) => [mesh, meshes(second.root)[index]] as const);
    for (const [a, b] of pairs) {
      expect(a).not.toBe(b);
      expect(b?.geometry).toBe(a.geometry);
      expect(b?.material).toBe(a.material);
      const [one, other] = [a as SkinnedMesh, b as SkinnedMesh];
      if (one.isSkinnedMesh) expect(other.skeleton.bones[0]).not.toBe(one.skeleton.bones[0]);
    }
    first.apply(new Float32Array(description.slots.length).fill(1), 0, noBones, 0);
    expect(writtenBy(second.root).every((weight) => weight === 0)).toBe(true);
  });

  test("meshes of one skin share one skeleton within a copy", async () => {
    const { drawing } = await drawBytes(await makeAvatar());
    const skeletons = meshes(drawing.createCopy().root).map((mesh) => (mesh as SkinnedMesh).skeleton);
    expect(skeletons.length).toBeGreaterThan(1);
    expect(new Set(skeletons).size).toBe(1);
  });

  test("disposing frees every geometry and material once for all copies", async () => {
    const { drawing } = await drawBytes(await makeAvatar());
    const copies = [drawing.createCopy(), drawing.createCopy()];
    const freed: string[] = [];
    for (const mesh of meshes(copies[0]?.root as Object3D)) {
      mesh.geometry.addEventListener("dispose", () => freed.push(mesh.geometry.uuid));
    }
    const geometries = new Set(meshes(copies[0]?.root as Object3D).map((mesh) => mesh.geometry.uuid));
    drawing.dispose();
    expect(new Set(freed)).toEqual(geometries);
    expect(copies.every((copy) => copy.root.parent === null)).toBe(true);
  });

  test("a file beyond a limit is refused by the limit's name", async () => {
    const bytes = await makeAvatar();
    const error = await drawBytes(bytes, { ...roomyLimits, maxArrayLayers: 16 }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DrawingError);
    expect((error as DrawingError).code).toBe("gpu-limit");
    expect((error as DrawingError).message).toMatch(/Face.*52.*MAX_ARRAY_TEXTURE_LAYERS is 16/);
    const small = await drawBytes(bytes, { ...roomyLimits, maxTextureSize: 4 }).catch(
      (reason: unknown) => reason,
    );
    expect((small as DrawingError).message).toContain("MAX_TEXTURE_SIZE is 4");
    const few = await drawBytes(bytes, { ...roomyLimits, maxElementIndex: 8 }).catch(
      (reason: unknown) => reason,
    );
    expect((few as DrawingError).message).toContain("MAX_ELEMENT_INDEX is 8");
  });
});

describe("facing", () => {
  /** Direction from the head joint to the middle of both eyes, in the world. */
  function facing(root: Object3D): Vector3 {
    root.updateMatrixWorld(true);
    const at = (name: string) => root.getObjectByName(name)?.getWorldPosition(new Vector3()) ?? new Vector3();
    return at("LeftEye").add(at("RightEye")).multiplyScalar(0.5).sub(at("Head"));
  }

  for (const format of ["glb", "vrm0", "vrm1"] as const) {
    test(`${format} faces the camera (+Z) with its left at +X, in every copy`, async () => {
      const { drawing } = await drawBytes(await makeAvatar({ format }), roomyLimits, `a.${format}`);
      for (const copy of [drawing.createCopy(), drawing.createCopy()]) {
        expect(facing(copy.root).z).toBeGreaterThan(0);
        const left = copy.root.getObjectByName("LeftEye")?.getWorldPosition(new Vector3());
        expect(left?.x).toBeGreaterThan(0);
      }
    });
  }

  test("the framed head lies in front of the camera's middle, at head height, in both VRM versions alike", async () => {
    const [old, current] = await Promise.all(
      (["vrm0", "vrm1"] as const).map(
        async (format) => (await drawBytes(await makeAvatar({ format }))).drawing.head,
      ),
    );
    expect(old?.min.distanceTo(current?.min ?? new Vector3())).toBeLessThan(1e-5);
    expect(old?.max.distanceTo(current?.max ?? new Vector3())).toBeLessThan(1e-5);
  });
});

describe("face bones", () => {
  for (const format of ["glb", "vrm0", "vrm1"] as const) {
    test(`${format}: a turn is about the axis of avatar space, and no turn is the rest pose to the bit`, async () => {
      const { drawing } = await drawBytes(await makeAvatar({ format, jawBone: true }));
      const copy = drawing.createCopy();
      copy.root.updateMatrixWorld(true);
      const bone = copy.root.getObjectByName("LeftEye") as Object3D;
      const rest = bone.quaternion.clone();
      const restWorld = bone.getWorldQuaternion(new Quaternion());
      const bones = new Float32Array(9);
      const angle = 0.3;
      bones.set([0, angle, 0], 0);
      copy.apply(new Float32Array(4096), 0, bones, 0);
      copy.root.updateMatrixWorld(true);
      const turned = bone.getWorldQuaternion(new Quaternion());
      const expected = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), angle).multiply(restWorld);
      expect(turned.angleTo(expected)).toBeLessThan(1e-4);
      copy.apply(new Float32Array(4096), 0, new Float32Array(9), 0);
      expect(bone.quaternion.equals(rest)).toBe(true);
    });
  }

  test("a jaw bone's turn lowers the chin's skin", async () => {
    const { drawing } = await drawBytes(await makeAvatar({ jawBone: true }));
    const copy = drawing.createCopy();
    const face = meshes(copy.root).find((mesh) => mesh.name === "Face") as SkinnedMesh;
    const lowest = () => {
      copy.root.updateMatrixWorld(true);
      face.skeleton.update();
      const point = new Vector3();
      let low = Number.POSITIVE_INFINITY;
      for (let index = 0; index < face.geometry.getAttribute("position").count; index++) {
        low = Math.min(low, face.getVertexPosition(index, point).applyMatrix4(face.matrixWorld).y);
      }
      return low;
    };
    const before = lowest();
    const bones = new Float32Array(9);
    bones[6] = 0.3;
    copy.apply(new Float32Array(4096), 0, bones, 0);
    expect(lowest()).toBeLessThan(before - 0.003);
  });
});

test("an avatar with presets only keeps its expressions' targets", async () => {
  const { drawing, description } = await drawBytes(
    await makeAvatar(presetsOnly("vrm1")),
    roomyLimits,
    "a.vrm",
  );
  expect(description.reduced).toBe(true);
  expect(drawing.targets.kept).toBeGreaterThan(0);
});
