// Feet that a file's T-pose has rolled: found from how they stand, and flat on the avatar.
// The same motion is written twice, with feet as they are and with foot joints whose axes are turned.
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../../web/src/core/core";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { retargetClip } from "../../../web/src/retarget/retarget-clip";
import { standingFeet } from "../../../web/src/retarget/standing-feet";
import type { MotionClip } from "../../../web/src/sources/motion/motion-clip";
import { madeTake } from "../../support/made-takes";
import { jointsOf } from "../../support/motion-clips";
import { plainBody } from "../../support/plain-body";
import { about, after, back, minus, type Turn, turned, type Vec } from "../../support/turns";

let core: Core;
beforeAll(async () => {
  core = await loadCoreNode();
});

/** The same places of all joints, from a skeleton whose feet are turned by `roll` at rest. */
function rolled(clip: MotionClip, roll: (side: number) => Turn): MotionClip {
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error("no performer");
  const { bones } = performer;
  const rotations = performer.rotations.slice();
  const turnOf = (name: string) => roll(name.startsWith("Left") ? 0 : 1);
  for (let frame = 0; frame < clip.frameCount; ++frame) {
    for (const [bone, { name, parent }] of bones.entries()) {
      const at = 4 * (frame * bones.length + bone);
      const own = [...rotations.subarray(at, at + 4)] as unknown as Turn;
      if (/Foot$/.test(name)) rotations.set(after(own, back(turnOf(name))), at);
      if (/Foot$/.test(bones[parent]?.name ?? "")) rotations.set(after(turnOf(name), own), at);
    }
  }
  const moved = bones.map((bone) =>
    /Foot$/.test(bones[bone.parent]?.name ?? "")
      ? { ...bone, offset: turned(turnOf(bone.name), bone.offset) }
      : bone,
  );
  return { ...clip, performers: [{ ...performer, bones: moved, rotations }] };
}

const roll = (side: number): Turn =>
  after(about([0, 0, 1], side === 0 ? -24 : 22), about([1, 0, 0], side === 0 ? 6 : -4));

describe("feet that are rolled in the T-pose", () => {
  test("the same motion, told by the test's own arithmetic", () => {
    const [clip, other] = [madeTake("walk"), rolled(madeTake("walk"), roll)];
    const [a, b] = [clip.performers[0], other.performers[0]];
    if (a === undefined || b === undefined) throw new Error("no performer");
    for (const [bone, place] of jointsOf(a, 77).entries())
      for (const axis of [0, 1, 2])
        expect(jointsOf(b, 77)[bone]?.[axis]).toBeCloseTo(place[axis] ?? Number.NaN, 5);
  });

  test("stand as flat on the avatar as others", () => {
    const avatar = { name: "plain", description: plainBody() };
    const options = { settings: { parameters: { "filter.enabled": false } } } as const;
    const straight = retargetClip(core, madeTake("walk"), avatar, options);
    const turnedFeet = retargetClip(core, rolled(madeTake("walk"), roll), avatar, options);
    const [a, b] = [straight.clip.performers[0], turnedFeet.clip.performers[0]];
    if (a === undefined || b === undefined) throw new Error("no performer");
    for (const name of ["leftFoot", "rightFoot"]) {
      const [foot, toes] = [name, name.replace("Foot", "Toes")].map((each) =>
        a.bones.findIndex((bone) => bone.name === each),
      ) as [number, number];
      for (let frame = 0; frame < straight.clip.frameCount; frame += 5) {
        const [one, two] = [jointsOf(a, frame), jointsOf(b, frame)].map((places) =>
          minus(places[toes] as unknown as Vec, places[foot] as unknown as Vec),
        ) as [Vec, Vec];
        // 14 cm from ankle to toes: 5 mm are 2 degrees.
        expect(Math.hypot(...minus(one, two)), `${name} at ${frame}`).toBeLessThan(0.005);
      }
    }
  });
});

describe("what is found", () => {
  const clip = rolled(madeTake("walk"), roll);
  const [performer] = clip.performers;
  if (performer === undefined) throw new Error("no performer");
  const names = performer.bones.map(({ name }) => name);
  const report = {
    humanoid: { leftFoot: names.indexOf("LeftFoot"), rightFoot: names.indexOf("RightFoot") },
  } as never;
  const all = new Uint8Array(2 * clip.frameCount).fill(1);

  test('"up" in the axes of each foot', () => {
    const found = standingFeet(clip, performer, report, all);
    for (const [side, bone] of (["leftFoot", "rightFoot"] as const).entries()) {
      // Up in the axes of the rolled joint.
      const up = turned(roll(side), [0, 1, 0]);
      for (const axis of [0, 1, 2]) expect(found[bone]?.[axis]).toBeCloseTo(up[axis] ?? Number.NaN, 3);
    }
    expect(found.leftToes).toBeUndefined();
  });

  test("nothing where feet are flat, never stand, or are turned beyond belief", () => {
    const flat = madeTake("walk");
    const [walker] = flat.performers;
    const [over] = rolled(madeTake("walk"), () => about([0, 0, 1], 60)).performers;
    if (walker === undefined || over === undefined) throw new Error("no performer");
    expect(standingFeet(flat, walker, report, all)).toEqual({});
    expect(standingFeet(clip, performer, report, new Uint8Array(all.length))).toEqual({});
    expect(standingFeet(clip, over, report, all)).toEqual({});
  });
});
