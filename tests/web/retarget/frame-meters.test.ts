// What is made of the meters of all frames: which values count, and the mean, p95 and maximum of those that do.
// The expected numbers are counted by hand.
import { describe, expect, test } from "vitest";
import {
  frameMeterNames,
  meterLimits,
  summarizeMeters,
  worstFrame,
} from "../../../web/src/retarget/frame-meters";
import { resampleClip } from "../../../web/src/retarget/resample-clip";
import { plantedFeet, sourceFeet } from "../../../web/src/retarget/source-feet";
import { type BodyMeterName, bodyMeterAt, bodyMeterNames } from "../../../web/src/tables/body-meters";
import { madeTake } from "../../support/made-takes";
import { jointsOf } from "../../support/motion-clips";

function rowsOf(frames: readonly Partial<Record<BodyMeterName, number>>[]): Float32Array {
  const rows = new Float32Array(frames.length * bodyMeterNames.length);
  for (const [frame, values] of frames.entries())
    for (const [name, value] of Object.entries(values))
      rows[frame * bodyMeterNames.length + bodyMeterAt[name as BodyMeterName]] = value;
  return rows;
}

describe("meters of all frames", () => {
  test("a foot counts while it is planted, a hand while its arm has a weight, the rest always", () => {
    const meters = {
      times: Float64Array.from([2, 2.5, 3]),
      rows: rowsOf([
        { leftFootSlide: 1, rightFootSlide: 50, leftHandError: 9, leftArmWeight: 0.5, pelvisDrop: 4 },
        { leftFootSlide: 3, rightFootSlide: 2, rightHandError: 100 },
        { leftFootSlide: 70, kneeJump: 40 },
      ]),
      planted: Uint8Array.from([1, 0, 1, 1, 0, 0]),
    };
    const summaries = summarizeMeters(meters);
    expect(summaries.footSlide).toEqual({ count: 3, mean: 2, p95: 3, max: 3, maxAt: 2.5 });
    expect(summaries.handError).toEqual({ count: 1, mean: 9, p95: 9, max: 9, maxAt: 2 });
    expect(summaries.pelvisDrop).toEqual({ count: 3, mean: 4 / 3, p95: 4, max: 4, maxAt: 2 });
    expect(summaries.penetration).toEqual({ count: 3, mean: 0, p95: 0, max: 0, maxAt: 0 });
    // 3 cm/s are 1.5 times its limit; 40 degrees 1.33 times theirs; 9 mm below theirs.
    expect(worstFrame(summaries)).toEqual({ time: 2.5, meter: "footSlide", value: 3 });
  });

  test("95 of 100 values lie at or below p95", () => {
    const times = Float64Array.from({ length: 100 }, (_, frame) => frame);
    // 1 to 100, shuffled: 37 and 100 have no common divisor.
    const rows = rowsOf(Array.from(times, (frame) => ({ kneeJump: ((frame * 37) % 100) + 1 })));
    const { kneeJump } = summarizeMeters({ times, rows, planted: new Uint8Array(200) });
    expect(kneeJump).toMatchObject({ count: 100, mean: 50.5, p95: 95, max: 100 });
  });

  test("nothing to count: all 0, and no worst frame", () => {
    const meters = { times: Float64Array.of(0), rows: rowsOf([{}]), planted: new Uint8Array(2) };
    const summaries = summarizeMeters(meters);
    expect(summaries.footSlide).toEqual({ count: 0, mean: 0, p95: 0, max: 0, maxAt: 0 });
    expect(worstFrame(summaries)).toBeNull();
    expect(Object.keys(meterLimits)).toEqual([...frameMeterNames]);
  });
});

describe("the performer's feet", () => {
  const clip = madeTake("walk", { floor: 0.3 });
  const performer = clip.performers[0];
  if (performer === undefined) throw new Error("no performer");
  const names = performer.bones.map(({ name }) => name);
  const report = {
    humanoid: { leftFoot: names.indexOf("LeftFoot"), rightFoot: names.indexOf("RightFoot") },
    measures: { ankleHeight: 0.08, leg: [0.82, 0.82] },
  } as never;

  test("stand on the floor that the take was made on, in six tenths of the time", () => {
    const feet = sourceFeet(clip, performer, report);
    expect(feet?.floor).toBeCloseTo(0.3, 6);
    if (feet === null) return;
    const planted = plantedFeet(clip.times, feet, 0.3);
    const share = planted.reduce((sum, flag) => sum + flag, 0) / planted.length;
    // Slow moments at the beginning and the end of a swing count, too.
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.7);
    const at = jointsOf(performer, 100)[names.indexOf("LeftFoot")] ?? [];
    for (const axis of [0, 1, 2]) expect(feet.ankles[6 * 100 + axis]).toBeCloseTo(at[axis] ?? Number.NaN, 5);
    // With the floor 10 cm lower no foot touches it.
    expect(plantedFeet(clip.times, feet, 0.2).every((flag) => flag === 0)).toBe(true);
  });

  test("a performer without feet has none", () => {
    expect(sourceFeet(clip, performer, { ...(report as object), humanoid: {} } as never)).toBeNull();
  });
});

describe("another rate", () => {
  test("keeps the first and the last moment and blends between", () => {
    const clip = madeTake("wave");
    const slow = resampleClip(clip, 25);
    // 180 frames at 60 end at 179 / 60 s: 74 steps of 1 / 25 s fit.
    expect(slow.frameCount).toBe(75);
    expect(slow.times.at(-1)).toBeCloseTo(2.96, 9);
    const [performer, source] = [slow.performers[0], clip.performers[0]];
    if (performer === undefined || source === undefined) throw new Error("no performer");
    // Frame 5 at 25 and frame 12 at 60 are both 0.2 s.
    const [now, then] = [jointsOf(performer, 5), jointsOf(source, 12)];
    for (const [bone, place] of then.entries())
      for (const axis of [0, 1, 2]) expect(now[bone]?.[axis]).toBeCloseTo(place[axis] ?? Number.NaN, 5);
    expect(resampleClip(clip, 60).frameCount).toBe(180);
  });
});
