// Rows "Skeleton and retargeting" of the field's cases that concern whole recordings on whole avatars, by their numbers (B16 to B25).
// Rows about one job alone (curl axes, full reach, head scale, hands at the chin) are tested with that job, in tests/core.
import { beforeAll, describe, expect, test } from "vitest";
import type { BodyDescription } from "../../web/src/core/body-documents";
import type { Core } from "../../web/src/core/core";
import { loadCoreNode } from "../../web/src/core/load-core-node";
import { avatarBody } from "../../web/src/reader/body-description";
import { summarizeMeters } from "../../web/src/retarget/frame-meters";
import { retargetClip } from "../../web/src/retarget/retarget-clip";
import type { MotionClip } from "../../web/src/sources/motion/motion-clip";
import { builtBytes } from "../avatars/built";
import { type Body, makeBody } from "../support/body-quality/body";
import { figuresOf } from "../support/body-quality/measures";
import { performerOf, UNFILTERED } from "../support/body-quality/performer";
import { skeletonSoles, skinSoles } from "../support/body-quality/soles";
import { coreTrack } from "../support/body-quality/solved";
import { placeAt, type Track, turnAt } from "../support/body-quality/track";
import { AT_CHIN, madeTake } from "../support/made-takes";
import { plainBody } from "../support/plain-body";
import { readBytes } from "../support/samples";
import { after, back, degreesOf, minus, plus, size, times, turned } from "../support/turns";

let core: Core;
beforeAll(async () => {
  core = await loadCoreNode();
});

/** The plain body with legs of a length, the soles where they were. */
function withLegs(leg: number): BodyDescription {
  const { joints } = plainBody();
  // Thigh 0.4, shin 0.38.
  const factor = leg / 0.78;
  return {
    joints: joints.map((joint) => {
      const [x = 0, y = 0, z = 0] = joint.translation ?? [];
      if (joint.name === "hips") return { ...joint, translation: [x, y + leg - 0.78, z] };
      return /LowerLeg|Foot/.test(joint.name) ? { ...joint, translation: [x, y * factor, z] } : joint;
    }),
  };
}

function figures(clip: MotionClip, description: BodyDescription, rootMotion: "world" | "scaled") {
  const source = performerOf(core, clip);
  const avatar = makeBody(core, "avatar", description);
  const parameters = { ...UNFILTERED, rootMotion };
  const { track, isFreeArm } = coreTrack(core, clip, source, avatar, { parameters }, []);
  const travel =
    rootMotion === "scaled" ? avatar.report.measures.leg[0] / source.body.report.measures.leg[0] : 1;
  return figuresOf({
    times: clip.times,
    source: source.track,
    performer: source.body,
    sourceSoles: skeletonSoles(source.body),
    target: track,
    avatar,
    soles: skeletonSoles(avatar),
    travel,
    isFreeArm,
  });
}

/** A take whose performer's legs are 0.82 m. */
const TAKE_LEG = 0.82;

describe("B17: the fewest bones", () => {
  test("fifteen bones are enough, and the head turns as the performer's does", () => {
    const left = new Set(["chest", "neck", "leftToes", "rightToes", "leftShoulder", "rightShoulder"]);
    const { joints } = plainBody();
    const kept = joints.filter(({ name }) => !left.has(name));
    // What hung on a bone that is gone hangs on the next one above, where it was.
    const description: BodyDescription = {
      joints: kept.map((joint) => {
        let [x, y, z] = joint.translation as [number, number, number];
        let at = joint.parent ?? -1;
        while (at >= 0 && left.has(joints[at]?.name ?? "")) {
          const [px = 0, py = 0, pz = 0] = joints[at]?.translation ?? [];
          [x, y, z] = [x + px, y + py, z + pz];
          at = joints[at]?.parent ?? -1;
        }
        return {
          ...joint,
          parent: kept.findIndex(({ name }) => name === joints[at]?.name),
          translation: [x, y, z],
        };
      }),
    };
    expect(description.joints).toHaveLength(15);
    const clip = madeTake("sit");
    const source = performerOf(core, clip);
    const avatar = makeBody(core, "fifteen", description);
    expect(avatar.report.complete).toBe(true);
    const { track } = coreTrack(core, clip, source, avatar, { parameters: UNFILTERED }, []);
    for (let frame = 0; frame < track.frameCount; frame += 10)
      for (const bone of ["hips", "head"] as const)
        expect(
          degreesOf(after(back(turnAt(source.track, frame, bone)), turnAt(track, frame, bone))),
          `${bone} at ${frame}`,
        ).toBeLessThan(0.1);
  });
});

describe("B18: prefixes and roots of any name", () => {
  const plainNames = madeTake("wave");
  const renamed = (name: (own: string) => string): MotionClip => ({
    ...plainNames,
    performers: plainNames.performers.map((performer) => ({
      ...performer,
      bones: performer.bones.map((bone) => ({ ...bone, name: name(bone.name) })),
    })),
  });

  test.each(["mixamorig:", "mixamorig1:", "mixamorig_", "mixamorig", "Take 001:", "Anna_"])(
    "%s",
    (prefix) => {
      const avatar = { name: "plain", description: plainBody() };
      const own = retargetClip(core, plainNames, avatar);
      const other = retargetClip(
        core,
        renamed((name) => prefix + name),
        avatar,
      );
      expect(other.performer.humanoid).toEqual(own.performer.humanoid);
      expect(other.performer.complete).toBe(true);
      expect([...(other.clip.performers[0]?.rotations ?? [])]).toEqual([
        ...(own.clip.performers[0]?.rotations ?? []),
      ]);
    },
  );

  test("an avatar below a root that nobody knows", () => {
    const { joints } = plainBody();
    const below = joints.map((joint) => ({
      ...joint,
      name: `mixamorig:${joint.name}`,
      parent: (joint.parent ?? -1) + 1,
    }));
    const report = core.describeBody({ joints: [{ name: "Root_7f" }, ...below] });
    expect(report.complete).toBe(true);
    expect(Object.values(report.humanoid)).toHaveLength(joints.length);
  });
});

describe("B21: other heights", () => {
  test.each([0.5, 1, 2])("legs x %s: soles within 5 mm of the floor", (ratio) => {
    for (const rootMotion of ["world", "scaled"] as const) {
      const { penetration, floating } = figures(madeTake("walk"), withLegs(ratio * TAKE_LEG), rootMotion);
      expect(penetration, rootMotion).toBeLessThan(5);
      expect(floating, rootMotion).toBeLessThan(5);
    }
  });

  test("the soles of a skin, too", async () => {
    const avatar = await readBytes(builtBytes("realistic"), "realistic.vrm");
    const { description, nodes } = avatarBody(avatar);
    const body = makeBody(core, "realistic", description);
    const soles = skinSoles(avatar, body, new Map(nodes.map((node, joint) => [node, joint])));
    expect(soles.map((points) => points.length > 20)).toEqual([true, true]);
    const clip = madeTake("walk");
    const source = performerOf(core, clip);
    const { track, isFreeArm } = coreTrack(core, clip, source, body, { parameters: UNFILTERED }, []);
    const { sole, penetration, floating } = figuresOf({
      times: clip.times,
      source: source.track,
      performer: source.body,
      sourceSoles: skeletonSoles(source.body),
      target: track,
      avatar: body,
      soles,
      travel: 1,
      isFreeArm,
    });
    expect(sole).toBeLessThan(3);
    expect(penetration).toBeLessThan(5);
    expect(floating).toBeLessThan(3);
  });

  test("twenty calibrations move nothing", () => {
    const engine = core.createEngine(1);
    const { bodies } = engine;
    const avatar = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
    bodies.setBody(avatar, withLegs(0.5));
    const performer = bodies.addPerformer(plainBody());
    bodies.followPerformer(avatar, performer);
    const { performerJoints: most, jointStride } = bodies.layout;
    const frame = (time: number) => {
      for (const [joint, { translation = [0, 0, 0] }] of plainBody().joints.entries())
        bodies.performerInput().set([...translation, 0, 0, 0, 1], joint * jointStride);
      bodies.performerTime()[0] = time;
      engine.step(1 / 60);
      return [...bodies.poses()];
    };
    expect(most).toBeGreaterThan(plainBody().joints.length);
    frame(0);
    expect(bodies.calibrate(avatar, "T")).toBe("none");
    const first = frame(1);
    for (let i = 0; i < 20; ++i) {
      expect(bodies.calibrate(avatar, "T")).toBe("none");
      const now = frame(2 + i);
      for (const [index, value] of first.entries()) expect(now[index]).toBeCloseTo(value, 5);
    }
    engine.delete();
  });
});

describe("B22: feet on legs of 0.6", () => {
  test.each(["world", "scaled"] as const)(
    "%s: planted feet are no faster than the source's",
    (rootMotion) => {
      const { slideMean, slideP95, drift } = figures(madeTake("walk"), withLegs(0.6 * TAKE_LEG), rootMotion);
      expect(slideMean).toBeLessThan(1);
      expect(slideP95).toBeLessThan(2);
      expect(drift).toBeLessThan(1);
    },
  );

  test("in the world the pelvis comes down, and it is said", () => {
    const avatar = { name: "short", description: withLegs(0.6 * TAKE_LEG) };
    const { meters, status, bits } = retargetClip(core, madeTake("walk"), avatar);
    expect(summarizeMeters(meters).pelvisDrop.max).toBeGreaterThan(10);
    expect(status.some((flags) => (flags & bits.pelvisDrop) !== 0)).toBe(true);
  });
});

describe("B25: lengths", () => {
  test.each([0.5, 0.7, 1.5])("legs x %s: no limb is longer or shorter than in the file", (ratio) => {
    // Rows are single floats: 1e-5 of a length, and what they round.
    for (const take of ["walk", "sit", "clap"] as const)
      for (const rootMotion of ["world", "scaled"] as const)
        expect(figures(madeTake(take), withLegs(ratio * TAKE_LEG), rootMotion).stretch).toBeLessThan(0.002);
  });
});

describe("B29: a hand at the own chin", () => {
  test("is at the avatar's chin, too, on arms 1.2 times as long", () => {
    const clip = madeTake("chin");
    const source = performerOf(core, clip);
    const arm = 1.2 * source.body.report.measures.arm[1];
    const { joints } = plainBody();
    // 0.26 and 0.25 are the plain body's.
    const longer = joints.map((joint) => {
      const [x = 0, y = 0, z = 0] = joint.translation ?? [];
      return /LowerArm|Hand$/.test(joint.name)
        ? { ...joint, translation: [(x * arm) / 0.51, y, z] as const }
        : joint;
    });
    const avatar = makeBody(core, "long arms", { joints: longer });
    expect(avatar.report.measures.arm[1]).toBeCloseTo(arm, 6);
    const off = (contactIK: boolean) => {
      const parameters = { ...UNFILTERED, contactIK };
      const { track } = coreTrack(core, clip, source, avatar, { parameters }, []);
      // Neither has fingers: knuckles lie beyond the wrist by a share of the arm.
      const knuckles = (each: Track, body: Body) => {
        const hand = 0.18 * body.report.measures.arm[1];
        const out = turned(turnAt(each, last, "rightHand"), [-hand, 0, 0]);
        return minus(plus(placeAt(each, last, "rightHand"), out), placeAt(each, last, "head"));
      };
      const last = clip.frameCount - 1;
      expect(clip.times[last]).toBeGreaterThan(AT_CHIN + 0.5);
      const scale = avatar.report.measures.head / source.body.report.measures.head;
      return size(minus(knuckles(track, avatar), times(knuckles(source.track, source.body), scale)));
    };
    expect(off(true)).toBeLessThan(0.02);
    expect(off(false)).toBeGreaterThan(0.05);
  });
});
