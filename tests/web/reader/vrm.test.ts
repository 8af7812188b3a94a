// VRM 0.x and 1.0 read to one description: facing, expressions, bones, look-at, reduction to presets, licence.
// What an expression does to a face is measured elsewhere.
import { describe, expect, it } from "vitest";
import { editGlbJson } from "../../../scripts/avatars/write/glb-json";
import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import { CHANNEL_NAMES } from "../../../web/src/reader/channel-table";
import { VRM_REDUCTION } from "../../../web/src/reader/vrm-reduction";
import { channelDisplacement, skinned } from "../../support/deform";
import { PRESET_SHAPES } from "../../support/head-fields";
import { makeAvatar, presetsOnly } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";

const VERSIONS = ["vrm0", "vrm1"] as const;

function expressionNamed(avatar: AvatarDescription, name: string) {
  return avatar.routes.expressions.find((expression) => expression.name === name);
}

/** Names and weights of the expressions of a channel's route. */
function played(avatar: AvatarDescription, channel: string) {
  return (avatar.routes.channels[channel]?.expressions ?? []).map(
    ({ expression, weight }) => [avatar.routes.expressions[expression]?.name, weight] as const,
  );
}

describe("facing", () => {
  it("turns VRM 0.x, so that one avatar in both versions lies vertex on vertex, left at +X", async () => {
    const [old, now] = await Promise.all(
      VERSIONS.map(async (format) => readBytes(await makeAvatar({ format }))),
    );
    const [oldFace, newFace] = [old, now].map((avatar) =>
      skinned((avatar as AvatarDescription).buffers[0] as never),
    );
    expect(oldFace).toHaveLength(newFace?.length ?? 0);
    oldFace?.forEach((value, index) => {
      expect(value).toBeCloseTo(newFace?.[index] as number, 6);
    });
    expect(old?.faceBonePivots.leftEye?.[0]).toBeGreaterThan(0.02);
    expect(old?.faceBonePivots.leftEye?.[2]).toBeGreaterThan(0.02);
    expect(old?.height).toBeCloseTo(now?.height as number, 6);
  });

  it("keeps left on the left: the left blink moves only x > 0, in both versions", async () => {
    for (const format of VERSIONS) {
      const avatar = await readBytes(await makeAvatar({ format, channels: ["eyeBlinkLeft"] }));
      const moved = channelDisplacement(avatar, "eyeBlinkLeft");
      const places = avatar.buffers.flatMap((buffer) => [...skinned(buffer)]);
      for (let i = 0; i < moved.length; i += 3) {
        if (Math.abs(moved[i + 1] as number) > 1e-6) expect(places[i]).toBeGreaterThan(0);
      }
    }
  });
});

describe("expressions", () => {
  it("reads VRM 0.x percent weights, preset names and isBinary", async () => {
    const vrm = { custom: { Wink: { blinkTarget: 0.35 } }, binary: ["blink", "Wink"] };
    const recipe = presetsOnly("vrm0", { ...vrm, presets: ["aa", "blink", "happy"] });
    const bytes = await makeAvatar({
      ...recipe,
      shapes: { ...recipe.shapes, blinkTarget: { eyeBlinkLeft: 1 } },
    });
    const avatar = await readBytes(bytes);
    expect(avatar.routes.expressions.map(({ name, isBinary, family }) => [name, isBinary, family])).toEqual([
      ["aa", false, "mouth"],
      ["blink", true, "blink"],
      ["happy", false, "other"],
      ["Wink", true, "other"],
    ]);
    const wink = expressionNamed(avatar, "Wink");
    expect(wink?.binds.map((bind) => avatar.slots[bind.slot]?.name)).toEqual(Array(4).fill("blinkTarget"));
    for (const bind of wink?.binds ?? []) expect(bind.weight).toBeCloseTo(0.35, 12);
  });

  it("reads VRM 1.0 binds by node, overrides and families", async () => {
    const overrides = { happy: { blink: "block", mouth: "blend" }, surprised: { lookAt: "blend" } };
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm1", { overrides })));
    const happy = expressionNamed(avatar, "happy");
    expect([happy?.overrideBlink, happy?.overrideLookAt, happy?.overrideMouth]).toEqual([
      "block",
      "none",
      "blend",
    ]);
    expect(expressionNamed(avatar, "surprised")?.overrideLookAt).toBe("blend");
    expect(happy?.binds.map((bind) => avatar.slots[bind.slot]?.mesh)).toEqual([0, 1, 2, 3]);
    const families = Object.fromEntries(avatar.routes.expressions.map(({ name, family }) => [name, family]));
    expect(families).toMatchObject({ blinkLeft: "blink", lookDown: "lookAt", ou: "mouth", sad: "other" });
  });

  it("leaves out binds that point at nothing, as drawing programs do", async () => {
    for (const format of VERSIONS) {
      const bytes = editGlbJson(await makeAvatar(presetsOnly(format, { presets: ["aa"] })), (json) => {
        const group = json.extensions.VRM?.blendShapeMaster.blendShapeGroups[0];
        const binds = group?.binds ?? json.extensions.VRMC_vrm.expressions.preset.aa.morphTargetBinds;
        binds.push({ mesh: 99, node: 99, index: 0, weight: 1 }, { mesh: 0, node: 0, index: 1000, weight: 1 });
        binds.push(
          { mesh: -1, node: -1, index: -1, weight: 1 },
          { mesh: "x", node: null, index: 0.5, weight: "y" },
        );
      });
      expect(expressionNamed(await readBytes(bytes), "aa")?.binds).toHaveLength(4);
    }
  });

  it("prefers a channel's own expression to its raw target: one route", async () => {
    for (const format of VERSIONS) {
      const vrm = { custom: { JawOpen: { jawOpen: 0.8 }, EyeBlinkLeft: { eyeBlinkLeft: 1 }, TongueOut: {} } };
      const avatar = await readBytes(await makeAvatar({ format, vrm }));
      expect(avatar.reduced).toBe(false);
      expect(played(avatar, "jawOpen")).toEqual([["JawOpen", 1]]);
      expect(avatar.routes.channels.jawOpen?.binds).toEqual([]);
      expect(played(avatar, "eyeBlinkLeft")).toEqual([["EyeBlinkLeft", 1]]);
      // An expression that moves nothing is no way to the avatar.
      expect(played(avatar, "tongueOut")).toEqual([]);
      expect(avatar.routes.channels.tongueOut?.binds).toHaveLength(4);
      for (const route of Object.values(avatar.routes.channels)) {
        const ways = [route.binds, route.expressions, route.turns].filter((list) => list.length > 0);
        expect(ways).toHaveLength(1);
      }
    }
  });
});

describe("reduction to presets", () => {
  it("is used where none of the 52 exists, and says so", async () => {
    for (const format of VERSIONS) {
      const avatar = await readBytes(await makeAvatar(presetsOnly(format)));
      expect(avatar.reduced).toBe(true);
      expect(played(avatar, "jawOpen")).toEqual([["aa", 1]]);
      expect(played(avatar, "mouthPucker")).toEqual([["ou", 1]]);
      expect(played(avatar, "mouthFunnel")).toEqual([["oh", 1]]);
      expect(played(avatar, "mouthStretchLeft")).toEqual([["ee", 0.5]]);
      expect(played(avatar, "eyeBlinkRight")).toEqual([["blinkRight", 1]]);
      expect(played(avatar, "mouthSmileLeft")).toEqual([["happy", 0.5]]);
      expect(avatar.routes.channels.tongueOut).toBeUndefined();
    }
  });

  it("is not used as soon as one of the 52 exists, and is offered instead", async () => {
    const recipe = presetsOnly("vrm1");
    const avatar = await readBytes(await makeAvatar({ ...recipe, channels: ["cheekPuff"] }));
    expect(avatar.reduced).toBe(false);
    expect(Object.keys(avatar.routes.channels)).toEqual(["cheekPuff"]);
    expect(avatar.substitutes.jawOpen?.map((offer) => offer.id)).toEqual(["expression:aa"]);
    expect(avatar.substitutes.eyeLookUpLeft?.map((offer) => offer.id)).toContain("lookAt");
  });

  it("blinks both eyes half and half where only blink exists", async () => {
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm0", { presets: ["blink"] })));
    expect(played(avatar, "eyeBlinkLeft")).toEqual([["blink", 0.5]]);
    expect(played(avatar, "eyeBlinkRight")).toEqual([["blink", 0.5]]);
  });

  it("plays no part of a preset that is on or off", async () => {
    const avatar = await readBytes(
      await makeAvatar(presetsOnly("vrm1", { binary: ["blinkLeft", "blink", "surprised"] })),
    );
    expect(played(avatar, "eyeBlinkLeft")).toEqual([["blinkLeft", 1]]);
    expect(avatar.routes.channels.eyeSquintLeft).toBeUndefined();
    expect(avatar.routes.channels.eyeWideLeft).toBeUndefined();
    expect(played(avatar, "eyeSquintRight")).toEqual([["blinkRight", 0.25]]);
  });

  it("turns a preset for both sides that is on or off on by one full side", async () => {
    const vrm = { presets: ["blink", "lookUp"], binary: ["blink", "lookUp"], lookAt: "expression" } as const;
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm1", vrm)));
    const onFrom = 0.55;
    for (const channel of ["eyeBlinkLeft", "eyeLookUpRight"]) {
      const weight = played(avatar, channel)[0]?.[1] ?? 0;
      expect(weight).toBeGreaterThan(onFrom);
      // Both sides half shut do not.
      expect(2 * weight * 0.45).toBeLessThan(onFrom);
    }
  });

  it("takes the second choice where the first preset moves nothing", async () => {
    const vrm = { presets: ["oh", "ih", "relaxed"], emptyPresets: ["aa", "ou", "ee", "happy"] };
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm1", vrm)));
    expect(played(avatar, "jawOpen")).toEqual([["oh", 1]]);
    expect(played(avatar, "mouthPucker")).toEqual([["oh", 1]]);
    expect(played(avatar, "mouthStretchRight")).toEqual([["ih", 0.5]]);
    expect(played(avatar, "mouthSmileRight")).toEqual([["relaxed", 0.5]]);
  });

  it("has an entry with a reason for all 52 but the eight of gaze", () => {
    const gaze = CHANNEL_NAMES.filter((channel) => channel.startsWith("eyeLook"));
    expect(Object.keys(VRM_REDUCTION).sort()).toEqual(
      CHANNEL_NAMES.filter((channel) => !gaze.includes(channel)),
    );
    for (const { reason } of Object.values(VRM_REDUCTION)) expect(reason.length).toBeGreaterThan(10);
  });

  it("sums no preset above 1 with all channels that share it at 1, but for vowels that also stand in for each other", async () => {
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm1", { lookAt: "expression" })));
    const sums = new Map<string, number>();
    for (const channel of CHANNEL_NAMES) {
      // A squint and a blink of one eye are limited together by the engine's lid guard.
      if (channel.startsWith("eyeSquint")) continue;
      for (const [name, weight] of played(avatar, channel))
        sums.set(name ?? "", (sums.get(name ?? "") ?? 0) + weight);
    }
    for (const [name, sum] of sums) expect(sum, name).toBeLessThanOrEqual(1);
    expect(sums.get("surprised")).toBe(1);
  });
});

describe("look-at", () => {
  it("by bone turns each eye by the file's own degrees, the right way", async () => {
    for (const format of VERSIONS) {
      const vrm = { lookAt: "bone", lookDegrees: [8, 12, 9, 10], presets: ["aa"] } as const;
      const avatar = await readBytes(await makeAvatar(presetsOnly(format, vrm)));
      const turn = (channel: string) => avatar.routes.channels[channel]?.turns[0];
      expect(turn("eyeLookInLeft")).toEqual({ bone: "leftEye", axis: [0, -1, 0], degrees: 8 });
      expect(turn("eyeLookInRight")).toEqual({ bone: "rightEye", axis: [0, 1, 0], degrees: 8 });
      expect(turn("eyeLookOutLeft")).toEqual({ bone: "leftEye", axis: [0, 1, 0], degrees: 12 });
      expect(turn("eyeLookOutRight")).toEqual({ bone: "rightEye", axis: [0, -1, 0], degrees: 12 });
      expect(turn("eyeLookDownLeft")).toEqual({ bone: "leftEye", axis: [1, 0, 0], degrees: 9 });
      expect(turn("eyeLookUpRight")).toEqual({ bone: "rightEye", axis: [-1, 0, 0], degrees: 10 });
    }
  });

  it("by expression plays the look presets, half from each eye", async () => {
    for (const format of VERSIONS) {
      const avatar = await readBytes(await makeAvatar(presetsOnly(format, { lookAt: "expression" })));
      expect(played(avatar, "eyeLookUpLeft")).toEqual([["lookUp", 0.5]]);
      expect(played(avatar, "eyeLookOutLeft")).toEqual([["lookLeft", 0.5]]);
      expect(played(avatar, "eyeLookInRight")).toEqual([["lookLeft", 0.5]]);
      expect(played(avatar, "eyeLookInLeft")).toEqual([["lookRight", 0.5]]);
      expect(avatar.routes.channels.eyeLookUpLeft?.turns).toEqual([]);
    }
  });

  it("is not on where eyeLook targets move the eyes", async () => {
    const avatar = await readBytes(await makeAvatar({ format: "vrm1", vrm: { lookAt: "bone" } }));
    const route = avatar.routes.channels.eyeLookUpLeft;
    expect([route?.binds.length, route?.turns.length, route?.expressions.length]).toEqual([4, 0, 0]);
    expect(avatar.substitutes.eyeLookUpLeft?.[0]?.id).toBe("lookAt");
  });
});

describe("bones and licence", () => {
  it("finds the human bones of both versions under VRM 1.0's names", async () => {
    for (const format of VERSIONS) {
      const avatar = await readBytes(await makeAvatar({ format, channels: [], jawBone: true }));
      const names = Object.entries(avatar.humanoid).map(([bone, node]) => [bone, avatar.nodes[node]?.name]);
      expect(Object.fromEntries(names)).toMatchObject({
        head: "Head",
        leftEye: "LeftEye",
        jaw: "Jaw",
        chest: "Spine1",
      });
      expect(names).toHaveLength(20);
    }
  });

  it("renames the thumb of VRM 0.x and skips bones named with node -1", async () => {
    const bytes = editGlbJson(await makeAvatar({ format: "vrm0", channels: [] }), (json) => {
      json.extensions.VRM.humanoid.humanBones.push(
        { bone: "leftThumbProximal", node: 1 },
        { bone: "leftThumbIntermediate", node: 2 },
        { bone: "leftThumbDistal", node: 3 },
        { bone: "rightRingDistal", node: -1 },
      );
    });
    const { humanoid } = await readBytes(bytes);
    expect(humanoid).toMatchObject({ leftThumbMetacarpal: 1, leftThumbProximal: 2, leftThumbDistal: 3 });
    expect(humanoid.rightRingDistal).toBeUndefined();
  });

  it("passes on the licence in the file's own words", async () => {
    const old = await readBytes(
      await makeAvatar({
        format: "vrm0",
        channels: [],
        vrm: {
          meta: {
            licenseName: "Other",
            otherLicenseUrl: "https://example.org/terms",
            commercialUssageName: "Disallow",
          },
        },
      }),
    );
    expect(old.licence.licence).toBe("https://example.org/terms");
    expect(old.licence.terms.commercialUssageName).toBe("Disallow");
    expect(old.name).toBe("Synthetic");
    const now = await readBytes(
      await makeAvatar({
        format: "vrm1",
        channels: [],
        vrm: { meta: { authors: ["A", "B"], allowRedistribution: false } },
      }),
    );
    expect(now.licence.authors).toEqual(["A", "B"]);
    expect(now.licence.terms.allowRedistribution).toBe("false");
  });

  it("refuses a VRM of a later version by name", async () => {
    const bytes = editGlbJson(await makeAvatar({ format: "vrm1", channels: [] }), (json) => {
      json.extensions.VRMC_vrm.specVersion = "2.0";
    });
    await expect(readBytes(bytes)).rejects.toMatchObject({
      code: "unsupported-version",
      place: expect.stringMatching(/specVersion/),
    });
  });

  it("has shapes for every preset that it reduces to", () => {
    const presets = new Set(
      Object.values(VRM_REDUCTION).flatMap(({ ways }) => ways.flat().map(([preset]) => preset)),
    );
    for (const preset of presets) expect(PRESET_SHAPES[preset], preset).toBeDefined();
  });
});
