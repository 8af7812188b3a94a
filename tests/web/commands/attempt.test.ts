// Tests of what is said about work that did not succeed: cancelled, given way to another file, or failed.
// The messages are looked at by their keys.
import { expect, test } from "vitest";
import { createAttempt } from "../../../web/src/commands/attempt";
import { createStore } from "../../../web/src/state/store";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";

const title = { key: "error.file", parameters: { file: "first.glb" } };
const aborted = () => {
  throw new DOMException("aborted", "AbortError");
};

test("cancelled by the user: nothing changed", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  expect(await createAttempt(store)(title, aborted)).toBe(false);
  expect(store.messages.value.map(({ kind, title: told }) => [kind, told.key])).toEqual([
    ["info", "loading.cancelled"],
  ]);
});

test("another file is being opened by then: the first is named as not opened", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  store.loading.value = { file: "second.glb", stage: "measure", progress: null };
  expect(await createAttempt(store)(title, aborted)).toBe(false);
  expect(store.messages.value.map(({ kind, title: told }) => [kind, told])).toEqual([
    ["info", { key: "loading.replaced", parameters: { file: "first.glb" } }],
  ]);
});

test("a failure is an error with the exact reason", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  await createAttempt(store)(title, () => {
    throw new Error("first.glb: header: expected 20 bytes");
  });
  const message = store.messages.value[0];
  expect([message?.kind, message?.title, message?.detail]).toEqual([
    "error",
    title,
    "first.glb: header: expected 20 bytes",
  ]);
});
