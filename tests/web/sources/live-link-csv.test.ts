// Tests of the Live Link Face reader on small texts made here, and on the sample recording where it is present.
// They do not play anything.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseLiveLinkCsv } from "../../../web/src/sources/live-link-csv";
import { type FaceRecording, RecordingError } from "../../../web/src/sources/recording";
import { faceChannelIndex, faceChannelNames } from "../../../web/src/tables/face-channels";

const jawOpen = faceChannelIndex("jawOpen");
const header = "Timecode,BlendShapeCount,JawOpen";

function rows(...lines: string[]): FaceRecording {
  return parseLiveLinkCsv([header, ...lines].join("\n"), "take.csv");
}

function column(recording: FaceRecording, channel: number): number[] {
  return Array.from(
    { length: recording.rowCount },
    (_, row) => recording.values[row * 52 + channel] ?? Number.NaN,
  );
}

function refusal(text: string): string {
  try {
    parseLiveLinkCsv(text, "take.csv");
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError);
    return error instanceof Error ? error.message : "";
  }
  throw new Error("it was not refused");
}

function codes(recording: FaceRecording): string[] {
  return recording.warnings.map((warning) => warning.code);
}

describe("columns", () => {
  test("are found by name in any order and case", () => {
    const names = [...faceChannelNames].reverse().map((name) => name.toUpperCase());
    const values = names.map((_, index) => (51 - index) / 100);
    const text = `blendshapecount,${names.join(",")},TIMECODE\n52,${values.join(",")},00:00:00:00.000`;
    const recording = parseLiveLinkCsv(text, "take.csv");
    for (let channel = 0; channel < 52; ++channel)
      expect(recording.values[channel]).toBeCloseTo(channel / 100, 6);
  });

  test("missing ones are listed and 0, unknown ones are listed, the nine angles are not", () => {
    const text = `Timecode,JawOpen,HeadYaw,Blinkiness\n00:00:00:00.000,0.5,0.1,0.2`;
    const recording = parseLiveLinkCsv(text, "take.csv");
    const missing = recording.warnings.find((warning) => warning.code === "missing-channels");
    expect(missing?.count).toBe(51);
    const ignored = recording.warnings.find((warning) => warning.code === "ignored-columns");
    expect(ignored?.message).toContain("Blinkiness");
    expect(ignored?.message).not.toContain("HeadYaw");
  });

  test("byte order mark, CRLF, blank lines, comma-only lines and a comma at the line's end are taken", () => {
    const text = `\uFEFF${header}\r\n\r\n00:00:00:00.000,61,0.25,\r\n,,\r\n00:00:00:02.000,61,0.5\r\n`;
    expect(column(parseLiveLinkCsv(text, "take.csv"), jawOpen)).toEqual([0.25, 0.5]);
  });
});

describe("times", () => {
  test("a timecode that counts 60 on 30 rows a second", () => {
    const lines = Array.from({ length: 90 }, (_, row) => {
      const frame = row * 2;
      return `16:55:${String(10 + Math.floor(frame / 60)).padStart(2, "0")}:${String(frame % 60).padStart(2, "0")}.453,61,0`;
    });
    const recording = rows(...lines);
    expect(recording.fps).toBe(30);
    expect(recording.times[89]).toBeCloseTo(89 / 30, 9);
    expect(recording.duration).toBeCloseTo(3, 9);
  });

  test.each([24, 25, 30, 60])("a timecode that counts %i, a row a frame, odd frames at the turn", (rate) => {
    const lines = Array.from({ length: rate * 3 }, (_, row) => {
      const frame = row + 7;
      return `01:02:${String(Math.floor(frame / rate)).padStart(2, "0")}:${String(frame % rate).padStart(2, "0")}.001,52,0`;
    });
    const recording = rows(...lines);
    expect(recording.fps).toBe(rate);
    expect(codes(recording)).not.toContain("assumed-rate");
    expect(recording.times.at(-1)).toBeCloseTo((rate * 3 - 1) / rate, 9);
  });

  test("dropped frames keep their time and are counted, a drop at the turn included", () => {
    const frames = Array.from({ length: 180 }, (_, frame) => frame).filter(
      (frame) => ![20, 21, 59, 60, 150].includes(frame),
    );
    const recording = rows(
      ...frames.map(
        (frame) => `00:00:0${Math.floor(frame / 60)}:${String(frame % 60).padStart(2, "0")}.000,52,0`,
      ),
    );
    expect(recording.fps).toBe(60);
    for (const [row, frame] of frames.entries()) expect(recording.times[row]).toBeCloseTo(frame / 60, 9);
    expect(recording.warnings.find((warning) => warning.code === "dropped-frames")?.count).toBe(5);
  });

  test("midnight", () => {
    const recording = rows(
      "23:59:59:56.000,52,0",
      "23:59:59:58.000,52,0",
      "00:00:00:00.000,52,0",
      "00:00:00:02.000,52,0",
    );
    expect([...recording.times].map((time) => Math.round(time * 60))).toEqual([0, 2, 4, 6]);
  });

  test("rows that do not move on are left out and counted", () => {
    const recording = rows(
      "00:00:00:50.0,52,0.1",
      "00:00:00:52.0,52,0.2",
      "00:00:00:52.0,52,0.3",
      "00:00:00:54.0,52,0.4",
    );
    expect(column(recording, jawOpen).map((value) => Math.round(value * 10))).toEqual([1, 2, 4]);
    expect(recording.warnings.find((warning) => warning.code === "out-of-order-rows")?.message).toContain(
      "line 4",
    );
  });

  test("a single row has a duration", () => {
    expect(rows("00:00:00:00.000,52,0").duration).toBeCloseTo(1 / 60, 9);
  });
});

describe("values", () => {
  test("above 1 and below 0 are kept and reported", () => {
    const recording = rows("00:00:00:00.0,52,1.25", "00:00:00:01.0,52,-0.5");
    expect(column(recording, jawOpen)).toEqual([1.25, -0.5]);
    expect(codes(recording)).toEqual(expect.arrayContaining(["above-one", "below-zero"]));
  });

  test("a frame without a face is skipped", () => {
    const recording = rows(
      "00:00:00:00.0,61,0.1",
      "00:00:00:01.0,0",
      "00:00:00:02.0,0,",
      "00:00:00:03.0,61,0.2",
    );
    expect(recording.rowCount).toBe(2);
    expect(recording.warnings.find((warning) => warning.code === "untracked-rows")?.count).toBe(2);
  });
});

describe("refusals name the place and the expectation", () => {
  test.each([
    ["", "take.csv: expected a Live Link Face CSV, found an empty file"],
    [header, "take.csv: expected rows of values"],
    ["a,b\n1,2", 'line 1: expected a column Timecode, found "a"'],
    ["Timecode,Foo\n00:00:00:00.0,2", "line 1: expected columns named as face channels"],
    [
      "Timecode,JawOpen,jaw_open\n",
      "line 1, column jaw_open: expected each channel once, found it as JawOpen too",
    ],
    ["Timecode;JawOpen\n00:00:00:00.0;0,5", 'line 1: expected columns separated by ","'],
    [`${header}\n\n00:00:00:00.0,61,x`, 'line 3, column JawOpen: expected a number, found "x"'],
    [`${header}\n00:00:00:00.0,61,`, "line 2, column JawOpen: expected a number, found an empty cell"],
    [`${header}\n00:00:00:00.0,61,NaN`, "line 2, column JawOpen: expected a number"],
    [`${header}\n12:00:00,61,0`, 'line 2, column Timecode: expected HH:MM:SS:FF.mmm, found "12:00:00"'],
    [`${header}\n25:00:00:00.0,61,0`, "line 2, column Timecode"],
    [`${header}\n00:00:00:00.0,61`, "line 2: expected 3 cells as in line 1, found 2"],
    ["Timecode,JawOpen,TongueOut\n00:00:00:00.0,0,5,0,25", "decimal commas are not supported"],
  ])("%j", (text, expected) => expect(refusal(text)).toContain(expected));
});

const sample = new URL("../../../../shared/samples/livelinkface-rom.csv", import.meta.url);

test.skipIf(!existsSync(sample))("the sample recording (needs ../shared)", () => {
  const recording = parseLiveLinkCsv(readFileSync(sample, "utf8"), "livelinkface-rom.csv");
  expect(recording.rowCount).toBe(3809);
  expect(recording.fps).toBeCloseTo(30, 1);
  // 16:55:51:38.453 to 16:57:58:37.410, counted at 60.
  expect(recording.times.at(-1)).toBeCloseTo(127 - (38.453 - 37.41) / 60, 6);
  expect(recording.warnings.find((warning) => warning.code === "dropped-frames")?.count).toBe(2);
  expect(codes(recording)).toContain("above-one");
  expect(codes(recording)).not.toContain("missing-channels");
  expect(recording.values[faceChannelIndex("jawRight")]).toBeCloseTo(0.0137481652, 7);
  expect(recording.values[jawOpen]).toBeCloseTo(0.031849578, 7);
});
