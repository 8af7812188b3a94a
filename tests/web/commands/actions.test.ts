// Tests of what a user can ask for: files of every kind, links for this and for another avatar, gestures, refusals.
// The parts behind are made up.
import { expect, test } from "vitest";
import { DrawingError } from "../../../web/src/avatar/drawing-error";
import { MAX_FILE_BYTES } from "../../../web/src/commands/open-actions";
import { substituteCode } from "../../../web/src/tables/substitute-code";
import { makeParts, makeProfile } from "../../support/fake-parts";

const GLB = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0]);
const glb = (name = "a.glb") => new File([GLB], name);
const titles = (parts: ReturnType<typeof makeParts>) =>
  parts.store.messages.value.map((message) => message.title.key);
const warnings = (parts: ReturnType<typeof makeParts>) =>
  parts.store.messages.value.filter(({ kind }) => kind === "warning").map(({ title }) => title);
/** As a link gives a substitute back. */
const linkCode = (id: string) => `link:${substituteCode(id).toString(16).padStart(4, "0")}`;

test("files are told apart by content: avatar, recording, profile, and none of these", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([
    new File(["Timecode,BlendShapeCount,JawOpen\n"], "take.csv"),
    glb("renamed.dat"),
  ]);
  expect(parts.store.avatar.value?.file).toBe("renamed.dat");
  expect(parts.log.at(-1)).toBe("openRecording");
  await parts.actions.openFiles([new File([JSON.stringify(makeProfile(""))], "p.json")]);
  expect(parts.log).toContain("check");
  await parts.actions.openFiles([new File(["hello"], "notes.txt")]);
  expect(titles(parts)).toContain("error.kind");
});

test("a file above the limit is refused by name and size before it is read", async () => {
  const parts = makeParts();
  const huge = { size: MAX_FILE_BYTES + 1, name: "huge.glb" } as unknown as File;
  await parts.actions.openFiles([huge]);
  expect(parts.log).toEqual([]);
  expect(parts.store.messages.value[0]?.title).toEqual({
    key: "error.tooLarge",
    parameters: { file: "huge.glb", size: "512" },
  });
});

test("parts of a glTF go with it", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([
    new File(['{"asset":{"version":"2.0"}}'], "a.gltf"),
    new File(["x"], "a.bin"),
  ]);
  expect(parts.store.avatar.value?.file).toBe("a.gltf");
  expect(parts.store.messages.value).toEqual([]);
});

test("a refusal names the file and keeps the exact reason", async () => {
  const parts = makeParts();
  parts.failures.set(
    "draw",
    new DrawingError("gpu-limit", 'image "skin" of 16384 x 4 pixels', "MAX_TEXTURE_SIZE is 8192"),
  );
  await parts.actions.openFiles([glb("big.glb")]);
  const message = parts.store.messages.value[0];
  expect(message?.title).toEqual({ key: "error.gpu", parameters: { file: "big.glb" } });
  expect(message?.detail).toContain("MAX_TEXTURE_SIZE is 8192");
});

test("cancelling is no error", async () => {
  const parts = makeParts();
  const opening = parts.actions.openFiles([glb()]);
  await new Promise((resolve) => setTimeout(resolve));
  parts.actions.cancelLoading();
  await opening;
  expect(parts.store.messages.value.every((message) => message.kind === "info")).toBe(true);
});

test("the method's ratios are its own: taken from the measurement anew, settings kept, undo exact", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  await parts.actions.setGain("jawOpen", 1.6);
  const before = parts.engine.profile;
  parts.log.length = 0;
  await parts.actions.setMethod("linear");
  expect(parts.log).toContain("calibrate");
  expect(parts.log).not.toContain("measure");
  expect(parts.engine.profile?.calibration.method).toBe("linear");
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.6);
  await parts.actions.undo();
  expect(parts.engine.profile).toBe(before);
});

test("a link waits for its avatar and is then applied as one change", async () => {
  const parts = makeParts();
  await parts.actions.openLink(`#p=${JSON.stringify(makeProfile("f00d", 1.6))}`);
  expect(parts.store.pendingLink.value?.asks).toBe(false);
  await parts.actions.openFiles([glb()]);
  expect(parts.store.pendingLink.value).toBeNull();
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.6);
  await parts.actions.undo();
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1);
});

test("a link for another avatar changes nothing until the user says so", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  await parts.actions.openLink(`#p=${JSON.stringify(makeProfile("beef", 1.6))}`);
  expect(parts.store.pendingLink.value?.asks).toBe(true);
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1);
  await parts.actions.applyPendingByName();
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.6);
  expect(parts.store.pendingLink.value).toBeNull();
});

test("a loaded profile is in force as it is, its substitutes measured but its ratios not made anew", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  const saved = makeProfile("f00d", 1.2);
  const loaded = {
    ...saved,
    calibration: {
      ...saved.calibration,
      substitutes: { jawOpen: "target:viseme_aa", tongueOut: "target:lick" },
    },
  };
  parts.log.length = 0;
  await parts.actions.openFiles([new File([JSON.stringify(loaded)], "p.json")]);
  expect(parts.engine.profile).toEqual(loaded);
  expect(parts.log).toContain("measure");
  expect(parts.log).not.toContain("calibrate");
  expect(parts.store.messages.value.find((message) => message.kind === "warning")?.title).toEqual({
    key: "substitute.unknown",
    parameters: { channel: "tongueOut", source: "target:lick" },
  });
});

test("a link names substitutes by codes: the avatar's own names are in force, what it has none for is told by channel", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  const made = makeProfile("f00d", 1.2);
  const substitutes = { jawOpen: linkCode("target:viseme_aa"), tongueOut: linkCode("target:lick") };
  const link = { ...made, calibration: { ...made.calibration, substitutes } };
  await parts.actions.openLink(`#p=${JSON.stringify(link)}`);
  expect(parts.engine.profile?.calibration.substitutes).toEqual({ jawOpen: "target:viseme_aa" });
  expect(parts.engine.avatar?.description).toMatchObject({ substitutes: { jawOpen: "target:viseme_aa" } });
  expect(warnings(parts)).toEqual([
    { key: "substitute.unknownOfLink", parameters: { channel: "tongueOut" } },
  ]);
  await parts.actions.undo();
  expect(parts.engine.profile?.calibration.substitutes).toBeUndefined();
});

test("a link that is being applied when another avatar is opened goes on with that one, and neither ends the other", async () => {
  const made = makeProfile("f00d", 1.2);
  const substitutes = { jawOpen: linkCode("target:viseme_aa") };
  const link = `#p=${JSON.stringify({ ...made, calibration: { ...made.calibration, substitutes } })}`;
  for (const linkFirst of [true, false]) {
    const parts = makeParts();
    await parts.actions.openFiles([glb()]);
    const start = [() => parts.actions.openLink(link), () => parts.actions.openFiles([glb("b.glb")])];
    if (!linkFirst) start.reverse();
    parts.log.length = 0;
    let release = () => {};
    parts.holds.set("measure", new Promise<void>((resolve) => (release = resolve)));
    const first = start[0]?.();
    await expect.poll(() => parts.log).toContain("measure");
    const second = start[1]?.();
    await expect
      .poll(() => parts.log.filter((step) => step === "measure").length + Number(!linkFirst))
      .toBe(2);
    release();
    await Promise.all([first, second]);
    await expect.poll(() => parts.store.pendingLink.value).toBeNull();
    await expect.poll(() => parts.engine.profile?.calibration.substitutes).toBeDefined();
    expect(parts.store.avatar.value?.file).toBe("b.glb");
    expect(parts.engine.profile?.calibration.substitutes).toEqual({ jawOpen: "target:viseme_aa" });
    expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.2);
    expect(titles(parts).filter((key) => /^error|cancelled/.test(key))).toEqual([]);
  }
});

test("what a link of this calibration leaves out is known by reading it", async () => {
  const parts = makeParts();
  expect(parts.actions.leftOut()).toEqual({ substitutes: [], mapped: 0 });
  await parts.actions.openFiles([glb()]);
  await parts.actions.setSubstitute("jawOpen", "target:viseme_aa");
  expect(parts.actions.leftOut()).toEqual({ substitutes: [], mapped: 0 });
  await parts.actions.setSubstitute("tongueOut", "slot:4");
  parts.actions.mapping.assign(["blob1"], "cheekPuff");
  await parts.actions.mapping.apply();
  expect(parts.actions.leftOut()).toEqual({ substitutes: ["tongueOut"], mapped: 1 });
});

test("by channel name, substitutes that this avatar does not offer are left out and told", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  const other = makeProfile("beef");
  const substitutes = { jawOpen: "target:viseme_aa", tongueOut: "target:lick" };
  await parts.actions.openLink(
    `#p=${JSON.stringify({ ...other, calibration: { ...other.calibration, substitutes } })}`,
  );
  await parts.actions.applyPendingByName();
  expect(parts.engine.profile?.calibration.substitutes).toEqual({ jawOpen: "target:viseme_aa" });
  expect(warnings(parts)).toEqual([
    { key: "substitute.unknown", parameters: { channel: "tongueOut", source: "target:lick" } },
  ]);
});

test("a link that is discarded leaves no trace", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  const before = parts.engine.profile;
  await parts.actions.openLink(`#p=${JSON.stringify(makeProfile("beef", 1.6))}`);
  parts.actions.discardPending();
  expect(parts.store.pendingLink.value).toBeNull();
  expect(parts.engine.profile).toBe(before);
});

test("a damaged link gives a message", async () => {
  const parts = makeParts();
  parts.failures.set("decodeLink", new Error("checksum"));
  expect(await parts.actions.openLink("#p=garbage")).toBe(false);
  expect(titles(parts)).toEqual(["error.link"]);
});

test("a drag of a slider is one entry of the history, two drags are two", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([glb()]);
  const gain = () => parts.engine.profile?.calibration.channels.jawOpen?.userGain;
  for (const value of [1.1, 1.2, 1.3]) await parts.actions.setGain("jawOpen", value);
  parts.actions.endGesture();
  for (const value of [1.4, 1.5]) await parts.actions.setGain("jawOpen", value);
  parts.actions.endGesture();
  await parts.actions.undo();
  expect(gain()).toBe(1.3);
  await parts.actions.undo();
  expect(gain()).toBe(1);
  await parts.actions.redo();
  expect(gain()).toBe(1.3);
});

test("the profile is saved under the avatar's name", async () => {
  const parts = makeParts();
  parts.actions.saveProfile();
  expect(parts.saved).toEqual([]);
  await parts.actions.openFiles([glb("anna.v2.vrm")]);
  parts.actions.saveProfile();
  expect(parts.saved[0]?.name).toBe("anna.v2.doppel.json");
  expect(JSON.parse(parts.saved[0]?.text ?? "")).toEqual(parts.store.profile.value);
});

const bvh = (name: string) => new File(["HIERARCHY\nROOT Hips\n"], name);

test("a body recording is read, played and told of with its notices", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([bvh("a.bvh")]);
  expect(parts.log).toEqual(["readBody", "openBody a.bvh"]);
  expect(parts.store.messages.value[0]).toMatchObject({
    title: { key: "motion.opened", parameters: { file: "a.bvh" } },
    texts: [
      { key: "motion.resampled", parameters: { count: 2, value: "60" } },
      { key: "motion.assumed-up", parameters: { count: 1, word: "z" } },
    ],
  });
  expect(parts.store.take.value).toBe(null);
});

test("of two body recordings that are read at once the later one plays, whichever is ready first", async () => {
  const parts = makeParts();
  let letGo = () => {};
  parts.holds.set(
    "readBody slow.bvh",
    new Promise<void>((resolve) => {
      letGo = resolve;
    }),
  );
  const slow = parts.actions.openFiles([bvh("slow.bvh")]);
  await parts.actions.openFiles([bvh("quick.bvh")]);
  letGo();
  await slow;
  expect(parts.log.filter((step) => step.startsWith("openBody"))).toEqual(["openBody quick.bvh"]);
  expect(titles(parts)).toEqual(["motion.opened"]);
});

test("a body recording that is refused is said, and nothing plays", async () => {
  const parts = makeParts();
  parts.failures.set("readBody", new Error("a.bvh: line 4: expected a number"));
  await parts.actions.openFiles([bvh("a.bvh")]);
  expect(parts.store.messages.value[0]).toMatchObject({
    kind: "error",
    title: { key: "error.recording", parameters: { file: "a.bvh" } },
    detail: "a.bvh: line 4: expected a number",
  });
  expect(parts.store.take.value).toEqual({ kind: "failed", file: "a.bvh" });
});

test("the stick figure is put off and on, where there is one", () => {
  const parts = makeParts();
  parts.actions.showFigure(true);
  expect(parts.log).toEqual([]);
  parts.store.body.value = { name: "a.bvh", performers: [], bodies: 0, markers: 0, shown: true };
  parts.actions.showFigure(false);
  expect([parts.store.body.value.shown, parts.log.at(-1)]).toEqual([false, "setShown false"]);
  parts.actions.closeBody();
  expect(parts.log.at(-1)).toBe("closeBody");
});
