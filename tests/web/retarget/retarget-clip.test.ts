// Recordings on avatars as clips: the pose that a renderer would show is the pose that is written; files go round; parts and rates.
// How well the core retargets is measured by its own tests and by bench/quality.
import { beforeAll, describe, expect, test } from "vitest";
import type { BodyDescription, JointDescription } from "../../../web/src/core/body-documents";
import type { Core } from "../../../web/src/core/core";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { avatarBody } from "../../../web/src/reader/body-description";
import { readBody } from "../../../web/src/reader/read-body";
import { readVrma } from "../../../web/src/reader/read-vrma";
import { type RetargetedClip, retargetClip } from "../../../web/src/retarget/retarget-clip";
import type { MotionClip } from "../../../web/src/sources/motion/motion-clip";
import { performerJoints, writePerformerRow } from "../../../web/src/sources/motion/performer-joints";
import { createPose, samplePose } from "../../../web/src/sources/motion/pose";
import { readBvh } from "../../../web/src/sources/motion/read-bvh";
import { writeBvh } from "../../../web/src/sources/motion/write-bvh";
import { writeVrma } from "../../../web/src/sources/motion/write-vrma";
import { humanBoneNames } from "../../../web/src/tables/human-bones";
import { builtBytes, sampleNames } from "../../avatars/built";
import { gltfIssues } from "../../support/gltf-validator";
import { madeTake, takeNames, takeSeconds } from "../../support/made-takes";
import { jointsOf } from "../../support/motion-clips";
import { plainBody } from "../../support/plain-body";
import { placedJoints, placeOf } from "../../support/posed-avatar";
import { hasSamples, readBytes, readSample, sampleBytes, sampleNote } from "../../support/samples";
import {
  about,
  after,
  back,
  degreesBetween,
  minus,
  type Turn,
  turned,
  UNTURNED,
  type Vec,
} from "../../support/turns";

interface Avatar {
  readonly name: string;
  readonly description: BodyDescription;
}

let core: Core;
const built: Avatar[] = [];
beforeAll(async () => {
  core = await loadCoreNode();
  for (const name of sampleNames)
    built.push({
      name,
      description: avatarBody(await readBytes(builtBytes(name), `${name}.vrm`)).description,
    });
});

/** Frames are compared at this distance: errors last longer. */
const LOOKED_AT = 7;

/** The plain body with arms hanging by `degrees`, every joint with axes of its own, below a turned node of centimetres. */
function twisted(degrees: number): BodyDescription {
  const { joints } = plainBody();
  const axes = joints.map((_, index) =>
    after(about([1, 2, 3], 47 * index), about([-3, 1, 0.5], 91 * index + 20)),
  );
  const top = about([0.3, 1, 0.2], 70);
  const lowered = (index: number): Turn => {
    for (let at = index; at >= 0; at = joints[at]?.parent ?? -1) {
      const name = joints[at]?.name ?? "";
      if (/UpperArm/.test(name)) return about([0, 0, 1], name.startsWith("left") ? -degrees : degrees);
    }
    return UNTURNED;
  };
  // World rotation of a joint: its part's lowering, then axes that mean nothing.
  const world = joints.map((_, index) => after(lowered(index), axes[index] ?? UNTURNED));
  const inner = joints.map((joint, index): JointDescription => {
    const parent = joint.parent ?? -1;
    const above = parent < 0 ? top : (world[parent] ?? UNTURNED);
    // An offset lies in the space of the parent as it is lowered.
    const offset =
      parent < 0 ? (joint.translation as Vec) : turned(lowered(parent), joint.translation as Vec);
    return {
      name: joint.name,
      parent: parent + 1,
      translation: turned(back(above), offset).map((value) => value * 100) as unknown as Vec,
      rotation: after(back(above), world[index] ?? UNTURNED),
    };
  });
  return {
    joints: [{ name: "Armature", parent: -1, rotation: top, scale: [0.01, 0.01, 0.01] }, ...inner],
  };
}

/** What a renderer shows of the engine's rows: by frame, places of the human bones. */
function shown(
  clip: MotionClip,
  { description }: Avatar,
  parameters: Record<string, number>,
): Map<number, Map<string, Vec>> {
  const engine = core.createEngine(1);
  const { bodies } = engine;
  const avatar = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
  bodies.setBody(avatar, description);
  bodies.setSettings(avatar, { parameters });
  const performer = clip.performers[0];
  if (performer === undefined) throw new Error("no performer");
  const source = bodies.addPerformer(performerJoints(performer));
  bodies.followPerformer(avatar, source);
  const { humanoid } = bodies.report(avatar);
  const pose = createPose(performer);
  const frames = new Map<number, Map<string, Vec>>();
  for (const [frame, time] of clip.times.entries()) {
    samplePose(performer, clip.times, time, pose);
    writePerformerRow(pose, bodies.layout.performerJoints, bodies.performerInput(), 0);
    bodies.performerTime()[0] = time;
    engine.step(frame === 0 ? 0 : time - (clip.times[frame - 1] ?? 0));
    if (frame % LOOKED_AT !== 0) continue;
    const row = bodies.rows().slice();
    const boneOf = new Map(
      Object.entries(humanoid).map(([bone, joint]) => [joint, humanBoneNames.indexOf(bone as never)]),
    );
    const hips = row.slice(bodies.layout.hips, bodies.layout.hips + 3);
    const placed = placedJoints(description, {
      rotation: (joint) => {
        const bone = boneOf.get(joint);
        return bone === undefined ? undefined : ([...row.slice(4 * bone, 4 * bone + 4)] as unknown as Turn);
      },
      translation: (joint) => (joint === humanoid.hips ? ([...hips] as unknown as Vec) : undefined),
      scale: row[bodies.layout.scale] ?? 1,
    });
    frames.set(
      frame,
      new Map(Object.entries(humanoid).map(([bone, joint]) => [bone, placeOf(placed[joint])])),
    );
  }
  engine.delete();
  return frames;
}

function furthest(result: RetargetedClip, frames: ReadonlyMap<number, ReadonlyMap<string, Vec>>): number {
  const performer = result.clip.performers[0];
  if (performer === undefined) throw new Error("no performer");
  let most = 0;
  for (const [frame, places] of frames) {
    for (const [bone, place] of jointsOf(performer, frame).entries()) {
      const other = places.get(performer.bones[bone]?.name ?? "");
      most = Math.max(most, Math.hypot(...minus(place as unknown as Vec, other ?? [Number.NaN, 0, 0])));
    }
  }
  return most;
}

/** Directions from bone to bone of two clips with the same bones, degrees. */
function directionError(a: MotionClip, b: MotionClip, every = LOOKED_AT): number {
  const [one, two] = [a.performers[0], b.performers[0]];
  if (one === undefined || two === undefined) throw new Error("no performer");
  let most = 0;
  for (let frame = 0; frame < a.frameCount; frame += every) {
    const [left, right] = [jointsOf(one, frame), jointsOf(two, frame)];
    for (const [bone, { parent }] of one.bones.entries()) {
      if (parent < 0) continue;
      const to = (places: number[][], at: number) => places[at] as unknown as Vec;
      const other = two.bones.findIndex(({ name }) => name === one.bones[bone]?.name);
      const from = two.bones.findIndex(({ name }) => name === one.bones[parent]?.name);
      const direction = minus(to(left, bone), to(left, parent));
      if (Math.hypot(...direction) < 1e-4) continue;
      most = Math.max(most, degreesBetween(direction, minus(to(right, other), to(right, from))));
    }
  }
  return most;
}

const plain = (): Avatar => ({ name: "plain", description: plainBody() });

describe("the pose that is written", () => {
  test.each(takeNames)("is the one that the rows show: %s", (name) => {
    const clip = madeTake(name);
    for (const avatar of [...built, plain(), { name: "twisted", description: twisted(48) }]) {
      const result = retargetClip(core, clip, avatar, { floor: 0 });
      expect(result.clip.frameCount).toBe(clip.frameCount);
      expect(furthest(result, shown(clip, avatar, {})), avatar.name).toBeLessThan(2e-4);
    }
  });

  test("is as large as avatarScale says", () => {
    const clip = madeTake("walk");
    const parameters = { avatarScale: 0.7 };
    const result = retargetClip(core, clip, plain(), { floor: 0, settings: { parameters } });
    expect(furthest(result, shown(clip, plain(), parameters))).toBeLessThan(2e-4);
    // Thigh, shin and ankle of the plain body: neck to sole is scaled alike.
    const [hips, foot] = ["hips", "leftFoot"].map(
      (name) => result.clip.performers[0]?.bones.findIndex((bone) => bone.name === name) ?? -1,
    );
    const rest = result.clip.performers[0]?.bones.map(({ offset }) => offset[1]) ?? [];
    expect(rest[foot as number]).toBeCloseTo(-0.7 * 0.38, 6);
    expect(rest[hips as number]).toBeGreaterThan(0.7 * 0.89);
    expect(rest[hips as number]).toBeLessThan(0.7 * 0.91);
  });

  test.runIf(hasSamples)(`is the one that the rows show on real avatars${sampleNote}`, async () => {
    const clip = madeTake("clap");
    for (const file of ["rpm-male.glb", "godette-vrm0.vrm", "debug-robot-vrm1.vrm"]) {
      const avatar = { name: file, description: avatarBody(await readSample(file)).description };
      const result = retargetClip(core, clip, avatar, { floor: 0 });
      expect(furthest(result, shown(clip, avatar, {})), file).toBeLessThan(5e-4);
    }
  });

  test("a rest pose with arms lowered by 48 degrees and axes at random moves as its twin in T (B16)", () => {
    for (const name of takeNames) {
      const clip = madeTake(name);
      const straight = retargetClip(core, clip, plain());
      const lowered = retargetClip(core, clip, { name: "twisted", description: twisted(48) });
      expect(lowered.avatar.rest.kind).toBe("A");
      expect(lowered.avatar.rest.armDegrees[0]).toBeCloseTo(48, 1);
      expect(directionError(straight.clip, lowered.clip), name).toBeLessThan(1);
    }
  });
});

describe("files", () => {
  test.each(takeNames)(
    "a VRM animation read back and retargeted again is the same motion: %s",
    async (name) => {
      // The filter would act twice, and the second source already has the avatar's proportions.
      const parameters = { "filter.enabled": false } as const;
      for (const avatar of [...built, { name: "twisted", description: twisted(48) }]) {
        const { clip } = retargetClip(core, madeTake(name), avatar, { settings: { parameters } });
        const bytes = writeVrma(clip);
        expect(await gltfIssues(bytes)).toEqual([]);
        const again = retargetClip(core, await readVrma(bytes, "out.vrma"), avatar, {
          floor: 0,
          settings: { parameters },
        });
        expect(directionError(clip, again.clip), avatar.name).toBeLessThan(0.1);
      }
    },
  );

  test("BVH and VRM animation hold the same motion", async () => {
    const avatar = built[0] as Avatar;
    const { clip } = retargetClip(core, madeTake("wave"), avatar);
    const bvh = readBvh(writeBvh(clip), "out.bvh");
    expect(bvh.frameCount).toBe(clip.frameCount);
    expect(directionError(clip, bvh)).toBeLessThan(0.01);
    expect(directionError(clip, await readVrma(writeVrma(clip), "out.vrma"))).toBeLessThan(0.01);
  });

  test.runIf(hasSamples)(
    `the three BVH samples on all avatars: valid, and the same again${sampleNote}`,
    async () => {
      const takes = ["cmu_12_01_walk.bvh", "collar-yxz-armsdown.bvh", "zup-mixed-orders.bvh"];
      const avatars = [...built];
      for (const file of ["rpm-male.glb", "godette-vrm0.vrm", "debug-robot-vrm1.vrm"])
        avatars.push({ name: file, description: avatarBody(await readSample(file)).description });
      const parameters = { "filter.enabled": false } as const;
      for (const take of takes) {
        const source = await readBody(sampleBytes(take), take, {});
        for (const avatar of avatars) {
          const { clip, floor } = retargetClip(core, source, avatar, { settings: { parameters }, rate: 15 });
          expect(Math.abs(floor), take).toBeLessThan(0.1);
          const bytes = writeVrma(clip);
          expect(await gltfIssues(bytes)).toEqual([]);
          const back = await readVrma(bytes, "out.vrma");
          const again = retargetClip(core, back, avatar, { floor: 0, settings: { parameters } });
          expect(directionError(clip, again.clip), `${take} on ${avatar.name}`).toBeLessThan(0.1);
        }
      }
    },
  );
});

describe("what is taken of a recording", () => {
  test("frames of a part, at another rate, beginning at 0", () => {
    const whole = retargetClip(core, madeTake("walk"), plain());
    const part = retargetClip(core, madeTake("walk"), plain(), { from: 1, to: 2, rate: 30 });
    expect(whole.clip.duration).toBeCloseTo(takeSeconds.walk, 9);
    expect([part.meters.times[0], part.meters.times.at(-1)]).toEqual([1, 2]);
    expect(part.clip.frameCount).toBe(31);
    expect([...part.clip.times.slice(0, 3)]).toEqual([0, 1 / 30, 2 / 30]);
    // Frame 90 of the take is frame 15 of the part: the filter has begun later, no more.
    const [then, now] = [whole, part].map(({ clip }, which) => {
      const performer = clip.performers[0];
      return performer === undefined ? [] : (jointsOf(performer, which === 0 ? 90 : 15)[0] ?? []);
    });
    for (const axis of [0, 1, 2]) expect(now?.[axis]).toBeCloseTo(then?.[axis] ?? Number.NaN, 2);
  });

  test("the floor: found where the feet stand, or as it is said; the avatar stands on 0", () => {
    const options = { settings: { parameters: { "filter.enabled": false } } } as const;
    const level = retargetClip(core, madeTake("walk"), plain(), options);
    const raised = retargetClip(core, madeTake("walk", { floor: 0.4 }), plain(), options);
    expect(raised.floor - level.floor).toBeCloseTo(0.4, 5);
    const said = retargetClip(core, madeTake("walk", { floor: 0.4 }), plain(), {
      ...options,
      floor: 0.4 + level.floor,
    });
    for (const { clip } of [raised, said]) {
      const performer = clip.performers[0];
      const [hips] = performer === undefined ? [] : jointsOf(performer, 30);
      const [expected] = level.clip.performers[0] === undefined ? [] : jointsOf(level.clip.performers[0], 30);
      for (const axis of [0, 1, 2]) expect(hips?.[axis]).toBeCloseTo(expected?.[axis] ?? Number.NaN, 4);
    }
  });

  test("a rigid body that is a chair decides the hips' weight; without it nothing does", () => {
    const clip = madeTake("sit");
    const chair = retargetClip(core, clip, plain(), { props: [{ body: 0, type: "chair" }] });
    const none = retargetClip(core, clip, plain());
    const nearness = (result: RetargetedClip) =>
      Math.max(...result.meters.rows.filter((_, i) => i % 24 === 22));
    expect(nearness(chair)).toBeGreaterThan(0.9);
    expect(nearness(none)).toBe(0);
  });

  test("a performer that is not there is refused", () => {
    expect(() => retargetClip(core, madeTake("wave"), plain(), { performer: 1 })).toThrow(
      "performer: expected 0 to 0, found 1",
    );
  });
});
