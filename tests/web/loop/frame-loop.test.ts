// Tests of the frame's order, of time, and of which source drives the face.
// The engine and the picture are made up.
import { expect, test } from "vitest";
import { FrameLoop, MAX_STEP_SECONDS } from "../../../web/src/loop/frame-loop";
import { IdleSource } from "../../../web/src/loop/idle-source";
import { SourcePlayer } from "../../../web/src/loop/player";
import { PREVIEW_SECONDS } from "../../../web/src/loop/preview-source";
import { LiveMeters } from "../../../web/src/state/live";
import type { Playback } from "../../../web/src/state/playback";
import { faceChannelNames } from "../../../web/src/tables/face-channels";

const recording = JSON.stringify({
  names: ["jawOpen"],
  fps: 10,
  frames: Array.from({ length: 21 }, (_, index) => [index / 20]),
});
const jaw = faceChannelNames.indexOf("jawOpen");

function setUp() {
  const order: string[] = [];
  const swings: number[] = [];
  const rows = 2;
  const input = new Float32Array(rows * 52);
  const output = new Float32Array(rows * 52);
  const morphs = new Float32Array(rows * 3);
  const steps: number[] = [];
  const percentBit = 4;
  const ranges: string[][] = [[], []];
  const engine = {
    morphStride: 3,
    step: (dt: number) => {
      order.push("engine");
      steps.push(dt);
      output.set(input.map((value) => value / 2));
      // As the engine does it, but at once: a row that is read as percent, or has to be, says so.
      const percent = ranges[0]?.at(-1) === "percent" || input.some((value) => value > 2);
      return percent ? percentBit : 0;
    },
    faceInput: () => input,
    faceOutput: () => output,
    morphs: () => morphs,
    faceBones: () => new Float32Array(rows * 9),
  };
  const meters = new LiveMeters(52);
  meters.onFrame(() => order.push("meters"));
  const states: Playback[] = [];
  const previews: number[] = [];
  let manual: ReadonlyMap<number, number> = new Map();
  const player = new SourcePlayer({
    stateChanged: (state) => states.push(state),
    manualChanged: (values) => {
      manual = values;
    },
    previewChanged: (channel) => previews.push(channel),
    bodyChanged: () => {},
  });
  const loop = new FrameLoop(
    engine,
    { render: () => order.push("picture") },
    meters,
    player.idle,
    (source) => {
      order.push("source");
      player.afterSource(source);
    },
    percentBit,
  );
  player.attach(loop);
  const offsets: number[][] = [];
  const actor = (row: number) => ({
    row,
    apply: (_: Float32Array, morphOffset: number, __: Float32Array, boneOffset: number) => {
      order.push(`view ${row}`);
      offsets.push([morphOffset, boneOffset]);
    },
    setInputRange: (range: string) => ranges[row]?.push(range),
    secondary: {
      constrain: () => order.push(`constraints ${row}`),
      swing: (seconds: number) => {
        order.push(`springs ${row}`);
        swings.push(seconds);
      },
      rest: () => order.push(`rest ${row}`),
    },
  });
  loop.setActors([actor(0), actor(1)], 1);
  return {
    loop,
    order,
    swings,
    steps,
    meters,
    player,
    states,
    previews,
    input,
    offsets,
    ranges,
    manual: () => manual,
  };
}

test("one frame: source, engine, views, constraints and springs, picture, meters", () => {
  const { loop, order, offsets } = setUp();
  loop.step(0.016);
  expect(order).toEqual([
    "source",
    "engine",
    "view 0",
    "view 1",
    "constraints 0",
    "springs 0",
    "constraints 1",
    "springs 1",
    "picture",
    "meters",
  ]);
  expect(offsets).toEqual([
    [0, 0],
    [3, 9],
  ]);
});

test("both rows get the source's values, and the meters show input and the calibrated row's output", () => {
  const { loop, player, meters, input } = setUp();
  const row = new Float32Array(52);
  row[jaw] = 0.8;
  player.feed(row);
  loop.step(0.016);
  expect(input[jaw]).toBeCloseTo(0.8);
  expect(input[52 + jaw]).toBeCloseTo(0.8);
  expect(meters.input[jaw]).toBeCloseTo(0.8);
  expect(meters.output[jaw]).toBeCloseTo(0.4);
});

test("after a hidden tab the face goes on where it was: no step is longer than the longest, none runs backwards", () => {
  const { loop, steps, player } = setUp();
  player.open("take.json", recording);
  loop.tick(10);
  loop.tick(10.05);
  loop.tick(3600);
  loop.tick(3500);
  expect(steps.map((dt) => Math.round(dt * 1000))).toEqual([0, 50, MAX_STEP_SECONDS * 1000, 0]);
  expect(player.position).toBeCloseTo(0.05 + MAX_STEP_SECONDS, 5);
});

test("springs go by the same steps, and begin anew after a hidden tab", () => {
  const { loop, swings, order } = setUp();
  loop.tick(10);
  loop.tick(10.05);
  loop.tick(10.25);
  expect(order).not.toContain("rest 0");
  loop.tick(3600);
  expect(order.filter((name) => name.startsWith("rest"))).toEqual(["rest 0", "rest 1"]);
  expect(order.indexOf("rest 1")).toBeLessThan(order.lastIndexOf("springs 1"));
  const longest = MAX_STEP_SECONDS * 1000;
  expect(swings.map((dt) => Math.round(dt * 1000))).toEqual([
    0,
    0,
    50,
    50,
    longest,
    longest,
    longest,
    longest,
  ]);
});

test("springs that are off hang at rest, while constraints go on", () => {
  const { loop, order } = setUp();
  loop.setSprings(false);
  loop.step(0.016);
  expect(order.filter((name) => name.endsWith("0"))).toEqual(["view 0", "constraints 0", "rest 0"]);
  loop.setSprings(true);
  loop.step(0.016);
  expect(order.filter((name) => name.endsWith("0")).slice(3)).toEqual([
    "view 0",
    "constraints 0",
    "springs 0",
  ]);
});

test("a recording plays, pauses, is sought, and a broken one leaves it playing", () => {
  const { loop, player, states, meters } = setUp();
  player.open("take.json", recording);
  expect(states.at(-1)).toMatchObject({ kind: "recording", playing: true, duration: expect.closeTo(2, 0) });
  for (let index = 0; index < 5; index++) loop.step(0.1);
  expect(meters.input[jaw]).toBeCloseTo(0.2, 1);
  player.pause();
  expect(states.at(-1)?.playing).toBe(false);
  player.seek(1.5);
  loop.step(0.1);
  expect(meters.input[jaw]).toBeCloseTo(0.75);
  loop.step(0.1);
  expect(meters.input[jaw]).toBeCloseTo(0.75);
  expect(() => player.open("bad.csv", "no,columns\n1,2")).toThrow(/bad.csv/);
  player.play();
  expect(states.at(-1)).toMatchObject({ kind: "recording", playing: true });
});

test("without a loop a recording ends, is shown as not playing, and play begins anew", () => {
  const { loop, player, states } = setUp();
  player.open("take.json", recording);
  player.setLoop(false);
  player.setSpeed(2);
  for (let index = 0; index < 15; index++) loop.step(0.1);
  expect(states.at(-1)).toMatchObject({ playing: false, loop: false, speed: 2 });
  player.play();
  loop.step(0);
  expect(player.position).toBeLessThan(0.1);
  expect(states.at(-1)?.playing).toBe(true);
});

test("sliders take over one channel alone, and releasing them returns to the recording", () => {
  const { loop, player, states, meters, manual } = setUp();
  player.open("take.json", recording);
  player.pause();
  player.seek(1);
  loop.step(0.1);
  const other = faceChannelNames.indexOf("mouthPucker");
  player.setManual(other, 0.6);
  loop.step(0.1);
  expect(states.at(-1)?.kind).toBe("manual");
  expect(meters.input[other]).toBeCloseTo(0.6);
  expect(meters.input[jaw]).toBe(0);
  expect([...manual()]).toEqual([[other, 0.6]]);
  player.release();
  loop.step(0.1);
  expect(states.at(-1)?.kind).toBe("recording");
  expect(meters.input[jaw]).toBeCloseTo(0.5);
  expect(manual().size).toBe(0);
});

test("live values take over, and leaving them returns to the recording, or to idling without one", () => {
  const { loop, player, states, meters } = setUp();
  const row = new Float32Array(52).fill(0.25);
  player.feed(row);
  loop.step(0.1);
  expect(states.at(-1)?.kind).toBe("live");
  player.release();
  expect(states.at(-1)?.kind).toBe("idle");
  player.open("take.json", recording);
  player.feed(row);
  player.setManual(jaw, 0.9);
  player.release();
  expect(states.at(-1)?.kind).toBe("live");
  player.release();
  expect(states.at(-1)).toMatchObject({ kind: "recording", playing: true });
  loop.step(0.1);
  expect(meters.input[jaw]).not.toBeCloseTo(0.25, 2);
});

test("a preview goes from 0 to 1 and back on its channel, then ends by itself", () => {
  const { loop, player, previews, meters, states } = setUp();
  player.startPreview(jaw);
  let peak = 0;
  const step = PREVIEW_SECONDS / 30;
  for (let index = 0; index < 34; index++) {
    loop.step(step);
    if (previews.at(-1) === jaw) peak = Math.max(peak, meters.input[jaw] ?? 0);
  }
  expect(peak).toBeCloseTo(1, 1);
  expect(previews).toEqual([jaw, -1]);
  expect(states.at(-1)?.kind).toBe("idle");
});

test("the idle animation blinks and talks, stays within 0..1, and stops when paused", () => {
  const idle = new IdleSource();
  const row = new Float32Array(52);
  let blink = 0;
  let talk = 0;
  for (let index = 0; index < 1200; index++) {
    idle.advance(index / 60);
    idle.mailbox.take(row);
    expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...row)).toBeLessThanOrEqual(1);
    blink = Math.max(blink, row[faceChannelNames.indexOf("eyeBlinkLeft")] ?? 0);
    talk = Math.max(talk, row[jaw] ?? 0);
  }
  expect(blink).toBeGreaterThan(0.9);
  expect(talk).toBeGreaterThan(0.2);
  idle.pause();
  idle.advance(100);
  expect(idle.mailbox.take(row)).toBe(false);
});

test("the idle animation gives way to a recording without a jump, and to what is fed or held at once", () => {
  const { loop, player, meters } = setUp();
  const smile = faceChannelNames.indexOf("mouthSmileLeft");
  for (let index = 0; index < 240; index++) loop.step(1 / 60);
  let before = meters.input[smile] ?? 0;
  expect(before).toBeGreaterThan(0.05);
  player.open("take.json", recording);
  player.pause();
  for (let index = 0; index < 30; index++) {
    loop.step(1 / 60);
    expect(Math.abs((meters.input[smile] ?? 0) - before)).toBeLessThan(0.03);
    before = meters.input[smile] ?? 0;
  }
  expect(before).toBe(0);
  const other = setUp();
  for (let index = 0; index < 240; index++) other.loop.step(1 / 60);
  other.player.setManual(jaw, 0.7);
  other.loop.step(1 / 60);
  expect(other.meters.input[jaw]).toBeCloseTo(0.7);
  expect(other.meters.input[smile]).toBeGreaterThan(0.04);
  for (let index = 0; index < 30; index++) other.loop.step(1 / 60);
  expect([...other.meters.input].filter((value) => value > 0)).toEqual([Math.fround(0.7)]);
  const row = new Float32Array(52).fill(0.25);
  other.player.release();
  other.player.feed(row);
  other.loop.step(1 / 60);
  expect(other.meters.input).toEqual(row);
});

test("the idle animation comes back without a jump, from 0..100 too, and is not read as such", () => {
  const { loop, player, meters, ranges } = setUp();
  player.feed(new Float32Array(52).fill(80));
  loop.step(1 / 60);
  player.release();
  loop.step(1 / 60);
  expect(ranges[0]?.at(-1)).toBe("auto");
  expect(Math.max(...meters.input)).toBeLessThanOrEqual(0.8);
  expect(meters.input[jaw]).toBeGreaterThan(0.7);
  for (let index = 0; index < 30; index++) loop.step(1 / 60);
  expect(meters.input[jaw]).toBeLessThan(0.5);
});

test("a position that is set is shown as it is, also while the face still comes from idling", () => {
  const { loop, player, meters } = setUp();
  for (let index = 0; index < 200; index++) loop.step(1 / 60);
  player.open("take.json", recording);
  player.pause();
  player.seek(1.5);
  loop.step(1 / 60);
  expect(meters.input[jaw]).toBeCloseTo(0.75);
  expect(meters.input[faceChannelNames.indexOf("mouthSmileLeft")]).toBe(0);
});

test("several sliders are held at once, put to 0 together, and let go one by one", () => {
  const { loop, player, states, meters, manual } = setUp();
  const other = faceChannelNames.indexOf("mouthPucker");
  player.setManual(jaw, 0.4);
  player.setManual(other, 0.6);
  for (let index = 0; index < 30; index++) loop.step(1 / 60);
  expect([meters.input[jaw], meters.input[other]].map((value) => value?.toFixed(2))).toEqual([
    "0.40",
    "0.60",
  ]);
  player.resetManual();
  loop.step(1 / 60);
  expect([...manual()]).toEqual([
    [jaw, 0],
    [other, 0],
  ]);
  expect(Math.max(...meters.input)).toBe(0);
  player.setManual(jaw, 0.5);
  player.releaseManual(jaw);
  loop.step(1 / 60);
  expect([...manual()]).toEqual([[other, 0]]);
  expect(meters.input[jaw]).toBe(0);
  player.releaseManual(jaw);
  expect(states.at(-1)?.kind).toBe("manual");
  player.releaseManual(other);
  expect([states.at(-1)?.kind, manual().size]).toEqual(["idle", 0]);
});

test("another recording begins without the points of the one before, and keeps loop and speed", () => {
  const { player, states } = setUp();
  player.open("take.json", recording);
  player.setRange(0.5, 1);
  player.setLoop(false);
  player.setSpeed(2);
  expect(states.at(-1)).toMatchObject({ inPoint: 0.5, outPoint: 1 });
  player.open("next.json", recording);
  const { inPoint, outPoint, duration, loop, speed } = states.at(-1) as Playback;
  expect([inPoint, outPoint, loop, speed]).toEqual([0, duration, false, 2]);
});

test("a source of 0..100 is read so only while it drives the face, and at once when it comes back", () => {
  const { loop, player, ranges } = setUp();
  const percent = new Float32Array(52).fill(80);
  player.feed(percent);
  loop.step(0.016);
  expect(ranges[0]?.at(-1)).toBe("auto");
  player.setManual(jaw, 0.5);
  expect(ranges.map((row) => row.at(-1))).toEqual(["auto", "auto"]);
  loop.step(0.016);
  player.release();
  expect(ranges.map((row) => row.at(-1))).toEqual(["percent", "percent"]);
});

test("another avatar in the middle of a stream of 0..100 is read like the one before", () => {
  const { loop, player } = setUp();
  player.feed(new Float32Array(52).fill(80));
  loop.step(0.016);
  const ranges: string[] = [];
  const setInputRange = (range: string) => ranges.push(range);
  loop.setActors([{ row: 0, apply: () => {}, setInputRange, secondary: null }], 0);
  expect(ranges).toEqual(["percent"]);
});
