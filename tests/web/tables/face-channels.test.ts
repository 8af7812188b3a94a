// Tests of the channel and bone tables against figures of the specification.
// They are not the equality test with the C++ tables; that one needs the built module.
import { describe, expect, test } from "vitest";
import {
  faceChannelIndex,
  faceChannelNames,
  faceChannels,
  isFaceChannelName,
} from "../../../web/src/tables/face-channels";
import { humanBoneNames } from "../../../web/src/tables/human-bones";

describe("face channels", () => {
  test("52 names in alphabetical order, none twice", () => {
    expect(faceChannelNames).toHaveLength(52);
    expect([...faceChannelNames].sort()).toEqual([...faceChannelNames]);
    expect(new Set(faceChannelNames).size).toBe(52);
  });

  test.each([
    ["Brow", 0, 4],
    ["Cheek", 5, 7],
    ["Eye", 8, 21],
    ["Jaw", 22, 25],
    ["Mouth", 26, 48],
    ["Nose", 49, 50],
    ["Tongue", 51, 51],
  ])("group %s spans %i..%i as in spec 4.2", (group, first, last) => {
    const indices = faceChannels.filter((channel) => channel.group === group).map((channel) => channel.index);
    expect(indices).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
  });

  test("mirror is its own inverse, and 20 pairs exist", () => {
    for (const channel of faceChannels) expect(faceChannels[channel.mirror]?.mirror).toBe(channel.index);
    expect(faceChannels.filter((channel) => channel.mirror > channel.index)).toHaveLength(20);
  });

  test("jawLeft mirrors jawRight; mouthRollLower mirrors itself", () => {
    expect(faceChannels[faceChannelIndex("jawLeft")]?.mirror).toBe(faceChannelIndex("jawRight"));
    expect(faceChannels[faceChannelIndex("mouthRollLower")]?.mirror).toBe(faceChannelIndex("mouthRollLower"));
  });

  test("classes: 2 closure, 8 gaze, 1 coupled, 41 amplitude", () => {
    const count = (name: string) => faceChannels.filter((channel) => channel.faceClass === name).length;
    expect([count("closure"), count("gaze"), count("coupled"), count("amplitude")]).toEqual([2, 8, 1, 41]);
  });

  test("names are case sensitive", () => {
    expect(faceChannelIndex("JawOpen")).toBe(-1);
    expect(isFaceChannelName("jawOpen")).toBe(true);
  });
});

describe("human bones", () => {
  test.each([
    [0, "hips"],
    [10, "head"],
    [21, "leftEye"],
    [23, "jaw"],
    [24, "leftThumbMetacarpal"],
    [38, "leftLittleDistal"],
    [39, "rightThumbMetacarpal"],
    [53, "rightLittleDistal"],
    [54, "upperChest"],
  ])("bone %i is %s", (index, name) => expect(humanBoneNames[index]).toBe(name));

  test("55 bones, none twice", () => {
    expect(humanBoneNames).toHaveLength(55);
    expect(new Set(humanBoneNames).size).toBe(55);
  });
});
