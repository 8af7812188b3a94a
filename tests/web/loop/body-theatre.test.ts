// The open avatar's body from a recording to drawn bones: a performer of its own proportions moves, and every joint is where his is.
// What other proportions lead to is the core's tests' matter.

import { type Object3D, Quaternion, Vector3 } from "three";
import { beforeAll, describe, expect, test } from "vitest";
import type { BodyReport } from "../../../web/src/core/body-documents";
import type { Core } from "../../../web/src/core/core";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { BodyTheatre } from "../../../web/src/loop/body-theatre";
import { avatarBody } from "../../../web/src/reader/body-description";
import type { MotionPerformer, Vec3 } from "../../../web/src/sources/motion/motion-clip";
import { MotionInput } from "../../../web/src/sources/motion-input";
import { MotionSource } from "../../../web/src/sources/motion-source";
import type { BodyRig } from "../../../web/src/state/body-rig";
import { LiveMeters } from "../../../web/src/state/live";
import { type HumanBoneName, humanBoneNames } from "../../../web/src/tables/human-bones";
import { drawBytes } from "../../support/draw-avatar";
import { makeAvatar } from "../../support/make-avatar";
import { clipOf } from "../../support/motion-clips";

const FACE = new Set<string>(["leftEye", "rightEye", "jaw"]);
const UNFILTERED = { parameters: { "filter.enabled": false } } as const;
const FRAME = 1 / 60;

/** The avatar's own bones in T-pose as a recording's performer, hips first. */
function performerOf(
  { tPositions }: BodyReport,
  turns: (bone: string, frame: number) => Quaternion,
  frames: number,
) {
  const names = humanBoneNames.filter((name) => name in tPositions && !FACE.has(name));
  const parents: Partial<Record<HumanBoneName, HumanBoneName>> = PARENTS;
  const parentOf = (name: HumanBoneName): number => {
    let above = parents[name];
    while (above !== undefined && !names.includes(above)) above = parents[above];
    return above === undefined ? -1 : names.indexOf(above);
  };
  const ordered = names; // the table of human bones has parents before children
  const at = (name: HumanBoneName) => new Vector3(...(tPositions[name] as Vec3));
  const bones = ordered.map((name) => {
    const parent = parentOf(name);
    const offset = parent < 0 ? at(name) : at(name).sub(at(names[parent] as HumanBoneName));
    return { name, parent, offset: offset.toArray() as Vec3, end: null };
  });
  const rotations = new Float32Array(4 * frames * bones.length);
  const positions = new Float32Array(3 * frames);
  for (let frame = 0; frame < frames; ++frame) {
    bones.forEach(({ name }, bone) => {
      rotations.set(turns(name, frame).toArray(), 4 * (frame * bones.length + bone));
    });
    const [x, y, z] = bones[0]?.offset ?? [0, 0, 0];
    positions.set([x + 0.3 * frame, y, z - 0.2 * frame], 3 * frame);
  }
  const performer: MotionPerformer = {
    name: "made",
    bones,
    rotations,
    positioned: [0],
    positions,
    tracked: null,
  };
  return performer;
}

const SIDES = ["left", "right"] as const;
const CHAIN: readonly (readonly [string, string])[] = [
  ["UpperLeg", "hips"],
  ["LowerLeg", "UpperLeg"],
  ["Foot", "LowerLeg"],
  ["Toes", "Foot"],
  ["Shoulder", "upperChest"],
  ["UpperArm", "Shoulder"],
  ["LowerArm", "UpperArm"],
  ["Hand", "LowerArm"],
];
const PARENTS = Object.fromEntries([
  ["spine", "hips"],
  ["chest", "spine"],
  ["upperChest", "chest"],
  ["neck", "upperChest"],
  ["head", "neck"],
  ...SIDES.flatMap((side) => [
    ...CHAIN.map(([bone, parent]) => [
      `${side}${bone}`,
      parent === "hips" || parent === "upperChest" ? parent : `${side}${parent}`,
    ]),
    ...["Thumb", "Index", "Middle", "Ring", "Little"].flatMap((finger) => {
      const joints =
        finger === "Thumb" ? ["Metacarpal", "Proximal", "Distal"] : ["Proximal", "Intermediate", "Distal"];
      return joints.map((joint, index) => [
        `${side}${finger}${joint}`,
        index === 0 ? `${side}Hand` : `${side}${finger}${joints[index - 1]}`,
      ]);
    }),
  ]),
]) as Partial<Record<HumanBoneName, HumanBoneName>>;

/** Turns that a person could make, another at each frame: trunk and limbs, feet near the floor. */
function motion(bone: string, frame: number): Quaternion {
  const axis = new Vector3(1, 0, 0);
  let degrees = 0;
  const swing = 20 * Math.sin(frame);
  if (bone === "spine" || bone === "neck") [axis.x, axis.y, degrees] = [0, 1, swing];
  if (bone === "leftUpperArm" || bone === "rightUpperArm")
    [axis.x, axis.z, degrees] = [0, 1, bone.startsWith("left") ? -60 + swing : 60 + swing];
  if (bone === "leftLowerArm") [axis.x, axis.y, degrees] = [0, 1, -40 - swing];
  if (bone === "leftUpperLeg") degrees = -30 - swing;
  if (bone === "leftLowerLeg") degrees = 50 + swing;
  return new Quaternion().setFromAxisAngle(axis.normalize(), (degrees * Math.PI) / 180);
}

describe("the open avatar's body", () => {
  let core: Core;
  beforeAll(async () => {
    core = await loadCoreNode();
  });

  async function stage(format: "glb" | "vrm0" | "vrm1") {
    const { drawing, description: measured } = await drawBytes(await makeAvatar({ format }));
    // A recording has no skin: of both the soles are estimated from the skeleton, so that they are equal.
    const { ankleHeight: _, soles: __, ...description } = measured;
    const engine = core.createEngine(4);
    const handle = engine.addAvatar(description.routes, null);
    const copies = [drawing.createCopy(), drawing.createCopy()];
    const live = new LiveMeters(52);
    const camera = { frameBody: () => {}, frameHead: () => {} };
    const heard: {
      rig: BodyRig | null;
      problem: string;
      joints: readonly string[];
      performers: number;
      follows: string | null;
    } = {
      rig: null,
      problem: "",
      joints: [],
      performers: 0,
      follows: null,
    };
    let source: MotionSource | null = null;
    const figure = {
      shiftX: 0,
      shiftZ: 0,
      show: (shown: MotionSource | null) => {
        source = shown;
      },
      advance: (now: number) => void source?.advance(now),
      setAvatarHeight: () => {},
    };
    const body = new BodyTheatre(
      engine,
      figure,
      camera,
      live,
      {
        rigChanged: (rig, problem, joints) => Object.assign(heard, { rig, problem, joints }),
        performersChanged: (performers, follows) =>
          Object.assign(heard, { performers: performers.length, follows }),
      },
      (described) => core.describeBody(described),
    );
    const rest = avatarBody(description);
    const report = core.describeBody(rest.description);
    const objectOf = (copy: (typeof copies)[number], bone: HumanBoneName) =>
      copy.objectOf(rest.nodes[report.humanoid[bone] ?? -1] ?? -1) as Object3D;
    const step = (now: number) => {
      body.advance(now);
      engine.step(FRAME);
      body.pose();
      for (const copy of copies) copy.root.updateMatrixWorld(true);
    };
    return { engine, handle, copies, live, heard, figure, body, description, report, objectOf, step };
  }

  test.each(["glb", "vrm0", "vrm1"] as const)(
    "%s: a performer of the same proportions and the drawn bones stand in the same places",
    async (format) => {
      const { body, copies, description, handle, heard, live, objectOf, report, step } = await stage(format);
      const frames = 6;
      const performer = performerOf(report, motion, frames);
      const source = new MotionSource(clipOf(performer, frames, 1));
      body.setSettings(UNFILTERED);
      body.setAvatar(handle, description, copies);
      body.show(source);
      source.timeline.play();
      expect(heard).toMatchObject({ problem: "", performers: 1, follows: "0" });
      expect(heard.rig?.complete).toBe(true);
      const pose = source.poses[0];
      let compared = 0;
      for (let frame = 0; frame < frames; ++frame) {
        source.timeline.seek(frame);
        step(frame);
        expect(live.bodyStatus[0]).not.toBe(0);
        performer.bones.forEach(({ name }, bone) => {
          const wanted = new Vector3().fromArray(pose?.worldPositions ?? [], 3 * bone);
          for (const copy of copies) {
            const found = objectOf(copy, name as HumanBoneName).getWorldPosition(new Vector3());
            expect([name, frame, found.distanceTo(wanted) < 0.001]).toEqual([name, frame, true]);
            ++compared;
          }
        });
      }
      expect(compared).toBeGreaterThan(200);
    },
    60_000,
  );

  test("without a recording the avatar stands as in its file again; a profile's settings are in force and go back", async () => {
    const { body, copies, description, handle, heard, objectOf, report, step } = await stage("vrm1");
    const [copy] = copies;
    if (copy === undefined) throw new Error("no copy");
    copy.root.updateMatrixWorld(true);
    const place = () => objectOf(copy, "leftHand").getWorldPosition(new Vector3());
    const before = place();
    body.setAvatar(handle, description, copies);
    body.setSettings({ parameters: { avatarScale: 2 } });
    const source = new MotionSource(clipOf(performerOf(report, motion, 2), 2, 1));
    body.show(source);
    step(0);
    expect(copy.root.scale.x).toBeCloseTo(2, 6);
    expect(place().distanceTo(before)).toBeGreaterThan(0.2);
    expect(body.open?.inForce()?.parameters?.avatarScale).toBe(2);
    expect(() => body.setSettings({ parameters: { avatarScale: 9 } })).toThrow(/avatarScale/);
    expect(body.open?.inForce()?.parameters?.avatarScale).toBe(2);
    body.show(null);
    step(1);
    expect(heard).toMatchObject({ performers: 0, follows: null });
    // The size that is set is the avatar's also while it follows nobody.
    expect(copy.root.scale.x).toBeCloseTo(2, 6);
    expect(place().distanceTo(before.clone().multiplyScalar(2))).toBeLessThan(1e-5);
    body.setSettings({});
    step(2);
    expect(copy.root.scale.x).toBe(1);
    expect(place().distanceTo(before)).toBeLessThan(1e-6);
  });

  test("live, the avatar is in the middle from the first frame on, and comes back there while it walks away", async () => {
    const { body, copies, description, handle, objectOf, report, step } = await stage("vrm1");
    const frames = 6;
    const source = new MotionSource(
      clipOf(
        performerOf(report, () => new Quaternion(), frames),
        frames,
        1,
      ),
    );
    body.setSettings(UNFILTERED);
    body.setAvatar(handle, description, copies);
    const hips = () => {
      const [copy] = copies;
      if (copy === undefined) throw new Error("no copy");
      const { x, z } = objectOf(copy, "hips").getWorldPosition(new Vector3());
      return Math.hypot(x, z);
    };
    const input = new MotionInput(source);
    body.setLive(input);
    source.timeline.seek(2);
    source.advance(0);
    step(0);
    expect(hips()).toBeLessThan(1e-5);
    source.timeline.seek(5);
    source.advance(0.01);
    step(0.01);
    // Three frames of the recording away, 0.3 m and 0.2 m each: a step is seen.
    expect(hips()).toBeGreaterThan(1);
    for (let frame = 2; frame < 200; ++frame) step(frame / 100);
    expect(hips()).toBeLessThan(0.01);
    body.setLive(null);
    step(300);
    expect(hips()).toBeLessThan(0.1);
  });

  test("who is followed by hand is followed on under a new name, and waited for while away", async () => {
    const { body, copies, description, handle, heard, report } = await stage("vrm1");
    const [performer] = new MotionInput(
      new MotionSource(
        clipOf(
          performerOf(report, () => new Quaternion(), 2),
          2,
          1,
        ),
      ),
    ).performers;
    if (performer === undefined) throw new Error("nobody");
    const list = (...people: readonly (readonly [key: string, renamedFrom?: string])[]) =>
      people.map(([key, renamedFrom]) => ({
        ...performer,
        key,
        name: key,
        ...(renamedFrom !== undefined && { renamedFrom }),
      }));
    const input = {
      performers: list(["Ann"], ["Ben"]),
      revision: 0,
      timeOf: () => Number.NaN,
      writeRow: () => {},
    };
    body.setAvatar(handle, description, copies);
    body.setLive(input);
    expect(heard.follows).toBe("Ann");
    body.follow("Ben");
    input.performers = list(["Ann"], ["Benjamin", "Ben"]);
    body.refresh();
    expect(heard.follows).toBe("Benjamin");
    input.performers = list(["Ann"]);
    body.refresh();
    expect(heard.follows).toBeNull();
    input.performers = list(["Ann"], ["Benjamin"]);
    body.refresh();
    expect(heard.follows).toBe("Benjamin");
  });

  test("who has gone and who has come back without a frame yet leave the pose as it is", async () => {
    const { body, copies, description, handle, objectOf, report, step } = await stage("vrm1");
    const source = new MotionSource(clipOf(performerOf(report, motion, 4), 4, 1));
    const moving = new MotionInput(source);
    const [performer] = moving.performers;
    if (performer === undefined) throw new Error("nobody");
    let isNew = false;
    const input = {
      performers: [{ ...performer, key: "Ann" }],
      revision: 0,
      timeOf: () => (isNew ? Number.NaN : moving.timeOf()),
      writeRow: (index: number, most: number, row: Float32Array, at: number) =>
        moving.writeRow(index, most, row, at),
    };
    body.setSettings(UNFILTERED);
    body.setAvatar(handle, description, copies);
    const rest = objectOf(copies[0] as (typeof copies)[number], "leftHand").getWorldPosition(new Vector3());
    body.setLive(input);
    const hand = (now: number) => {
      ++input.revision;
      step(now);
      const [copy] = copies;
      if (copy === undefined) throw new Error("no copy");
      return objectOf(copy, "leftHand").getWorldPosition(new Vector3()).sub(copy.root.position);
    };
    source.timeline.seek(1);
    source.advance(0);
    const before = hand(0);
    expect(before.distanceTo(rest)).toBeGreaterThan(0.2);
    input.performers = [];
    body.refresh();
    expect(hand(0.1).distanceTo(before)).toBeLessThan(1e-6);
    isNew = true;
    input.performers = [{ ...performer, key: "Ann" }];
    body.refresh();
    expect(hand(0.2).distanceTo(before)).toBeLessThan(1e-6);
    isNew = false;
    source.timeline.seek(3);
    source.advance(0.3);
    expect(hand(0.3).distanceTo(before)).toBeGreaterThan(0.05);
    body.follow(null);
    expect(hand(0.4).distanceTo(rest)).toBeLessThan(1e-5);
  });

  test("a calibration that the profile does not hold ends with the next settings", async () => {
    const { body, copies, description, handle, report, step } = await stage("vrm1");
    body.setAvatar(handle, description, copies);
    const source = new MotionSource(
      clipOf(
        performerOf(report, () => new Quaternion(), 2),
        2,
        1,
      ),
    );
    body.show(source);
    step(0);
    expect(body.open?.calibrate("I")).toBe("arms-not-down");
    expect(body.open?.calibrate("T")).toBe("none");
    const live = body.open?.inForce();
    expect(live?.calibration).toMatchObject({ pose: "T", live: true });
    body.setSettings({});
    expect(body.open?.inForce()?.calibration?.live).toBe(false);
    body.setSettings(live ?? {});
    expect(body.open?.inForce()?.calibration?.live).toBe(true);
  });

  test("bones by hand are taken by the joints' names; what has no hips has no body, and why is said", async () => {
    const { body, copies, description, engine, handle, heard, report } = await stage("glb");
    body.setAvatar(handle, description, copies);
    const named = heard.rig?.humanoid.head ?? "";
    expect(named).not.toBe("");
    const other = avatarBody(description).description.joints[report.humanoid.neck ?? -1]?.name ?? "";
    body.setSettings({ humanoid: { head: other } } as object);
    expect(heard.rig?.humanoid.head).toBe(other);
    body.setSettings({});
    expect(heard.rig?.humanoid.head).toBe(named);
    const second = engine.addAvatar(description.routes, null);
    const stone = {
      ...description,
      humanoid: {},
      nodes: description.nodes.slice(0, 1).map((node) => ({ ...node, name: "stone" })),
    };
    body.setAvatar(second, stone, []);
    expect(heard.rig).toBeNull();
    expect(heard.problem).toMatch(/hips/i);
  });

  test("an avatar whose bones no name tells gets a body by hand, loses it with the map, and gets it again", async () => {
    const { body, copies, description, handle, heard, report } = await stage("glb");
    // Without names, hierarchy and shape are left to the core; a stone beside them has neither.
    const stone = {
      ...description,
      humanoid: {},
      nodes: description.nodes.slice(0, 1).map((node) => ({ ...node, name: "stone" })),
    };
    body.setAvatar(handle, stone, []);
    expect(heard).toMatchObject({ rig: null, joints: ["stone"] });
    body.setSettings({ humanoid: { hips: "stone" } } as object);
    expect(heard).toMatchObject({ problem: "", joints: ["stone"] });
    expect(heard.rig?.humanoid.hips).toBe("stone");
    body.setSettings({});
    expect(heard.rig).toBeNull();
    expect(heard.problem).toMatch(/hips/i);
    body.setSettings({ humanoid: { hips: "stone" } } as object);
    expect(heard.rig?.humanoid.hips).toBe("stone");
    // Another avatar is its own.
    body.setAvatar(handle, description, copies);
    expect(heard.rig?.humanoid.hips).not.toBe("stone");
    const names = avatarBody(description).description.joints.map(({ name }) => name);
    expect([...heard.joints].sort()).toEqual([...new Set(names.filter((name) => name !== ""))].sort());
    expect(Object.keys(heard.rig?.humanoid ?? {}).sort()).toEqual(Object.keys(report.humanoid).sort());
  });

  test("settings that are tried out are in force until they are given up", async () => {
    const { body, copies, description, handle } = await stage("vrm1");
    body.setAvatar(handle, description, copies);
    body.setSettings({ parameters: { headScale: 2 } });
    body.open?.tryOut({ parameters: { avatarScale: 3 } });
    expect(body.open?.inForce()?.parameters).toEqual({ avatarScale: 3 });
    body.open?.restore();
    expect(body.open?.inForce()?.parameters).toEqual({ headScale: 2 });
    expect(() => body.open?.tryOut({ parameters: { avatarScale: 9 } })).toThrow(/avatarScale/);
    expect(body.open?.inForce()?.parameters).toEqual({ headScale: 2 });
  });
});
