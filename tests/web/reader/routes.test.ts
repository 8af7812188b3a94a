// From the names in a file to one route a channel, with a finding for every name that led elsewhere.
// VRM expressions are in vrm.test.ts.
import { beforeAll, describe, expect, it } from "vitest";
import { writeAvatar } from "../../../scripts/avatars/write/write-avatar";
import type { AvatarDescription, NameFinding } from "../../../web/src/reader/avatar-description";
import { CHANNEL_NAMES } from "../../../web/src/reader/channel-table";
import {
  emptyTargets,
  keepTargets,
  nameStyles,
  namesOnAccessors,
  namesOnPrimitives,
  renameTargets,
  withoutNames,
} from "../../support/avatar-variants";
import { makeAvatar } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";
import { toyModel } from "../../support/toy-model";

/** Meshes of the synthetic avatar that carry targets. */
const TARGET_MESHES = ["Face", "EyeLeft", "EyeRight", "Teeth"];

function ofKind(avatar: AvatarDescription, kind: NameFinding["kind"]): readonly NameFinding[] {
  return avatar.findings.filter((finding) => finding.kind === kind);
}

function targetNames(avatar: AvatarDescription, channel: string): readonly (string | undefined)[] {
  return (avatar.routes.channels[channel]?.binds ?? []).map((bind) => avatar.slots[bind.slot]?.name);
}

describe("names in a file", () => {
  let plain: Uint8Array;
  beforeAll(async () => {
    plain = await makeAvatar();
  });

  for (const style of Object.keys(nameStyles)) {
    it(`registers 52 of 52 spelled as ${style}`, async () => {
      const spell = nameStyles[style] as (channel: string) => string;
      const avatar = await readBytes(await renameTargets(plain, spell));
      expect(Object.keys(avatar.routes.channels)).toEqual(CHANNEL_NAMES);
      expect(avatar.findings).toEqual([]);
      for (const channel of CHANNEL_NAMES) {
        expect(targetNames(avatar, channel)).toEqual(TARGET_MESHES.map(() => spell(channel)));
      }
    });
  }

  it("registers names behind the mesh's own", async () => {
    const avatar = await readBytes(await renameTargets(plain, (name, mesh) => `${mesh}.${name}`));
    expect(Object.keys(avatar.routes.channels)).toEqual(CHANNEL_NAMES);
  });

  it("takes names from the primitives where the mesh has none", async () => {
    const avatar = await readBytes(await namesOnPrimitives(plain));
    expect(avatar.slots.every((slot) => slot.nameFrom === "primitive-extras")).toBe(true);
    expect(Object.keys(avatar.routes.channels)).toEqual(CHANNEL_NAMES);
  });

  it("takes names from the accessors where neither has any", async () => {
    const avatar = await readBytes(await namesOnAccessors(plain));
    expect(avatar.slots.every((slot) => slot.nameFrom === "accessor")).toBe(true);
    expect(Object.keys(avatar.routes.channels)).toEqual(CHANNEL_NAMES);
  });

  it("takes an unknown prefix off a mesh with too few targets to show it, where the file shows it", async () => {
    const bytes = writeAvatar(toyModel(), { targetName: (channel) => `Toon_X_${channel}` });
    const avatar = await readBytes(bytes);
    const teeth = avatar.slots.filter(({ name }) => name.endsWith("tongueOut"));
    expect(teeth).toHaveLength(1);
    expect(Object.keys(avatar.routes.channels)).toEqual(CHANNEL_NAMES);
    expect(avatar.findings).toEqual([]);
  });

  it("lists every target of a file without names, and drives none", async () => {
    const avatar = await readBytes(await withoutNames(plain));
    expect(avatar.slots).toHaveLength(4 * 52);
    expect(avatar.slots.every((slot) => slot.nameFrom === "none")).toBe(true);
    expect(avatar.routes.channels).toEqual({});
    const unnamed = ofKind(avatar, "unnamed-target");
    expect(unnamed.map((finding) => finding.mesh)).toEqual(TARGET_MESHES);
    expect(unnamed[0]?.targets).toEqual(Array.from({ length: 52 }, (_, index) => String(index)));
  });

  it("ignores accessor names that are all the same", async () => {
    const { editGlbJson } = await import("../../../scripts/avatars/write/glb-json");
    const bytes = editGlbJson(await withoutNames(plain), (json) => {
      for (const accessor of json.accessors) accessor.name = "jawOpen";
    });
    const avatar = await readBytes(bytes);
    expect(avatar.routes.channels).toEqual({});
    expect(avatar.slots.every((slot) => slot.name === "")).toBe(true);
  });

  it("loads 40 of 52 and leaves the others out", async () => {
    const kept = new Set(CHANNEL_NAMES.slice(0, 40));
    const avatar = await readBytes(await keepTargets(plain, (name) => kept.has(name)));
    expect(Object.keys(avatar.routes.channels)).toEqual([...kept]);
    expect(avatar.routes.slotCount).toBe(4 * 40);
  });

  it("keeps the route of a target that moves nothing, so that it is found empty and not missing", async () => {
    const avatar = await readBytes(await emptyTargets(plain, (name) => name === "jawOpen"));
    const slots = new Set(avatar.routes.channels.jawOpen?.binds.map((bind) => bind.slot));
    expect(slots.size).toBe(4);
    expect(avatar.buffers.flatMap((buffer) => buffer.targets).some((target) => slots.has(target.slot))).toBe(
      false,
    );
  });
});

describe("names that compete", () => {
  it("drives one channel on different meshes", async () => {
    const avatar = await readBytes(await makeAvatar({ channels: ["jawOpen"] }));
    expect(avatar.routes.channels.jawOpen?.binds.map((bind) => avatar.slots[bind.slot]?.mesh)).toEqual([
      0, 1, 2, 3,
    ]);
    expect(avatar.findings).toEqual([]);
  });

  it("uses the first of two targets of one mesh and reports both", async () => {
    const bytes = await makeAvatar({
      channels: ["eyeBlinkLeft"],
      shapes: { EyeBlink_L: { eyeBlinkLeft: 0.5 }, "BlendShape.eyeBlinkLeft": {} },
    });
    const avatar = await readBytes(bytes);
    expect(targetNames(avatar, "eyeBlinkLeft")).toEqual(TARGET_MESHES.map(() => "eyeBlinkLeft"));
    const duplicates = ofKind(avatar, "duplicate-target");
    expect(duplicates).toHaveLength(4);
    expect(duplicates[0]).toEqual({
      kind: "duplicate-target",
      channel: "eyeBlinkLeft",
      mesh: "Face",
      targets: ["eyeBlinkLeft", "EyeBlink_L", "BlendShape.eyeBlinkLeft"],
    });
  });

  it("drives browInnerUp and cheekPuff by their two halves", async () => {
    const bytes = await makeAvatar({
      channels: [],
      shapes: {
        browInnerUp_L: { browInnerUp: 0.5 },
        browInnerUp_R: { browInnerUp: 0.5 },
        CheekPuffLeft: { cheekPuff: 0.5 },
        CheekPuffRight: { cheekPuff: 0.5 },
      },
    });
    const avatar = await readBytes(bytes);
    expect(Object.keys(avatar.routes.channels)).toEqual(["browInnerUp", "cheekPuff"]);
    const face = avatar.routes.channels.browInnerUp?.binds.filter(
      (bind) => avatar.slots[bind.slot]?.mesh === 0,
    );
    expect(face).toEqual([
      { slot: 0, weight: 1 },
      { slot: 1, weight: 1 },
    ]);
    expect(ofKind(avatar, "pair-target")[0]).toEqual({
      kind: "pair-target",
      channel: "browInnerUp",
      mesh: "Face",
      targets: ["browInnerUp_L", "browInnerUp_R"],
    });
  });

  it("prefers a whole target to its halves and reports all", async () => {
    const shapes = { browInnerUp_L: {}, browInnerUp: { browInnerUp: 1 }, browInnerUp_R: {} };
    const avatar = await readBytes(await makeAvatar({ channels: [], shapes }));
    expect(targetNames(avatar, "browInnerUp")).toEqual(TARGET_MESHES.map(() => "browInnerUp"));
    expect(ofKind(avatar, "pair-target")).toEqual([]);
    expect(ofKind(avatar, "duplicate-target")[0]?.targets).toEqual(Object.keys(shapes));
  });

  it("drops no name: each is used by a route or stands in a finding", async () => {
    const shapes = { mouthOpen: {}, "Eye_Blink.L": {}, strange: {}, jaw: {}, browInnerUp_R: {} };
    const avatar = await readBytes(await makeAvatar({ shapes }));
    const routed = Object.values(avatar.routes.channels).flatMap((route) =>
      route.binds.map((bind) => bind.slot),
    );
    avatar.slots.forEach((slot, index) => {
      const mesh = TARGET_MESHES[slot.mesh];
      const isFound = avatar.findings.some(
        (found) => found.mesh === mesh && found.targets.includes(slot.name),
      );
      expect(routed.includes(index) || isFound, `${mesh} ${slot.name}`).toBe(true);
    });
    expect(ofKind(avatar, "unmatched-target")[0]?.targets).toEqual(["mouthOpen", "strange", "jaw"]);
  });
});
