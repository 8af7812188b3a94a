// Tests of reading any body recording from bytes, here and over the worker's messages; the formats have tests of their own.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readBodyFile } from "../../../web/src/reader/body-client";
import {
  type BodyAnswer,
  type BodyRequest,
  buffersOf,
  refusalOf,
} from "../../../web/src/reader/body-messages";
import { readBody } from "../../../web/src/reader/read-body";
import { writeBvh } from "../../../web/src/sources/motion/write-bvh";
import { writeVrma } from "../../../web/src/sources/motion/write-vrma";
import { anyHumanoid } from "../../support/humanoid-clip";
import { madeMotion, madeSkeleton, motiveCsv } from "../../support/motive-csv";

const [clip] = fc.sample(anyHumanoid, { numRuns: 1, seed: 9 });
if (clip === undefined) throw new Error("no clip");
const bytes = (text: string) => new TextEncoder().encode(text);
const csv = motiveCsv({ Anna: madeMotion(madeSkeleton(), 3) }, { isLost: (frame) => frame === 1 });

test.each([
  ["a BVH file", bytes(writeBvh(clip)), "bvh"],
  ["a Motive export", bytes(csv), "motive-csv"],
  ["a VRM animation", writeVrma(clip), "vrma"],
])("%s is told by what it holds", async (_, content, format) => {
  expect((await readBody(content, "a.bin")).format).toBe(format);
});

test("options reach recordings in text form", async () => {
  expect((await readBody(bytes(csv), "a.csv", { metresPerUnit: 2 })).metresPerUnit).toBe(2);
});

test.each([
  [bytes("hello"), /^a\.bin: line 1: expected a BVH file/],
  [bytes('{"asset":{"version":"2.0"}}'), /^a\.bin: expected a body recording, found an avatar/],
  [bytes("{oh no"), /^a\.bin: document: expected JSON text/],
  [bytes("glTF"), /^a\.bin: header: expected at least 20 bytes/],
  [new Uint8Array(0), /^a\.bin: line 1: expected a BVH file/],
])("%# is refused with the file's name", async (content, message) => {
  await expect(readBody(content, "a.bin")).rejects.toThrow(message);
});

/** Answers as the worker does, with the messages copied as between threads. */
class FakeWorker {
  onmessage: ((event: { data: BodyAnswer }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  ended = false;
  constructor(private readonly crash = false) {}
  terminate(): void {
    this.ended = true;
  }
  async postMessage({ name, content }: BodyRequest): Promise<void> {
    if (this.crash) {
      this.onerror?.({ message: "", preventDefault: () => {} });
      return;
    }
    const answer: BodyAnswer = await readBody(new Uint8Array(await content.arrayBuffer()), name).then(
      (found) => structuredClone({ kind: "done", clip: found } as const, { transfer: buffersOf(found) }),
      refusalOf,
    );
    this.onmessage?.({ data: answer });
  }
}

test("over messages the clip is the same, every list of it goes over without a copy, and the worker ends", async () => {
  const worker = new FakeWorker();
  const found = await readBodyFile("a.csv", new Blob([csv]), () => worker as unknown as Worker);
  expect(found).toEqual(await readBody(bytes(csv), "a.csv"));
  expect(worker.ended).toBe(true);
  const read = await readBody(bytes(csv), "a.csv");
  const lists = [
    read.times,
    read.performers[0]?.rotations,
    read.performers[0]?.positions,
    read.performers[0]?.tracked,
  ];
  structuredClone(read, { transfer: buffersOf(read) });
  expect(lists.map((list) => list?.byteLength)).toEqual([0, 0, 0, 0]);
});

test("what is refused or breaks off rejects with a reason, and the worker ends", async () => {
  const worker = new FakeWorker();
  const refused = readBodyFile("a.bvh", new Blob(["HIERARCHY\nMOTION\n"]), () => worker as unknown as Worker);
  await expect(refused).rejects.toMatchObject({
    code: "invalid-recording",
    message: expect.stringMatching(/^a\.bvh: line 1: expected ROOT/),
  });
  const avatar = readBodyFile("c.vrma", new Blob(["{oh no"]), () => new FakeWorker() as unknown as Worker);
  await expect(avatar).rejects.toMatchObject({ code: "invalid-json" });
  const broken = new FakeWorker(true);
  const crashed = readBodyFile("b.bvh", new Blob([""]), () => broken as unknown as Worker);
  await expect(crashed).rejects.toMatchObject({
    code: "worker-crashed",
    message: "b.bvh: the reading broke off (out of memory?)",
  });
  expect([worker.ended, broken.ended]).toEqual([true, true]);
});
