// Tests of numbered pictures: which moments get one, which is said to be late, and what a sink that fails leaves behind.
// Pictures are texts here; real ones are in tests/e2e/pictures.spec.ts.
import { expect, test } from "vitest";
import {
  MOST_WAITING,
  PngSequence,
  pictureName,
  type SequenceCount,
} from "../../../web/src/stage/png-sequence";

/** A sink that holds names and texts, and waits where it is told to. */
function makeSink() {
  const kept: string[] = [];
  const sink = {
    kept,
    gate: Promise.resolve() as Promise<unknown>,
    full: Number.POSITIVE_INFINITY,
    async put(name: string, picture: Blob) {
      await sink.gate;
      if (kept.length >= sink.full) throw new Error("full");
      kept.push(`${name} ${await picture.text()}`);
    },
  };
  return sink;
}

/** What was drawn is in the sink. */
const written = () => new Promise((resolve) => setTimeout(resolve, 1));

function makeSequence(rate: number | null) {
  const sink = makeSink();
  const told: [SequenceCount, unknown][] = [];
  let drawn = 0;
  const sequence = new PngSequence(
    async () => new Blob([`p${drawn++}`]),
    sink,
    rate,
    (count, fault) => told.push([count, fault]),
  );
  return { sink, told, sequence };
}

test("every drawn picture: one file for each, numbered from 1 without a gap", async () => {
  const { sink, sequence } = makeSequence(null);
  for (let index = 0; index < 5; index++) sequence.drawn(100 + index * 0.37);
  expect(await sequence.end()).toEqual({ written: 5, late: 0 });
  expect(sink.kept).toEqual([
    "000001.png p0",
    "000002.png p1",
    "000003.png p2",
    "000004.png p3",
    "000005.png p4",
  ]);
  sequence.drawn(200);
  expect(await sequence.end()).toEqual({ written: 5, late: 0 });
});

test("names sort as numbers do", () => {
  expect([0, 9, 99, 999_998].map(pictureName)).toEqual([
    "000001.png",
    "000010.png",
    "000100.png",
    "999999.png",
  ]);
});

test("at 30 a second, drawn at 60: every other one", async () => {
  const { sink, sequence } = makeSequence(30);
  for (let index = 0; index < 60; index++) {
    sequence.drawn(5 + index / 60);
    await written();
  }
  expect(await sequence.end()).toEqual({ written: 30, late: 0 });
  expect(sink.kept).toHaveLength(30);
});

test("at 60 a second, drawn at 20: the sequence keeps its time, and two of three are late", async () => {
  const { sink, sequence } = makeSequence(60);
  for (let index = 0; index < 5; index++) {
    sequence.drawn(5 + index / 20);
    await written();
  }
  // 0, then 3, 6, 9, 12 sixtieths later: 13 moments, 5 of which have a picture of their own.
  expect(await sequence.end()).toEqual({ written: 13, late: 8 });
  expect(sink.kept.slice(0, 5)).toEqual([
    "000001.png p0",
    "000002.png p1",
    "000003.png p1",
    "000004.png p1",
    "000005.png p2",
  ]);
});

test("a page that was hidden for ten seconds is not filled with one picture", async () => {
  const { sequence } = makeSequence(30);
  sequence.drawn(0);
  sequence.drawn(10);
  sequence.drawn(10 + 1 / 30);
  // 300 moments lie between the first two; one of them has the second picture.
  expect(await sequence.end()).toEqual({ written: 3, late: 299 });
});

test("a sink that is slow makes pictures late, and the numbers stay without a gap", async () => {
  const { sink, sequence } = makeSequence(null);
  let open = () => {};
  sink.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (let index = 0; index < MOST_WAITING + 4; index++) sequence.drawn(index);
  open();
  expect(await sequence.end()).toEqual({ written: MOST_WAITING, late: 4 });
  expect(sink.kept.map((file) => file.slice(0, 6))).toEqual(
    Array.from({ length: MOST_WAITING }, (_, index) => String(index + 1).padStart(6, "0")),
  );
});

test("a sink that is full ends it: what came before stays, nothing comes after", async () => {
  const { sink, told, sequence } = makeSequence(null);
  sink.full = 2;
  for (let index = 0; index < 5; index++) sequence.drawn(index);
  expect(await sequence.end()).toEqual({ written: 2, late: 0 });
  expect(sink.kept).toHaveLength(2);
  expect(told.at(-1)?.[1]).toEqual(new Error("full"));
});
