// Tests of what a user does with props: each change is one step of the history, and files are shown, released and given back.
// Loading a file is the drawer's; what a setting does in the engine is tests/web/loop/body-props.test.ts.
import { expect, test } from "vitest";
import { createAttempt } from "../../../web/src/commands/attempt";
import { History } from "../../../web/src/commands/history";
import { createPropActions, type PropModel } from "../../../web/src/commands/prop-actions";
import { createStore } from "../../../web/src/state/store";

function parts() {
  const store = createStore([{ name: "jawOpen", index: 0, group: "jaw" }], ["jaw"]);
  const history = new History((state) => {
    store.history.value = state;
  });
  store.props.list.value = [{ key: "Chair", name: "Chair" }];
  const shown = new Map<string, PropModel | null>();
  const released: string[] = [];
  const actions = createPropActions(
    {
      store,
      history,
      stage: { setModel: (key, model) => void shown.set(key, model) },
      loadModel: async (name) => {
        if (name === "broken.glb") throw new Error("broken.glb: no glTF");
        return { release: () => released.push(name) };
      },
    },
    createAttempt(store),
  );
  const setting = () => store.props.settings.value.Chair;
  return { store, history, actions, shown, released, setting };
}

test("type, seat and holder are set one by one, each undone by itself", async () => {
  const { store, history, actions, setting } = parts();
  await actions.setType("Chair", "object");
  await actions.setSeatHeight("Chair", 0.1);
  await actions.setSeatHeight("Chair", 99);
  await actions.attach("Chair", "haru", "head");
  expect(setting()).toEqual({
    type: "object",
    seat: [0, 2, 0],
    held: { avatar: "haru", slot: "head" },
  });
  expect(store.history.value.undo).toEqual({ key: "change.propAttach", parameters: { name: "Chair" } });
  await actions.detach("Chair");
  expect(setting()).toEqual({ type: "object", seat: [0, 2, 0] });
  await history.undo();
  expect(setting()?.held).toEqual({ avatar: "haru", slot: "head" });
  await history.undo();
  await history.undo();
  expect(setting()).toEqual({ type: "object", seat: [0, 0.1, 0] });
  await history.undo();
  await history.undo();
  expect(store.props.settings.value).toEqual({});
  await history.redo();
  expect(setting()).toEqual({ type: "object" });
});

const glb = (name: string) => new File([new Uint8Array(4)], name);

test("a file takes the place of the shape, the one before is released, and undo gives it back", async () => {
  const { store, history, actions, shown, released } = parts();
  const { models } = store.props;
  await actions.openModel("Chair", glb("a.glb"));
  const first = shown.get("Chair");
  await actions.openModel("Chair", glb("b.GLB"));
  expect([models.value.get("Chair"), released]).toEqual(["b.GLB", ["a.glb"]]);
  await history.undo();
  expect(shown.get("Chair")).toBe(first);
  expect([models.value.get("Chair"), released]).toEqual(["a.glb", ["a.glb", "b.GLB"]]);
  await actions.removeModel("Chair");
  expect([shown.get("Chair"), models.value.size, released.at(-1)]).toEqual([null, 0, "a.glb"]);
  await history.undo();
  expect(shown.get("Chair")).toBe(first);
});

test("what is no GLB is refused with the reason, and nothing has changed", async () => {
  const { store, history, actions, shown } = parts();
  expect(await actions.openModel("Chair", glb("a.fbx"))).toBe(false);
  expect(store.messages.value.at(-1)?.texts).toEqual([{ key: "error.propModel" }]);
  expect(await actions.openModel("Chair", glb("broken.glb"))).toBe(false);
  expect(store.messages.value.at(-1)?.detail).toBe("broken.glb: no glTF");
  expect([shown.size, history.state.undo]).toEqual([0, null]);
});
