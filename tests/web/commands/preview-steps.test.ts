// Tests of the order in which a group is previewed: both sides together, both eyes the same way, each channel once.
import { expect, test } from "vitest";
import { previewSteps } from "../../../web/src/commands/preview-steps";
import { faceChannelNames, faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";

const named = (steps: number[][]) => steps.map((step) => step.map((index) => faceChannelNames[index]));

test("every channel of a group is played once", () => {
  for (const group of faceGroupNames) {
    const names = faceChannels.filter((channel) => channel.group === group).map((channel) => channel.name);
    const played = named(previewSteps(names)).flat();
    expect([...played].sort()).toEqual([...names].sort());
  }
});

test("sides go together, directions do not, eyes look the same way", () => {
  expect(named(previewSteps(["jawLeft", "jawOpen", "jawRight"]))).toEqual([
    ["jawLeft"],
    ["jawOpen"],
    ["jawRight"],
  ]);
  expect(named(previewSteps(["mouthSmileLeft", "mouthSmileRight"]))).toEqual([
    ["mouthSmileLeft", "mouthSmileRight"],
  ]);
  expect(
    named(previewSteps(["eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft", "eyeLookOutRight"])),
  ).toEqual([
    ["eyeLookInLeft", "eyeLookOutRight"],
    ["eyeLookInRight", "eyeLookOutLeft"],
  ]);
});

test("a side whose partner moves nothing is played alone", () => {
  expect(named(previewSteps(["browDownLeft"]))).toEqual([["browDownLeft"]]);
});
