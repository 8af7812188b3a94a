// Tests of the store's own parts: messages, live meters, remembered language.
// Panels are tested in the browser.
import { expect, test, vi } from "vitest";
import { LiveMeters } from "../../../web/src/state/live";
import { createPreferences } from "../../../web/src/state/preferences";
import { createStore, dismissMessage, MAX_MESSAGES, pushMessage } from "../../../web/src/state/store";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";

const isLanguage = (text: string): text is "en" | "ko" => text === "en" || text === "ko";
const error = (file: string) => ({
  kind: "error" as const,
  title: { key: "error.file", parameters: { file } },
});

test("messages: newest last, at most a few, an equal one replaces its twin, dismissed by id", () => {
  const store = createStore(faceChannels, faceGroupNames);
  for (let index = 0; index < MAX_MESSAGES + 3; index++) pushMessage(store, error(`${index}.glb`));
  expect(store.messages.value).toHaveLength(MAX_MESSAGES);
  expect(store.messages.value.at(-1)?.title.parameters?.file).toBe(`${MAX_MESSAGES + 2}.glb`);
  const again = pushMessage(store, error(`${MAX_MESSAGES + 2}.glb`));
  expect(
    store.messages.value.filter((m) => m.title.parameters?.file === `${MAX_MESSAGES + 2}.glb`),
  ).toHaveLength(1);
  dismissMessage(store, again);
  expect(store.messages.value.some((message) => message.id === again)).toBe(false);
});

test("the first selected channel is jawOpen", () => {
  const store = createStore(faceChannels, faceGroupNames);
  expect(store.channels[store.selected.value]?.name).toBe("jawOpen");
});

test("meters call each painter once a frame until it is taken off", () => {
  const meters = new LiveMeters(52);
  const first = vi.fn();
  const second = vi.fn();
  const stop = meters.onFrame(first);
  meters.onFrame(second);
  meters.paint();
  stop();
  stop();
  meters.paint();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
  expect(meters.frame).toBe(2);
});

test("the language is remembered, and nonsense in the storage is not believed", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  createPreferences(storage, isLanguage, "en").setLanguage("ko");
  expect(createPreferences(storage, isLanguage, "en").language.value).toBe("ko");
  for (const key of kept.keys()) kept.set(key, "tlh");
  expect(createPreferences(storage, isLanguage, "en").language.value).toBe("en");
});

test("a storage that throws costs the memory, not the setting", () => {
  const denied = {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  };
  const preferences = createPreferences(denied, isLanguage, "en");
  preferences.setLanguage("ko");
  expect(preferences.language.value).toBe("ko");
  expect(createPreferences(null, isLanguage, "ko").language.value).toBe("ko");
});
