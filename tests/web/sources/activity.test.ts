// Tests of the overview of a recording, and of the demonstration that the page offers.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoText } from "../../../scripts/demo-take";
import { recordingActivity } from "../../../web/src/sources/activity";
import { readRecording } from "../../../web/src/sources/read-recording";
import type { FaceRecording } from "../../../web/src/sources/recording";
import { faceChannelCount, faceChannelIndex, faceChannels } from "../../../web/src/tables/face-channels";

type Named = Readonly<Record<string, number>>;

function recording(times: number[], duration: number, rows: Named[]): FaceRecording {
  const values = new Float32Array(times.length * faceChannelCount);
  rows.forEach((row, index) => {
    for (const [name, value] of Object.entries(row))
      values[index * faceChannelCount + faceChannelIndex(name)] = value;
  });
  const rest = { name: "made", fps: 1, rowCount: times.length, warnings: [] };
  return { ...rest, times: Float64Array.from(times), values, duration };
}

test("each stretch has its highest value; a row holds until the next", () => {
  const rows = [{ jawOpen: 0.5 }, { eyeBlinkRight: 1 }, { jawOpen: 0.25, mouthPucker: 0.25 }];
  const { jaw, blink, all } = recordingActivity(recording([0, 2, 2.5], 4, rows), 4);
  expect([...jaw]).toEqual([0.5, 0.5, 0.25, 0.25]);
  expect([...blink]).toEqual([0, 0, 1, 0]);
  expect([...all]).toEqual([0.5, 0.5, 1, 0.5]);
});

test("values of 0..100 are read as such, wild ones do not spoil the picture, nothing is nothing", () => {
  expect([...recordingActivity(recording([0], 1, [{ jawOpen: 80 }]), 1).jaw]).toEqual([Math.fround(0.8)]);
  expect([...recordingActivity(recording([0], 1, [{ jawOpen: -3 }]), 2).jaw]).toEqual([0, 0]);
  expect([...recordingActivity(recording([0], 1, [{}]), 2).all]).toEqual([0, 0]);
});

const file = readFileSync("public/takes/demo.json", "utf8");

test("the demonstration is what the script makes, small, and read without a remark", () => {
  expect(file).toBe(demoText(faceChannels.map(({ name }) => name)));
  expect(file.length).toBeLessThan(100_000);
  expect(readRecording(file, "demo.json").warnings).toEqual([]);
});

test("the demonstration moves every region, and its end meets its beginning", () => {
  const { values, rowCount } = readRecording(file, "demo.json");
  for (const group of ["Brow", "Cheek", "Eye", "Jaw", "Mouth", "Nose", "Tongue"]) {
    const moved = faceChannels.filter(
      ({ group: own, index }) =>
        own === group &&
        Array.from({ length: rowCount }, (_, row) => values[row * faceChannelCount + index] ?? 0).some(
          (value) => value > 0.4,
        ),
    );
    expect(moved.length, group).toBeGreaterThan(0);
  }
  for (let channel = 0; channel < faceChannelCount; channel++) {
    const last = values[(rowCount - 1) * faceChannelCount + channel] ?? 0;
    expect(Math.abs(last - (values[channel] ?? 0))).toBeLessThan(0.05);
  }
});
