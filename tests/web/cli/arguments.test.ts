// Tests of the command line's arguments: every documented form, and what is said where one is wrong.
// They run no command.
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../../web/src/cli/arguments";
import { UsageError } from "../../../web/src/cli/exit-codes";

const parse = (line: string) => parseCommand(line.split(" ").filter((word) => word !== ""));

test("calibrate with everything, options before and after the file", () => {
  const line =
    "calibrate --json a.glb --reference r.json --profile out.json --keep old.json --method linear --substitute jawOpen=target:viseme_aa";
  expect(parse(line)).toEqual({
    name: "calibrate",
    json: true,
    profile: "out.json",
    avatar: {
      file: "a.glb",
      reference: "r.json",
      settings: "old.json",
      method: "linear",
      substitutes: { jawOpen: "target:viseme_aa" },
    },
  });
});

test.each([
  ["report a.glb", "table"],
  ["report a.glb --json", "json"],
  ["report --csv a.glb", "csv"],
])("%s is the %s form", (line, form) => expect(parse(line)).toMatchObject({ name: "report", form }));

test("profile encode and decode", () => {
  expect(parse("profile encode p.json")).toEqual({ name: "encode", file: "p.json" });
  expect(parse("profile decode #p=AAA")).toEqual({ name: "decode", link: "#p=AAA" });
});

test("remap: dead zone and saturation have their defaults, numbers any spelling", () => {
  expect(parse("remap --method range_match --ratio 0.5 0.03 1e-1 .3 1")).toEqual({
    name: "remap",
    method: "range_match",
    ratio: 0.5,
    deadZone: 0,
    saturation: 1,
    inputs: [0.03, 0.1, 0.3, 1],
  });
  expect(parse("remap --method linear --ratio 2 --dead-zone 0.1 --saturation 0.8 -- -1")).toMatchObject({
    deadZone: 0.1,
    saturation: 0.8,
    inputs: [-1],
  });
});

describe("help", () => {
  test.each([
    ["", undefined],
    ["--help", undefined],
    ["-h", undefined],
    ["help remap", "remap"],
    ["calibrate --help", "calibrate"],
    ["report -h", "report"],
    ["profile --help", "profile"],
    ["remap --help", "remap"],
  ])("%j", (line, about) => expect(parse(line)).toEqual({ name: "help", about }));
});

describe("wrong calls say what was expected", () => {
  test.each([
    ["bogus", 'expected a command (calibrate, report, profile, remap, motion, retarget), found "bogus"'],
    ["calibrate", "expected avatar FILE"],
    ["calibrate a.glb b.glb", 'found "b.glb" too'],
    ["calibrate a.glb --bogus", "--bogus"],
    ["calibrate a.glb --method best", "--method: expected one of range_match, adaptive_remap, linear"],
    ["calibrate a.glb --substitute jawOpn=x", '--substitute: expected CHANNEL=ID, found "jawOpn=x"'],
    ["calibrate a.glb --substitute jawOpen", "--substitute: expected CHANNEL=ID"],
    ["report a.glb --json --csv", "expected --json or --csv, found both"],
    ["profile", "expected encode or decode"],
    ["profile encrypt x", 'found "encrypt"'],
    ["profile encode", "expected profile FILE"],
    ["remap --ratio 1 0", "expected --method"],
    ["remap --method linear 0", "expected --ratio"],
    ["remap --method linear --ratio 1", "expected at least one input X"],
    ["remap --method linear --ratio two 0", '--ratio: expected a number, found "two"'],
    ["remap --method linear --ratio 1 0.5 x", 'input X: expected a number, found "x"'],
    ["remap --method linear --ratio Infinity 0", "--ratio: expected a number"],
  ])("%j", (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });
});

describe("motion", () => {
  test("options are what the readers take", () => {
    expect(parse("motion a.bvh")).toEqual({
      name: "motion",
      file: "a.bvh",
      json: false,
      options: {},
      out: undefined,
      performer: 0,
      order: undefined,
    });
    const line =
      "motion a.csv --json -o b.bvh --units in --up z --rest-up y --rate 50 --performer 2 --order yxz";
    expect(parse(line)).toEqual({
      name: "motion",
      file: "a.csv",
      json: true,
      options: { metresPerUnit: 0.0254, up: "z", restUp: "y", frameRate: 50 },
      out: "b.bvh",
      performer: 1,
      order: "YXZ",
    });
    expect(parse("motion a.bvh --units 0.05")).toMatchObject({ options: { metresPerUnit: 0.05 } });
    expect(parse("motion -h")).toEqual({ name: "help", about: "motion" });
  });

  test.each([
    ["motion", "expected recording FILE"],
    ["motion a.bvh --units miles", "--units: expected mm, cm, in, cmu, ft, m or a length"],
    ["motion a.bvh --units=-1", "--units: expected"],
    ["motion a.bvh --up x", '--up: expected y or z, found "x"'],
    ["motion a.bvh --rate 0", "--rate: expected a number above 0"],
    ["motion a.bvh --performer 1.5", "--performer: expected a whole number"],
    ["motion a.bvh -o b.fbx", "--out: expected a name that ends in .bvh or .vrma"],
    ["motion a.bvh --order ZZZ", "--order: expected one of XYZ"],
  ])("%j", (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });
});
