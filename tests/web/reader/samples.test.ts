// What the reader says about the real avatars beside the checkout, held against what is known of them.
// Measured values are the probe's business.
import { describe, expect, it } from "vitest";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { skinned } from "../../support/deform";
import { hasSamples, readSample, sampleNote } from "../../support/samples";

describe.runIf(hasSamples)(`rpm-male.glb${sampleNote}`, () => {
  const avatar = () => readSample("rpm-male.glb");

  it("has all 52 channels, each driven on the head, the teeth and both eyes", async () => {
    const { format, routes, slots, reduced } = await avatar();
    expect(format).toBe("glb");
    expect(Object.keys(routes.channels)).toEqual(faceChannelNames);
    for (const channel of faceChannelNames) {
      const meshes = routes.channels[channel]?.binds.map((bind) => slots[bind.slot]?.mesh);
      expect(meshes).toEqual([0, 1, 2, 3]);
    }
    expect(reduced).toBe(false);
  });

  it("is 1.88 m high, of 13,092 vertices on 9 meshes, with 67 joints", async () => {
    const { height, buffers } = await avatar();
    expect(height).toBeCloseTo(1.88, 2);
    expect(buffers).toHaveLength(9);
    expect(buffers.reduce((sum, buffer) => sum + buffer.positions.length / 3, 0)).toBe(13_092);
    for (const buffer of buffers) expect(buffer.matrices).toHaveLength(67 * 16);
  });

  it("finds its bones, eyes left and right of each other at the height of a face", async () => {
    const { humanoid, nodes, faceBonePivots } = await avatar();
    const named = (bone: string) => nodes[humanoid[bone] as number]?.name;
    expect([named("head"), named("hips"), named("leftEye"), named("rightEye")]).toEqual([
      "Head",
      "Hips",
      "LeftEye",
      "RightEye",
    ]);
    expect([named("leftUpperArm"), named("leftLowerArm"), named("rightThumbMetacarpal")]).toEqual([
      "LeftArm",
      "LeftForeArm",
      "RightHandThumb1",
    ]);
    expect(faceBonePivots.leftEye?.[0]).toBeCloseTo(0.03, 2);
    expect(faceBonePivots.rightEye?.[0]).toBeCloseTo(-0.03, 2);
    expect(faceBonePivots.leftEye?.[1]).toBeGreaterThan(1.7);
    expect(faceBonePivots.jaw).toBeUndefined();
  });

  it("lists what is no channel, and offers it where it stands in", async () => {
    const { findings, substitutes } = await avatar();
    const head = findings.find((finding) => finding.mesh === "Wolf3D_Head");
    expect(head).toEqual({
      kind: "unmatched-target",
      mesh: "Wolf3D_Head",
      targets: ["mouthOpen", "mouthSmile", "eyesClosed", "eyesLookUp", "eyesLookDown"],
    });
    expect(findings.find((finding) => finding.mesh === "Wolf3D_Body")?.targets).toEqual(["male", "female"]);
    expect(substitutes.jawOpen?.map((offer) => offer.id)).toEqual(["target:mouthOpen"]);
    expect(substitutes.eyeBlinkLeft?.map((offer) => offer.id)).toEqual(["target:eyesClosed"]);
    expect(substitutes.mouthSmileRight?.map((offer) => offer.id)).toEqual(["target:mouthSmile"]);
  });

  it("states its maker", async () => {
    const { generator, licence, name } = await avatar();
    expect([generator, name, licence.terms.copyright]).toEqual([
      "Ready Player Me",
      "rpm-male",
      "Ready Player Me",
    ]);
  });
});

describe.runIf(hasSamples)(`rpm-halfbody.glb${sampleNote}`, () => {
  it("is read though most of a body is missing, with the meshes outside its root node", async () => {
    const avatar = await readSample("rpm-halfbody.glb");
    expect(avatar.height).toBeCloseTo(0.51, 2);
    expect(avatar.buffers).toHaveLength(8);
    expect(avatar.humanoid.leftUpperArm).toBeUndefined();
    expect(avatar.humanoid.head).toBeDefined();
    expect(avatar.routes.channels).toEqual({});
    expect(avatar.substitutes.mouthSmileLeft?.map((offer) => offer.id)).toEqual(["target:mouthSmile"]);
  });
});

describe.runIf(hasSamples)(`godette-vrm0.vrm${sampleNote}`, () => {
  const avatar = () => readSample("godette-vrm0.vrm");
  const targets = [
    "HideHairBalls",
    "HdieEarRings",
    "HideBlush",
    "blink_left",
    "blink_right",
    "ah",
    "ih",
    "uu",
    "ee",
    "oh",
    "look_up",
    "look_down",
    "look_left",
    "look_right",
    "angled_eyebrows",
  ];

  it("is VRM 0.x, 1.50 m high, with 45 human bones and no eyes", async () => {
    const { format, height, humanoid } = await avatar();
    expect(format).toBe("vrm0");
    expect(height).toBeCloseTo(1.5, 2);
    expect(Object.keys(humanoid)).toHaveLength(45);
    expect(humanoid.leftEye).toBeUndefined();
    expect(humanoid.upperChest).toBeUndefined();
    expect(humanoid.leftThumbMetacarpal).toBe(37);
  });

  it("has 15 targets named on its primitive, none of the 52, all listed", async () => {
    const { slots, findings } = await avatar();
    expect(slots.map(({ name, nameFrom }) => [name, nameFrom])).toEqual(
      targets.map((name) => [name, "primitive-extras"]),
    );
    expect(findings).toEqual([{ kind: "unmatched-target", mesh: "FaceMesh", targets }]);
  });

  it("has 17 expressions with their weights", async () => {
    const { expressions } = (await avatar()).routes;
    const bound = (binds: readonly { slot: number; weight: number }[]) =>
      Object.fromEntries(binds.map(({ slot, weight }) => [targets[slot], weight]));
    expect(expressions.map(({ name, isBinary, binds }) => [name, isBinary, bound(binds)])).toEqual([
      ["neutral", false, {}],
      ["aa", false, { ah: 1 }],
      ["ih", false, { ih: 1 }],
      ["ou", false, { uu: 1 }],
      ["ee", false, { ee: 1 }],
      ["oh", false, { oh: 1 }],
      ["blink", false, { blink_left: 1, blink_right: 1 }],
      ["happy", false, { oh: 0.5, look_up: 0.25 }],
      ["angry", false, { angled_eyebrows: 1, ah: 0.25, blink_left: 0.25, blink_right: 0.25 }],
      ["sad", false, { look_down: 0.5, HideBlush: 1, blink_left: 0.1, blink_right: 0.1 }],
      ["relaxed", false, { uu: 0.5, look_up: 0.25 }],
      ["lookUp", false, { look_up: 1 }],
      ["lookDown", false, { look_down: 1 }],
      ["lookLeft", false, { look_left: 1 }],
      ["lookRight", false, { look_right: 1 }],
      ["blinkLeft", true, { blink_left: 1 }],
      ["blinkRight", true, { blink_right: 1 }],
    ]);
  });

  it("is driven by the reduction, its look by expressions", async () => {
    const { reduced, routes } = await avatar();
    const played = (channel: string) =>
      (routes.channels[channel]?.expressions ?? []).map(
        ({ expression }) => routes.expressions[expression]?.name,
      );
    expect(reduced).toBe(true);
    expect(played("jawOpen")).toEqual(["aa"]);
    expect(played("eyeBlinkLeft")).toEqual(["blinkLeft"]);
    expect(played("eyeLookUpRight")).toEqual(["lookUp"]);
    expect(played("eyeLookOutLeft")).toEqual(["lookLeft"]);
    expect(Object.values(routes.channels).flatMap((route) => route.turns)).toEqual([]);
  });

  it("counts vertices that its primitives share once: 630 of the face, 2,479 of the body", async () => {
    const { buffers } = await avatar();
    expect(buffers.map((buffer) => [buffer.positions.length / 3, buffer.triangles.length])).toEqual([
      [630, 1],
      [2479, 3],
    ]);
  });

  it("faces the camera: the face lies on +Z of the head, left hand at +X", async () => {
    const { buffers, nodes, humanoid } = await avatar();
    const place = (bone: string, axis: number) => nodes[humanoid[bone] as number]?.world[12 + axis] as number;
    const face = skinned(buffers[0] as never);
    const depth =
      face.filter((_, index) => index % 3 === 2).reduce((sum, z) => sum + z, 0) / (face.length / 3);
    expect(depth).toBeGreaterThan(place("head", 2));
    expect(place("leftHand", 0)).toBeGreaterThan(0.1);
    expect(place("rightHand", 0)).toBeLessThan(-0.1);
    expect(place("leftToes", 2)).toBeGreaterThan(place("leftFoot", 2));
  });

  it("states its licence", async () => {
    const { licence, name } = await avatar();
    expect([name, licence.title, licence.authors, licence.licence]).toEqual([
      "Low-Poly Godette",
      "Low-Poly Godette",
      ["SirRichard94"],
      "CC_BY",
    ]);
    expect(licence.terms.commercialUssageName).toBe("Allow");
  });
});

describe.runIf(hasSamples)(`debug-robot-vrm1.vrm${sampleNote}`, () => {
  const avatar = () => readSample("debug-robot-vrm1.vrm");

  it("is VRM 1.0 with 53 human bones and 22 rigid meshes of three parts each", async () => {
    const { format, humanoid, buffers } = await avatar();
    expect(format).toBe("vrm1");
    expect(Object.keys(humanoid)).toHaveLength(53);
    expect(new Set(buffers.map((buffer) => buffer.mesh)).size).toBe(22);
    expect(buffers).toHaveLength(66);
    for (const buffer of buffers) expect([buffer.joints.length, buffer.matrices.length]).toEqual([0, 16]);
  });

  it("has 18 presets that move nothing: no channel, no substitute", async () => {
    const { routes, substitutes, reduced, slots, findings } = await avatar();
    expect(routes.expressions.map((expression) => expression.name)).toHaveLength(18);
    expect(routes.expressions.every((expression) => expression.binds.length === 0)).toBe(true);
    expect(routes.channels).toEqual({});
    expect(substitutes).toEqual({});
    expect([reduced, slots.length, findings.length]).toEqual([true, 0, 0]);
  });

  it("faces the camera: left at +X, toes in front", async () => {
    const { nodes, humanoid } = await avatar();
    const place = (bone: string, axis: number) => nodes[humanoid[bone] as number]?.world[12 + axis] as number;
    expect(place("leftHand", 0)).toBeGreaterThan(0.1);
    expect(place("leftEye", 0)).toBeGreaterThan(place("rightEye", 0));
    expect(place("leftToes", 2)).toBeGreaterThan(place("leftFoot", 2));
  });

  it("states its licence", async () => {
    const { licence } = await avatar();
    expect([licence.title, licence.authors, licence.licence]).toEqual([
      "VRM Animation Debug Robot",
      ["@saturday06"],
      "https://vrm.dev/licenses/1.0/",
    ]);
    expect(licence.terms).toMatchObject({ avatarPermission: "everyone", allowRedistribution: "true" });
  });
});
