// Tests of the calibration flow: the countdown on a clock of the test's own, who is taken and who is not, and one undo for all of it.
// Poses and calibrations are the fake body's.
import { expect, test } from "vitest";
import { createAttempt } from "../../../web/src/commands/attempt";
import { createBodyChanges } from "../../../web/src/commands/body-changes";
import { createCalibrationFlow } from "../../../web/src/commands/calibration-flow";
import type { Character, Characters } from "../../../web/src/commands/characters";
import { bodyPart } from "../../../web/src/state/body-settings";
import type { FlowFlaw } from "../../../web/src/state/calibration-flow";
import { avatarFile, makeParts } from "../../support/fake-parts";

const LOW: FlowFlaw = { kind: "arm-low", side: "left", amount: 25, isRefused: false };

/** @param more stand beside the open one */
async function stage(more: readonly Partial<Character>[] = []) {
  const parts = makeParts();
  const { store, characters, history, session, body } = parts;
  await session.open(avatarFile("Haru.glb"));
  const waiting: { at: number; call: () => void }[] = [];
  let now = 0;
  const tones: string[] = [];
  const told = { flaws: [] as readonly FlowFlaw[] };
  const flow = createCalibrationFlow(
    {
      store,
      characters: {
        find: (id) => characters.find(id),
        get open() {
          return characters.open;
        },
        get list() {
          return [...characters.list, ...(more as readonly Character[])];
        },
        onChange: (listener) => characters.onChange(listener),
      } satisfies Characters,
      changes: createBodyChanges(history, characters),
      history,
      check: (performer) => (performer === "Anna" ? told.flaws : null),
      after: (seconds, call) => {
        const entry = { at: now + seconds, call };
        waiting.push(entry);
        return () => {
          const index = waiting.indexOf(entry);
          if (index >= 0) waiting.splice(index, 1);
        };
      },
      frame: async () => {},
      tone: (high) => void tones.push(`${now} ${high ? "high" : "low"}`),
    },
    createAttempt(store),
  );
  /** Lets time go by; what is due is called in its order. */
  const pass = async (seconds: number) => {
    const until = now + seconds;
    for (;;) {
      const due = waiting.filter(({ at }) => at <= until + 1e-9).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      now = due.at;
      waiting.splice(waiting.indexOf(due), 1);
      due.call();
    }
    now = until;
    // What was begun is through: it waits for nothing but promises.
    await new Promise((done) => setImmediate(done));
  };
  return { ...parts, flow, pass, tones, told, body, waiting, state: store.calibrationFlow };
}

const calibrationOf = (store: { profile: { value: Parameters<typeof bodyPart>[0] } }) =>
  bodyPart(store.profile.value).calibration;

test("it counts down with a tone a second, takes pose, scale and head, and says the numbers", async () => {
  const { flow, pass, tones, state, store } = await stage();
  flow.open();
  expect(state.phase.value).toBe("choosing");
  flow.setSeconds(3);
  flow.start();
  expect([state.phase.value, state.left.value]).toEqual(["counting", 3]);
  await pass(2);
  expect([state.phase.value, state.left.value]).toEqual(["counting", 1]);
  expect(calibrationOf(store)).toBeUndefined();
  await pass(1);
  expect(state.phase.value).toBe("done");
  expect(tones).toEqual(["0 low", "1 low", "2 low", "3 high"]);
  expect(calibrationOf(store)).toMatchObject({ pose: "T", live: true });
  expect(bodyPart(store.profile.value).parameters).toMatchObject({
    avatarScale: 1.25,
    headRotationOffsetX: 3,
  });
  expect(state.results.value).toMatchObject([
    { avatar: "Haru.glb", performer: "Anna", fault: null, scale: 1.25, head: [3, -5, 1] },
  ]);
});

test("what is wrong is looked at again and again until it is taken", async () => {
  const { flow, pass, told, state, waiting } = await stage();
  flow.open();
  expect(state.checks.value[0]?.flaws).toEqual([]);
  told.flaws = [LOW];
  await pass(0.3);
  expect(state.checks.value[0]?.flaws).toEqual([LOW]);
  flow.start();
  told.flaws = [];
  await pass(0.3);
  expect(state.checks.value[0]?.flaws).toEqual([]);
  flow.close();
  expect(state.phase.value).toBe("closed");
  expect(waiting).toEqual([]);
});

test("one undo takes back all of it, and no more", async () => {
  const { flow, pass, state, store, actions } = await stage();
  await actions.body.setParameter("floorHeight", 0.1);
  flow.open();
  flow.start();
  await pass(5);
  expect(state.entries.value).toBe(2);
  await flow.undo();
  expect(state.entries.value).toBe(0);
  expect(calibrationOf(store)).toBeUndefined();
  expect(bodyPart(store.profile.value).parameters).toEqual({ floorHeight: 0.1 });
});

test("a refused pose changes nothing and says why; it may be taken all the same", async () => {
  const { flow, pass, state, store, body } = await stage();
  body.told.fault = "crouching";
  flow.open();
  flow.setAuto(false);
  flow.start();
  await pass(5);
  expect(state.results.value[0]?.fault).toBe("crouching");
  expect(state.entries.value).toBe(0);
  expect(store.history.value.undo).toBeNull();
  await flow.takeAnyway();
  expect(state.results.value[0]?.fault).toBeNull();
  expect(calibrationOf(store)).toMatchObject({ pose: "T" });
});

test("a countdown that is stopped takes nothing, also later", async () => {
  const { flow, pass, state, store } = await stage();
  flow.open();
  flow.start();
  await pass(2);
  flow.again();
  await pass(20);
  expect(state.phase.value).toBe("choosing");
  expect(store.history.value.undo).toBeNull();
});

test("whose avatar follows nobody is told so", async () => {
  const { flow, pass, state, actions } = await stage();
  await actions.body.follow(null);
  flow.open();
  expect(state.checks.value).toMatchObject([{ performer: "", flaws: null }]);
  flow.start();
  await pass(5);
  expect(state.results.value).toMatchObject([{ fault: "nobody" }]);
});

test("who copies another is not asked for a pose, and counts neither as taken nor as refused", async () => {
  const { flow, pass, state } = await stage([{ name: "Mio.glb", performer: null, leader: "haru-glb" }]);
  flow.open();
  expect(state.checks.value).toMatchObject([
    { avatar: "Haru.glb", leader: "", flaws: [] },
    { avatar: "Mio.glb", leader: "Haru.glb", performer: "", flaws: null },
  ]);
  flow.setAuto(false);
  flow.start();
  await pass(5);
  expect(state.results.value).toMatchObject([
    { avatar: "Haru.glb", leader: "", fault: null },
    { avatar: "Mio.glb", leader: "Haru.glb", fault: null, scale: null },
  ]);
  // Of the first alone.
  expect(state.entries.value).toBe(1);
});
