// Tests of the self-renewing view on a real WebAssembly memory that grows, and of the engine's facade on it (a module of this test's own).
// They are not the boundary test; the built core has that.
import { expect, test } from "vitest";
import type { DoppelCore } from "../../../wasm/bind/doppel-core";
import { FaceEngine } from "../../../web/src/core/face-engine";
import { MemoryView } from "../../../web/src/core/memory-view";

test("a view detached by memory growth is asked for anew and shows the same memory", () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 4 });
  let asked = 0;
  const view = new MemoryView(() => {
    asked += 1;
    return new Float32Array(memory.buffer, 64, 4);
  });
  view.get().set([1, 2, 3, 4]);
  const stale = view.get();
  expect(asked).toBe(1);
  memory.grow(1);
  expect(stale.byteLength).toBe(0);
  expect([...view.get()]).toEqual([1, 2, 3, 4]);
  view.get();
  expect(asked).toBe(2);
});

test("the engine's rows survive growth between any two calls, with the input set before it", () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 8 });
  const floats = (at: number, length: number) => () => new Float32Array(memory.buffer, at, length);
  const words = (at: number, length: number) => () => new Uint32Array(memory.buffer, at, length);
  // An engine that copies input to output, and whose memory grows at each step.
  class CopyingEngine {
    readonly capacity = 2;
    readonly morphStride = 3;
    faceInput = floats(0, 104);
    faceOutput = floats(1024, 104);
    morphs = floats(2048, 6);
    faceBones = floats(3072, 18);
    status = words(4096, 2);
    counters = words(4112, 4);
    row = (handle: number) => handle - 10;
    addAvatar = () => 11;
    step(): number {
      memory.grow(1);
      this.faceOutput().set(this.faceInput());
      this.counters().set([1, 2, 3, 4]);
      return 0;
    }
  }
  const module = { Engine: CopyingEngine, BodyLayout: {}, BodyStatus: {} };
  const engine = new FaceEngine(module as unknown as DoppelCore, 2);
  const handle = engine.addAvatar({ slotCount: 0, expressions: [], channels: {} }, null);
  const values = Float32Array.from({ length: 52 }, (_, index) => index / 52);
  engine.setInput(handle, values);
  for (let frame = 0; frame < 3; ++frame) {
    engine.step(1 / 60);
    expect([...engine.output(handle)]).toEqual([...values]);
    expect(engine.faceOutput()[0]).toBe(0);
    expect([engine.morphs().length, engine.faceBones().length, engine.status().length]).toEqual([6, 18, 2]);
    expect(engine.counters(handle)).toEqual({ nonFinite: 3, clamped: 4 });
  }
});
