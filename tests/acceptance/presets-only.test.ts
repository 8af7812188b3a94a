// A VRM that has presets alone, taken through reading, probe, calibration and engine: do its lids close, its mouth open, its smile show?
// Everything is measured on the moved geometry, by means of this test's own.
import { beforeAll, describe, expect, test } from "vitest";
import type { Profile } from "../../web/src/core/documents";
import { type FaceChannelName, faceChannelIndex } from "../../web/src/tables/face-channels";
import { greatest, skinned } from "../support/deform";
import { makeAvatar, presetsOnly } from "../support/make-avatar";
import { seenExtent, type Window } from "./front-view";
import { findLipContact, lipGaps } from "./lip-contact";
import { type Face, poseFace } from "./posed-face";
import { movedSurface } from "./skinned-surface";
import { core, probe } from "./support";

type Probed = Awaited<ReturnType<typeof probe>>;

const allButSideBlinks = [
  "aa",
  "ih",
  "ou",
  "ee",
  "oh",
  "blink",
  "happy",
  "angry",
  "sad",
  "lookUp",
  "lookLeft",
];

describe.each([
  ["vrm0, one blink for both eyes", "vrm0", allButSideBlinks],
  ["vrm1, one blink for both eyes", "vrm1", allButSideBlinks],
  ["vrm1, a blink for each eye", "vrm1", [...allButSideBlinks, "blinkLeft", "blinkRight"]],
] as const)("%s", (_, format, presets) => {
  let avatar: Probed;
  let profile: Profile;

  beforeAll(async () => {
    const bytes = await makeAvatar(presetsOnly(format, { presets, lookAt: "expression" }));
    avatar = await probe(bytes, `presets.${format}.vrm`);
    const theCore = await core();
    profile = theCore.calibrate(avatar.measurement, theCore.referenceFace());
  });

  const pose = async (face: Face) =>
    poseFace(await core(), avatar.description, avatar.measurement, profile, face);

  const of = (output: Float32Array, channel: FaceChannelName) =>
    output[faceChannelIndex(channel)] ?? Number.NaN;

  const presetWeight = (weights: Float32Array, preset: string) => {
    const { expressions } = avatar.description.routes;
    const slot = expressions.find(({ name }) => name === preset)?.binds[0]?.slot ?? -1;
    return weights[slot] ?? Number.NaN;
  };

  const bothEyesOpen = async (face: Face) => {
    const surface = movedSurface(avatar.description, (await pose(face)).weights);
    return (["left", "right"] as const).map((side) => {
      const [x = 0, y = 0, z = 0] = avatar.description.faceBonePivots[`${side}Eye`] ?? [];
      const window: Window = { x, y, half: 0.022, back: z };
      const name = side === "left" ? "EyeLeft" : "EyeRight";
      return seenExtent(surface, window, (buffer) => buffer.name === name);
    });
  };

  /** Greatest movement of any vertex, metres. */
  const reach = (weights: ReadonlyMap<number, number>) =>
    Math.max(
      ...avatar.description.buffers.map((buffer) => {
        const rest = skinned(buffer);
        return greatest(skinned(buffer, weights).map((value, at) => value - (rest[at] ?? 0)));
      }),
    );

  const posedReach = async (face: Face) => reach(new Map([...(await pose(face)).weights].entries()));

  test("both eyes blink fully: the gap is under 2 % of the open gap", async () => {
    const open = await bothEyesOpen({});
    const closed = await bothEyesOpen({ eyeBlinkLeft: 1, eyeBlinkRight: 1 });
    for (const [side, eye] of open.entries()) {
      expect(eye.height).toBeGreaterThan(0.005);
      expect((closed[side]?.height ?? Number.NaN) / eye.height).toBeLessThan(0.02);
      expect((closed[side]?.area ?? Number.NaN) / eye.area).toBeLessThan(0.02);
    }
  });

  test("half a blink leaves them half open", async () => {
    const open = await bothEyesOpen({});
    const half = await bothEyesOpen({ eyeBlinkLeft: 0.5, eyeBlinkRight: 0.5 });
    for (const [side, eye] of open.entries()) {
      expect((half[side]?.area ?? Number.NaN) / eye.area).toBeGreaterThan(0.15);
      expect((half[side]?.area ?? Number.NaN) / eye.area).toBeLessThan(0.85);
    }
  });

  test("the mouth opens with jawOpen as far as its vowel goes, and hardly for little", async () => {
    const bypass = poseFace(await core(), avatar.description, avatar.measurement, null, { jawOpen: 1 });
    const contact = findLipContact(avatar.description, bypass.weights);
    expect(contact.pairs.length).toBeGreaterThan(3);
    const widest = (weights: Float32Array) => Math.max(...lipGaps(avatar.description, contact, weights));
    const whole = widest(bypass.weights);
    expect(whole / avatar.measurement.faceHeight).toBeGreaterThan(0.05);
    const { output, weights } = await pose({ jawOpen: 1 });
    expect(widest(weights)).toBeCloseTo(whole * of(output, "jawOpen"), 6);
    expect(widest(weights) / whole).toBeGreaterThan(0.5);
    expect(widest((await pose({ jawOpen: 0.1 })).weights) / whole).toBeLessThan(0.3);
  });

  test("a smile of both sides is measured as the whole preset, and one side shows half of it", async () => {
    const { expressions } = avatar.description.routes;
    const happy = expressions.find(({ name }) => name === "happy")?.binds ?? [];
    const whole = reach(new Map(happy.map(({ slot, weight }) => [slot, weight])));
    for (const side of ["Left", "Right"] as const) {
      expect(avatar.measurement.channels[`mouthSmile${side}`]?.max).toBeCloseTo(whole, 6);
    }
    const { output, weights } = await pose({ mouthSmileLeft: 1, mouthSmileRight: 1 });
    const value = of(output, "mouthSmileLeft");
    expect(of(output, "mouthSmileRight")).toBeCloseTo(value, 5);
    expect(presetWeight(weights, "happy")).toBeCloseTo(value, 5);
    expect(await posedReach({ mouthSmileLeft: 1, mouthSmileRight: 1 })).toBeCloseTo(whole * value, 6);
    const alone = await pose({ mouthSmileLeft: 1 });
    expect(presetWeight(alone.weights, "happy")).toBeCloseTo(0.5 * of(alone.output, "mouthSmileLeft"), 5);
  });

  test("a look to the left by both eyes is the whole lookLeft", async () => {
    const { output, weights } = await pose({ eyeLookOutLeft: 1, eyeLookInRight: 1 });
    const left = of(output, "eyeLookOutLeft");
    const right = of(output, "eyeLookInRight");
    expect(presetWeight(weights, "lookLeft")).toBeCloseTo(0.5 * (left + right), 5);
    expect(left).toBeGreaterThan(0.5);
    const degrees = avatar.measurement.channels.eyeLookOutLeft?.gazeDegrees ?? 0;
    expect(degrees).toBeGreaterThan(15);
  });
});
