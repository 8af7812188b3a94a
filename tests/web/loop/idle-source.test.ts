// Tests of the idle animation: alike in every run and at every frame rate, natural in its figures, never beyond comfortable values.
// Whether it looks alive is for eyes to judge.
import { expect, test } from "vitest";
import { BLINK_SECONDS } from "../../../web/src/loop/idle/blinks";
import { COMFORTABLE, IdleSource } from "../../../web/src/loop/idle-source";
import { faceChannelCount, faceChannelIndex, faceChannels } from "../../../web/src/tables/face-channels";

const blinkLeft = faceChannelIndex("eyeBlinkLeft");
const jaw = faceChannelIndex("jawOpen");
const FPS = 60;

/** Rows of the animation, one a frame. */
function rows(seconds: number, fps = FPS, idle = new IdleSource()): Float32Array[] {
  return Array.from({ length: seconds * fps + 1 }, (_, frame) => {
    const row = new Float32Array(faceChannelCount);
    idle.advance(frame / fps);
    idle.mailbox.take(row);
    return row;
  });
}

/** Times at which the lids begin to close. */
function blinkTimes(list: readonly Float32Array[], fps = FPS): number[] {
  return list.flatMap((row, frame) =>
    (row[blinkLeft] ?? 0) > 0 && (list[frame - 1]?.[blinkLeft] ?? 0) === 0 ? [frame / fps] : [],
  );
}

test("two runs are alike, another seed is another face", () => {
  expect(rows(20)).toEqual(rows(20));
  expect(rows(20, FPS, new IdleSource(99))).not.toEqual(rows(20));
});

test("the frame rate changes nothing: what is shown at a time is the same", () => {
  const fast = rows(30, 60);
  const slow = rows(30, 20);
  let apart = 0;
  slow.forEach((row, frame) => {
    row.forEach((value, channel) => {
      apart = Math.max(apart, Math.abs(value - (fast[frame * 3]?.[channel] ?? 0)));
    });
  });
  expect(apart).toBeLessThan(1e-3);
});

test("blinks come at uneven intervals, as people's do, now and then in pairs, and close the lids wholly", () => {
  const list = rows(300);
  const times = blinkTimes(list);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const single = pauses.filter((pause) => pause > 1);
  expect(times.length / 5).toBeGreaterThan(10);
  expect(times.length / 5).toBeLessThan(30);
  expect(Math.max(...single) - Math.min(...single)).toBeGreaterThan(2);
  expect(pauses.length - single.length).toBeGreaterThan(2);
  expect(Math.max(...list.map((row) => row[blinkLeft] ?? 0))).toBe(1);
  expect(Math.min(...pauses)).toBeGreaterThan(BLINK_SECONDS);
});

test("nothing but the blinks goes beyond what is comfortable, and opposite looks are never both on", () => {
  const list = rows(300);
  const look = (name: string) => faceChannelIndex(`eyeLook${name}`);
  const least = new Float32Array(faceChannelCount).fill(1);
  const most = new Float32Array(faceChannelCount);
  let crossed = 0;
  let squinted = 0;
  for (const row of list) {
    row.forEach((value, channel) => {
      least[channel] = Math.min(least[channel] ?? 0, value);
      most[channel] = Math.max(most[channel] ?? 0, value);
    });
    const at = (name: string) => row[look(name)] ?? 0;
    crossed = Math.max(
      crossed,
      Math.min(at("UpLeft"), at("DownLeft")),
      Math.min(at("InLeft"), at("OutLeft")),
    );
    squinted = Math.max(
      squinted,
      Math.abs(at("OutLeft") - at("InRight")),
      Math.abs(at("InLeft") - at("OutRight")),
    );
  }
  for (const { name, index } of faceChannels) {
    expect(least[index], name).toBeGreaterThanOrEqual(0);
    expect(most[index], name).toBeLessThanOrEqual(name.startsWith("eyeBlink") ? 1 : COMFORTABLE);
  }
  expect([crossed, squinted]).toEqual([0, 0]);
});

test("it talks and falls silent, smiles, glances, and no channel jumps but lids and eyes", () => {
  const list = rows(120);
  const talking = list.filter((row) => (row[jaw] ?? 0) > 0.02).length / list.length;
  expect(talking).toBeGreaterThan(0.15);
  expect(talking).toBeLessThan(0.6);
  for (const name of ["mouthSmileLeft", "browInnerUp", "eyeLookOutLeft", "mouthPucker", "mouthFunnel"]) {
    const values = list.map((row) => row[faceChannelIndex(name)] ?? 0);
    expect(Math.max(...values) - Math.min(...values), name).toBeGreaterThan(0.08);
  }
  for (const { name, index } of faceChannels) {
    if (/^eye(Blink|Look)/.test(name)) continue;
    const steps = list
      .slice(1)
      .map((row, frame) => Math.abs((row[index] ?? 0) - (list[frame]?.[index] ?? 0)));
    expect(Math.max(...steps), name).toBeLessThan(0.16);
  }
});

test("who wants no motion sees only blinks; switching eases", () => {
  const calm = new IdleSource();
  calm.calm = true;
  const list = rows(60, FPS, calm);
  expect(blinkTimes(list).length).toBeGreaterThan(8);
  const moved = faceChannels.filter(({ index }) => list.some((row) => (row[index] ?? 0) > 0));
  expect(moved.map(({ name }) => name)).toEqual(["eyeBlinkLeft", "eyeBlinkRight"]);
  const idle = new IdleSource();
  const row = new Float32Array(faceChannelCount);
  let before = 0;
  for (let frame = 0; frame < 600; frame++) {
    if (frame === 300) idle.calm = true;
    idle.advance(frame / FPS);
    idle.mailbox.take(row);
    const smile = row[faceChannelIndex("mouthSmileLeft")] ?? 0;
    expect(Math.abs(smile - before)).toBeLessThan(0.02 + (frame === 0 ? 1 : 0));
    before = smile;
  }
  expect(before).toBe(0);
});

test("a long absence is no time: the face goes on where it was", () => {
  const idle = new IdleSource();
  const other = new IdleSource();
  const row = new Float32Array(faceChannelCount);
  const same = new Float32Array(faceChannelCount);
  idle.advance(0);
  other.advance(0);
  idle.advance(3600);
  other.advance(0.1);
  idle.mailbox.take(row);
  other.mailbox.take(same);
  expect(row).toEqual(same);
});

test("every frame uses the objects that were there at first", () => {
  const idle = new IdleSource();
  idle.advance(0);
  const { mailbox } = idle;
  const parts = (object: object, seen = new Set<object>()): Set<object> => {
    if (seen.has(object)) return seen;
    seen.add(object);
    for (const value of Object.values(object)) {
      if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) parts(value, seen);
      else if (ArrayBuffer.isView(value)) seen.add(value);
    }
    return seen;
  };
  const before = parts(idle);
  for (let frame = 1; frame < 20_000; frame++) idle.advance(frame / FPS);
  expect(idle.mailbox).toBe(mailbox);
  const after = parts(idle);
  expect(after.size).toBe(before.size);
  for (const part of after) expect(before.has(part)).toBe(true);
});
