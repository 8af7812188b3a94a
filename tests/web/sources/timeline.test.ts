// Tests of the one clock that recordings share; what a recording does along it is tested with its source.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { motionActivity } from "../../../web/src/sources/motion/motion-activity";
import { MotionSource } from "../../../web/src/sources/motion-source";
import type { FaceRecording } from "../../../web/src/sources/recording";
import { ReplaySource } from "../../../web/src/sources/replay-source";
import { Timeline } from "../../../web/src/sources/timeline";
import { angleBetween, anyClip } from "../../support/motion-clips";

function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error("none");
  return first;
}

/** jawOpen (row 25 of 52 by the alphabet) grows by 1 a second for ten seconds. */
function face(seconds = 10): FaceRecording {
  const rowCount = seconds + 1;
  return {
    name: "face",
    fps: 1,
    rowCount,
    times: Float64Array.from({ length: rowCount }, (_, row) => row),
    values: Float32Array.from({ length: rowCount * 52 }, (_, at) => Math.floor(at / 52)),
    duration: seconds,
    warnings: [],
  };
}

const clipOf = (seed: number) => {
  const clip = only(
    fc.sample(
      anyClip.filter(({ frameCount }) => frameCount === 4),
      { numRuns: 1, seed },
    ),
  );
  return { ...clip, frameRate: 1, times: Float64Array.from([0, 1, 2, 3]), duration: 4 };
};

describe("a timeline that several sources share", () => {
  test("moves once a frame, whoever asks first and however often", () => {
    const clip = clipOf(2);
    for (const order of [0, 1]) {
      const timeline = new Timeline(10);
      const replay = new ReplaySource(face(), { timeline });
      const motion = new MotionSource(clip, timeline);
      const sources = order === 0 ? [replay, motion] : [motion, replay];
      for (const now of [5, 5.5, 6.25]) {
        for (const source of sources) source.advance(now);
        timeline.advance(now);
        expect(timeline.position).toBeCloseTo(now - 5, 9);
      }
      const row = new Float32Array(52);
      replay.mailbox.take(row);
      expect(row[0]).toBeCloseTo(1.25, 6);
      expect(motion.frame).toBe(1);
    }
  });

  test("shows every source a seek while paused, and nothing twice", () => {
    const timeline = new Timeline(10);
    const motion = new MotionSource(clipOf(3), timeline);
    expect(motion.advance(0)).toBe(true);
    timeline.pause();
    motion.advance(1);
    expect(motion.advance(2)).toBe(false);
    timeline.seek(2);
    expect(motion.advance(3)).toBe(true);
    expect([motion.frame, motion.advance(4), motion.state]).toEqual([2, false, "paused"]);
  });

  test("ends a shorter recording in its last pose while the longer one goes on", () => {
    const clip = clipOf(4);
    const timeline = new Timeline(10);
    const motion = new MotionSource(clip, timeline);
    motion.advance(0);
    motion.advance(9);
    const performer = only(clip.performers);
    const pose = only(motion.poses);
    const last = 4 * 3 * performer.bones.length;
    for (let bone = 0; bone < performer.bones.length; ++bone)
      expect(angleBetween(performer.rotations, last + 4 * bone, pose.rotations, 4 * bone)).toBe(0);
    expect([motion.state, motion.frame, timeline.position]).toEqual(["running", 3, 9]);
  });

  test("takes another length: in and out are those of the whole, the position stays inside", () => {
    const timeline = new Timeline(10);
    timeline.setRange(2, 3);
    timeline.seek(8);
    timeline.setDuration(5);
    expect([timeline.inPoint, timeline.outPoint, timeline.position, timeline.duration]).toEqual([0, 5, 5, 5]);
  });

  test("is always inside its range, whatever is done with it", () => {
    const second = fc.double({ min: -3, max: 13, noNaN: false });
    const deed = fc.oneof(
      fc.tuple(fc.constant("seek"), second, second),
      fc.tuple(fc.constant("range"), second, second),
      fc.tuple(fc.constant("length"), fc.double({ min: 0.05, max: 12, noNaN: true }), second),
      fc.tuple(fc.constant("advance"), fc.double({ min: 0, max: 30, noNaN: true }), second),
      fc.tuple(fc.constantFrom("play", "pause", "loop", "once"), second, second),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 20 }), (deeds) => {
        const timeline = new Timeline(10);
        let now = 0;
        for (const [what, a, b] of deeds) {
          if (what === "seek") timeline.seek(a);
          else if (what === "range") timeline.setRange(a, b);
          else if (what === "length") timeline.setDuration(a);
          else if (what === "play") timeline.play();
          else if (what === "pause") timeline.pause();
          else if (what === "advance") {
            now += a;
            timeline.advance(now);
          } else timeline.loop = what === "loop";
          expect(timeline.position).toBeGreaterThanOrEqual(0);
          expect(timeline.position).toBeLessThanOrEqual(timeline.duration);
          expect(timeline.inPoint).toBeLessThan(timeline.outPoint);
          expect(timeline.outPoint).toBeLessThanOrEqual(timeline.duration);
        }
      }),
    );
  });
});

describe("a body recording", () => {
  test("has its own timeline where none is handed in, with name, length and rate", () => {
    const clip = clipOf(5);
    const motion = new MotionSource(clip);
    expect([motion.name, motion.duration, motion.frameRate, motion.timeline.duration]).toEqual([
      clip.name,
      4,
      1,
      4,
    ]);
    motion.timeline.speed = 0.5;
    motion.advance(0);
    motion.advance(3);
    expect(motion.timeline.position).toBeCloseTo(1.5, 9);
    motion.timeline.loop = false;
    motion.advance(30);
    expect(motion.state).toBe("ended");
  });

  test("keeps its buffers: nothing is made anew in a frame", () => {
    const motion = new MotionSource(clipOf(6));
    const buffers = motion.poses.map(({ rotations, worldPositions }) => [rotations, worldPositions]);
    for (let now = 0; now < 5; now += 0.3) motion.advance(now);
    motion.poses.forEach(({ rotations, worldPositions }, index) => {
      expect([rotations === buffers[index]?.[0], worldPositions === buffers[index]?.[1]]).toEqual([
        true,
        true,
      ]);
    });
  });

  test("its overview is highest where it moves most, and has no face", () => {
    const clip = clipOf(7);
    const performer = only(clip.performers);
    const count = 4 * performer.bones.length;
    // Frames 0 to 2 alike: all movement is between the last two.
    const rotations = performer.rotations.slice();
    for (const frame of [1, 2]) rotations.set(rotations.subarray(0, count), frame * count);
    const still = { ...clip, performers: [{ ...performer, rotations }] };
    const { all, jaw, blink } = motionActivity(still, 8, 8);
    expect(Array.from(all, (value) => Math.round(value * 1000) / 1000)).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
    expect([jaw.length, blink.length]).toEqual([0, 0]);
  });
});
