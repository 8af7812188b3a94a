import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MotionClip } from "../../../../web/src/sources/motion/motion-clip";
import { isMotionText, readMotion } from "../../../../web/src/sources/motion/read-motion";
import { readMotiveCsv } from "../../../../web/src/sources/motion/read-motive-csv";
import { RecordingError } from "../../../../web/src/sources/recording";
import { angleBetween, jointsOf } from "../../../support/motion-clips";
import {
  type ExportOptions,
  type MadeMotion,
  madeMotion,
  madeSkeleton,
  motiveCsv,
  placed,
  quaternionOf,
} from "../../../support/motive-csv";
import { hasSamples, sampleNote, sharedPath } from "../../../support/samples";

const bones = madeSkeleton();
const motion = madeMotion(bones, 24);

function only(clip: MotionClip) {
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error("no performer");
  return performer;
}

function codes(clip: MotionClip): string[] {
  return clip.warnings.map(({ code }) => code);
}

/** Largest distance between the joints of a clip and those that were written, metres, by bone name. */
function worstJoint(
  clip: MotionClip,
  made: MadeMotion,
  performer = 0,
  skipped: readonly number[] = [],
): number {
  const found = clip.performers[performer];
  if (found === undefined) throw new Error("no performer");
  let worst = 0;
  for (let frame = 0; frame < made.frameCount; ++frame) {
    if (skipped.includes(frame)) continue;
    const joints = jointsOf(found, frame);
    for (const [bone, { position }] of placed(made, frame).entries()) {
      const index = found.bones.findIndex(({ name }) => name === made.bones[bone]?.name);
      worst = Math.max(
        worst,
        Math.hypot(...position.map((value, axis) => value - (joints[index]?.[axis] ?? 9))),
      );
    }
  }
  return worst;
}

function parentNames(clip: MotionClip): Record<string, string> {
  const { bones: found } = only(clip);
  return Object.fromEntries(found.map(({ name, parent }) => [name, found[parent]?.name ?? ""]));
}

const truth = Object.fromEntries(bones.map(({ name, parent }) => [name, bones[parent]?.name ?? ""]));

describe("a skeleton", () => {
  const variants: [string, ExportOptions][] = [
    ["global, quaternions, metres, 1.21", { version: "1.21" }],
    ["global, quaternions, millimetres, 1.23", { units: ["Millimeters", 1000] }],
    ["global, XYZ angles, centimetres", { rotation: "XYZ", units: ["Centimeters", 100] }],
    ["local, quaternions, inches", { space: "Local", units: ["Inches", 1 / 0.0254] }],
    ["local, XYZ angles, feet", { space: "Local", rotation: "XYZ", units: ["Feet", 1 / 0.3048] }],
    ["global with the row Parent", { version: "1.25" }],
    ["Z up", { zUp: true }],
    ["Z up, local", { zUp: true, space: "Local" }],
  ];
  it.each(variants)("%s: hierarchy, offsets and joints are those that were written", (_, options) => {
    const clip = readMotiveCsv(motiveCsv({ Dancer: motion }, options), "a.csv");
    expect(only(clip).name).toBe("Dancer");
    expect(parentNames(clip)).toEqual(truth);
    expect(worstJoint(clip, motion)).toBeLessThan(1e-4);
    expect(only(clip).positioned).toEqual([0]);
    expect(only(clip).tracked).toBe(null);
    for (const { name, offset } of only(clip).bones.slice(1)) {
      const written = bones.find((bone) => bone.name === name)?.offset ?? [];
      for (const [axis, value] of offset.entries()) expect(value).toBeCloseTo(written[axis] ?? 9, 4);
    }
    expect([clip.frameCount, clip.frameRate, clip.up]).toEqual([24, 120, options.zUp === true ? "z" : "y"]);
    expect(codes(clip)).toEqual(options.zUp === true ? ["assumed-up"] : []);
  });

  it("keeps turned bones where the parents turn: local rotations are those that were written", () => {
    const clip = readMotiveCsv(motiveCsv({ Dancer: motion }), "a.csv");
    const { rotations, bones: found } = only(clip);
    for (const [bone, { local }] of placed(motion, 11).entries()) {
      const index = found.findIndex(({ name }) => name === bones[bone]?.name);
      const expected = quaternionOf(local);
      const from = 4 * (11 * found.length + index);
      expect(angleBetween(expected, 0, rotations, from)).toBeLessThan(0.001);
    }
  });

  it("may be in the other space than the header states: told by which keeps bone lengths", () => {
    for (const [space, claimedSpace] of [
      ["Local", "Global"],
      ["Global", "Local"],
    ] as const) {
      const clip = readMotiveCsv(motiveCsv({ Dancer: motion }, { space, claimedSpace }), "a.csv");
      expect(clip.warnings.find(({ code }) => code === "space-mismatch")?.value).toBe(space.toLowerCase());
      expect(worstJoint(clip, motion)).toBeLessThan(1e-4);
    }
  });

  it("may have its root named after itself, and other naming schemes", () => {
    const own = madeMotion(madeSkeleton("Dancer"), 8);
    expect(worstJoint(readMotiveCsv(motiveCsv({ Dancer: own }), "a.csv"), own)).toBeLessThan(1e-4);
    const renamed = (names: Readonly<Record<string, string>>) =>
      bones.map((bone) => ({
        ...bone,
        name:
          names[bone.name] ??
          names[bone.name.slice(1)]?.replace("*", bone.name.startsWith("L") ? "Left" : "Right") ??
          bone.name,
      }));
    const fbx = renamed({
      Hip: "Hips",
      Ab: "Spine",
      Chest: "Spine1",
      Shoulder: "*Shoulder",
      UArm: "*Arm",
      FArm: "*ForeArm",
      Hand: "*Hand",
      Index1: "*HandIndex1",
      Index2: "*HandIndex2",
      Thigh: "*UpLeg",
      Shin: "*Leg",
      Foot: "*Foot",
      Toe: "*ToeBase",
    });
    const bvh = renamed({
      Hip: "Hips",
      Ab: "Chest",
      Chest: "Chest2",
      Shoulder: "*Collar",
      UArm: "*Shoulder",
      FArm: "*Elbow",
      Hand: "*Wrist",
      Index1: "*Finger1",
      Index2: "*Finger11",
      Thigh: "*Hip",
      Shin: "*Knee",
      Foot: "*Ankle",
      Toe: "*Toe",
    });
    const unreal = renamed({
      Hip: "pelvis",
      Ab: "spine_01",
      Chest: "spine_02",
      Neck: "neck_01",
      Head: "head",
      Shoulder: "*clavicle",
      UArm: "*upperarm",
      FArm: "*lowerarm",
      Hand: "*hand",
      Index1: "*index_01",
      Index2: "*index_02",
      Thigh: "*thigh",
      Shin: "*calf",
      Foot: "*foot",
      Toe: "*ball",
    }).map((bone) => ({
      ...bone,
      name: bone.name.replace(
        /^(Left|Right)(.*)$/,
        (_, side: string, rest: string) => `${rest}_${side === "Left" ? "l" : "r"}`,
      ),
    }));
    for (const scheme of [fbx, bvh, unreal]) {
      const made = madeMotion(scheme, 24);
      const clip = readMotiveCsv(motiveCsv({ Dancer: made }), "a.csv");
      const expected = Object.fromEntries(
        scheme.map(({ name, parent }) => [name, scheme[parent]?.name ?? ""]),
      );
      expect(parentNames(clip)).toEqual(expected);
      expect(codes(clip)).toEqual([]);
      expect(worstJoint(clip, made)).toBeLessThan(1e-4);
    }
  });

  it("keeps its hierarchy in whatever order the limbs stand: Motive lists the toes last, fingers and spines may be more", () => {
    const more = [
      ...bones.filter(({ name }) => !name.endsWith("Toe")),
      {
        name: "LThumb1",
        parent: bones.findIndex(({ name }) => name === "LHand"),
        offset: [0.03, 0, 0.03] as const,
      },
      ...bones.filter(({ name }) => name.endsWith("Toe")),
    ];
    // Parents by place in the new order.
    const placeOf = (name: string) => more.findIndex((bone) => bone.name === name);
    const list = more.map((bone) => ({
      ...bone,
      parent: bone.parent < 0 ? -1 : placeOf(bones[bone.parent]?.name ?? ""),
    }));
    const made = madeMotion(list, 24);
    const clip = readMotiveCsv(motiveCsv({ Dancer: made }), "a.csv");
    expect(parentNames(clip)).toEqual({ ...truth, LThumb1: "LHand" });
    expect(codes(clip)).toEqual([]);
    expect(worstJoint(clip, made)).toBeLessThan(1e-4);
  });

  it("with names nobody knows gets its hierarchy from how the bones move", () => {
    const made = madeMotion(
      bones.map((bone, index) => ({ ...bone, name: index === 0 ? "Hip" : `b${index}` })),
      60,
    );
    const clip = readMotiveCsv(motiveCsv({ Dancer: made }), "a.csv");
    expect(codes(clip)).toContain("guessed-parents");
    expect(worstJoint(clip, made)).toBeLessThan(1e-4);
    const expected = Object.fromEntries(
      made.bones.map(({ name, parent }) => [name, made.bones[parent]?.name ?? ""]),
    );
    expect(parentNames(clip)).toEqual(expected);
  });

  it("that is lost holds its last pose and says so; nothing is blended into the gap", () => {
    const isLost = (frame: number) => frame < 2 || (frame >= 10 && frame < 14);
    const clip = readMotiveCsv(motiveCsv({ Dancer: motion }, { isLost }), "a.csv");
    expect(clip.warnings.find(({ code }) => code === "untracked-frames")?.count).toBe(6);
    const lost = [0, 1, 10, 11, 12, 13];
    expect(worstJoint(clip, motion, 0, lost)).toBeLessThan(1e-4);
    for (const [frame, held] of [
      [0, 2],
      [1, 2],
      [10, 9],
      [13, 9],
    ] as const)
      expect(jointsOf(only(clip), frame)).toEqual(jointsOf(only(clip), held));
    const { tracked, bones: found } = only(clip);
    for (let frame = 0; frame < 24; ++frame)
      for (const bone of found.keys())
        expect(tracked?.[frame * found.length + bone]).toBe(lost.includes(frame) ? 0 : 1);
  });

  it("one bone of which is lost is held against its parent, not in the world", () => {
    const hand = bones.findIndex(({ name }) => name === "LHand");
    const isLost = (frame: number, bone: number) => bone === hand && frame >= 6 && frame < 12;
    const clip = readMotiveCsv(motiveCsv({ Dancer: motion }, { isLost }), "a.csv");
    const { bones: found, rotations } = only(clip);
    const index = found.findIndex(({ name }) => name === "LHand");
    const size = 4 * found.length;
    const pose = (frame: number) =>
      rotations.subarray(frame * size + 4 * index, frame * size + 4 * index + 4);
    for (let frame = 6; frame < 12; ++frame) expect(pose(frame)).toEqual(pose(5));
    expect(worstJoint(clip, motion, 0, [6, 7, 8, 9, 10, 11])).toBeLessThan(1e-4);
  });

  it("several of them are several performers", () => {
    const other = madeMotion(madeSkeleton(), 24, 3);
    const clip = readMotiveCsv(motiveCsv({ Anna: motion, "Ben 2": other }), "a.csv");
    expect(clip.performers.map(({ name }) => name)).toEqual(["Anna", "Ben 2"]);
    expect(worstJoint(clip, motion, 0)).toBeLessThan(1e-4);
    expect(worstJoint(clip, other, 1)).toBeLessThan(1e-4);
  });
});

/** Two markers and a body beside a force plate, three frames at 100 a second, the second without the body and a marker. */
const small = `Format Version,1.23,Take Name,"a, b",Export Frame Rate,100.000000,Rotation Type,Quaternion,Length Units,Millimeters,Coordinate Space,Global

,Type,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Rigid Body,Marker,Marker,Marker,Force Plate
,Name,Chair,Chair,Chair,Chair,Chair,Chair,Chair,Chair,"m,1","m,1","m,1",Plate
,ID,1,1,1,1,1,1,1,1,2,2,2,3
,,Rotation,Rotation,Rotation,Rotation,Position,Position,Position,Mean Marker Error,Position,Position,Position,Force
Frame,Time (Seconds),X,Y,Z,W,X,Y,Z,,X,Y,Z,X
0,0.000,0,0,0,2,1000,2000,3000,0.1,10,20,30,5
1,0.010,,,,,,,,,,,
3,0.030,0,1,0,0,1000,2500,3000,0.1,11,20,30,5
`;

describe("rigid bodies and markers", () => {
  const clip = readMotiveCsv(small, "a.csv");

  it("are in metres, held and flagged where they are lost; missing frames keep their time", () => {
    const [body] = clip.bodies;
    expect(body?.name).toBe("Chair");
    expect([...(body?.positions ?? [])]).toEqual([1, 2, 3, 1, 2, 3, 1, 2.5, 3]);
    expect([...(body?.rotations ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]);
    expect([...(body?.tracked ?? [])]).toEqual([1, 0, 1]);
    const [marker] = clip.markers;
    expect(marker?.name).toBe("m,1");
    expect([...(marker?.positions ?? [])].map((value) => Number(value.toFixed(6)))).toEqual([
      0.01, 0.02, 0.03, 0.01, 0.02, 0.03, 0.011, 0.02, 0.03,
    ]);
    expect([...(marker?.tracked ?? [])]).toEqual([1, 0, 1]);
    expect([...clip.times]).toEqual([0, 0.01, 0.03]);
    expect(clip.duration).toBeCloseTo(0.04, 9);
  });

  it("of kinds that are not read are named", () => {
    expect(clip.warnings.find(({ code }) => code === "ignored-columns")?.value).toBe("Force Plate");
    expect(clip.warnings.find(({ code }) => code === "untracked-frames")?.count).toBe(1);
  });

  it("turn with the axes where Z is said to be up", () => {
    const [body] = readMotiveCsv(small, "a.csv", { up: "z" }).bodies;
    expect([...(body?.positions.slice(0, 3) ?? [])]).toEqual([1, 3, -2]);
    expect([...(body?.rotations.slice(8) ?? [])]).toEqual([0, 0, -1, 0]);
  });

  it("take rate and unit from the options, and say what they assume without them", () => {
    const chosen = readMotiveCsv(small, "a.csv", { metresPerUnit: 1, frameRate: 50 });
    expect(chosen.frameRate).toBe(50);
    expect(chosen.bodies[0]?.positions[1]).toBe(2000);
    const bare = readMotiveCsv(small.replace("Export Frame Rate", "x").replace("Length Units", "y"), "a.csv");
    expect(codes(bare)).toEqual(expect.arrayContaining(["assumed-rate", "assumed-units"]));
    expect(bare.frameRate).toBeCloseTo(100, 6);
  });

  it("rows that go back are left out and counted", () => {
    const text = `${small}2,0.020,0,0,0,1,1,1,1,0.1,1,1,1,5\n`;
    const found = readMotiveCsv(text, "a.csv");
    expect(found.frameCount).toBe(3);
    expect(found.warnings.find(({ code }) => code === "out-of-order-rows")?.count).toBe(1);
  });
});

describe("refusals name file, place and expectation", () => {
  it.each([
    ["Timecode,JawOpen\n1,2\n", /a\.csv: line 1: expected a BVH file \(HIERARCHY\) or a Motive CSV export/],
    ["Format Version,1.23\n", /expected a row that begins with Frame/],
    [
      small.replace("Quaternion", "Spline"),
      /line 1, Rotation Type: expected Quaternion or an order such as XYZ, found "Spline"/,
    ],
    [small.replace("1000,2000", "1000,x"), /line 8, column Chair Position Y: expected a number, found "x"/],
    [small.replace("1000,2000", "1000,1e300"), /line 8, column Chair Position Y/],
    [
      small.replace("Frame,Time (Seconds),X,Y,Z,W", "Frame,Time (Seconds),X,Y,Z,"),
      /line 7, Chair: expected columns X, Y, Z, W of its rotation/,
    ],
    [small.slice(0, small.indexOf("0,0.000")), /expected rows of values below the header, found none/],
    [small.replace("1,0.010", ",0.010"), /line 9: expected a frame number and a time first/],
    [
      small.replace(/Rigid Body|Marker(?=,)/g, "Device"),
      /line 7: expected columns of bones, rigid bodies or markers/,
    ],
  ])("%#", (text, message) => {
    expect(() => readMotion(text, "a.csv")).toThrow(RecordingError);
    expect(() => readMotion(text, "a.csv")).toThrow(message);
  });

  it("damaged files are read soundly or refused", () => {
    const whole = motiveCsv({ Dancer: madeMotion(bones.slice(0, 3), 4) });
    const cells = whole.split(/(,|\r\n)/);
    const text = fc.constantFrom(
      "",
      "x",
      '"',
      "NaN",
      "1e308",
      "Bone",
      "Rotation",
      "Position",
      "Dancer:Ab",
      "0",
      "-1",
      "\r\n",
      ",,,",
      "Frame,",
      "W",
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(cells.length - 1), text), { minLength: 1, maxLength: 6 }),
        (edits) => {
          const damaged = [...cells];
          for (const [at, word] of edits) damaged[at] = word;
          let clip: MotionClip;
          try {
            clip = readMotiveCsv(damaged.join(""), "a.csv");
          } catch (error) {
            expect(error).toBeInstanceOf(RecordingError);
            return;
          }
          const numbers = [
            ...clip.times,
            ...clip.performers.flatMap(({ rotations, positions, bones: found }) => [
              ...rotations,
              ...positions,
              ...found.flatMap(({ offset }) => offset),
            ]),
            ...clip.bodies.flatMap(({ positions, rotations }) => [...positions, ...rotations]),
            ...clip.markers.flatMap(({ positions }) => [...positions]),
          ];
          expect(numbers.every(Number.isFinite)).toBe(true);
          expect(clip.times.every((time, frame) => frame === 0 || time > (clip.times[frame - 1] ?? 0))).toBe(
            true,
          );
          for (const { bones: found } of clip.performers)
            for (const [index, { parent }] of found.entries()) expect(parent).toBeLessThan(index);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe.skipIf(!hasSamples)(`samples${sampleNote}`, () => {
  const read = (name: string) => readMotion(readFileSync(sharedPath(`samples/${name}`), "utf8"), name);

  it("motive-1.21-rigidbody-m: one body, its markers and loose ones", () => {
    const clip = read("motive-1.21-rigidbody-m.csv");
    expect([clip.frameCount, clip.frameRate, clip.performers.length, clip.markers.length]).toEqual([
      250, 120, 0, 12,
    ]);
    const [body] = clip.bodies;
    expect(body?.name).toBe("Rigid Body 1");
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 6));
    expect([...(body?.positions.slice(0, 3) ?? [])]).toEqual(near([0.060002, 0.01915, 0.076611]));
    expect([...(body?.rotations.slice(0, 4) ?? [])]).toEqual(near([0.000035, 0.000016, -0.00003, -1]));
    expect(body?.tracked.every((flag) => flag === 1)).toBe(true);
    expect([clip.metresPerUnit, clip.unitsFrom]).toEqual([1, "file"]);
  });

  it("motive-1.23-markers-mm: 18 markers, 360 a second although times are rounded, lost ones flagged", () => {
    const clip = read("motive-1.23-markers-mm.csv");
    expect([clip.frameCount, clip.frameRate, clip.bodies.length, clip.markers.length]).toEqual([
      1353, 360, 0, 18,
    ]);
    expect(clip.times[1352]).toBeCloseTo(1352 / 360, 9);
    expect([...(clip.markers[0]?.positions.slice(0, 3) ?? [])]).toEqual(
      [2.659741943, -0.830793884, -2.86219165].map((value) => expect.closeTo(value, 6)),
    );
    const rows = readFileSync(sharedPath("samples/motive-1.23-markers-mm.csv"), "utf8")
      .trim()
      .split(/\r?\n/)
      .slice(-1353);
    for (const [index, { tracked }] of clip.markers.entries()) {
      const seen = rows.filter((row) => (row.split(",")[2 + 3 * index] ?? "").trim() !== "").length;
      expect(tracked.reduce((sum, flag) => sum + flag, 0)).toBe(seen);
    }
  });

  it("is told from other recordings by its text", () => {
    const text = (name: string) => readFileSync(sharedPath(`samples/${name}`), "utf8");
    expect(isMotionText(text("motive-1.23-markers-mm.csv"))).toBe(true);
    expect(isMotionText(text("collar-yxz-armsdown.bvh"))).toBe(true);
    expect(isMotionText(text("livelinkface-rom.csv"))).toBe(false);
  });
});
