// Property: whatever a user does to the calibration, undo leads back through every state and redo forward again.
// Session, history and the core are the real ones; only drawing is left out.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { createActions } from "../../../web/src/commands/actions";
import { avatarFacts } from "../../../web/src/commands/avatar-facts";
import { createCalibrationActions } from "../../../web/src/commands/calibration-actions";
import { Cast } from "../../../web/src/commands/cast";
import { CoreCalibrator } from "../../../web/src/commands/core-calibrator";
import { History, MAX_HISTORY } from "../../../web/src/commands/history";
import type { MeasuredAvatar, Player, Theatre } from "../../../web/src/commands/ports";
import { Session } from "../../../web/src/commands/session";
import type { Core } from "../../../web/src/core/core";
import type { Profile as CoreProfile } from "../../../web/src/core/documents";
import type { FaceEngine } from "../../../web/src/core/face-engine";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { probeBytes } from "../../../web/src/probe/probe-bytes";
import { nodeDecoders } from "../../../web/src/reader/decoders-node";
import type { Profile } from "../../../web/src/state/profile";
import { remapMethods } from "../../../web/src/state/profile";
import { blinkChannels } from "../../../web/src/state/profile-settings";
import { createStore } from "../../../web/src/state/store";
import {
  faceChannelCount,
  faceChannelNames,
  faceChannels,
  faceGroupNames,
} from "../../../web/src/tables/face-channels";
import { bodyUserActions } from "../../support/body-user-actions";
import { makeBodyStage } from "../../support/fake-body";
import { makeCastStage } from "../../support/fake-cast";
import { FakeKept } from "../../support/fake-kept";
import { FakeStorage } from "../../support/fake-shelf";
import { makeAvatar } from "../../support/make-avatar";

const ACTIONS = 200;
/** One list has every action several times; another list is another order of them. */
const RUNS = process.env.DOPPEL_LONG === "1" ? 4 : 1;
/** Channels that the avatar lacks or that are empty on it, so that substitutes are offered. */
const ABSENT = ["jawOpen", "eyeBlinkLeft", "mouthSmileLeft"];

let core: Core;
let bytes: Uint8Array;
const measured = new Map<string, MeasuredAvatar>();

beforeAll(async () => {
  core = await loadCoreNode();
  bytes = await makeAvatar({
    channels: faceChannelNames.filter((name) => !ABSENT.includes(name)),
    // Pairs that differ, so that symmetry has something to do.
    strength: (channel) => (channel.endsWith("Left") ? 0.8 : 1.1),
    shapes: { viseme_aa: { jawOpen: 0.8 }, mouthSmile: { mouthSmileLeft: 1, mouthSmileRight: 1 } },
  });
});

/** Measured as the page does, each choice of substitutes once. */
async function measure(substitutes: Readonly<Record<string, string>>): Promise<MeasuredAvatar> {
  const key = JSON.stringify(Object.entries(substitutes).sort());
  const known = measured.get(key);
  if (known !== undefined) return known;
  const result = await probeBytes(core, bytes, { file: "a.glb", decoders: nodeDecoders, substitutes });
  const { description, measurement, fingerprint, unknownSubstitutes, targets } = result;
  const facts = avatarFacts(description, fingerprint, targets);
  const avatar: MeasuredAvatar = { facts, description, measurement, unknownSubstitutes };
  measured.set(key, avatar);
  return avatar;
}

async function open(later?: (work: () => void) => void) {
  const engine: FaceEngine = core.createEngine(2);
  let handle = -1;
  const inForce = { profile: null as Profile | null, avatar: null as MeasuredAvatar | null };
  const put = (avatar: MeasuredAvatar, profile: Profile) => {
    const next = engine.addAvatar(avatar.description.routes, avatar.measurement);
    engine.setProfile(next, profile as unknown as CoreProfile);
    if (handle >= 0) engine.removeAvatar(handle);
    handle = next;
    Object.assign(inForce, { avatar, profile });
  };
  const theatre: Theatre = {
    show: (_drawn, avatar, profile) => put(avatar, profile),
    reroute: put,
    setProfile: (profile) => {
      engine.setProfile(handle, profile as unknown as CoreProfile);
      inForce.profile = profile;
    },
    clear: () => {},
    preview: () => {},
    previewSteps: () => {},
    previewTargets: () => {},
    redraw: () => {},
    solo: (channel) => engine.setSolo(handle, channel),
  };
  const store = createStore(faceChannels, faceGroupNames);
  const history = new History((state) => {
    store.history.value = state;
  });
  const calibrator = new CoreCalibrator(core, core.referenceFace(), () => "2026-04-03T12:00:00Z");
  const session = new Session({
    store,
    history,
    calibrator,
    theatre,
    measurer: { measure: (_file, { substitutes }) => measure(substitutes) },
    drawer: { draw: async () => ({ missingImages: 0, dispose: () => {} }) },
    ...(later === undefined ? {} : { later }),
  });
  const player = onlyRecorded(blinkRows());
  const saver = { save: () => {}, copy: async () => true };
  const shelf = new FakeStorage().tab();
  const body = makeBodyStage(
    store,
    () => inForce.profile,
    () => {},
  );
  const actions = createActions({
    keptAvatars: new FakeKept(),
    pictures: {
      canRecord: false,
      photo: async () => new Blob(),
      start: () => {},
      stop: async () => null,
      startSequence: () => Promise.reject(new Error("no stage")),
    },
    characters: new Cast({
      store,
      session,
      history,
      stage: makeCastStage(store, body.stage, () => {}).stage,
      openChanged: () => {},
    }),
    body: body.stage,
    figure: { setShown: () => {} },
    readBody: () => Promise.reject(new Error("no body here")),
    store,
    session,
    history,
    calibrator,
    player,
    theatre,
    saver,
    shelf,
  });
  await session.open({ name: "a.glb", content: new Blob([]), beside: {} });
  /** What the calibrated face answers to one row, the engine's own word on what is in force. */
  const answer = () => {
    engine.setInput(
      handle,
      Float32Array.from({ length: faceChannelCount }, (_, i) => 0.05 + (i % 9) / 10),
    );
    engine.step(1 / 60);
    return [...engine.output(handle)];
  };
  return { store, history, session, calibrator, actions, inForce, answer, close: () => engine.delete() };
}

/** A player that has this recording and does nothing: playing changes no profile. */
function onlyRecorded(rows: ReturnType<Player["recorded"]>): Player {
  const known: Partial<Player> = { recorded: () => rows };
  return new Proxy(known, { get: (parts, name) => Reflect.get(parts, name) ?? (() => {}) }) as Player;
}

/** A recording of five blinks. */
function blinkRows() {
  const rowCount = 100;
  const values = new Float32Array(rowCount * faceChannelCount);
  for (let row = 0; row < rowCount; row++)
    for (const channel of blinkChannels)
      values[row * faceChannelCount + faceChannelNames.indexOf(channel)] =
        0.8 * Math.max(0, Math.sin(row / 3));
  return { rowCount, values };
}

type Opened = Awaited<ReturnType<typeof open>>;
type UserAction = (opened: Opened) => unknown;

const channel = fc.constantFrom(...faceChannelNames);
const group = fc.constantFrom(...faceGroupNames);
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Beyond what the core takes, too: a refused change has to leave no trace. */
const gain = fc.oneof(
  { weight: 9, arbitrary: fc.double({ min: 0, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(2.5, Number.NaN) },
);
const drag = (set: (opened: Opened, value: number) => unknown): fc.Arbitrary<UserAction> =>
  fc.array(gain, { minLength: 1, maxLength: 3 }).map((values) => async (opened: Opened) => {
    for (const value of values) await set(opened, value);
    opened.actions.endGesture();
  });

/** By the name of the action. */
const userActions: Readonly<Record<string, fc.Arbitrary<UserAction>>> = {
  setGain: channel.chain((name) => drag(({ actions }, value) => actions.setGain(name, value))),
  setOverall: drag(({ actions }, value) => actions.setOverall(value)),
  setGroupGain: group.chain((name) => drag(({ actions }, value) => actions.setGroupGain(name, value))),
  setSymmetry: drag(({ actions }, value) => actions.setSymmetry(value)),
  setClosedAt: drag(({ actions }, value) => actions.setClosedAt(0.2 + 0.4 * value)),
  setGains: drag(({ actions }, value) =>
    actions.setGains({ key: "change.gaze" }, ["eyeLookInLeft", "eyeLookUpLeft"], value),
  ),
  setChannelClosedAt: fc.tuple(fc.constantFrom(...blinkChannels), share).map(
    ([name, value]) =>
      ({ actions }) =>
        actions.setChannelClosedAt(name, value),
  ),
  setFloor: fc.tuple(channel, share).map(
    ([name, value]) =>
      ({ actions }) =>
        actions.setFloor(name, value / 9),
  ),
  setLocked: fc.tuple(channel, fc.boolean()).map(
    ([name, on]) =>
      ({ actions }) =>
        actions.setLocked(name, on),
  ),
  setMuted: fc.tuple(channel, fc.boolean()).map(
    ([name, on]) =>
      ({ actions }) =>
        actions.setMuted(name, on),
  ),
  resetChannel: channel.map(
    (name) =>
      ({ actions }) =>
        actions.resetChannel(name),
  ),
  resetGroup: group.map(
    (name) =>
      ({ actions }) =>
        actions.resetGroup(name),
  ),
  setMethod: fc.constantFrom(...remapMethods).map(
    (method) =>
      ({ actions }) =>
        actions.setMethod(method),
  ),
  recalibrate: fc.constant(({ actions }) => actions.recalibrate()),
  learnClosedAt: fc.constant(({ actions }) => actions.learnClosedAt()),
  acceptSubstitutes: fc.constant(({ actions }) => actions.acceptSubstitutes()),
  setSubstitute: fc.tuple(fc.constantFrom(...ABSENT), fc.boolean()).map(
    ([name, on]) =>
      ({ actions, store }) =>
        actions.setSubstitute(name, on ? store.avatar.value?.substitutes[name]?.[0] : undefined),
  ),
  acceptFloors: fc.tuple(channel, share).map(([name, value]) => ({ actions, store }) => {
    const offered = Math.round(value * 10) / 100;
    store.panel.idleFloors.value = new Map([[faceChannelNames.indexOf(name), offered]]);
    return actions.acceptFloors();
  }),
  ...bodyUserActions,
  undo: fc.constant(({ actions }) => actions.undo()),
  redo: fc.constant(({ actions }) => actions.redo()),
  // No changes: they must neither enter the history nor disturb it.
  toggleSolo: fc.nat(faceChannelCount - 1).map(
    (index) =>
      ({ actions }) =>
        actions.toggleSolo(index),
  ),
  setView: fc.constant(({ actions }) => actions.setView("easy")),
};
const userAction = fc.oneof(...Object.values(userActions));

const seen = ({ store, inForce }: Opened) => ({
  text: JSON.stringify([store.profile.value, store.report.value]),
  profile: store.profile.value,
  report: store.report.value,
  avatar: inForce.avatar,
});

test(`undo and redo of ${ACTIONS} random user actions lead through identical states`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(userAction, { minLength: ACTIONS, maxLength: ACTIONS }), async (list) => {
      const opened = await open();
      const { history, store, inForce } = opened;
      const first = { ...seen(opened), answer: opened.answer() };
      for (const act of list) {
        await act(opened);
        expect(inForce.profile).toBe(store.profile.value);
      }
      const end = seen(opened);
      opened.actions.toggleSolo(store.panel.solo.value);
      if (store.panel.solo.value >= 0) opened.actions.toggleSolo(store.panel.solo.value);
      const endAnswer = opened.answer();
      const path = [end];
      for (let left = MAX_HISTORY; left > 0 && history.state.undo !== null; left--) {
        await opened.actions.undo();
        path.push(seen(opened));
      }
      expect(history.state.undo).toBeNull();
      expect(seen(opened).text).toBe(first.text);
      expect(inForce.avatar).toBe(first.avatar);
      expect(opened.answer()).toEqual(first.answer);
      for (const state of path.reverse()) {
        expect(seen(opened).text).toBe(state.text);
        expect(store.profile.value).toEqual(state.profile);
        expect(inForce.avatar).toBe(state.avatar);
        // Where the actions ended with undoing, redo would lead beyond their end.
        if (state !== end) await opened.actions.redo();
      }
      expect(seen(opened).text).toBe(end.text);
      expect(opened.answer()).toEqual(endAnswer);
      opened.close();
    }),
    // A failure is the list of actions itself; to make it shorter would take minutes.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test("every action of the panel that changes the profile is among the random ones", () => {
  const none = undefined as never;
  const panel = Object.keys(createCalibrationActions({} as never, none, none));
  const changing = [...panel, "setGain", "setOverall", "setMethod", "setSubstitute", "undo", "redo"];
  // What is only read or played.
  const others = ["automaticResponse", "previewGroup", "previewChannels"];
  expect(changing.filter((name) => !others.includes(name) && !Object.hasOwn(userActions, name))).toEqual([]);
});

const ratio = ({ store }: Opened, name: string) =>
  store.profile.value?.calibration.channels[name]?.ratio ?? 1;

test("pair ratios are equal at symmetry 1 and each its own at 0; a side that the avatar lacks is left out; locked ones stay", async () => {
  const opened = await open();
  const { actions } = opened;
  expect(ratio(opened, "browDownLeft")).toBeCloseTo(ratio(opened, "browDownRight"), 9);
  const mean = ratio(opened, "browDownLeft");
  const lone = ratio(opened, "mouthSmileRight");
  await actions.setSymmetry(0);
  const [left, right] = [ratio(opened, "browDownLeft"), ratio(opened, "browDownRight")];
  // The left target moves 0.8 as far as made and the right one 1.1; the reference is not quite even itself.
  const { browDownLeft, browDownRight } = core.referenceFace().channels;
  const uneven = (browDownLeft?.travel ?? 0) / (browDownRight?.travel ?? 1);
  expect(left / right).toBeCloseTo((uneven * 1.1) / 0.8, 3);
  expect(Math.sqrt(left * right)).toBeCloseTo(mean, 6);
  expect(ratio(opened, "mouthSmileRight")).toBe(lone);
  await actions.setLocked("browDownLeft", true);
  await actions.setSymmetry(1);
  expect(ratio(opened, "browDownLeft")).toBe(left);
  expect(ratio(opened, "browDownRight")).toBeCloseTo(mean, 9);
  opened.close();
});

test("a reset gives one channel its automatic values back and no other; a mute silences, a solo is no change", async () => {
  const opened = await open();
  const { actions, store, history } = opened;
  const automatic = store.profile.value?.calibration.channels.cheekPuff;
  await actions.setGain("cheekPuff", 1.7);
  await actions.setGain("browInnerUp", 1.3);
  await actions.setFloor("cheekPuff", 0.05);
  await actions.setMuted("cheekPuff", true);
  expect(opened.answer()[faceChannelNames.indexOf("cheekPuff")]).toBe(0);
  await actions.resetChannel("cheekPuff");
  const reset = {
    userGain: 1,
    floor: 0,
    muted: false,
    ...store.profile.value?.calibration.channels.cheekPuff,
  };
  expect(reset).toMatchObject({ ...automatic, userGain: 1, floor: 0, muted: false });
  expect(store.profile.value?.calibration.channels.browInnerUp?.userGain).toBe(1.3);
  const entries = history.state.undo;
  const all = opened.answer();
  actions.toggleSolo(faceChannelNames.indexOf("browInnerUp"));
  expect(opened.answer().filter((value) => value > 0)).toHaveLength(1);
  actions.toggleSolo(faceChannelNames.indexOf("browInnerUp"));
  expect(opened.answer()).toEqual(all);
  expect(history.state.undo).toBe(entries);
  opened.close();
});

test("the lids learn their closing input from the recording that plays", async () => {
  const opened = await open();
  await opened.actions.learnClosedAt();
  for (const name of blinkChannels)
    expect(opened.store.profile.value?.calibration.channels[name]?.closedAt).toBeCloseTo(0.8, 2);
  opened.close();
});

test("while a slider moves, the selected channel's report is made at once and the rest when the hand rests", async () => {
  const asked: (() => void)[] = [];
  const opened = await open((work) => asked.push(work));
  const { store, session, calibrator, actions } = opened;
  const whole = () => {
    const { document } = session;
    return document === null ? null : calibrator.report(document.avatar, document.profile);
  };
  const selected = faceChannelNames.indexOf("cheekPuff");
  actions.select(selected);
  const first = store.report.value;
  const score = first?.after;
  await actions.setOverall(0.5);
  expect(store.report.value?.channels[selected]).toEqual(whole()?.channels[selected]);
  expect(store.report.value?.channels[selected]).not.toEqual(first?.channels[selected]);
  // What is not looked at is still as it was.
  expect(store.report.value?.after).toBe(score);
  expect(asked).toHaveLength(1);
  await actions.setOverall(0.4);
  for (const work of asked) work();
  expect(store.report.value).toEqual(whole());
  expect(store.report.value?.after).not.toBe(score);

  // A change that is no drag is whole at once, and what was asked before it changes nothing any more.
  await actions.setOverall(1);
  await actions.setMuted("jawForward", true);
  const settled = store.report.value;
  expect(settled).toEqual(whole());
  for (const work of asked) work();
  expect(store.report.value).toBe(settled);

  // Channels that a change did not touch stay the same objects.
  const smile = faceChannelNames.indexOf("mouthSmileRight");
  await actions.setMuted("jawForward", false);
  expect(store.report.value?.channels[smile]).toBe(settled?.channels[smile]);
  opened.close();
});
