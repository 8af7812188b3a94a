// The engine through the boundary: views and memory growth, errors as JavaScript sees them, no leak by refused calls.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DoppelCore } from "../../wasm/bind/doppel-core";
import { loadModule, plainRoutes, tablesOf, thrownBy } from "./core-module";

const frame = 1 / 60;
const jawOpen = 24;

describe("the engine through the boundary", () => {
  let core: DoppelCore;
  let routes: string;
  beforeAll(async () => {
    routes = plainRoutes(tablesOf(await loadModule()).channels.map((channel) => channel.name));
  });
  beforeEach(async () => {
    core = await loadModule();
  });

  test("rows are views: what is written is read by step, what step writes is seen", () => {
    const engine = new core.Engine(3);
    engine.addAvatar(routes, "");
    const row = engine.row(engine.addAvatar(routes, ""));
    engine.faceInput()[row * 52 + jawOpen] = 0.5;
    expect(engine.step(frame)).toBe(0);
    expect(engine.faceOutput()[row * 52 + jawOpen]).toBe(0.5);
    expect(engine.morphs()[row * engine.morphStride + jawOpen]).toBe(0.5);
    expect(engine.morphs()).toHaveLength(3 * engine.morphStride);
    expect(engine.faceBones()).toHaveLength(27);
    expect(engine.status()).toHaveLength(3);
    expect(engine.counters()).toHaveLength(6);
    engine.delete();
  });

  test("memory growth detaches views; asked again, they show the same rows, and the result is as without growth", () => {
    const engine = new core.Engine(1);
    engine.addAvatar(routes, "");
    const before = engine.faceInput();
    before[jawOpen] = 0.7;
    engine.step(frame);
    const expected = [...engine.morphs()];
    const probe = new core.FaceProbe();
    // A face of 200,000 vertices with targets: well beyond the memory that the module starts with.
    const points = new Float32Array(600_000).fill(0.1);
    const identity = new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    probe.setRoutes(routes);
    const buffer = probe.addVertices(
      points,
      new Uint16Array(0),
      new Float32Array(0),
      identity,
      new Int8Array(0),
    );
    for (let slot = 0; slot < 16; slot += 1) probe.addTarget(buffer, slot, points);
    expect(before.byteLength).toBe(0);
    expect(engine.faceInput()[jawOpen]).toBeCloseTo(0.7, 6);
    engine.step(frame);
    expect([...engine.morphs()]).toEqual(expected);
    probe.delete();
    engine.delete();
  });

  test("refusals are Errors with a name, a known code and a message that names the thing", () => {
    const engine = new core.Engine(1);
    const handle = engine.addAvatar(routes, "");
    const known = tablesOf(core).errors;
    const calls: [string, () => unknown][] = [
      ["invalid-argument", () => new core.Engine(0)],
      ["invalid-argument", () => new core.Engine(1.5)],
      ["invalid-argument", () => new core.Engine(-1)],
      ["capacity-exceeded", () => engine.addAvatar(routes, "")],
      ["invalid-json", () => engine.addAvatar("{", "")],
      ["invalid-measurement", () => engine.addAvatar(routes, "{}")],
      ["invalid-argument", () => engine.addAvatar("{}", "")],
      ["invalid-handle", () => engine.row(handle + 1)],
      ["invalid-handle", () => engine.row(Number.NaN)],
      ["invalid-handle", () => engine.removeAvatar(-1)],
      ["invalid-handle", () => engine.setProfile(0, "{}")],
      ["invalid-profile", () => engine.setProfile(handle, "{}")],
      ["unsupported-version", () => engine.setProfile(handle, '{"version":9}')],
      ["invalid-argument", () => engine.setSolo(handle, 52)],
      ["invalid-argument", () => engine.setSolo(handle, 0.5)],
      ["invalid-argument", () => engine.setInputRange(handle, "percents" as "percent")],
      ["invalid-argument", () => core.remap("magic", 1, 0, 1, new Float64Array(1))],
      ["invalid-argument", () => core.checkProfile(5 as unknown as string)],
      ["invalid-link", () => core.decodeLink("nothing")],
      ["invalid-argument", () => core.calibrate(core.referenceFace(), core.referenceFace(), '{"methode":1}')],
    ];
    for (const [code, call] of calls) {
      const error = thrownBy(call);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name: "DoppelError", code });
      expect((error as Error).message).toMatch(/\S: \S/);
      expect(known).toContain(code);
    }
    engine.delete();
  });

  test("refused calls leak nothing: memory does not grow", { timeout: 120_000 }, () => {
    const engine = new core.Engine(1);
    const document = `{"version":1,"pad":"${"x".repeat(100_000)}","calibration":{"method":"no"}}`;
    for (let call = 0; call < 20; call += 1) thrownBy(() => core.checkProfile(document));
    const bytes = engine.morphs().buffer.byteLength;
    for (let call = 0; call < 500; call += 1)
      expect(thrownBy(() => core.checkProfile(document))).toBeInstanceOf(Error);
    expect(engine.morphs().buffer.byteLength).toBe(bytes);
    engine.delete();
  });

  test("percent streams are latched by the tenth frame, and a declared range at once", () => {
    const engine = new core.Engine(2);
    engine.addAvatar(routes, "");
    engine.setInputRange(engine.addAvatar(routes, ""), "percent");
    engine.faceInput().fill(40);
    for (let count = 1; count <= 10; count += 1) {
      engine.step(frame);
      expect(engine.faceOutput()[jawOpen]).toBeCloseTo(count < 10 ? 1 : 0.4, 6);
      expect(engine.faceOutput()[52 + jawOpen]).toBeCloseTo(0.4, 6);
    }
    expect(engine.status()[0]).toBe(core.FaceStatus.percent);
    expect(engine.counters()[1]).toBe(9 * 52);
    engine.delete();
  });

  test("remap gives the specification's values", () => {
    const inputs = new Float64Array([0.03, 0.1, 0.3, 0.6, 0.8, 1]);
    const adaptive = [...core.remap("adaptive_remap", 0.5, 0, 1, inputs)];
    for (const [i, value] of [0.0098, 0.0479, 0.2042, 0.5096, 0.7449, 0.9632].entries()) {
      expect(Math.abs((adaptive[i] ?? 0) - value)).toBeLessThan(1e-4);
    }
    const half = [...core.remap("range_match", 0.5, 0, 1, inputs)];
    for (const [i, value] of [0.021, 0.064, 0.178, 0.312, 0.388, 0.456].entries()) {
      expect(Math.abs((half[i] ?? 0) - value)).toBeLessThan(0.013);
    }
  });

  test("sha256 is the digest of the bytes", () => {
    expect(core.sha256(new TextEncoder().encode("abc"))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
