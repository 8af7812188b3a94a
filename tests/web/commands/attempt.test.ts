// Tests of what is said about work that did not succeed: cancelled, given way to another file, or failed.
// The messages are looked at by their keys.
import { expect, test } from "vitest";
import { DrawingError } from "../../../web/src/avatar/drawing-error";
import { createAttempt } from "../../../web/src/commands/attempt";
import { Refusal } from "../../../web/src/commands/refusal";
import { ReadError } from "../../../web/src/reader/read-error";
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

test("a code gives a reason in the user's language beside the exact one", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  await createAttempt(store)(title, () => {
    throw new ReadError("truncated", "header", "expected 20 bytes, found 3", "first.glb");
  });
  const message = store.messages.value[0];
  expect([message?.title, message?.texts, message?.detail]).toEqual([
    title,
    [{ key: "fault.truncated" }],
    "first.glb: header: expected 20 bytes, found 3",
  ]);
});

test("a file that went away is said to be unreadable", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  await createAttempt(store)(title, () => {
    throw new DOMException("A requested file could not be read.", "NotReadableError");
  });
  expect(store.messages.value[0]?.texts).toEqual([{ key: "fault.unreadable" }]);
});

test("drawing that fails has a headline of its own where a file is named", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  const fail = () => {
    throw new DrawingError("gpu-limit", 'image 3 "skin"', "at most 8192 pixels");
  };
  await createAttempt(store)(title, fail);
  await createAttempt(store)({ key: "mapping.failed" }, fail);
  expect(store.messages.value.map(({ title: told, texts }) => [told.key, texts])).toEqual([
    ["error.gpu", [{ key: "fault.gpu-limit" }]],
    ["mapping.failed", [{ key: "fault.gpu-limit" }]],
  ]);
});

test("a refusal that is a text is shown as that text, without words that nobody translated", async () => {
  const store = createStore(faceChannels, faceGroupNames);
  await createAttempt(store)(title, () => {
    throw new Refusal({ key: "mapping.noAvatar" });
  });
  const message = store.messages.value[0];
  expect([message?.texts, message?.detail]).toEqual([[{ key: "mapping.noAvatar" }], undefined]);
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
