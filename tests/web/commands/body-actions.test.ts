// Tests of the actions on a body with a made-up engine: what enters profile and history, what is refused, what is one step.
// What the engine makes of it is tested with the engine.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createBodyActions } from "../../../web/src/commands/body-actions";
import { createBoneActions } from "../../../web/src/commands/bone-actions";
import { readBoneFile, writeBoneFile } from "../../../web/src/commands/bone-file";
import { fileKind } from "../../../web/src/commands/file-kind";
import { MAX_HISTORY } from "../../../web/src/commands/history";
import { bodyCalibration, bodyPart, boneMap, numberOf } from "../../../web/src/state/body-settings";
import { bodyUserActions } from "../../support/body-user-actions";
import { avatarFile, makeParts, makeProfile } from "../../support/fake-parts";

async function opened() {
  const parts = makeParts();
  await parts.session.open(avatarFile());
  parts.log.length = 0;
  return parts;
}

type Parts = Awaited<ReturnType<typeof opened>>;
const parameters = ({ store }: Parts) => bodyPart(store.profile.value).parameters ?? {};
const undoable = ({ store }: Parts) => store.history.value.undo?.key ?? null;

test("property: 200 random changes of a body undo to the identical document and redo to the last", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...Object.values(bodyUserActions)), { minLength: 200, maxLength: 200 }),
      async (list) => {
        const parts = await opened();
        const { store, history, engine, body } = parts;
        const first = store.profile.value;
        for (const act of list) {
          await act(parts);
          expect(engine.profile).toBe(store.profile.value);
        }
        expect(body.agrees()).toBe(true);
        const last = store.profile.value;
        let steps = 0;
        for (; history.state.undo !== null; ++steps) await history.undo();
        // The oldest entries give way beyond this many; a drag of the list is one.
        expect(steps).toBeLessThanOrEqual(MAX_HISTORY);
        if (steps < MAX_HISTORY) expect(store.profile.value).toBe(first);
        while (history.state.redo !== null) await history.redo();
        expect(store.profile.value).toBe(last);
        expect(engine.profile).toBe(last);
      },
    ),
    { numRuns: 8, seed: 11, endOnFailure: true },
  );
});

test("every action that changes the profile is among the random ones", () => {
  const none = undefined as never;
  const { store } = makeParts();
  const all = { store, session: {}, history: {}, body: {} } as never;
  const names = [...Object.keys(createBodyActions(all, none)), ...Object.keys(createBoneActions(all, none))];
  const elsewhere = {
    assign: "assignBone",
    clear: "clearBones",
  };
  // Of the view, of files, over several frames, or tested below.
  const others = [
    "autoAll",
    "follow",
    "setTab",
    "toggleSection",
    "setHands",
    "setComfort",
    "setSprings",
    "dismissRefused",
    "open",
    "exportFile",
    "importFile",
  ];
  const missing = names
    .map((name) => (elsewhere as Record<string, string>)[name] ?? name)
    .filter((name) => !others.includes(name) && !Object.hasOwn(bodyUserActions, name));
  expect(missing).toEqual([]);
});

test("a drag is one step, makes no report, and nothing of the face changes", async () => {
  const parts = await opened();
  const { actions, store, log } = parts;
  const report = store.report.value;
  const calibration = store.profile.value?.calibration;
  for (const value of [0.1, 0.2, 0.3]) await actions.body.setParameter("floorHeight", value);
  actions.endGesture();
  expect(parameters(parts)).toEqual({ floorHeight: 0.3 });
  expect(log).toEqual(["setProfile", "setProfile", "setProfile"]);
  expect(store.report.value).toBe(report);
  expect(store.profile.value?.calibration).toBe(calibration);
  await actions.undo();
  expect(parameters(parts)).toEqual({});
  expect(undoable(parts)).toBeNull();
});

test("a report that waits for a face's slider to rest is still made after a body's slider moved", async () => {
  const waiting: (() => void)[] = [];
  const parts = makeParts(undefined, (work) => void waiting.push(work));
  await parts.session.open(avatarFile());
  await parts.actions.setGain("jawOpen", 1.2);
  await parts.actions.setGain("jawOpen", 1.3);
  await parts.actions.body.setParameter("floorHeight", 0.1);
  parts.log.length = 0;
  for (const work of waiting) work();
  expect(parts.log).toEqual(["report"]);
});

test("a value of another type is not taken, and one outside the range is its nearer end", async () => {
  const parts = await opened();
  const { actions } = parts;
  expect(await actions.body.setParameter("floorHeight", "high")).toBe(false);
  expect(await actions.body.setParameter("floorHeight", Number.NaN)).toBe(false);
  expect(undoable(parts)).toBeNull();
  expect(await actions.body.setParameter("avatarScale", 99)).toBe(true);
  expect(parameters(parts)).toEqual({ avatarScale: 3 });
});

test("resets: one parameter, a section, all; what stands at its default makes no step", async () => {
  const parts = await opened();
  const { actions } = parts;
  expect(await actions.body.resetAll()).toBe(true);
  expect(undoable(parts)).toBeNull();
  await actions.body.setParameter("floorHeight", 0.1);
  await actions.body.setParameter("headScale", 2);
  await actions.body.setParameter("avatarScale", 2);
  await actions.body.resetParameter("floorHeight");
  expect(parameters(parts)).toEqual({ headScale: 2, avatarScale: 2 });
  await actions.body.resetSection("scale", ["avatarScale"]);
  expect(parameters(parts)).toEqual({ headScale: 2 });
  await actions.body.calibrateBody("T");
  await actions.body.resetAll();
  expect(parameters(parts)).toEqual({});
  expect(bodyCalibration(parts.store.profile.value)?.pose).toBe("T");
});

test("a calibration is what the engine has found, as one step; its reset takes it away", async () => {
  const parts = await opened();
  const { actions, store, body } = parts;
  expect(await actions.body.calibrateBody("I")).toBe(true);
  expect(bodyCalibration(store.profile.value)).toMatchObject({ pose: "I", live: true });
  expect(body.agrees()).toBe(true);
  expect(undoable(parts)).toBe("change.calibrateI");
  await actions.body.resetCalibration();
  expect(bodyCalibration(store.profile.value)).toBeUndefined();
  await actions.undo();
  expect(bodyCalibration(store.profile.value)?.pose).toBe("I");
});

test("a wrong pose is refused with its reason, and taken by force", async () => {
  const parts = await opened();
  const { actions, store, body } = parts;
  body.told.fault = "arms-not-level";
  expect(await actions.body.calibrateBody("T")).toBe(false);
  expect(store.bodyPanel.refused.value).toEqual({ pose: "T", fault: "arms-not-level" });
  expect(undoable(parts)).toBeNull();
  expect(await actions.body.calibrateBody("T", true)).toBe(true);
  expect(store.bodyPanel.refused.value).toBeNull();
  expect(bodyCalibration(store.profile.value)?.pose).toBe("T");
});

test("a calibration that the session refuses leaves the engine as the profile has it", async () => {
  const parts = await opened();
  const { actions, store, body, failures } = parts;
  failures.set("setProfile", new Error("out of range"));
  const before = store.profile.value;
  expect(await actions.body.calibrateBody("T")).toBe(false);
  expect(await actions.body.headForward()).toBe(false);
  expect(store.profile.value).toBe(before);
  expect(body.agrees()).toBe(true);
  expect(store.messages.value.map(({ title }) => title.key)).toEqual(["error.change"]);
});

test("nothing is calibrated while nobody is followed or no frame has come", async () => {
  const parts = await opened();
  const { actions, store, body, log } = parts;
  body.told.hasFrame = false;
  expect(await actions.body.headForward()).toBe(false);
  store.bodyRig.follows.value = null;
  log.length = 0;
  expect(await actions.body.calibrateBody("T")).toBe(false);
  expect(await actions.body.headForward()).toBe(false);
  expect(await actions.body.autoAll()).toBe(false);
  expect(log).toEqual(["restore"]);
  expect(undoable(parts)).toBeNull();
});

test("head forward, floor and scale take the engine's word, and say where it has none", async () => {
  const parts = await opened();
  const { actions, store, body, log } = parts;
  await actions.body.headForward();
  expect(parameters(parts)).toEqual({
    headRotationOffsetX: 3,
    headRotationOffsetY: -5,
    headRotationOffsetZ: 1,
  });
  actions.body.setComfort(0.9);
  await actions.body.autoFloor();
  expect(log).toContain("autoFloor 0.9");
  expect(numberOf(store.profile.value, "floorHeight")).toBe(-0.04);
  await actions.body.scaleByNeck();
  expect(numberOf(store.profile.value, "avatarScale")).toBe(1.25);
  body.told.neckScale = null;
  body.told.floor = null;
  expect(await actions.body.scaleByNeck()).toBe(false);
  expect(await actions.body.autoFloor()).toBe(false);
  expect(store.messages.value.at(-1)?.title.key).toBe("body.unmeasured");
});

test("scale and head are found by the engine's steps, and are one step of the history", async () => {
  const parts = await opened();
  const { actions, store, log, body } = parts;
  await actions.body.setParameter("avatarScale", 2);
  await actions.body.setParameter("floorHeight", 0.1);
  log.length = 0;
  const finding = actions.body.autoAll();
  expect(store.bodyPanel.finding.value).toBe(true);
  expect(await actions.body.autoAll()).toBe(false);
  expect(log).toEqual(["autoCalibrate"]);
  store.live.paint();
  await vi.waitFor(() => expect(body.autoStage()).toBe("turning"));
  expect(numberOf(store.profile.value, "avatarScale")).toBe(2);
  expect(store.bodyPanel.finding.value).toBe(true);
  store.live.paint();
  expect(await finding).toBe(true);
  expect(log.slice(1)).toEqual(["setProfile", "restore"]);
  expect(parameters(parts)).toEqual({
    floorHeight: 0.1,
    avatarScale: 1.25,
    headRotationOffsetX: 3,
    headRotationOffsetY: -5,
    headRotationOffsetZ: 1,
  });
  expect(store.bodyPanel.finding.value).toBe(false);
  expect(body.agrees()).toBe(true);
  await actions.undo();
  expect(parameters(parts)).toEqual({ avatarScale: 2, floorHeight: 0.1 });
});

test("who crouches, at first or while scale and head are found, is refused with the reason, and taken by force", async () => {
  const parts = await opened();
  const { actions, store, body } = parts;
  const refusal = { pose: "auto", fault: "crouching" };
  body.told.stance = "crouching";
  expect(await actions.body.autoAll()).toBe(false);
  expect(store.bodyPanel.refused.value).toEqual(refusal);
  body.told.stance = "none";
  const finding = actions.body.autoAll();
  expect(store.bodyPanel.refused.value).toBeNull();
  body.told.stance = "crouching";
  store.live.paint();
  expect(await finding).toBe(false);
  expect(store.bodyPanel.refused.value).toEqual(refusal);
  expect([parameters(parts), undoable(parts), body.agrees()]).toEqual([{}, null, true]);
  const forced = actions.body.autoAll(true);
  for (const stage of ["turning", "done"]) {
    store.live.paint();
    await vi.waitFor(() => expect(body.autoStage()).toBe(stage));
  }
  expect(await forced).toBe(true);
  expect(parameters(parts)).toMatchObject({ avatarScale: 1.25 });
});

test("another avatar that comes between ends the finding, and nothing is set", async () => {
  const parts = await opened();
  const { actions, session, store, body } = parts;
  const finding = actions.body.autoAll();
  await session.open(avatarFile("second.glb"));
  store.live.paint();
  expect(await finding).toBe(false);
  expect(parameters(parts)).toEqual({});
  expect(body.agrees()).toBe(true);
  expect(store.bodyPanel.finding.value).toBe(false);
});

test("hand presets and values set the hands that are meant and no other", async () => {
  const parts = await opened();
  const { actions } = parts;
  await actions.body.setHandPreset("바위", "right");
  expect(parameters(parts)).toEqual({
    "fingerShaped.enabled": true,
    rightThumbCurl: -1,
    rightIndexCurl: -1,
    rightMiddleCurl: -1,
    rightRingCurl: -1,
    rightPinkyCurl: -1,
  });
  await actions.undo();
  await actions.body.setHandValue("both", "IndexCurl", 0.5);
  expect(parameters(parts)).toEqual({ leftIndexCurl: 0.5, rightIndexCurl: 0.5 });
  expect(await actions.body.setHandPreset("shrug", "both")).toBe(false);
});

test("another performer is followed without a step of the history; one that is not there is refused", async () => {
  const parts = await opened();
  const { actions, store } = parts;
  expect(await actions.body.follow("Ben")).toBe(true);
  expect(store.bodyRig.follows.value).toBe("Ben");
  expect(await actions.body.follow("Cleo")).toBe(false);
  expect(store.bodyRig.follows.value).toBe("Ben");
  expect(undoable(parts)).toBeNull();
});

test("bones by hand: joints that are there, undone, written to a file and read again", async () => {
  const parts = await opened();
  const { actions, store, saved } = parts;
  expect(await actions.bones.assign("hips", "Nowhere")).toBe(false);
  await actions.bones.assign("hips", "Root");
  await actions.bones.assign("head", "Head");
  actions.bones.exportFile();
  expect(saved[0]?.name).toBe("a.bones.json");
  await actions.undo();
  expect(boneMap(store.profile.value)).toEqual({ hips: "Root" });
  await actions.bones.clear();
  expect(bodyPart(store.profile.value)).toEqual({});
  const file = new Blob([saved[0]?.text ?? ""]);
  expect(await fileKind("a.bones.json", file)).toBe("bones");
  await actions.openFile("a.bones.json", file);
  expect(boneMap(store.profile.value)).toEqual({ hips: "Root", head: "Head" });
});

test("a bone file brings the joints that the avatar has and says how many; a wrong one is refused with its place", async () => {
  const parts = await opened();
  const { actions, store } = parts;
  const text = writeBoneFile({ avatarName: "b", humanoid: { head: "Head", hips: "Elsewhere" } });
  await actions.bones.importFile("b.bones.json", new Blob([text]));
  expect(boneMap(store.profile.value)).toEqual({ head: "Head" });
  expect(store.messages.value.at(-1)).toMatchObject({
    kind: "warning",
    title: { key: "bones.read", parameters: { count: 1, total: 2 } },
  });
  for (const [document, place] of [
    ['{"doppelBones":2,"humanoid":{}}', "$.doppelBones"],
    ['{"doppelBones":1}', "$.humanoid"],
    ['{"doppelBones":1,"humanoid":{"tail":"Tail"}}', '$.humanoid["tail"]'],
    ['{"doppelBones":1,"humanoid":{"hips":4}}', '$.humanoid["hips"]'],
    ["[]", "$"],
  ] as const) {
    expect(() => readBoneFile(document)).toThrow(place);
  }
});

test("a link leaves the body as it is; a profile of this avatar's brings its own", async () => {
  const parts = await opened();
  const { actions, store } = parts;
  await actions.body.setParameter("floorHeight", 0.1);
  await actions.openLink(`#p=${JSON.stringify(makeProfile("", 1.5))}`);
  expect(store.profile.value?.calibration.channels.jawOpen?.userGain).toBe(1.5);
  expect(parameters(parts)).toEqual({ floorHeight: 0.1 });
  const file = { ...makeProfile(""), retargeting: { parameters: { headScale: 2 } } };
  await actions.openFile("a.doppel.json", new Blob([JSON.stringify(file)]));
  expect(parameters(parts)).toEqual({ headScale: 2 });
});
