// One face of the library without a scene: frames in, weights out; profiles and links; refusals.
// The numbers of the remap itself are tested in the core.
import { afterEach, beforeAll, expect, test } from "vitest";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { Doppel, type Face, faceChannelNames } from "../../../web/src/lib";
import { readFrame } from "../../../web/src/lib/face-control";
import { probeBytes } from "../../../web/src/probe/probe-bytes";
import { nodeDecoders } from "../../../web/src/reader/decoders-node";
import { meshoptCompressed } from "../../support/avatar-variants";
import { coreBytes, loadLibrary } from "../../support/bind-avatar";
import { makeAvatar } from "../../support/make-avatar";

let doppel: Doppel;
let bytes: Uint8Array;
const bound: Face[] = [];
beforeAll(async () => {
  doppel = await loadLibrary();
  bytes = await makeAvatar();
});
afterEach(() => {
  for (const face of bound.splice(0)) face.dispose();
});

async function bind(file = bytes, name = "anna.glb"): Promise<Face> {
  const face = await doppel.bind({ bytes: file, name });
  bound.push(face);
  return face;
}

const at = (name: (typeof faceChannelNames)[number]) => faceChannelNames.indexOf(name);

function shown(face: Face, values: Parameters<Face["feed"]>[0]): Float32Array {
  face.feed(values);
  face.update(1 / 60);
  return face.values();
}

test("a frame by position and the same by name give the same values; names left out are 0", async () => {
  const face = await bind();
  const row = new Array<number>(52).fill(0);
  row[at("jawOpen")] = 0.6;
  row[at("mouthSmileLeft")] = 0.3;
  const byPosition = shown(face, row);
  const weights = face.weights();
  shown(face, { cheekPuff: 1 });
  expect(shown(face, { jawOpen: 0.6, mouthSmileLeft: 0.3 })).toEqual(byPosition);
  expect(face.weights()).toEqual(weights);
  expect(byPosition[at("jawOpen")]).toBeGreaterThan(0.3);
  expect(weights[face.slots.findIndex((slot) => slot.name === "jawOpen")]).toBeCloseTo(
    byPosition[at("jawOpen")] ?? 0,
    6,
  );
});

test("frames that are none are refused whole: wrong length, unknown name; MediaPipe's _neutral is passed over", () => {
  const row = new Float32Array(52).fill(0.5);
  for (const frame of [new Float32Array(51), [], { jawopen: 1 }, { jawOpen: 1, jaw: 1 }]) {
    expect(() => readFrame(frame as never, row)).toThrow(expect.objectContaining({ code: "invalid-frame" }));
    expect(row.every((value) => value === 0.5)).toBe(true);
  }
  readFrame({ _neutral: 1, jawOpen: 0.25 } as never, row);
  expect(row[at("jawOpen")]).toBe(0.25);
  expect(row.reduce((sum, value) => sum + value)).toBe(0.25);
});

test("a link and a file that were made for the avatar give the same values on it again; reset goes back to automatic", async () => {
  const face = await bind();
  const automatic = shown(face, { jawOpen: 0.5 })[at("jawOpen")] ?? 0;
  const { calibration, ...rest } = face.profile();
  const channels = { ...calibration.channels, jawOpen: { ...calibration.channels.jawOpen, userGain: 1.2 } };
  const applied = await face.applyProfile({ ...rest, calibration: { ...calibration, channels } });
  expect(applied).toMatchObject({ byName: false, unknownSubstitutes: [] });
  const stronger = shown(face, { jawOpen: 0.5 });
  expect(stronger[at("jawOpen")]).toBeGreaterThan(automatic * 1.1);
  const link = face.link();
  const other = await bind();
  await other.applyLink(`https://example.org/page?x=1${link}`);
  const again = shown(other, { jawOpen: 0.5 });
  again.forEach((value, channel) => {
    expect(value).toBeCloseTo(stronger[channel] ?? 0, 2);
  });
  expect(other.link()).toBe(link);
  await face.reset();
  expect(shown(face, { jawOpen: 0.5 })[at("jawOpen")]).toBe(automatic);
});

test("a profile of another avatar is refused with its name, changes nothing, and is applied by name on request", async () => {
  const anna = await bind();
  const ben = await bind(await makeAvatar({ strength: () => 0.6 }), "ben.glb");
  const { calibration, ...rest } = anna.profile();
  const channels = { ...calibration.channels, jawOpen: { ...calibration.channels.jawOpen, userGain: 0.5 } };
  await anna.applyProfile({ ...rest, calibration: { ...calibration, channels } });
  const before = ben.profile();
  await expect(ben.applyLink(anna.link())).rejects.toMatchObject({
    code: "other-avatar",
    avatarName: "anna",
    message: /byName/,
  });
  await expect(ben.applyProfile(JSON.stringify(anna.profile()))).rejects.toMatchObject({
    code: "other-avatar",
    fingerprint: anna.fingerprint,
  });
  expect(ben.profile()).toBe(before);
  expect((await ben.applyLink(anna.link(), { byName: true })).byName).toBe(true);
  const after = ben.profile().calibration.channels;
  expect(after.jawOpen?.userGain).toBeCloseTo(0.5, 2);
  expect(after.jawOpen?.ratio).toBe(before.calibration.channels.jawOpen?.ratio);
  expect(ben.profile().avatar?.fingerprint).toBe(ben.fingerprint);
});

test("a substitute is measured for and drives its channel; one that the avatar does not offer is told", async () => {
  const face = await bind(
    await makeAvatar({ channels: ["eyeBlinkLeft"], shapes: { viseme_aa: { jawOpen: 1 } } }),
  );
  expect(shown(face, { jawOpen: 1 })[at("jawOpen")]).toBe(0);
  const { calibration, ...rest } = face.profile();
  const substitutes = { jawOpen: "target:viseme_aa", mouthPucker: "target:nowhere" };
  const { unknownSubstitutes } = await face.applyProfile({
    ...rest,
    calibration: { ...calibration, substitutes },
  });
  expect(unknownSubstitutes).toEqual([{ channel: "mouthPucker", id: "target:nowhere" }]);
  face.feed({ jawOpen: 1 });
  face.update(0);
  expect(face.weights()[face.slots.findIndex((slot) => slot.name === "viseme_aa")]).toBeGreaterThan(0.2);
  await face.reset();
  face.update(0);
  expect(face.weights().every((weight) => weight === 0)).toBe(true);
});

test("a link carries the substitute: on the friend's page the same channel is mended, with the same values", async () => {
  const file = await makeAvatar({
    channels: ["eyeBlinkLeft", "mouthFunnel"],
    shapes: { jawOpen: {}, viseme_aa: { jawOpen: 1 } },
  });
  const mine = await bind(file);
  const { calibration, ...rest } = mine.profile();
  const substitutes = { jawOpen: "target:viseme_aa" };
  await mine.applyProfile({ ...rest, calibration: { ...calibration, substitutes } });
  const friend = await bind(file);
  expect(shown(friend, { jawOpen: 0.6 })[at("jawOpen")]).toBe(0);
  expect(await friend.applyLink(mine.link())).toMatchObject({ unknownSubstitutes: [], unknownTargets: [] });
  expect(friend.profile().calibration.substitutes).toEqual(substitutes);
  const wanted = shown(mine, { jawOpen: 0.6, mouthFunnel: 0.3 });
  expect(wanted[at("jawOpen")]).toBeGreaterThan(0.1);
  shown(friend, { jawOpen: 0.6, mouthFunnel: 0.3 }).forEach((value, channel) => {
    expect(value).toBeCloseTo(wanted[channel] ?? 0, 2);
  });
  expect(friend.link()).toBe(mine.link());
  // An avatar without that target says which channel goes without, by name and for its own file alike.
  const other = await bind(await makeAvatar({ channels: ["eyeBlinkLeft"] }), "other.glb");
  const { unknownSubstitutes } = await other.applyLink(mine.link(), { byName: true });
  expect(unknownSubstitutes).toEqual([
    { channel: "jawOpen", id: expect.stringMatching(/^link:[0-9a-f]{4}$/) },
  ]);
  expect(other.profile().calibration.substitutes ?? {}).toEqual({});
});

test("a mapping by hand comes with a file and goes with one that has none; links leave it as it is; reset takes it away", async () => {
  const nameOf = (channel: string) => (channel === "jawOpen" ? "Key 7" : channel);
  const file = await makeAvatar({ channels: ["jawOpen", "eyeBlinkLeft"], nameOf });
  const face = await bind(file);
  const bare = face.profile();
  const key = face.slots.findIndex(({ name }) => name === "Key 7");
  const weight = () => {
    shown(face, { jawOpen: 0.7 });
    return face.weights()[key] ?? Number.NaN;
  };
  expect(weight()).toBe(0);
  // As the page makes it: measured with the mapping, calibrated for it.
  const mapping = { "Key 7": "jawOpen", nowhere: "cheekPuff" };
  const core = await loadCoreNode();
  const probe = await probeBytes(core, file, { file: "anna.glb", decoders: nodeDecoders, mapping });
  const mapped = core.calibrate(probe.measurement, core.referenceFace(), {
    keep: { ...bare, calibration: { ...bare.calibration, mapping } },
  });
  expect(mapped.calibration.mapping).toEqual(mapping);
  expect((await face.applyProfile(mapped)).unknownTargets).toEqual(["nowhere"]);
  expect(face.profile()).toEqual(mapped);
  expect(face.report().channels.jawOpen).toMatchObject({
    verdict: "effective",
    travel: probe.measurement.channels.jawOpen?.travel,
  });
  const driven = weight();
  expect(driven).toBeCloseTo(shown(face, { jawOpen: 0.7 })[at("jawOpen")] ?? 0, 6);
  expect(driven).toBeGreaterThan(0.3);
  await face.applyLink(face.link());
  expect(face.profile().calibration.mapping).toEqual(mapping);
  expect(weight()).toBeCloseTo(driven, 2);
  await face.applyProfile(bare);
  expect(face.profile()).toEqual(bare);
  expect(weight()).toBe(0);
  await face.applyProfile(mapped);
  await face.reset();
  expect(face.profile().calibration).not.toHaveProperty("mapping");
  expect(weight()).toBe(0);
});

test("by name, only what this avatar has of a mapping is taken over and the rest is told", async () => {
  const nameOf = (channel: string) => (channel === "jawOpen" ? "Key 7" : channel);
  const face = await bind(await makeAvatar({ channels: ["jawOpen", "eyeBlinkLeft"], nameOf }));
  const { calibration, ...rest } = face.profile();
  const applied = await face.applyProfile(
    {
      ...rest,
      avatar: { fingerprint: "00".repeat(32) },
      calibration: { ...calibration, mapping: { "Key 7": "jawOpen", nose: "noseSneerLeft" } },
    },
    { byName: true },
  );
  expect(applied).toMatchObject({ byName: true, unknownTargets: ["nose"] });
  expect(face.profile().calibration.mapping).toEqual({ "Key 7": "jawOpen" });
  expect(face.report().channels.jawOpen.verdict).toBe("effective");
});

test("damaged documents are refused by the core's codes and leave what was in force", async () => {
  const face = await bind();
  const before = face.profile();
  await expect(face.applyLink("#p=AAAA")).rejects.toMatchObject({ code: "invalid-link" });
  await expect(face.applyProfile("{")).rejects.toMatchObject({ code: "invalid-json" });
  await expect(face.applyProfile({ ...before, version: 99 })).rejects.toMatchObject({
    code: "unsupported-version",
  });
  expect(face.profile()).toBe(before);
});

test("raw shows the values as they came, also after a profile", async () => {
  const face = await bind(await makeAvatar({ strength: () => 0.5 }));
  face.setRaw(true);
  expect(shown(face, { jawOpen: 0.5 })[at("jawOpen")]).toBeCloseTo(0.5, 6);
  await face.applyLink(face.link());
  expect(shown(face, { jawOpen: 0.5 })[at("jawOpen")]).toBeCloseTo(0.5, 6);
  face.setRaw(false);
  expect(shown(face, { jawOpen: 0.5 })[at("jawOpen")]).not.toBeCloseTo(0.5, 2);
});

test("compressed files are measured with the library's own decoders", async () => {
  const plain = await bind();
  const meshopt = await bind(await meshoptCompressed(bytes));
  expect(meshopt.profile().calibration.channels.jawOpen?.ratio).toBeCloseTo(
    plain.profile().calibration.channels.jawOpen?.ratio ?? 0,
    1,
  );
});

test("what is wrong with a file, an address, the core or a signal is told by code", async () => {
  await expect(doppel.bind({ bytes: new Uint8Array(100) })).rejects.toMatchObject({ code: "not-gltf" });
  await expect(doppel.bind({ bytes: "file:///nowhere/a.glb" })).rejects.toMatchObject({
    code: "fetch-failed",
    message: /nowhere/,
  });
  await expect(Doppel.load({ wasm: new Uint8Array(8) })).rejects.toMatchObject({ code: "core-unavailable" });
  const reason = new Error("enough");
  await expect(doppel.bind({ bytes, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("progress ends at 1, and a worker that may not start leaves the measuring to the page", async () => {
  const library = await Doppel.load({
    wasm: coreBytes(),
    worker: () => {
      throw new Error("from another host");
    },
  });
  const progress: number[] = [];
  const face = await library.bind({ bytes, onProgress: (value) => progress.push(value) });
  expect(face.measuredOn).toBe("page");
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  library.dispose();
  expect(() => face.update(0)).toThrow(expect.objectContaining({ code: "disposed" }));
  await expect(library.bind({ bytes })).rejects.toMatchObject({ code: "disposed" });
});

test("profiles that are applied one after the other come into force in that order, also where the first is measured for", async () => {
  const face = await bind(
    await makeAvatar({ channels: ["jawOpen"], shapes: { viseme_aa: { jawOpen: 0.8 } } }),
  );
  const { calibration, ...rest } = face.profile();
  const first = face.applyProfile({
    ...rest,
    calibration: { ...calibration, substitutes: { mouthFunnel: "slot:1" } },
  });
  const second = face.applyProfile({ ...rest, calibration: { ...calibration, overall: 0.5 } });
  await Promise.all([first, second]);
  expect(face.profile().calibration.overall).toBe(0.5);
  expect(Object.keys(face.profile().calibration.substitutes ?? {})).toEqual([]);
});
