// Tests of recordings as users see them: what is asked of the bridge, what is listed, what is said when one ends by itself.
// The bridge is made up; the real chain is in tests/e2e/recording.spec.ts.
import { beforeEach, expect, test } from "vitest";
import { createAttempt } from "../../../web/src/commands/attempt";
import {
  createRecordingActions,
  type RecordingActions,
  tellRefusedRecording,
} from "../../../web/src/commands/recording-actions";
import { noBridge, type RecordingFacts } from "../../../web/src/state/bridge";
import { createStore, type Store } from "../../../web/src/state/store";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";

const none: RecordingFacts = {
  active: false,
  name: "",
  seconds: 0,
  frames: 0,
  bytes: 0,
  dropped: 0,
  error: "",
  message: "",
};
const running: RecordingFacts = { ...none, active: true, name: "a.dtake" };

let store: Store;
let asked: boolean[];
let answer: unknown;
let addresses: string[];
let actions: RecordingActions;

const tell = (recording: RecordingFacts | null) => {
  const address = "ws://127.0.0.1:64212/mocap?token=abc";
  store.bridge.value = { ...noBridge, connection: "open", address, recording };
};
const told = () => store.messages.value.map(({ title, texts }) => [title.key, texts?.[0]?.key]);

beforeEach(() => {
  store = createStore(faceChannels, faceGroupNames);
  asked = [];
  addresses = [];
  answer = { takes: [] };
  const ask = async (address: string) => {
    addresses.push(address);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const bridge = { record: (starts: boolean) => asked.push(starts) };
  actions = createRecordingActions({ store, bridge, ask }, createAttempt(store));
  tell(none);
});

test("the button begins one, or ends the one that runs, whoever began it", () => {
  actions.toggle();
  tell(running);
  actions.toggle();
  expect(asked).toEqual([true, false]);
});

test("takes are listed and downloaded with the stream's token", async () => {
  answer = { takes: [{ name: "Scene 1.dtake", bytes: 5, modified: 7 }] };
  expect(await actions.list()).toEqual([{ name: "Scene 1.dtake", bytes: 5, modified: 7 }]);
  expect(addresses).toEqual(["http://127.0.0.1:64212/takes?token=abc"]);
  expect(actions.addressOf("Scene 1.dtake")).toBe("http://127.0.0.1:64212/takes/Scene%201.dtake?token=abc");
});

test.each([new Error("401"), "text", { takes: 3 }, { takes: [{ name: "a" }] }])(
  "a list that can not be had is said: %j",
  async (what) => {
    answer = what;
    expect(await actions.list()).toBeNull();
    expect(told()).toEqual([["take.noList", "scene.assetUnreachable"]]);
  },
);

test("one that ends by itself says why, once; one that a person ends says nothing", () => {
  tell(running);
  tell({ ...running, active: false });
  expect(told()).toEqual([]);
  tell(running);
  const ended = { ...running, active: false, error: "no-space", message: "less than 1024 MiB are free" };
  tell(ended);
  tell(ended);
  expect(told()).toEqual([["take.failed", "takeError.no-space"]]);
});

test("one that ended while the connection was away is told when it is back", () => {
  tell(running);
  tell(null);
  tell({ ...running, active: false, error: "too-large", message: "" });
  expect(told()).toEqual([["take.failed", "takeError.too-large"]]);
});

test("refusals of other kinds are not the recording's", () => {
  tellRefusedRecording(store, "not-replay", "the source is no recording");
  expect(told()).toEqual([]);
  tellRefusedRecording(store, "no-data-folder", "the bridge has no folder for takes");
  expect(told()).toEqual([["take.failed", "takeError.no-data-folder"]]);
  expect(store.messages.value[0]?.detail).toBe("the bridge has no folder for takes");
});
