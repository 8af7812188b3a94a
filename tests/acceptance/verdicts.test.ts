// Two real VRM avatars without the 52 channels: what each channel is found to be, written out, and which way they face.
// How VRM files are read is tested with the reader.
import { describe, expect, test } from "vitest";
import type { CalibrateDocument } from "../../web/src/cli/calibrate-document";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { type FaceChannelName, faceChannelNames } from "../../web/src/tables/face-channels";
import { skinned } from "../support/deform";
import { readSample, sharedPath } from "../support/samples";
import { movedSurface } from "./skinned-surface";
import { calibrate, describeSamples, doppel } from "./support";

function place(description: AvatarDescription, bone: string): readonly [number, number, number] {
  const world = description.nodes[description.humanoid[bone] ?? -1]?.world;
  return [world?.[12] ?? Number.NaN, world?.[13] ?? Number.NaN, world?.[14] ?? Number.NaN];
}

/** Front is +Z: toes before the heel; left is +X. */
function expectFacesCamera(description: AvatarDescription): void {
  for (const side of ["left", "right"] as const) {
    const sign = side === "left" ? 1 : -1;
    expect(place(description, `${side}UpperArm`)[0] * sign).toBeGreaterThan(0.03);
    expect(place(description, `${side}UpperLeg`)[0] * sign).toBeGreaterThan(0.03);
    expect(place(description, `${side}Toes`)[2]).toBeGreaterThan(place(description, `${side}Foot`)[2]);
  }
  expect(place(description, "head")[1]).toBeGreaterThan(place(description, "hips")[1]);
}

function verdictTable(document: CalibrateDocument): Record<string, string[]> {
  const table: Record<string, string[]> = {};
  for (const name of faceChannelNames) {
    const { verdict } = document.channels[name];
    table[verdict] = [...(table[verdict] ?? []), name];
  }
  return table;
}

describeSamples("godette-vrm0.vrm", () => {
  test("faces the camera, the surface that blinks included", async () => {
    const description = await readSample("godette-vrm0.vrm");
    expect(description.format).toBe("vrm0");
    expectFacesCamera(description);
    const rest = movedSurface(description, []);
    const blink = description.slots.findIndex(({ name }) => name === "blink_left");
    const weights = new Float32Array(description.slots.length);
    weights[blink] = 1;
    let [moved, x, z] = [0, 0, 0];
    for (const [index, { positions }] of movedSurface(description, weights).entries()) {
      const before = rest[index]?.positions ?? positions;
      for (let i = 0; i < positions.length; i += 3) {
        const distance = Math.hypot(
          ...[0, 1, 2].map((axis) => (positions[i + axis] ?? 0) - (before[i + axis] ?? 0)),
        );
        moved += distance;
        x += distance * (before[i] ?? 0);
        z += distance * (before[i + 2] ?? 0);
      }
    }
    expect(moved).toBeGreaterThan(0);
    expect(x / moved).toBeGreaterThan(0.01);
    expect(z / moved).toBeGreaterThan(place(description, "head")[2]);
  });

  test("verdicts: reduced to its presets", async () => {
    const document = await calibrate(sharedPath("samples/godette-vrm0.vrm"));
    expect(document.avatar).toMatchObject({ format: "vrm0", licence: "CC_BY" });
    expect(verdictTable(document)).toEqual({
      effective: [
        "browDownLeft",
        "browDownRight",
        "eyeLookDownLeft",
        "eyeLookDownRight",
        "eyeLookInLeft",
        "eyeLookInRight",
        "eyeLookOutLeft",
        "eyeLookOutRight",
        "eyeLookUpLeft",
        "eyeLookUpRight",
        "eyeSquintLeft",
        "eyeSquintRight",
        "jawOpen",
        "mouthFunnel",
        "mouthLowerDownLeft",
        "mouthLowerDownRight",
        "mouthPucker",
        // Both play the whole joy, 4.2 mm of travel: 3.8 times less than the reference. Half of it would be 7.6 times less, weak.
        "mouthSmileLeft",
        "mouthSmileRight",
        "mouthStretchLeft",
        "mouthStretchRight",
        "mouthUpperUpLeft",
        "mouthUpperUpRight",
      ],
      // The file marks its blinks as on or off.
      binary: ["eyeBlinkLeft", "eyeBlinkRight"],
      // Its sorrow also hides the blush, by moving it 16 cm.
      strong: ["mouthFrownLeft", "mouthFrownRight"],
      missing: [
        "browInnerUp",
        "browOuterUpLeft",
        "browOuterUpRight",
        "cheekPuff",
        "cheekSquintLeft",
        "cheekSquintRight",
        "eyeWideLeft",
        "eyeWideRight",
        "jawForward",
        "jawLeft",
        "jawRight",
        "mouthClose",
        "mouthDimpleLeft",
        "mouthDimpleRight",
        "mouthLeft",
        "mouthPressLeft",
        "mouthPressRight",
        "mouthRight",
        "mouthRollLower",
        "mouthRollUpper",
        "mouthShrugLower",
        "mouthShrugUpper",
        "noseSneerLeft",
        "noseSneerRight",
        "tongueOut",
      ],
    });
    expect(document.channels.jawOpen.targets).toEqual(["ah"]);
    expect(document.channels.eyeBlinkLeft).toMatchObject({
      class: "binary",
      ratio: null,
      targets: ["blink_left"],
    });
    expect(document.channels.mouthSmileLeft.ratio).toBeCloseTo(3.81, 2);
    // Its eyes look by shape and have no ball: matched by travel.
    expect(document.channels.eyeLookInLeft).toMatchObject({ targets: ["look_right"], gazeDegrees: null });
  });
});

describeSamples("godette-vrm0.vrm, pairs on one expression", () => {
  test.each([
    ["mouthSmile", "happy"],
    ["mouthFrown", "sad"],
    ["browDown", "angry"],
    ["mouthStretch", "ee"],
  ])("%s is measured as the whole of %s", async (stem, preset) => {
    const description = await readSample("godette-vrm0.vrm");
    const binds = description.routes.expressions.find(({ name }) => name === preset)?.binds ?? [];
    const weights = new Map(binds.map(({ slot, weight }) => [slot, weight]));
    let [squares, moved] = [0, 0];
    for (const buffer of description.buffers) {
      const rest = skinned(buffer);
      const shown = skinned(buffer, weights);
      for (let i = 0; i < rest.length; i += 3) {
        const squared = [0, 1, 2].reduce(
          (sum, k) => sum + ((shown[i + k] ?? 0) - (rest[i + k] ?? 0)) ** 2,
          0,
        );
        // Vertices that move more than a micrometre count.
        if (squared <= 1e-12) continue;
        squares += squared;
        moved += 1;
      }
    }
    expect(moved).toBeGreaterThan(0);
    const { channels } = await calibrate(sharedPath("samples/godette-vrm0.vrm"));
    for (const side of ["Left", "Right"] as const) {
      const { rms } = channels[`${stem}${side}` as FaceChannelName];
      expect(rms).toBeCloseTo(Math.sqrt(squares / moved), 7);
    }
  });
});

describeSamples("debug-robot-vrm1.vrm", () => {
  const file = sharedPath("samples/debug-robot-vrm1.vrm");

  test("faces the camera", async () => {
    const description = await readSample("debug-robot-vrm1.vrm");
    expect(description.format).toBe("vrm1");
    expectFacesCamera(description);
  });

  test("verdicts: 52 missing, nothing to substitute, no score", async () => {
    const document = await calibrate(file);
    expect(verdictTable(document)).toEqual({ missing: [...faceChannelNames] });
    for (const channel of Object.values(document.channels)) {
      expect(channel).toMatchObject({
        substitute: null,
        targets: [],
        travel: null,
        ratio: null,
        saturationFrom: null,
      });
    }
    expect(document.score).toEqual({ before: null, after: null });
    expect(document.avatar.faceHeight).toBe(0);
  });

  test("table, report and profile come about all the same", async () => {
    for (const args of [
      ["calibrate", file, "--profile", "robot.json"],
      ["report", file],
      ["report", file, "--csv"],
    ]) {
      const { code, stdout, stderr } = await doppel(...args);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect((await doppel("profile", "encode", "robot.json")).stdout).toMatch(/^#p=/);
  });
});

describe("rpm-halfbody.glb", () => {
  describeSamples("one target", () => {
    test("is no channel: 52 missing, and its name is listed", async () => {
      const file = sharedPath("samples/rpm-halfbody.glb");
      expect(verdictTable(await calibrate(file))).toEqual({ missing: [...faceChannelNames] });
      expect((await doppel("calibrate", file)).stdout).toContain("no channel has this name: mouthSmile");
    });
  });
});
