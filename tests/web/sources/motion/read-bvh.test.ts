import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MotionClip } from "../../../../web/src/sources/motion/motion-clip";
import { eulerOrders } from "../../../../web/src/sources/motion/quaternion";
import { readBvh } from "../../../../web/src/sources/motion/read-bvh";
import { RecordingError } from "../../../../web/src/sources/recording";
import {
  apply,
  identity,
  jointsOf,
  type Matrix,
  matrixOf,
  times as product,
  turnAbout,
} from "../../../support/motion-clips";
import { hasSamples, sampleNote, sharedPath } from "../../../support/samples";

interface Parts {
  rootOffset?: string;
  rootChannels?: string;
  middle?: string;
  rows?: readonly string[];
  frames?: string;
  frameTime?: string;
}

/** A standing figure of three joints, 170 units high, with a tip. */
function bvh({ rootOffset, rootChannels, middle, rows, frames, frameTime }: Parts = {}): string {
  const lines = rows ?? ["0 90 0 0 0 0 0 0 0 0 0 0"];
  return `HIERARCHY
ROOT Hips
{
  OFFSET ${rootOffset ?? "0 0 0"}
  CHANNELS ${rootChannels ?? "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"}
  ${middle ?? ""}
  JOINT Head
  {
    OFFSET 0 80 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 10 0
    }
  }
  JOINT LeftFoot
  {
    OFFSET 0 -80 0
    CHANNELS 3 Zrotation Xrotation Yrotation
  }
}
MOTION
${frames ?? `Frames: ${lines.length}`}
${frameTime ?? "Frame Time: 0.016667"}
${lines.join("\n")}
`;
}

function codes(clip: MotionClip): string[] {
  return clip.warnings.map(({ code }) => code);
}

function only(clip: MotionClip) {
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error("no performer");
  return performer;
}

/** Reads what has to be refused. */
function refusal(text: string): string {
  try {
    readBvh(text, "a.bvh");
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError);
    return (error as Error).message;
  }
  throw new Error("expected a refusal");
}

function expectSound(clip: MotionClip): void {
  for (const { rotations, positions, bones } of clip.performers) {
    expect(positions.every(Number.isFinite)).toBe(true);
    for (let at = 0; at < rotations.length; at += 4) {
      expect(Math.abs(Math.hypot(...rotations.subarray(at, at + 4)) - 1)).toBeLessThan(1e-6);
    }
    for (const [index, { parent, offset }] of bones.entries()) {
      expect(parent).toBeLessThan(index);
      expect(offset.every(Number.isFinite)).toBe(true);
    }
  }
  expect(clip.times.every(Number.isFinite)).toBe(true);
  expect(clip.duration).toBeGreaterThan(0);
}

describe("rotations", () => {
  it("follow the channels in their order, the first outermost, for every order and any angles", () => {
    const angle = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...eulerOrders), fc.tuple(angle, angle, angle), (order, angles) => {
        const axes = [...order] as ("X" | "Y" | "Z")[];
        const channels = axes.map((axis) => `${axis}rotation`).join(" ");
        const text = bvh({
          rootChannels: `6 Xposition Yposition Zposition ${channels}`,
          rows: [`0 90 0 ${angles.join(" ")} 0 0 0 0 0 0`],
        });
        const expected = axes.reduce<Matrix>(
          (turned, axis, index) => product(turned, turnAbout(axis, angles[index] ?? 0)),
          identity,
        );
        const found = matrixOf(only(readBvh(text, "a.bvh")).rotations);
        for (let row = 0; row < 3; ++row)
          for (let column = 0; column < 3; ++column)
            expect(found[row]?.[column]).toBeCloseTo(expected[row]?.[column] ?? 0, 5);
      }),
      { numRuns: 200 },
    );
  });

  it("may be fewer than three", () => {
    const text = bvh({ rootChannels: "1 Yrotation", rows: ["90 0 0 0 0 0 0"] });
    const { rotations, positions } = only(readBvh(text, "a.bvh"));
    expect([...rotations.slice(0, 4)]).toEqual([
      0,
      expect.closeTo(Math.SQRT1_2, 6),
      0,
      expect.closeTo(Math.SQRT1_2, 6),
    ]);
    expect([...positions]).toEqual([0, 0, 0]);
  });
});

describe("lengths", () => {
  it.each([
    ["mm", 10],
    ["cm", 1],
    ["in", 1 / 2.54],
    ["ft", 1 / 30.48],
    ["m", 0.01],
  ])("are found to be %s from the height", (unit, scale) => {
    const scaled = bvh()
      .replace(/(-?)(\d+) (?=0$)/gm, "$1$2 ")
      .replace(/\b(80|90|10)\b/g, (value) => String(Number(value) * scale));
    const clip = readBvh(scaled, "a.bvh");
    expect(clip.warnings.find(({ code }) => code === "assumed-units")?.value).toBe(unit);
    expect(only(clip).positions[1]).toBeCloseTo(0.9, 5);
    expect(only(clip).bones[1]?.offset[1]).toBeCloseTo(0.8, 5);
    expect(only(clip).bones[1]?.end?.[1]).toBeCloseTo(0.1, 5);
  });

  it("are what the option says, without a warning", () => {
    const clip = readBvh(bvh(), "a.bvh", { metresPerUnit: 2 });
    expect(only(clip).positions[1]).toBe(180);
    expect(codes(clip)).not.toContain("assumed-units");
    expect(clip.unitsFrom).toBe("option");
  });
});

describe("the up axis", () => {
  const zUp = bvh({ rows: ["7 5 90 0 0 0 0 0 0 0 0 0"] })
    .replace("OFFSET 0 80 0", "OFFSET 0 0 80")
    .replace("OFFSET 0 10 0", "OFFSET 3 4 10")
    .replace("OFFSET 0 -80 0", "OFFSET 0 0 -80");

  it("is found to be Z, and everything is turned to Y up", () => {
    const clip = readBvh(zUp, "a.bvh");
    expect([clip.up, clip.upFrom]).toEqual(["z", "found"]);
    expect(codes(clip)).toContain("assumed-up");
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 5));
    expect([...only(clip).positions]).toEqual(near([0.07, 0.9, -0.05]));
    expect(only(clip).bones[1]?.offset).toEqual(near([0, 0.8, 0]));
    expect(only(clip).bones[1]?.end).toEqual(near([0.03, 0.1, -0.04]));
  });

  it("turns joints alike, whatever the pose: Z up and converted equals joints turned afterwards", () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(fc.array(angle, { minLength: 9, maxLength: 9 }), (angles) => {
        const row = ["7 5 90", ...angles.map(String)].join(" ");
        const text = zUp.replace("7 5 90 0 0 0 0 0 0 0 0 0", row);
        const options = { metresPerUnit: 0.01, restUp: "z" } as const;
        const turned = jointsOf(only(readBvh(text, "a.bvh", { ...options, up: "z" })), 0);
        const raw = jointsOf(only(readBvh(text, "a.bvh", { metresPerUnit: 0.01, up: "y", restUp: "y" })), 0);
        for (const [joint, place] of raw.entries()) {
          const [x = 0, y = 0, z = 0] = place;
          const expected = [x, z, -y];
          for (let axis = 0; axis < 3; ++axis)
            expect(turned[joint]?.[axis]).toBeCloseTo(expected[axis] ?? 0, 5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("may differ between skeleton and world: a Y-up skeleton whose root is turned up in a Z-up world stands", () => {
    const text = bvh({ rows: ["7 5 90 0 90 0 0 0 0 0 0 0", "7 6 90 0 90 0 0 0 0 0 0 0"] });
    const clip = readBvh(text, "a.bvh");
    expect(clip.up).toBe("z");
    const joints = jointsOf(only(clip), 1);
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 5));
    expect(joints).toEqual([near([0.07, 0.9, -0.06]), near([0.07, 1.7, -0.06]), near([0.07, 0.1, -0.06])]);
    expect(only(clip).bones[1]?.offset).toEqual(near([0, 0.8, 0]));
  });

  it("stays Y for somebody who lies through the whole recording", () => {
    const clip = readBvh(bvh({ rows: ["0 12 30 0 90 0 0 0 0 0 0 0"] }), "a.bvh");
    expect(clip.up).toBe("y");
    expect(jointsOf(only(clip), 0)[1]?.[1]).toBeCloseTo(0.12, 5);
  });

  it("is what the option says", () => {
    const clip = readBvh(bvh(), "a.bvh", { up: "z" });
    expect([clip.up, clip.upFrom]).toEqual(["z", "option"]);
    expect(only(clip).positions[2]).toBeCloseTo(-0.9, 5);
  });
});

it("height and up come from the movement where the rest skeleton says nothing: every bone along X, stood up by its joints", () => {
  // As skeletons of character rigs are: at rest legs and spine lie on one line.
  const text = bvh({ rows: ["12 90 7 90 0 0 0 0 0 180 0 0", "13 90 7 90 0 0 0 0 0 180 0 0"] })
    .replace("OFFSET 0 80 0", "OFFSET 80 0 0")
    .replace("OFFSET 0 10 0", "OFFSET 10 0 0")
    .replace("OFFSET 0 -80 0", "OFFSET 0 -5 0")
    .replace(
      "CHANNELS 3 Zrotation Xrotation Yrotation\n  }\n}",
      "CHANNELS 3 Zrotation Xrotation Yrotation\n    End Site\n    {\n      OFFSET 80 0 0\n    }\n  }\n}",
    );
  const clip = readBvh(text, "a.bvh");
  expect([clip.up, clip.warnings.find(({ code }) => code === "assumed-units")?.value]).toEqual(["y", "cm"]);
  const joints = jointsOf(only(clip), 1);
  expect(joints[1]).toEqual([0.13, 1.7, 0.07].map((value) => expect.closeTo(value, 5)));
});

describe("positions", () => {
  it("of a root with an offset stand for it, or are added where they stay at zero", () => {
    const absolute = readBvh(bvh({ rootOffset: "0 90 0", rows: ["5 92 0 0 0 0 0 0 0 0 0 0"] }), "a.bvh");
    expect(only(absolute).positions[1]).toBeCloseTo(0.92, 5);
    const added = readBvh(bvh({ rootOffset: "0 90 0", rows: ["5 2 0 0 0 0 0 0 0 0 0 0"] }), "a.bvh");
    expect(only(added).positions[1]).toBeCloseTo(0.92, 5);
    expect(codes(added)).toContain("root-offset");
    expect(added.warnings.find(({ code }) => code === "root-offset")?.value).toBe("added");
  });

  it("of other joints are kept, absolute or added, and said", () => {
    const middle = (offset: string) => `JOINT Chest
    {
      OFFSET ${offset}
      CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    }`;
    const row = (y: number) => [`0 90 0 0 0 0 1 ${y} 0 0 0 0 0 0 0 0 0 0`];
    const absolute = readBvh(bvh({ middle: middle("0 20 0"), rows: row(21) }), "a.bvh");
    expect(only(absolute).positioned).toEqual([0, 1]);
    expect(only(absolute).positions[4]).toBeCloseTo(0.21, 5);
    const added = readBvh(bvh({ middle: middle("0 20 0"), rows: row(1) }), "a.bvh");
    expect(only(added).positions[4]).toBeCloseTo(0.21, 5);
    expect(codes(added)).toContain("bone-positions");
  });
});

describe("the text", () => {
  it("may have CRLF, CR, tabs, a byte order mark, comments, exponents, lower case, braces on the line, blank lines", () => {
    const plain = readBvh(bvh({ rows: ["0 90 0 10 0 0 0 0 0 0 0 0"] }), "a.bvh");
    const odd = `\uFEFF# made\n${bvh({ rows: ["0 9.0e1 0 1E+1 0 0 0 0 0 0 0 0"] })
      .replace("ROOT Hips\n{", "root Hips {")
      .replaceAll("JOINT", "\t\tjoint")
      .replaceAll("OFFSET", "// a remark\nOffset")
      .replace("End Site", "END SITE tip of it")
      .replace("MOTION", "\nMotion \n\n")
      .replace("Frame Time:", "FRAME TIME :")}`;
    for (const text of [odd, odd.replaceAll("\n", "\r\n"), odd.replaceAll("\n", "\r")]) {
      const clip = readBvh(text, "a.bvh");
      expect(clip.performers).toEqual(plain.performers);
      expect(clip.frameRate).toBe(60);
    }
  });

  it("may name bones with spaces, colons and twice the same", () => {
    const text = bvh()
      .replace("JOINT Head", "JOINT mixamorig:Head  Top")
      .replace("ROOT Hips", "ROOT LeftFoot");
    const clip = readBvh(text, "a.bvh");
    expect(only(clip).bones.map(({ name }) => name)).toEqual(["LeftFoot", "mixamorig:Head Top", "LeftFoot"]);
    expect(clip.warnings.find(({ code }) => code === "duplicate-names")?.value).toBe("LeftFoot");
  });

  it("may have several roots: several performers on the same times", () => {
    const [hierarchy = "", motion = ""] = bvh({
      rows: ["0 90 0 0 0 0 0 0 0 0 0 0 50 91 0 0 0 0 0 0 0 0 0 0"],
    }).split("MOTION");
    const second = hierarchy.replace("HIERARCHY\n", "").replace("Hips", "Hips2");
    const clip = readBvh(`${hierarchy}${second}MOTION${motion}`, "a.bvh");
    expect(clip.performers.map(({ name }) => name)).toEqual(["Hips", "Hips2"]);
    expect(clip.performers[1]?.positions[0]).toBeCloseTo(0.5, 5);
    expect(clip.performers[1]?.bones.map(({ parent }) => parent)).toEqual([-1, 0, 0]);
  });

  it("may break a row over lines", () => {
    const clip = readBvh(
      bvh({ rows: ["0 90 0 0 0 0", "0 0 0 0 0 0", "0 91 0 0 0 0", "0 0 0 0 0 0"], frames: "Frames: 2" }),
      "a.bvh",
    );
    expect(clip.frameCount).toBe(2);
    expect(only(clip).positions[4]).toBeCloseTo(0.91, 5);
  });

  it("may end within its last frame, or have another number of frames than it states", () => {
    const short = readBvh(bvh({ rows: ["0 90 0 0 0 0 0 0 0 0 0 0", "0 90 0 0"] }), "a.bvh");
    expect(short.frameCount).toBe(1);
    expect(codes(short)).toEqual(expect.arrayContaining(["short-frame", "frame-count"]));
    const more = readBvh(bvh({ frames: "Frames: 7" }), "a.bvh");
    expect(more.frameCount).toBe(1);
    expect(codes(more)).toContain("frame-count");
  });

  it.each([
    ["Frame Time: 0.008333", 120, false],
    ["Frame Time: .0083333", 120, false],
    ["Frame Time: 0.0333667", 30 / 1.001, false],
    ["Frame Time: 0.033333", 30, false],
    ["Frame Time: 0.02666667", 37.5, false],
    ["Frame Time: 0", 30, true],
    ["Frame Time: -1", 30, true],
    ["Frame Time: nan", 30, true],
    ["", 30, true],
    ["Frame Time: 33.3333", 30, true],
  ])("%s is %d frames a second", (frameTime, rate, isAssumed) => {
    const clip = readBvh(
      bvh({ frameTime, rows: ["0 90 0 0 0 0 0 0 0 0 0 0", "0 90 0 0 0 0 0 0 0 0 0 0"] }),
      "a.bvh",
    );
    expect(clip.frameRate).toBeCloseTo(rate, 4);
    expect(codes(clip).includes("assumed-rate")).toBe(isAssumed);
    expect(clip.times[1]).toBeCloseTo(1 / rate, 7);
    const chosen = readBvh(bvh({ frameTime }), "a.bvh", { frameRate: 50 });
    expect([chosen.frameRate, codes(chosen).includes("assumed-rate")]).toEqual([50, false]);
  });
});

describe("refusals name file, line and expectation", () => {
  it.each([
    ["", /a\.bvh: expected a BVH file, found an empty one/],
    ["hello", /a\.bvh: line 1: expected MOTION/],
    ["HELLO\nMOTION\n", /line 1: expected HIERARCHY, found "HELLO"/],
    ["HIERARCHY\nMOTION\n", /expected ROOT/],
    [
      bvh().replace("OFFSET 0 80 0", "OFFSET 0 eighty 0"),
      /line 9: expected a number for OFFSET of Head y, found "eighty"/,
    ],
    [bvh().replace("OFFSET 0 80 0\n", "\n"), /expected an OFFSET of "Head" before it ends/],
    [bvh().replace("3 Zrotation", "9 Zrotation"), /line 10: expected 0 to 6 channels, found 9/],
    [
      bvh().replace("3 Zrotation Xrotation", "3 Zrotation Zrotation"),
      /line 10: expected each channel of a joint once/,
    ],
    [bvh().replace("3 Zrotation", "3 Wrotation"), /line 10: expected a channel such as Xrotation/],
    [bvh().replace("\n}\nMOTION", "\nMOTION"), /expected "}" at the end of "Hips"/],
    [
      bvh({ rows: ["0 90 0 0 0 0 0 0 0 0 0", "0 90 0 0 0 0 0 0 0 0 0 0"] }),
      /line 25: expected 12 values.*found 11/,
    ],
    [
      bvh({ rows: ["0 90 0 0 0 0 0 0 0 0 0 x"] }),
      /line 25: expected a number for LeftFoot Yrotation, found "x"/,
    ],
    [bvh({ rows: ["0 9,5 0 0 0 0 0 0 0 0 0 0"] }), /decimal commas are not supported/],
    [bvh({ rows: ["0 1e300 0 0 0 0 0 0 0 0 0 0"] }), /line 25: expected a number for Hips Yposition/],
    [bvh({ rows: ["0 nan 0 0 0 0 0 0 0 0 0 0"] }), /line 25/],
    [bvh({ rows: [] }), /expected at least one frame, found none/],
    [bvh({ rows: ["0 90"] }), /line 25: expected 12 values.*found 2/],
  ])("%#", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it("never hang, never give a number that is none: damaged files are read soundly or refused", () => {
    const whole = bvh({ rows: ["0 90 0 10 20 30 0 0 0 0 0 0", "1 91 0 10 20 30 0 0 5 0 0 0"] });
    const words = whole.split(/(\s+)/);
    const word = fc.constantFrom(
      "",
      "{",
      "}",
      "JOINT",
      "ROOT",
      "End Site",
      "OFFSET",
      "CHANNELS 6",
      "1e308",
      "NaN",
      "-",
      "0",
      "MOTION",
      "Frames:",
      "99999999999",
      "Frame Time: 1e-9",
      "\n",
      "#",
    );
    const edit = fc.tuple(fc.nat(words.length - 1), fc.boolean(), word);
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        const damaged = [...words];
        for (const [at, isReplaced, text] of edits)
          damaged[at] = isReplaced ? text : `${damaged[at]} ${text} `;
        try {
          expectSound(readBvh(damaged.join(""), "a.bvh"));
        } catch (error) {
          expect(error).toBeInstanceOf(RecordingError);
        }
      }),
      { numRuns: 800 },
    );
  });
});

describe.skipIf(!hasSamples)(`samples${sampleNote}`, () => {
  const read = (name: string) => readBvh(readFileSync(sharedPath(`samples/${name}`), "utf8"), name);
  const boneOf = (clip: MotionClip, name: string) => only(clip).bones.findIndex((bone) => bone.name === name);

  it("cmu_12_01_walk: Y up, the database's unit, 120 a second, walks along +Z with its feet near the floor", () => {
    const clip = read("cmu_12_01_walk.bvh");
    expect([clip.frameCount, clip.frameRate, only(clip).bones.length]).toEqual([524, 120, 31]);
    expect([clip.up, clip.warnings.find(({ code }) => code === "assumed-units")?.value]).toEqual([
      "y",
      "cmu",
    ]);
    const first = jointsOf(only(clip), 0);
    const last = jointsOf(only(clip), 523);
    expect((last[0]?.[2] ?? 0) - (first[0]?.[2] ?? 0)).toBeGreaterThan(2);
    expect(Math.abs((last[0]?.[0] ?? 0) - (first[0]?.[0] ?? 0))).toBeLessThan(0.5);
    for (let frame = 0; frame < 524; frame += 25) {
      const joints = jointsOf(only(clip), frame);
      const lowest = Math.min(...joints.map((joint) => joint[1] ?? 0));
      expect(Math.abs(lowest)).toBeLessThan(0.1);
      const head = joints[boneOf(clip, "Head")]?.[1] ?? 0;
      expect(head).toBeGreaterThan(1.2);
      expect(head).toBeLessThan(1.8);
    }
  });

  it("zup-mixed-orders: Z up and inches; stands, and each joint order is its own", () => {
    const clip = read("zup-mixed-orders.bvh");
    expect([clip.frameCount, clip.frameRate, only(clip).bones.length]).toEqual([75, 30, 24]);
    expect([clip.up, clip.warnings.find(({ code }) => code === "assumed-units")?.value]).toEqual(["z", "in"]);
    // The first row, by hand: -0.8231 -10.8992 36.4219 inches, Z up.
    const near = (value: number) => expect.closeTo(value * 0.0254, 5);
    expect([...only(clip).positions.slice(0, 3)]).toEqual([near(-0.8231), near(36.4219), near(10.8992)]);
    // RightShoulder (YZX) of the first row: 2.2868 -2.6715 0.1066. Turned into Y up, the axes x y z are x -z y.
    const shoulder = boneOf(clip, "RightShoulder");
    const local = [turnAbout("Y", 2.2868), turnAbout("Z", -2.6715), turnAbout("X", 0.1066)].reduce(
      product,
      identity,
    );
    const toYUp: Matrix = [
      [1, 0, 0],
      [0, 0, 1],
      [0, -1, 0],
    ];
    const toZUp: Matrix = [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ];
    const expected = product(product(toYUp, local), toZUp);
    const found = matrixOf(only(clip).rotations, 4 * shoulder);
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]) {
      for (const [row, value] of apply(found, axis).entries())
        expect(value).toBeCloseTo(apply(expected, axis)[row] ?? 0, 5);
    }
    for (let frame = 0; frame < 75; ++frame) {
      const joints = jointsOf(only(clip), frame);
      const head = joints[boneOf(clip, "Head")]?.[1] ?? 0;
      const toe = joints[boneOf(clip, "LeftToeBase")]?.[1] ?? 0;
      expect(head - toe).toBeGreaterThan(1.2);
    }
  });

  it("collar-yxz-armsdown: centimetres, arms hang at rest, starts off the origin", () => {
    const clip = read("collar-yxz-armsdown.bvh");
    expect([clip.frameCount, clip.frameRate, only(clip).bones.length]).toEqual([61, 120, 23]);
    expect([clip.up, clip.warnings.find(({ code }) => code === "assumed-units")?.value]).toEqual(["y", "cm"]);
    expect(only(clip).bones[boneOf(clip, "RightElbow")]?.offset).toEqual([
      0,
      expect.closeTo(-0.31895804, 6),
      0,
    ]);
    expect(only(clip).positions[0]).toBeCloseTo(1.48829378, 5);
    const lowest = Math.min(...jointsOf(only(clip), 0).map((joint) => joint[1] ?? 0));
    expect(lowest).toBeGreaterThan(-0.05);
    expect(lowest).toBeLessThan(0.2);
  });
});
