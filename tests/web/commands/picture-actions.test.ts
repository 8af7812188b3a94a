// Tests of pictures and videos as files: their names, their ends, and what goes wrong.
// The stage is made up; a real one is in tests/e2e/pictures.spec.ts.
import { expect, test } from "vitest";
import { stamp } from "../../../web/src/commands/picture-actions";
import { makeParts } from "../../support/fake-parts";

const GLB = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0]);

test("a stamp sorts as time does", () => {
  expect(stamp(new Date(2026, 0, 2, 3, 4, 5))).toBe("20260102-030405");
  expect(stamp(new Date(2026, 11, 31, 23, 59, 59))).toBe("20261231-235959");
});

test("a picture is named after the avatar, without one after the page", async () => {
  const parts = makeParts();
  await parts.actions.pictures.takePhoto();
  expect(parts.saved.at(-1)?.name).toMatch(/^doppel-\d{8}-\d{6}\.png$/);
  await parts.actions.openFiles([new File([GLB], "haru.vrm")]);
  await parts.actions.pictures.takePhoto();
  expect(parts.saved.at(-1)?.name).toMatch(/^haru-\d{8}-\d{6}\.png$/);
});

test("a video begins and ends by the same button, and is saved once", async () => {
  const parts = makeParts();
  await parts.actions.pictures.toggleVideo();
  expect(parts.store.videoSince.value).not.toBeNull();
  expect(parts.saved).toEqual([]);
  await parts.actions.pictures.toggleVideo();
  expect(parts.store.videoSince.value).toBeNull();
  expect(parts.saved.map(({ name }) => name.split(".").at(-1))).toEqual(["webm"]);
});

test("what can not be recorded is said, and the button is as before", async () => {
  const parts = makeParts();
  parts.pictures.start = () => {
    throw new Error("this browser writes no video");
  };
  await parts.actions.pictures.toggleVideo();
  expect(parts.store.videoSince.value).toBeNull();
  expect(parts.store.messages.value.map(({ title }) => title.key)).toEqual(["error.video"]);
});

test("a sequence is begun as it was chosen, counted, and saved as one ZIP", async () => {
  const parts = makeParts();
  parts.store.capture.rate.value = 25;
  parts.store.capture.transparent.value = true;
  await parts.actions.pictures.beginSequence();
  expect(parts.log.at(-1)).toBe("startSequence 25 true");
  parts.pictures.changed({ written: 40, late: 3 }, null);
  expect(parts.store.capture.sequence.value).toEqual({ written: 40, late: 3 });
  await parts.actions.pictures.endSequence();
  expect(parts.store.capture.sequence.value).toBeNull();
  expect(parts.saved.map(({ name }) => name.split(".").at(-1))).toEqual(["zip"]);
  expect(parts.store.messages.value.map(({ title }) => [title.key, title.parameters])).toEqual([
    ["sequence.doneLate", { written: 40, late: 3 }],
  ]);
});

test("a sequence that ends by itself is saved, and why is said", async () => {
  const parts = makeParts();
  await parts.actions.pictures.beginSequence();
  const full = Object.assign(new Error("the ZIP has reached 2000000000 bytes"), { code: "sequence-full" });
  parts.pictures.changed({ written: 9, late: 0 }, full);
  parts.pictures.changed({ written: 9, late: 0 }, full);
  await expect.poll(() => parts.store.messages.value.length).toBe(2);
  expect(parts.saved).toHaveLength(1);
  const [done, failed] = parts.store.messages.value;
  expect([done?.title.key, failed?.title.key, failed?.texts?.[0]?.key]).toEqual([
    "sequence.done",
    "error.sequence",
    "fault.sequence-full",
  ]);
});

test("a sequence that is thrown away leaves nothing", async () => {
  const parts = makeParts();
  await parts.actions.pictures.beginSequence();
  parts.pictures.changed({ written: 9, late: 0 }, null);
  await parts.actions.pictures.discardSequence();
  expect(parts.log.at(-1)).toBe("discardSequence");
  expect(parts.saved).toEqual([]);
  expect(parts.store.capture.sequence.value).toBeNull();
});
