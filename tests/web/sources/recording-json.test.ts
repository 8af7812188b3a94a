// Tests of the JSON recordings: every documented form leads to the same rows, and refusals name the JSON path.
// They do not play anything.
import { describe, expect, test } from "vitest";
import { liveLinkOrder } from "../../../web/src/sources/channel-names";
import { readRecording } from "../../../web/src/sources/read-recording";
import type { FaceRecording } from "../../../web/src/sources/recording";
import { parseRecordingJson } from "../../../web/src/sources/recording-json";
import { faceChannelIndex, faceChannelNames } from "../../../web/src/tables/face-channels";

// Two rows in which every value tells its place: channel / 100, and a half more in the second.
const expected = [0, 1].map((row) => faceChannelNames.map((_, channel) => channel / 100 + row / 2));
const byName = expected.map((row) =>
  Object.fromEntries(faceChannelNames.map((name, i) => [name, row[i] ?? 0])),
);

function read(document: unknown): FaceRecording {
  return parseRecordingJson(JSON.stringify(document), "take.json");
}

function expectRows(recording: FaceRecording): void {
  expect(recording.rowCount).toBe(2);
  for (const [index, value] of expected.flat().entries())
    expect(recording.values[index]).toBeCloseTo(value, 6);
}

const reversed = [...faceChannelNames].reverse();
const forms: [string, unknown][] = [
  ["rows alone", expected],
  ["flat list alone", expected.flat()],
  ["frames", { fps: 30, frames: expected }],
  ["nested data.frames", { data: { frames: expected }, fps: 30 }],
  ["flat blendshapes with rate outside", { fps: 30, result: { blendshapes: expected.flat() } }],
  ["by name", { frames: byName }],
  [
    "names of other spelling",
    { names: reversed.map((name) => name.toUpperCase()), rows: expected.map((row) => [...row].reverse()) },
  ],
  ["names under blendshapes", { blendshapes: reversed, frames: expected.map((row) => [...row].reverse()) }],
  [
    "weightMat with facsNames",
    { exportFps: 30, facsNames: reversed, weightMat: expected.map((row) => [...row].reverse()) },
  ],
  [
    "names wider than the channels",
    { names: ["_neutral", ...faceChannelNames], values: expected.flatMap((row) => [9, ...row]) },
  ],
  [
    "order liveLink",
    { order: "liveLink", frames: expected.map((row) => liveLinkOrder.map((channel) => row[channel])) },
  ],
  [
    "scores",
    {
      frames: byName.map((row) => ({
        categories: Object.entries(row).map(([categoryName, score]) => ({ categoryName, score })),
      })),
    },
  ],
  ["rows with values and time", { frames: expected.map((values, row) => ({ time: row / 30, values })) }],
  ["percent declared", { range: "percent", frames: expected.map((row) => row.map((value) => value * 100)) }],
  ["scale declared", { scale: 255, frames: expected.map((row) => row.map((value) => value * 255)) }],
  [
    "side spelled _L and _R",
    {
      frames: byName.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([k, v]) => [k.replace(/Left$/, "_L").replace(/Right$/, "_R"), v]),
        ),
      ),
    },
  ],
];

test.each(forms)("form: %s", (_, document) => {
  const recording = read(document);
  expectRows(recording);
  expect(recording.fps).toBe(30);
});

describe("times", () => {
  test("no rate: 30 assumed, with a warning", () => {
    expect(read(expected).warnings.map((warning) => warning.code)).toContain("assumed-rate");
    expect(read({ fps: 60, frames: expected }).warnings.map((warning) => warning.code)).not.toContain(
      "assumed-rate",
    );
  });

  test("uneven time stamps are kept, from 0", () => {
    const recording = read({ times: [5, 5.5], frames: expected });
    expect([...recording.times]).toEqual([0, 0.5]);
  });

  test("milliseconds: by key, by unit, by size", () => {
    const inRows = { frames: expected.map((values, row) => ({ timestampMs: 1000 + row * 40, values })) };
    for (const document of [
      inRows,
      { timeUnit: "ms", times: [1000, 1040], frames: expected },
      { times: [0, 40], frames: expected },
    ]) {
      expect(read(document).times[1]).toBeCloseTo(0.04, 9);
      expect(read(document).fps).toBe(25);
    }
  });

  test("a single row has a duration", () =>
    expect(read({ fps: 25, frames: [expected[0]] }).duration).toBeCloseTo(0.04, 9));
});

test("51 channels: the missing one is named and 0", () => {
  const recording = read({
    fps: 30,
    names: faceChannelNames.slice(0, 51),
    frames: [new Array(51).fill(0.5)],
  });
  expect(recording.values[faceChannelIndex("tongueOut")]).toBe(0);
  expect(recording.warnings.find((warning) => warning.code === "missing-channels")?.message).toContain(
    "tongueOut",
  );
});

test("undeclared 0..100 is kept and reported", () => {
  const recording = read({ fps: 30, frames: [new Array(52).fill(80)] });
  expect(recording.values[0]).toBe(80);
  expect(recording.warnings.map((warning) => warning.code)).toContain("above-one");
});

describe("refusals name the JSON path and the expectation", () => {
  test.each([
    ["{", "take.json: expected JSON"],
    ["{}", "expected a list of rows under one of"],
    ["[]", "expected at least one row"],
    ['{"data":{"frames":7}}', "data: expected a list of rows under one of"],
    [`{"frames":[[1,2]]}`, "frames[0]: expected 52 values, found 2"],
    [`{"frames":[1,2,3]}`, "frames: expected a multiple of 52 numbers"],
    [`{"frames":[{"jawOpen":"x"}]}`, 'frames[0].jawOpen: expected a number, found "x"'],
    [`{"frames":[{"jawOpen":0},null]}`, "frames[1]: expected a row of values, found null"],
    [`{"fps":0,"frames":[{"jawOpen":0}]}`, "fps: expected a number above 0, found 0"],
    [`{"fps":"30","frames":[{"jawOpen":0}]}`, 'fps: expected a number above 0, found "30"'],
    [`{"order":"mine","frames":[[0]]}`, 'order: expected "arkit" or "liveLink"'],
    [`{"range":"big","frames":[{"jawOpen":0}]}`, 'range: expected "unit" or "percent"'],
    [`{"names":["jawOpen","JawOpen"],"frames":[[0,0]]}`, "names[1]: expected each channel once"],
    [`{"names":["foo"],"frames":[[0]]}`, "names: expected names of face channels"],
    [`{"names":[3],"frames":[[0]]}`, "names[0]: expected a channel name, found 3"],
    [`{"times":[0],"frames":[{"jawOpen":0},{"jawOpen":0}]}`, "times: expected 2 times, one a row, found 1"],
    [`{"times":[0,0],"frames":[{"jawOpen":0},{"jawOpen":0}]}`, "frames[1]: expected a time after 0, found 0"],
    [
      `{"frames":[{"time":0,"jawOpen":0},{"jawOpen":0}]}`,
      "expected a time in every row, found one in 1 of 2",
    ],
  ])("%s", (text, message) => {
    expect(() => parseRecordingJson(text, "take.json")).toThrow(message);
    expect(() => parseRecordingJson(text, "take.json")).toThrow("take.json");
  });
});

test("the reader is chosen by the text, not by the name", () => {
  expectRows(readRecording(JSON.stringify(expected), "take.csv"));
  expect(readRecording("Timecode,JawOpen\n00:00:00:00.0,0.5", "take.json").rowCount).toBe(1);
});
