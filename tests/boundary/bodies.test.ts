// Bodies through the boundary: performers, rows, documents, props, errors as JavaScript sees them.
// What a pose becomes is the core's tests' matter; here one turn is followed from a performer's row to an avatar's.
import { beforeEach, describe, expect, test } from "vitest";
import type { BodyDescription } from "../../web/src/core/body-documents";
import { BodyEngine } from "../../web/src/core/body-engine";
import { bodyMeterAt } from "../../web/src/tables/body-meters";
import { plainBody } from "../support/plain-body";
import { loadModule, plainRoutes, tablesOf, thrownBy } from "./core-module";

type Module = Awaited<ReturnType<typeof loadModule>>;

const frame = 1 / 60;

describe("bodies through the boundary", () => {
  let core: Module;
  let engine: InstanceType<Module["Engine"]>;
  let bodies: BodyEngine;
  let avatar: number;
  const description: BodyDescription = plainBody();
  const jointCount = description.joints.length;

  beforeEach(async () => {
    core = await loadModule();
    engine = new core.Engine(2);
    bodies = new BodyEngine(core, engine);
    avatar = engine.addAvatar(plainRoutes(tablesOf(core).channels.map((channel) => channel.name)), "");
    return () => engine.delete();
  });

  /** The performer's rest pose as a row of local transforms. */
  function writeRest(performer: number, time: number, change: (row: Float32Array) => void = () => {}) {
    const row = bodies.performerRow(performer);
    const { performerJoints, jointStride } = bodies.layout;
    const at = row * performerJoints * jointStride;
    const values = bodies.performerInput().subarray(at, at + jointCount * jointStride);
    description.joints.forEach(({ translation = [0, 0, 0] }, joint) => {
      values.set([...translation, 0, 0, 0, 1], joint * jointStride);
    });
    change(values);
    bodies.performerTime()[row] = time;
  }

  /** Thighs turned 60 degrees forward, shins 120 back: legs half as high as when they stand. */
  function crouch(performer: number, time: number) {
    const turn = (row: Float32Array, name: string, degrees: number) => {
      const half = (degrees * Math.PI) / 360;
      const joint = description.joints.findIndex((candidate) => candidate.name === name);
      row.set([Math.sin(half), 0, 0, Math.cos(half)], 7 * joint + 3);
    };
    writeRest(performer, time, (row) => {
      for (const side of ["left", "right"]) {
        turn(row, `${side}UpperLeg`, -60);
        turn(row, `${side}LowerLeg`, 120);
      }
    });
  }

  test("a performer's turn reaches the avatar's row", () => {
    bodies.setBody(avatar, description);
    bodies.setParameter(avatar, "filter.enabled", false);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    const head = description.joints.findIndex(({ name }) => name === "head");
    const half = Math.PI / 12;
    writeRest(performer, 1, (row) => row.set([0, Math.sin(half), 0, Math.cos(half)], 7 * head + 3));
    engine.step(frame);
    const row = engine.row(avatar) * bodies.layout.bodyStride;
    const boneIndex = tablesOf(core).humanBones.indexOf("head");
    const turn = bodies.rows().slice(row + 4 * boneIndex, row + 4 * boneIndex + 4);
    expect(turn[1]).toBeCloseTo(Math.sin(half), 5);
    expect(turn[3]).toBeCloseTo(Math.cos(half), 5);
    expect(bodies.status()[engine.row(avatar)]).toBe(core.BodyStatus.active);
    expect(bodies.rows()[row + bodies.layout.scale]).toBe(1);
    // The same turn in world space, and the head where it was: it hangs on what did not turn.
    const { poseStride, posePositions } = bodies.layout;
    const pose = bodies.poses().subarray(engine.row(avatar) * poseStride);
    expect(pose[4 * boneIndex + 1]).toBeCloseTo(Math.sin(half), 5);
    expect(pose[4 * boneIndex + 3]).toBeCloseTo(Math.cos(half), 5);
    // 0.9 + 0.1 + 0.15 + 0.25 + 0.1 of the plain body's joints.
    const place = [...pose.slice(posePositions + 3 * boneIndex, posePositions + 3 * boneIndex + 3)];
    for (const [axis, value] of [0, 1.5, 0].entries()) expect(place[axis]).toBeCloseTo(value, 4);
  });

  test("what inverse kinematics was asked for: the performer's ankles with their weights and sides, and nothing once nobody is followed", () => {
    bodies.setBody(avatar, description);
    bodies.setParameter(avatar, "filter.enabled", false);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    crouch(performer, 1);
    engine.step(frame);
    const { limbStride, poseStride, posePositions, meterStride } = bodies.layout;
    expect(limbStride).toBe(28);
    const row = engine.row(avatar);
    const limb = (index: number) => [
      ...bodies.limbs().slice(row * limbStride + 7 * index, row * limbStride + 7 * index + 7),
    ];
    const place = (bone: string) => {
      const at = row * poseStride + posePositions + 3 * tablesOf(core).humanBones.indexOf(bone);
      return [...bodies.poses().slice(at, at + 3)];
    };
    const apart = (a: readonly number[], b: readonly number[]) =>
      Math.hypot(...[0, 1, 2].map((axis) => (a[axis] ?? 0) - (b[axis] ?? 0)));
    const weights = bodies.meters().subarray(row * meterStride, (row + 1) * meterStride);
    for (const [index, foot, meter] of [
      [2, "leftFoot", "leftLegWeight"],
      [3, "rightFoot", "rightLegWeight"],
    ] as const) {
      const [x = 0, y = 0, z = 0, bendX = 0, bendY = 0, bendZ = 0, weight = 0] = limb(index);
      expect(weight).toBe(weights[bodyMeterAt[meter]]);
      // Legs of the same proportions reach where they are wanted; knees go to the front.
      expect(apart([x, y, z], place(foot))).toBeLessThan(0.002 + 0.2 * (1 - weight));
      expect(Math.hypot(bendX, bendY, bendZ)).toBeCloseTo(1, 5);
      expect(bendZ).toBeGreaterThan(0.5);
    }
    // Nothing is near the hands: they are copied, and bend to no side of their own.
    for (const [index, hand] of [
      [0, "leftHand"],
      [1, "rightHand"],
    ] as const) {
      expect(limb(index).slice(3)).toEqual([0, 0, 0, 0]);
      expect(apart(limb(index), place(hand))).toBeLessThan(0.05);
    }
    bodies.followPerformer(avatar, null);
    engine.step(frame);
    expect(bodies.limbs().every((value) => value === 0)).toBe(true);
  });

  test("a number that is none is reported, and its joint stands still", () => {
    bodies.setBody(avatar, description);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    writeRest(performer, 1);
    engine.step(frame);
    writeRest(performer, 2, (row) => {
      row[3] = Number.NaN;
    });
    engine.step(frame);
    expect((bodies.status()[engine.row(avatar)] ?? 0) & core.BodyStatus.nonFinite).toBe(
      core.BodyStatus.nonFinite,
    );
    expect(bodies.rows().every(Number.isFinite)).toBe(true);
  });

  test("settings go round; one parameter changes one; what is unknown or no number is refused by name", () => {
    bodies.setBody(avatar, description);
    bodies.setSettings(avatar, {
      parameters: { floorHeight: 0.25, fingerCopyMode: "None", pelvisDrop: false },
    });
    bodies.setParameter(avatar, "floorHeight", 7);
    bodies.setParameter(avatar, "rootMotion", "scaled");
    expect(bodies.settings(avatar).parameters).toEqual({
      floorHeight: 1,
      fingerCopyMode: "None",
      pelvisDrop: false,
      rootMotion: "scaled",
    });
    expect(bodies.settings(avatar).calibration?.pose).toBe("T");
    expect(thrownBy(() => engine.setBodyParameter(avatar, "floorHight", 1))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(/'floorHight'.*floorHeight/) as string,
    });
    expect(thrownBy(() => bodies.setParameter(avatar, "pelvisDrop", "yes"))).toMatchObject({
      code: "invalid-argument",
    });
    expect(thrownBy(() => bodies.setSettings(avatar, { parameters: { floorHeight: 3 } }))).toMatchObject({
      code: "invalid-profile",
      message: expect.stringContaining("$.parameters.floorHeight") as string,
    });
    expect(bodies.settings(avatar).parameters?.floorHeight).toBe(1);
  });

  test("calibration from the performer's pose: taken, refused with the reason, reset", () => {
    bodies.setBody(avatar, description);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    expect(bodies.calibrate(avatar, "T")).toBe("missing-bones");
    writeRest(performer, 1);
    engine.step(frame);
    expect(bodies.calibrate(avatar, "I")).toBe("arms-not-down");
    expect(bodies.calibrate(avatar, "T")).toBe("none");
    expect(bodies.settings(avatar).calibration).toMatchObject({ pose: "T", live: true });
    expect(bodies.calibrateHeadForward(avatar)).toBe(true);
    expect(bodies.neckHeightScale(avatar)).toBeCloseTo(1, 9);
    bodies.resetCalibration(avatar);
    expect(bodies.settings(avatar).calibration?.live).toBe(false);
    expect(thrownBy(() => engine.calibrateBody(avatar, "A", false))).toMatchObject({
      code: "invalid-argument",
    });
  });

  test("scale and head are found two steps later; a performer that crouches is refused, now or then, and nothing is set", () => {
    bodies.setBody(avatar, description);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    expect(bodies.autoCalibration(avatar)).toEqual({ stage: "none", fault: "none" });
    expect(bodies.autoCalibrate(avatar)).toBe("missing-bones");
    writeRest(performer, 1);
    engine.step(frame);
    bodies.setSettings(avatar, { parameters: { avatarScale: 2 } });
    expect(bodies.autoCalibrate(avatar)).toBe("none");
    expect(bodies.autoCalibration(avatar).stage).toBe("scaling");
    engine.step(frame);
    expect(bodies.autoCalibration(avatar).stage).toBe("turning");
    engine.step(frame);
    expect(bodies.autoCalibration(avatar)).toEqual({ stage: "done", fault: "none" });
    // The same skeleton on both sides.
    expect(bodies.settings(avatar).parameters?.avatarScale ?? 1).toBeCloseTo(1, 6);

    bodies.setSettings(avatar, { parameters: { avatarScale: 2 } });
    expect(bodies.autoCalibrate(avatar)).toBe("none");
    crouch(performer, 2);
    engine.step(frame);
    expect(bodies.autoCalibration(avatar)).toEqual({ stage: "refused", fault: "crouching" });
    expect(bodies.settings(avatar).parameters?.avatarScale).toBe(2);
    expect(bodies.autoCalibrate(avatar)).toBe("crouching");
    expect(bodies.autoCalibrate(avatar, true)).toBe("none");
  });

  test("a second avatar follows the first; none follows itself", () => {
    const second = engine.addAvatar(plainRoutes(tablesOf(core).channels.map(({ name }) => name)), "");
    bodies.setBody(avatar, description);
    bodies.setBody(second, description);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    bodies.followBody(second, avatar, { hipOffset: [1, 0, 0], syncRootScale: true });
    writeRest(performer, 1);
    engine.step(frame);
    expect(bodies.status()[engine.row(second)]).toBe(core.BodyStatus.active);
    const { bodyStride, hips } = bodies.layout;
    const row = (handle: number) =>
      bodies.rows().slice(engine.row(handle) * bodyStride, (engine.row(handle) + 1) * bodyStride);
    // The offset's x has Unity's sign: to the other side here.
    expect((row(second)[hips] ?? 0) - (row(avatar)[hips] ?? 0)).toBeCloseTo(-1, 5);
    expect(thrownBy(() => bodies.followBody(avatar, second))).toMatchObject({ code: "invalid-argument" });
  });

  test("props: placed, held by a hand, kept where they were let go", () => {
    bodies.setBody(avatar, description);
    const performer = bodies.addPerformer(description);
    bodies.followPerformer(avatar, performer);
    writeRest(performer, 1);
    bodies.addProp(7, "object");
    const at = new Float32Array([1, 2, 3, 0, 0, 0, 1]);
    expect(bodies.placeProp(7, at, 0, at, 3)).toBe(true);
    expect(bodies.placeProp(8, at, 0, at, 3)).toBe(false);
    engine.step(frame);
    const pose = () => [...bodies.propPoses().slice(0, bodies.layout.propStride)];
    expect(pose()).toEqual([7, 1, 2, 3, 0, 0, 0, 1]);
    bodies.attachProp(7, avatar, "leftHand");
    writeRest(performer, 2);
    engine.step(frame);
    const held = pose();
    expect(held.slice(1, 4)).not.toEqual([1, 2, 3]);
    expect(bodies.placeProp(7, at, 0, at, 3)).toBe(false);
    bodies.detachProp(7);
    engine.step(frame);
    expect(pose()).toEqual(held);
    expect(thrownBy(() => bodies.addProp(7, "chair"))).toMatchObject({ code: "invalid-argument" });
    bodies.removeProp(7);
    engine.step(frame);
    expect(pose()[0]).toBe(0);
  });

  test("without a body, or with a handle of another kind, calls are refused", () => {
    expect(thrownBy(() => bodies.settings(avatar))).toMatchObject({ code: "invalid-argument" });
    expect(thrownBy(() => bodies.settings(99))).toMatchObject({ code: "invalid-handle" });
    expect(thrownBy(() => bodies.performerReport(avatar + 1000))).toMatchObject({ code: "invalid-handle" });
    expect(thrownBy(() => bodies.setBody(avatar, { joints: [] }))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("joints") as string,
    });
    const ring = {
      joints: [
        { name: "a", parent: 1 },
        { name: "b", parent: 0 },
      ],
    };
    expect(thrownBy(() => bodies.addPerformer(ring))).toMatchObject({ code: "invalid-argument" });
  });

  test("describeBody finds the bones by their names", () => {
    const report = JSON.parse(core.describeBody(JSON.stringify(description)));
    expect(report).toMatchObject({ complete: true, rest: { kind: "T" } });
    const names = Object.entries(report.humanoid as Record<string, number>).map(([bone, joint]) => [
      bone,
      description.joints[joint]?.name,
    ]);
    expect(names).toEqual(names.map(([bone]) => [bone, bone]));
  });
});
