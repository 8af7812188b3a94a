// Tests of the probe's page side against workers that answer, crash, hang or are cancelled (made here).
// They measure nothing.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ProbeError, probeFile } from "../../../web/src/probe/probe-client";
import type { ProbeMessage, ProbeResult } from "../../../web/src/probe/probe-messages";

class FakeWorker {
  onmessage: ((event: { data: ProbeMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  terminated = 0;
  posted: unknown[] = [];
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.terminated += 1;
  }
  say(data: ProbeMessage): void {
    this.onmessage?.({ data });
  }
}

let worker: FakeWorker;
const file = { name: "face.glb", content: new Blob() };
const start = (options: Parameters<typeof probeFile>[1] = {}) =>
  probeFile(file, { ...options, createWorker: () => worker as unknown as Worker });

beforeEach(() => {
  worker = new FakeWorker();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

async function failure(promise: Promise<unknown>): Promise<ProbeError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProbeError);
  expect(worker.terminated).toBe(1);
  return error as ProbeError;
}

test("progress, then the result; the worker is ended and the file's bytes were not copied", async () => {
  const progress: unknown[] = [];
  const promise = start({
    substitutes: { jawOpen: "bone:jaw" },
    onProgress: (...step) => progress.push(step),
  });
  expect(worker.posted).toEqual([{ file, substitutes: { jawOpen: "bone:jaw" }, mapping: {} }]);
  worker.say({ kind: "progress", stage: "measure", done: 1, total: 52 });
  const result = { fingerprint: "ab" } as ProbeResult;
  worker.say({ kind: "done", result });
  expect(await promise).toBe(result);
  expect(progress).toEqual([["measure", 1, 52]]);
  expect(worker.terminated).toBe(1);
});

describe("failures name the file, and end the worker", () => {
  test("a refusal", async () => {
    const promise = start();
    worker.say({
      kind: "failed",
      failure: { code: "truncated", message: "face.glb: header: expected 20 bytes" },
    });
    const error = await failure(promise);
    expect([error.code, error.file]).toEqual(["truncated", "face.glb"]);
    expect(error.message).toContain("face.glb");
  });

  test("a crash", async () => {
    const promise = start();
    worker.onerror?.({ message: "memory access out of bounds" });
    const error = await failure(promise);
    expect(error.code).toBe("worker-crashed");
    expect(error.message).toBe("face.glb: the measuring broke off (memory access out of bounds)");
  });

  test("silence; progress puts the end off", async () => {
    const promise = start({ hungAfter: 1000 });
    vi.advanceTimersByTime(900);
    worker.say({ kind: "progress", stage: "read", done: 0, total: 1 });
    vi.advanceTimersByTime(900);
    expect(worker.terminated).toBe(0);
    vi.advanceTimersByTime(200);
    const error = await failure(promise);
    expect(error.code).toBe("worker-hung");
    expect(error.message).toContain("face.glb");
  });
});

describe("cancelling", () => {
  test("ends the worker at once; what it still says is not heard", async () => {
    const controller = new AbortController();
    const onProgress = vi.fn();
    const promise = start({ signal: controller.signal, onProgress });
    controller.abort(new Error("another file"));
    await expect(promise).rejects.toThrow("another file");
    worker.say({ kind: "progress", stage: "read", done: 0, total: 1 });
    expect(onProgress).not.toHaveBeenCalled();
    expect(worker.terminated).toBe(1);
  });

  test("before the start starts nothing", async () => {
    const promise = start({ signal: AbortSignal.abort(new Error("never")) });
    await expect(promise).rejects.toThrow("never");
    expect(worker.posted).toEqual([]);
  });
});
