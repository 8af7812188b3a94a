// Tests of targets that are mapped by hand: what becomes of a file's routes and findings, and what the lines of the dialog say of them.
// Mapping as a user does it is tested in mapping.test.ts.
import { beforeAll, expect, test } from "vitest";
import { targetFacts } from "../../../web/src/commands/target-facts";
import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import { nodeDecoders } from "../../../web/src/reader/decoders-node";
import { readAvatar } from "../../../web/src/reader/read-avatar";
import { targetMovements } from "../../../web/src/reader/target-movement";
import { renameTargets, withoutNames } from "../../support/avatar-variants";
import { makeAvatar, presetsOnly } from "../../support/make-avatar";

const CHANNELS = ["eyeBlinkLeft", "jawOpen", "mouthSmileRight", "browInnerUp"];
const read = (bytes: Uint8Array, mapping: Readonly<Record<string, unknown>> = {}) =>
  readAvatar(bytes, { file: "a.glb", decoders: nodeDecoders, mapping });
/** Slots and weights that a channel drives. */
const binds = ({ routes }: AvatarDescription, channel: string) =>
  (routes.channels[channel]?.binds ?? []).map(({ slot, weight }) => [slot, weight]);
const slotsNamed = ({ slots }: AvatarDescription, name: string) =>
  slots.flatMap((slot, index) => (slot.name === name ? [index] : []));

let plain: Uint8Array;
let odd: Uint8Array;
beforeAll(async () => {
  plain = await makeAvatar({ channels: CHANNELS });
  odd = await renameTargets(plain, (name) => `zz${CHANNELS.indexOf(name)}`);
});

test("a name is mapped on all meshes that have it, and is no finding any more", async () => {
  const avatar = await read(odd, { zz1: "jawOpen" });
  const slots = slotsNamed(avatar, "zz1");
  expect(slots.length).toBeGreaterThan(1);
  expect(binds(avatar, "jawOpen")).toEqual(slots.map((slot) => [slot, 1]));
  const unmatched = avatar.findings.flatMap(({ kind, targets }) =>
    kind === "unmatched-target" ? targets : [],
  );
  expect(new Set(unmatched)).toEqual(new Set(["zz0", "zz2", "zz3"]));
});

test("a target without a name is mapped by its place", async () => {
  const avatar = await read(await withoutNames(plain), { "#0/1": "jawOpen", "#99/0": "jawOpen" });
  const slot = avatar.slots.findIndex(({ mesh, target }) => mesh === 0 && target === 1);
  expect(binds(avatar, "jawOpen")).toEqual([[slot, 1]]);
  expect(avatar.unknownTargets).toEqual(["#99/0"]);
});

test("on its mesh what is mapped takes the place of what the name led to; on other meshes both are driven", async () => {
  const both = await renameTargets(plain, (name, mesh) =>
    mesh === "Face" && name === "browInnerUp" ? "lift" : name,
  );
  const avatar = await read(both, { lift: "jawOpen" });
  const face = avatar.slots[slotsNamed(avatar, "lift")[0] ?? -1]?.mesh;
  const named = slotsNamed(avatar, "jawOpen").filter((slot) => avatar.slots[slot]?.mesh !== face);
  expect(new Set(binds(avatar, "jawOpen").map(([slot]) => slot))).toEqual(
    new Set([...named, ...slotsNamed(avatar, "lift")]),
  );
});

test("a target mapped to nothing rests, whatever its name says", async () => {
  const avatar = await read(plain, { jawOpen: null });
  expect(avatar.routes.channels.jawOpen).toBeUndefined();
  expect(Object.keys(avatar.routes.channels).sort()).toEqual(
    [...CHANNELS].sort().filter((name) => name !== "jawOpen"),
  );
});

test("one target for both sides is driven by half of each; the directions of jaw and mouth are no pair", async () => {
  const avatar = await read(odd, { zz0: "eyeBlink", zz1: "mouth", zz2: "jaw", zz3: "nonsense" });
  const slots = slotsNamed(avatar, "zz0").map((slot) => [slot, 0.5]);
  expect(binds(avatar, "eyeBlinkLeft")).toEqual(slots);
  expect(binds(avatar, "eyeBlinkRight")).toEqual(slots);
  expect(avatar.unknownTargets).toEqual(["zz1", "zz2", "zz3"]);
});

test("values of other types are left out and named", async () => {
  const avatar = await read(odd, { zz0: 3, zz1: ["jawOpen"], zz2: {} });
  expect(avatar.unknownTargets).toEqual(["zz0", "zz1", "zz2"]);
  expect(avatar.routes.channels).toEqual({});
});

test("an avatar with presets only keeps its reduction beside what is mapped", async () => {
  const bytes = await makeAvatar({
    ...presetsOnly("vrm1"),
    shapes: { ...presetsOnly("vrm1").shapes, odd: { tongueOut: 1 } },
  });
  const [before, avatar] = [await read(bytes), await read(bytes, { odd: "tongueOut" })];
  expect(avatar.reduced).toBe(true);
  expect(binds(avatar, "tongueOut").map(([slot]) => slot)).toEqual(slotsNamed(avatar, "odd"));
  expect(avatar.routes.channels.jawOpen).toEqual(before.routes.channels.jawOpen);
});

test("lines say where a target moves something and on which side, and group what belongs together", async () => {
  const nameless = await read(await withoutNames(plain));
  const facts = targetFacts(nameless, targetMovements(nameless));
  expect(facts).toHaveLength(CHANNELS.length);
  expect(facts.every(({ keys, slots }) => keys.length === slots.length && keys.length > 1)).toBe(true);
  const by = (channel: string) => facts[CHANNELS.indexOf(channel)];
  expect(by("eyeBlinkLeft")).toMatchObject({ region: "eyes", side: "left", drivers: [] });
  expect(by("jawOpen")).toMatchObject({ region: "mouth", side: "middle" });
  expect(by("mouthSmileRight")).toMatchObject({ region: "mouth", side: "right" });
  expect(by("browInnerUp")).toMatchObject({ region: "eyes", side: "middle" });
  expect(by("mouthSmileRight")?.meshes).not.toContain("EyeLeft");
  expect(by("jawOpen")?.travel).toBeGreaterThan(0.01);
  const named = await read(plain);
  const line = targetFacts(named, targetMovements(named)).find(({ name }) => name === "jawOpen");
  expect(line).toMatchObject({ keys: ["jawOpen"], drivers: ["jawOpen"] });
});

test("a target that moves nothing says so", async () => {
  const avatar = await read(await makeAvatar({ channels: [], shapes: { still: {} } }));
  expect(targetFacts(avatar, targetMovements(avatar)).map(({ region }) => region)).toEqual(["nothing"]);
});

test("meshes without names that have equally many targets for different places have lines of their own", () => {
  const movement = (x: number, y: number) => ({ travel: 0.01, x, y, low: y - 0.01, high: y + 0.01 });
  const still = { travel: 0, x: 0, y: 0, low: 0, high: 0 };
  const slots = [0, 1, 2].flatMap((mesh) => [0, 1].map((target) => ({ mesh, target, name: "" })));
  const description = {
    slots,
    routes: { expressions: [], channels: {} },
    humanoid: {},
    nodes: [],
    meshNames: ["Face", "Teeth", "Mask"],
  } as never;
  // The face moves mouth and eyes, the teeth go with the mouth and rest with the eyes, the mask has them the other way round.
  const [mouth, eyes] = [movement(0, 0.05), movement(0, 0.2)];
  const facts = targetFacts(description, [mouth, eyes, mouth, still, eyes, mouth]);
  expect(facts.map(({ keys, region }) => [keys, region])).toEqual([
    [["#0/0", "#1/0"], "mouth"],
    [["#0/1", "#1/1"], "eyes"],
    [["#2/0"], "eyes"],
    [["#2/1"], "mouth"],
  ]);
});
