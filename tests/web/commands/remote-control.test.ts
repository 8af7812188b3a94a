// What the page answers at the remote control, with a made-up engine and connection: every action, its errors, what everybody is told.
// The real bridge and engine are in tests/e2e/remote.spec.ts.
import { expect, test } from "vitest";
import { bodyCalibration, bodyPart, numberOf } from "../../../web/src/state/body-settings";
import { bodyMeterAt } from "../../../web/src/tables/body-meters";
import { bodyParameters } from "../../../web/src/tables/body-parameters";
import { avatarFile, makeProfile } from "../../support/fake-parts";
import { makeRemote } from "../../support/fake-remote";

async function opened() {
  const remote = makeRemote();
  await remote.session.open(avatarFile("Haru"));
  remote.told.length = 0;
  remote.log.length = 0;
  return remote;
}

type Remote = Awaited<ReturnType<typeof opened>>;
const parameters = ({ store }: Remote) => bodyPart(store.profile.value).parameters ?? {};
const HARU = { characterId: "haru" };

test("refresh lists who is there, the presets by both names, and the whole table", async () => {
  const remote = await opened();
  const answer = await remote.ask({ action: "refresh" });
  expect(answer).toMatchObject({
    ok: true,
    characters: [{ characterId: "haru", name: "Haru", performer: "Anna" }],
    open: "haru",
  });
  expect(answer.handPresets).toEqual([
    { name: "가위", alias: "scissors" },
    { name: "바위", alias: "rock" },
    { name: "보", alias: "paper" },
    { name: "브이", alias: "v-sign" },
    { name: "검지", alias: "point" },
    { name: "초기화", alias: "reset" },
  ]);
  const properties = answer.properties as { name: string; readOnly?: boolean }[];
  const settable = properties.filter(({ readOnly }) => !readOnly);
  expect(settable.slice(0, bodyParameters.length)).toEqual(bodyParameters);
  expect(settable.slice(bodyParameters.length).map(({ name }) => name)).toEqual([
    "transfer[i].hipOffset",
    "transfer[i].syncRootScale",
    "transfer[i].transferHeadScale",
  ]);
  const readOnly = properties.filter((property) => property.readOnly).map(({ name }) => name);
  for (const name of [
    "hipsWeight",
    "drawnPelvisDrop",
    "leftLegLayer",
    "initialHipsHeight",
    "calibration",
    "hasCachedSettings",
  ])
    expect(readOnly).toContain(name);
  expect(new Set(properties.map(({ name }) => name)).size).toBe(properties.length);
});

test("without an avatar the list is empty, and a character is not known", async () => {
  const remote = makeRemote();
  expect(await remote.ask({ action: "refresh" })).toMatchObject({ ok: true, characters: [], open: null });
  expect(await remote.ask({ action: "getCharacterData", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "unknown-character", known: [] },
  });
  expect(await remote.ask({ action: "autoCalibrateAll" })).toMatchObject({
    ok: false,
    error: { code: "unknown-character" },
  });
});

test("a character's data: every value of the table, set or not, and what is only read", async () => {
  const remote = await opened();
  const { store } = remote;
  store.live.bodyMeters[bodyMeterAt.hipsWeight] = 0.75;
  store.live.bodyMeters[bodyMeterAt.leftArmWeight] = 0.25;
  store.live.bodyMeters[bodyMeterAt.leftArmLayer] = 2;
  await remote.ask({ action: "updateValueRealtime", ...HARU, property: "headScale", value: 1.5 });
  await remote.ask({ action: "calibrateIPose", ...HARU });
  const data = await remote.ask({ action: "getCharacterData", ...HARU });
  expect(data).toMatchObject({ ok: true, characterId: "haru", name: "Haru", performer: "Anna" });
  const values = data.values as Record<string, unknown>;
  expect(Object.keys(values)).toEqual(bodyParameters.map(({ name }) => name));
  expect([values.headScale, values.avatarScale, values.fingerCopyMode]).toEqual([1.5, 1, "Rotation"]);
  expect(data.readOnly).toMatchObject({
    hipsWeight: 0.75,
    leftArmWeight: 0.25,
    leftArmLayer: "handProp",
    rightArmLayer: "none",
    calibration: { pose: "I", live: true },
    hasCachedSettings: false,
  });
});

test("a value is answered as it was taken; one beyond the range is its end, and says so", async () => {
  const remote = await opened();
  const update = (property: string, value: unknown) =>
    remote.ask({ action: "updateValueRealtime", ...HARU, property, value });
  expect(await update("headScale", 1.25)).toEqual({
    ok: true,
    characterId: "haru",
    property: "headScale",
    value: 1.25,
  });
  expect(await update("headScale", 99)).toMatchObject({ ok: true, value: 3, clamped: true });
  expect(await update("fingerShaped.enabled", true)).toMatchObject({ ok: true, value: true });
  expect(await update("fingerCopyMode", "None")).toMatchObject({ ok: true, value: "None" });
  expect(parameters(remote)).toEqual({
    headScale: 3,
    "fingerShaped.enabled": true,
    fingerCopyMode: "None",
  });
});

test("unknown and read-only properties are errors that list the known ones; another type is one that says the right", async () => {
  const remote = await opened();
  const update = (property: string, value: unknown) =>
    remote.ask({ action: "updateValueRealtime", ...HARU, property, value });
  const names = bodyParameters.map(({ name }) => name);
  const unknown = await update("headScail", 1);
  expect(unknown).toMatchObject({ ok: false, error: { code: "unknown-property", known: names } });
  for (const name of names) expect(unknown.error?.message).toContain(name);
  expect(await update("hipsWeight", 1)).toMatchObject({
    ok: false,
    error: { code: "read-only-property", known: names },
  });
  for (const [property, value, expected] of [
    ["headScale", "big", "a number"],
    ["headScale", null, "a number"],
    ["pelvisDrop", 1, "true or false"],
    ["fingerCopyMode", "Muscles", "None, MuscleData, Rotation"],
  ] as const) {
    const answer = await update(property, value);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid-value" } });
    expect(answer.error?.message).toContain(expected);
  }
  expect(await update("constructor", 1)).toMatchObject({ error: { code: "unknown-property" } });
  const elsewhere = await remote.ask({
    action: "updateValueRealtime",
    characterId: "mio",
    property: "headScale",
    value: 1,
  });
  expect(elsewhere).toMatchObject({ error: { code: "unknown-character", known: ["haru"] } });
  expect(parameters(remote)).toEqual({});
  expect(remote.told).toEqual([]);
});

test("values of one frame are one change of the engine, those of one gesture one step of the history", async () => {
  const remote = await opened();
  const update = (property: string, value: number) =>
    remote.send({ action: "updateValueRealtime", ...HARU, property, value });
  const first = update("floorHeight", 0.01);
  for (const value of [0.02, 0.03]) update("floorHeight", value);
  update("headScale", 1.1);
  expect(remote.log).toEqual([]);
  expect(remote.answered(first)).toBeUndefined();
  await remote.frame();
  expect(remote.log).toEqual(["setProfile"]);
  expect(remote.answered(first)).toMatchObject({ ok: true, value: 0.01 });
  for (let frame = 0; frame < 30; ++frame) {
    remote.pass(1 / 60);
    update("floorHeight", frame / 100);
    await remote.frame();
  }
  expect(remote.log).toHaveLength(31);
  expect(parameters(remote)).toEqual({ floorHeight: 0.29, headScale: 1.1 });
  await remote.actions.undo();
  expect(parameters(remote)).toEqual({});
  expect(remote.store.history.value.undo).toBeNull();
});

test("a hand that has rested begins another step, and so does another property that is not set along", async () => {
  const remote = await opened();
  const update = async (property: string, value: number) => {
    remote.send({ action: "updateValueRealtime", ...HARU, property, value });
    await remote.frame();
  };
  await update("floorHeight", 0.1);
  remote.pass(0.9);
  await update("floorHeight", 0.2);
  remote.pass(1.1);
  await update("floorHeight", 0.3);
  remote.pass(0.5);
  await update("headScale", 2);
  const seen: object[] = [];
  while (remote.history.state.undo !== null) {
    await remote.actions.undo();
    seen.push(parameters(remote));
  }
  expect(seen).toEqual([{ floorHeight: 0.3 }, { floorHeight: 0.2 }, {}]);
});

test("a value that waits for its frame is there for who reads or calibrates before", async () => {
  const remote = await opened();
  const update = remote.send({
    action: "updateValueRealtime",
    ...HARU,
    property: "headScale",
    value: 2,
  });
  const read = remote.send({ action: "getCharacterData", ...HARU });
  await remote.settle();
  expect(remote.answered(read)).toMatchObject({ values: { headScale: 2 } });
  expect(remote.answered(update)).toMatchObject({ ok: true, value: 2 });
  remote.send({ action: "updateValueRealtime", ...HARU, property: "floorHeight", value: 0.1 });
  await remote.ask({ action: "calibrateIPose", ...HARU });
  await remote.actions.undo();
  expect(parameters(remote)).toEqual({ headScale: 2, floorHeight: 0.1 });
});

test("what the engine refuses is an error to everyone who asked for it, and nobody is told of a change", async () => {
  const remote = await opened();
  remote.failures.set("setProfile", Object.assign(new Error("out of range"), { code: "invalid-profile" }));
  const first = remote.send({
    action: "updateValueRealtime",
    ...HARU,
    property: "headScale",
    value: 2,
  });
  const second = remote.send({
    action: "updateValueRealtime",
    ...HARU,
    property: "floorHeight",
    value: 0.1,
  });
  await remote.frame();
  for (const request of [first, second])
    expect(remote.answered(request)).toMatchObject({
      ok: false,
      error: { code: "invalid-profile", message: "out of range" },
    });
  expect(remote.told).toEqual([]);
  expect(remote.store.history.value.undo).toBeNull();
});

test("hand presets by either name set the hands that are meant; an unknown one lists the known", async () => {
  const remote = await opened();
  const answer = await remote.ask({
    action: "setHandPosePreset",
    ...HARU,
    preset: "rock",
    hand: "right",
  });
  expect(answer).toMatchObject({ ok: true, preset: "바위", hand: "right" });
  expect(answer.values).toMatchObject({
    "fingerShaped.enabled": true,
    rightThumbCurl: -1,
    rightPinkyCurl: -1,
  });
  expect(Object.keys(answer.values as object).some((name) => name.startsWith("left"))).toBe(false);
  expect(await remote.ask({ action: "setHandPosePreset", ...HARU, preset: "보" })).toMatchObject({
    ok: true,
    hand: "both",
    values: { leftThumbCurl: 1, rightThumbCurl: 1 },
  });
  const unknown = await remote.ask({ action: "setHandPosePreset", ...HARU, preset: "shrug" });
  expect(unknown).toMatchObject({ ok: false, error: { code: "unknown-preset" } });
  expect(unknown.error?.known).toContain("가위");
  expect(unknown.error?.known).toContain("point");
});

test("calibrations: taken, refused with the reason, by force, taken back; each wakes the stream for as long as it takes", async () => {
  const remote = await opened();
  const { body, store } = remote;
  expect(await remote.ask({ action: "calibrateIPose", ...HARU })).toMatchObject({
    ok: true,
    characterId: "haru",
    calibration: { pose: "I", live: true },
  });
  expect(remote.waking).toEqual(["wake", "rest"]);
  expect(await remote.ask({ action: "resetCalibration", ...HARU })).toMatchObject({
    ok: true,
    calibration: { pose: "T", live: false },
  });
  expect(bodyCalibration(store.profile.value)).toBeUndefined();
  body.told.fault = "crouching";
  expect(await remote.ask({ action: "calibrateIPose", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "pose-refused", fault: "crouching", message: "the performer's knees are bent" },
  });
  expect(await remote.ask({ action: "calibrateIPose", ...HARU, force: true, pose: "T" })).toMatchObject({
    ok: true,
    calibration: { pose: "T", live: true },
  });
  expect(await remote.ask({ action: "calibrateIPose", ...HARU, pose: "A" })).toMatchObject({
    ok: false,
    error: { code: "invalid-request" },
  });
  store.bodyRig.follows.value = null;
  expect(await remote.ask({ action: "calibrateIPose", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "no-performer" },
  });
  expect(remote.waking.filter((step) => step === "wake")).toHaveLength(
    remote.waking.filter((step) => step === "rest").length,
  );
  // The panel says nothing of poses that it has not asked for.
  expect(store.bodyPanel.refused.value).toBeNull();
  expect(store.messages.value).toEqual([]);
});

test("head forward answers the offsets that were set, or why none were", async () => {
  const remote = await opened();
  expect(await remote.ask({ action: "calibrateHeadForward", ...HARU })).toMatchObject({
    ok: true,
    values: { headRotationOffsetX: 3, headRotationOffsetY: -5, headRotationOffsetZ: 1 },
  });
  remote.body.told.hasFrame = false;
  expect(await remote.ask({ action: "calibrateHeadForward", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "pose-refused", fault: "missing-bones" },
  });
});

test("scale and head of all, or of one: results by character, one step, and a second ask meanwhile is refused", async () => {
  const remote = await opened();
  const first = remote.send({ action: "autoCalibrateAll" });
  await remote.settle();
  expect(await remote.ask({ action: "autoCalibrateAll", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "busy" },
  });
  for (let frame = 0; frame < 3; ++frame) await remote.frame();
  const values = {
    avatarScale: 1.25,
    headRotationOffsetX: 3,
    headRotationOffsetY: -5,
    headRotationOffsetZ: 1,
  };
  expect(remote.answered(first)).toEqual({
    ok: true,
    results: [{ characterId: "haru", ok: true, values }],
  });
  expect(numberOf(remote.store.profile.value, "avatarScale")).toBe(1.25);
  await remote.actions.undo();
  expect(parameters(remote)).toEqual({});
  remote.body.told.stance = "crouching";
  expect(await remote.ask({ action: "autoCalibrateAll", characterId: "all" })).toMatchObject({
    ok: false,
    error: { code: "some-refused" },
    results: [{ characterId: "haru", ok: false, error: { code: "pose-refused", fault: "crouching" } }],
  });
  expect(await remote.ask({ action: "autoCalibrateAll", ...HARU })).toMatchObject({
    ok: false,
    error: { code: "pose-refused", fault: "crouching" },
  });
  expect(parameters(remote)).toEqual({});
  expect(await remote.ask({ action: "autoCalibrateAll", ...HARU, force: true })).toMatchObject({ ok: true });
});

test("everybody is told of changes, whoever makes them: remote, panel, undo, a loaded profile", async () => {
  const remote = await opened();
  const { actions, told } = remote;
  await remote.ask({ action: "updateValueRealtime", ...HARU, property: "headScale", value: 9 });
  expect(told).toEqual([{ ...HARU, property: "headScale", value: 3 }]);
  await actions.body.setParameter("floorHeight", 0.1);
  await actions.undo();
  await actions.body.calibrateBody("I");
  expect(told.slice(1)).toMatchObject([
    { ...HARU, property: "floorHeight", value: 0.1 },
    { ...HARU, property: "floorHeight", value: 0 },
    { ...HARU, property: "calibration", value: { pose: "I", live: true } },
  ]);
  told.length = 0;
  const file = {
    ...makeProfile(""),
    retargeting: { parameters: { avatarScale: 2, headScale: 3 } },
  };
  await actions.openFile("a.doppel.json", new Blob([JSON.stringify(file)]));
  // What the browser had of this avatar is kept beside it.
  expect(told.filter(({ property }) => property !== "hasCachedSettings")).toMatchObject([
    { ...HARU, property: "avatarScale", value: 2 },
    { ...HARU, property: "calibration", value: { pose: "T", live: false } },
  ]);
  // A change of the face is none of the body's.
  told.length = 0;
  await actions.setOverall(0.9);
  expect(told).toEqual([]);
});

test("who is there is told at every change, and once more by a page that takes over", async () => {
  const remote = await opened();
  const { actions, session, told } = remote;
  const list = (...characters: object[]) => ({ property: "characters", value: characters });
  const haru = { characterId: "haru", name: "Haru", performer: "Anna", leader: null };
  await actions.body.follow("Ben");
  expect(told).toEqual([list({ ...haru, performer: "Ben" })]);
  remote.become({ isAuthority: true });
  remote.become({ controllers: 2 });
  expect(told.slice(1)).toEqual([list({ ...haru, performer: "Ben" })]);
  remote.become({ isAuthority: false });
  remote.become({ isAuthority: true });
  expect(told).toHaveLength(3);
  session.remove();
  expect(told.at(-1)).toEqual(list());
});

test("that settings were saved is told, and read", async () => {
  const remote = await opened();
  await remote.ask({ action: "updateValueRealtime", ...HARU, property: "headScale", value: 2 });
  await remote.actions.flushProfiles();
  await expect
    .poll(() => remote.told.at(-1))
    .toEqual({ ...HARU, property: "hasCachedSettings", value: true });
  expect(await remote.ask({ action: "getCharacterData", ...HARU })).toMatchObject({
    readOnly: { hasCachedSettings: true },
  });
});

test("an action that this page does not know is refused with those that it does", async () => {
  const remote = await opened();
  const answer = await remote.ask({ action: "dance" });
  expect(answer).toMatchObject({ ok: false, error: { code: "unknown-action" } });
  for (const action of ["refresh", "updateValueRealtime", "autoCalibrateAll"])
    expect(answer.error?.message).toContain(action);
});
