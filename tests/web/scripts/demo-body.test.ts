// Tests of the demonstration of a body: small, read without a remark, a body that can be, and an end that meets its beginning.
// How it looks is looked at.
import { beforeAll, expect, test } from "vitest";
import { bodyTake } from "../../../scripts/body-take";
import { BODY_SECONDS, demoBones, demoPose, SEAT } from "../../../scripts/demo-body";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { recordedPerformer } from "../../../web/src/retarget/recorded-performer";
import type { MotionClip, MotionPerformer } from "../../../web/src/sources/motion/motion-clip";
import { readMotiveCsv } from "../../../web/src/sources/motion/read-motive-csv";

const FPS = 30;
const text = bodyTake();
let clip: MotionClip;
beforeAll(() => {
  clip = readMotiveCsv(text, "body.csv");
});

const at = (bone: string) => demoBones.findIndex(({ name }) => name === bone);
const place = (bone: string, seconds: number) => {
  const found = demoPose(seconds).places[at(bone)];
  if (found === undefined) throw new Error(bone);
  return found;
};
const times = Array.from({ length: Math.round(BODY_SECONDS * FPS) + 1 }, (_, frame) => frame / FPS);

test("it is small, is read without a remark, and has a whole body and a chair", async () => {
  expect(text.length).toBeLessThan(1_000_000);
  expect(clip.warnings).toEqual([]);
  expect([clip.performers.length, clip.bodies.map(({ name }) => name)]).toEqual([1, ["Chair"]]);
  const core = await loadCoreNode();
  const performer = clip.performers[0] as MotionPerformer;
  const { description, floor } = recordedPerformer((body) => core.describeBody(body), clip, performer);
  expect(core.describeBody(description).complete).toBe(true);
  // Where a sole is under an ankle, the core takes from the body's height.
  expect(Math.abs(floor)).toBeLessThan(0.02);
});

test("its end meets its beginning, and nothing jumps between two frames", () => {
  for (const { name } of demoBones) {
    expect(place(name, BODY_SECONDS).distanceTo(place(name, 0)), name).toBeLessThan(0.03);
    for (const time of times.slice(1)) {
      const moved = place(name, time).distanceTo(place(name, time - 1 / FPS));
      // A hand that claps or waves is the fastest: 4 m/s.
      expect(moved * FPS, `${name} at ${time.toFixed(2)} s`).toBeLessThan(4);
    }
  }
}, 60_000);

test("a foot stands still or is in the air; hips come down on the seat, and palms together", () => {
  let stood = 0;
  for (const bone of ["LFoot", "RFoot"]) {
    for (const time of times.slice(1)) {
      const now = place(bone, time);
      const before = place(bone, time - 1 / FPS);
      if (now.y > 0.0801 || before.y > 0.0801) continue;
      expect(now.distanceTo(before), `${bone} at ${time.toFixed(2)} s`).toBeLessThan(0.005);
      ++stood;
    }
  }
  expect(stood).toBeGreaterThan(700);
  expect(place("Hip", 3).y).toBeCloseTo(SEAT + 0.09, 2);
  const apart = times.map((time) => place("LHand", time).distanceTo(place("RHand", time)));
  expect(Math.min(...apart)).toBeGreaterThan(0.04);
  expect(Math.min(...apart)).toBeLessThan(0.08);
}, 60_000);
