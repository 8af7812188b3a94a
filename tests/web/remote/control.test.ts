// What the control page does with answers and broadcasts that the tests give, and how it says what came of an action.
// The page itself is looked at in tests/e2e/remote.spec.ts.
import { expect, test } from "vitest";
import { Control, type ControlAnswer } from "../../../web/src/remote/control";
import { createControlState } from "../../../web/src/remote/control-state";
import { ValueSender } from "../../../web/src/remote/value-sender";

const HARU = { characterId: "haru", name: "Haru", performer: "Ann" };
const NABI = { characterId: "nabi", name: "Nabi", performer: null };
const settle = async () => {
  for (let turn = 0; turn < 10; ++turn) await Promise.resolve();
};

function makeControl() {
  const asked: [string, object][] = [];
  /** By action; a function may look at the fields. */
  const answers: Record<string, ControlAnswer | ((fields: { characterId?: string }) => ControlAnswer)> = {
    refresh: { ok: true, characters: [HARU, NABI], open: "nabi" },
    getCharacterData: ({ characterId }) => ({
      ok: true,
      values: { headScale: characterId === "nabi" ? 1.5 : 1, "fingerShaped.enabled": false },
      readOnly: { calibration: { pose: "T", live: false } },
    }),
  };
  const waits: { seconds: number; work: () => void; isOff: boolean }[] = [];
  const state = createControlState();
  const control = new Control(
    state,
    async (action, fields = {}) => {
      asked.push([action, fields]);
      const answer = answers[action] ?? { ok: true };
      return typeof answer === "function" ? answer(fields) : answer;
    },
    (seconds, work) => {
      const wait = { seconds, work, isOff: false };
      waits.push(wait);
      return () => {
        wait.isOff = true;
      };
    },
  );
  return {
    control,
    state,
    asked,
    answers,
    /** A second of the countdown. */
    second: async () => {
      const wait = waits.filter(({ isOff, seconds }) => !isOff && seconds === 1).at(-1);
      if (wait === undefined) throw new Error("nothing is counted");
      wait.isOff = true;
      wait.work();
      await settle();
    },
    later: () => {
      for (const wait of waits.filter(({ isOff, seconds }) => !isOff && seconds > 1)) wait.work();
    },
  };
}

test("it begins with the avatar that is open on the stage, and all its values", async () => {
  const { control, state, asked } = makeControl();
  await control.refresh();
  expect(asked).toEqual([
    ["refresh", {}],
    ["getCharacterData", { characterId: "nabi" }],
  ]);
  expect(state.chosen.value).toBe("nabi");
  expect(state.values.value.get("headScale")).toBe(1.5);
  control.choose("haru");
  await settle();
  expect(state.values.value.get("headScale")).toBe(1);
});

test("what others change is shown, for the chosen one alone", async () => {
  const { control, state } = makeControl();
  await control.refresh();
  control.heard({ characterId: "nabi", property: "headScale", value: 2 });
  control.heard({ characterId: "haru", property: "headScale", value: 0.5 });
  control.heard({ characterId: "nabi", property: "calibration", value: { pose: "I", live: true } });
  control.heard({ characterId: "nabi", property: "hasCachedSettings", value: true });
  expect([...state.values.value]).toEqual([
    ["headScale", 2],
    ["fingerShaped.enabled", false],
  ]);
  expect(state.calibration.value).toEqual({ pose: "I", live: true });
});

test("who goes is left for who is there; without anybody nothing is chosen", async () => {
  const { control, state, asked } = makeControl();
  await control.refresh();
  control.heard({ property: "characters", value: [HARU] });
  await settle();
  expect([state.chosen.value, asked.at(-1)]).toEqual(["haru", ["getCharacterData", { characterId: "haru" }]]);
  control.heard({ property: "characters", value: [] });
  expect([state.chosen.value, state.values.value.size]).toEqual([null, 0]);
  const before = asked.length;
  control.pose("calibrateIPose");
  await settle();
  expect(asked).toHaveLength(before);
});

test("a pose is counted down to, and can be called off", async () => {
  const { control, state, asked, second } = makeControl();
  await control.refresh();
  state.delay.value = 3;
  control.pose("calibrateTPose");
  expect(state.countdown.value).toBe(3);
  await second();
  await second();
  expect([state.countdown.value, asked.at(-1)?.[0]]).toEqual([1, "getCharacterData"]);
  await second();
  expect(state.countdown.value).toBeNull();
  expect(asked.at(-1)).toEqual(["calibrateIPose", { characterId: "nabi", pose: "T" }]);
  control.pose("calibrateIPose");
  control.cancel();
  await expect(second()).rejects.toThrow("nothing is counted");
  expect(state.countdown.value).toBeNull();
});

test("a refused pose says why and can be taken anyway; what went well goes by itself", async () => {
  const { control, state, asked, answers, later } = makeControl();
  await control.refresh();
  answers.calibrateIPose = {
    ok: false,
    error: { code: "pose-refused", message: "the performer's knees are bent", fault: "crouching" } as never,
  };
  control.pose("calibrateIPose");
  await settle();
  expect(state.outcome.value).toMatchObject({
    kind: "bad",
    note: { key: "fault.crouching" },
    canForce: true,
  });
  later();
  expect(state.outcome.value?.kind).toBe("bad");
  answers.calibrateIPose = { ok: true };
  control.force();
  await settle();
  expect(asked.at(-1)).toEqual(["calibrateIPose", { characterId: "nabi", force: true }]);
  expect(state.outcome.value).toMatchObject({ kind: "good", note: { key: "remote.poseTaken" } });
  later();
  expect(state.outcome.value).toBeNull();
});

test("errors are said in the page's words where it has some, else in those that came", async () => {
  const { control, state, answers } = makeControl();
  await control.refresh();
  answers.setHandPosePreset = { ok: false, error: { code: "no-page", message: "no page" } };
  await control.setPreset("rock");
  expect(state.outcome.value?.note.key).toBe("remote.error.no-page");
  answers.setHandPosePreset = { ok: false, error: { code: "odd", message: "something else" } };
  await control.setPreset("rock");
  expect(state.outcome.value).toMatchObject({ note: { key: "remote.failed" }, detail: "something else" });
});

test("of several avatars it is said who was left out, and why; by force they are taken, too", async () => {
  const { control, state, answers, asked } = makeControl();
  await control.refresh();
  answers.autoCalibrateAll = {
    ok: false,
    error: { code: "some-refused", message: "refused: haru; see results" },
    results: [
      { characterId: "nabi", ok: true },
      {
        characterId: "haru",
        ok: false,
        error: { code: "pose-refused", message: "knees", fault: "crouching" },
      },
    ],
  };
  control.pose("autoCalibrateAll");
  await settle();
  expect(state.outcome.value).toEqual({
    kind: "bad",
    note: { key: "remote.leftOut", parameters: { names: "Haru" } },
    reason: { key: "fault.crouching" },
    canForce: true,
  });
  control.force();
  await settle();
  expect(asked.at(-1)).toEqual(["autoCalibrateAll", { characterId: "all", force: true }]);
});

test("all avatars at once are asked for as all; presets set the hands that are chosen", async () => {
  const { control, state, asked } = makeControl();
  await control.refresh();
  control.pose("autoCalibrateAll");
  await settle();
  expect(asked.at(-1)).toEqual(["autoCalibrateAll", { characterId: "all" }]);
  state.hand.value = "left";
  await control.setPreset("v-sign");
  expect(asked.at(-1)).toEqual([
    "setHandPosePreset",
    { characterId: "nabi", preset: "v-sign", hand: "left" },
  ]);
});

test("a slider's value is shown at once; one that is refused gives way to what is in force", async () => {
  const { control, state, answers } = makeControl();
  await control.refresh();
  control.set("headScale", 2.5);
  expect(state.values.value.get("headScale")).toBe(2.5);
  // Its own echo is older than what the hand does.
  control.heard({ characterId: "nabi", property: "headScale", value: 2.4 });
  expect(state.values.value.get("headScale")).toBe(2.5);
  await settle();
  answers.updateValueRealtime = { ok: false, error: { code: "failed", message: "no" } };
  control.set("headScale", 2.9);
  await settle();
  expect(state.values.value.get("headScale")).toBe(1.5);
  expect(state.outcome.value?.kind).toBe("bad");
});

test("of a slider's values one is on its way; the newest of those that came meanwhile goes next", async () => {
  const sent: [string, number][] = [];
  let answer = () => {};
  const sender = new ValueSender<number>((property, value) => {
    sent.push([property, value]);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  for (const value of [1, 2, 3]) sender.put("a", value);
  sender.put("b", 9);
  expect(sent).toEqual([
    ["a", 1],
    ["b", 9],
  ]);
  expect([sender.isBusy("a"), sender.isBusy("c")]).toEqual([true, false]);
  answer();
  await settle();
  expect(sender.isBusy("b")).toBe(false);
  expect(sent).toHaveLength(2);
});
