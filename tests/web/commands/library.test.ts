// Tests of what is saved by itself and of the list of saved profiles, on a shelf in memory: what comes back, what is never overwritten,
// what is said when nothing can be stored. The browser's own storage is tested in profile-library.spec.ts.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freeName } from "../../../web/src/commands/library";
import { SAVE_AFTER, SAVE_AT_LATEST } from "../../../web/src/commands/library-autosave";
import { userGain } from "../../../web/src/state/profile";
import { makeParts, makeProfile } from "../../support/fake-parts";
import { FakeStorage } from "../../support/fake-shelf";

const GLB = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0]);
const glb = (name = "a.glb") => new File([GLB], name);
type Parts = ReturnType<typeof makeParts>;

const titles = (parts: Parts) => parts.store.messages.value.map(({ title }) => title.key);
const gain = (parts: Parts, channel = "jawOpen") =>
  userGain(parts.engine.profile ?? makeProfile(""), channel);
const settle = () => vi.advanceTimersByTimeAsync(SAVE_AFTER);
const names = (parts: Parts) => parts.store.library.saved.value.map(({ name }) => name).sort();

async function opened(storage = new FakeStorage(), name = "a.glb"): Promise<Parts> {
  const parts = makeParts(storage);
  await parts.actions.openFiles([glb(name)]);
  return parts;
}

/** The storage of a browser in which the gain of jawOpen was set on a.glb. */
async function savedGain(value: number): Promise<FakeStorage> {
  const parts = await opened();
  await parts.actions.setGain("jawOpen", value);
  await settle();
  return parts.storage;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("an avatar that nobody changed is not saved; a change is, after it has rested, and comes back as one step", async () => {
  const first = await opened();
  await settle();
  expect(first.storage.records.size).toBe(0);
  await first.actions.setGain("jawOpen", 1.7);
  expect(first.storage.records.size).toBe(0);
  await settle();
  expect(first.storage.records.size).toBe(1);

  const again = await opened(first.storage);
  expect(gain(again)).toBe(1.7);
  expect(titles(again)).toEqual(["library.restored"]);
  expect(again.store.history.value.undo?.key).toBe("change.own");
  await again.actions.undo();
  expect(gain(again)).toBe(1);
});

test("what comes back is not written again", async () => {
  const storage = await savedGain(1.7);
  await opened(storage);
  await settle();
  expect(storage.tabs.map((tab) => tab.writes)).toEqual([1, 0]);
});

test("a drag that does not rest is written all the same, and not at every step", async () => {
  const parts = await opened();
  for (let time = 0; time <= SAVE_AT_LATEST; time += SAVE_AFTER / 2) {
    await parts.actions.setGain("jawOpen", 1 + time / 10_000);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER / 2);
  }
  expect(parts.storage.tabs[0]?.writes).toBe(1);
});

test("another avatar, or none, does not lose what waits; reopening at once brings it back", async () => {
  const parts = await opened();
  await parts.actions.setGain("jawOpen", 1.3);
  await parts.actions.openFiles([glb("b.glb")]);
  await parts.actions.setGain("jawOpen", 0.4);
  parts.actions.removeAvatar();
  await parts.actions.openFiles([glb("a.glb")]);
  expect(gain(parts)).toBe(1.3);
  await parts.actions.openFiles([glb("b.glb")]);
  expect(gain(parts)).toBe(0.4);
});

test("a page that is closed writes what waits at once", async () => {
  const parts = await opened();
  await parts.actions.setGain("jawOpen", 1.3);
  parts.actions.flushProfiles();
  const again = await opened(parts.storage);
  expect(gain(again)).toBe(1.3);
});

test("a page that is closed while storage has not answered yet loses nothing", async () => {
  const parts = await opened();
  await parts.actions.setGain("jawOpen", 1.3);
  await settle();
  parts.storage.answers = false;
  await parts.actions.setGain("jawOpen", 1.6);
  await settle();
  expect([...parts.storage.records.values()].some(({ text }) => text.includes("1.6"))).toBe(false);
  parts.actions.flushProfiles();
  parts.storage.answers = true;
  expect(gain(await opened(parts.storage))).toBe(1.6);
});

test("a page that is only hidden while one change is on its way keeps the later one", async () => {
  const parts = await opened();
  await parts.actions.setGain("jawOpen", 1.3);
  const going = vi.advanceTimersByTimeAsync(SAVE_AFTER);
  await parts.actions.setGain("jawOpen", 1.6);
  parts.actions.flushProfiles();
  await going;
  await settle();
  expect(gain(await opened(parts.storage))).toBe(1.6);
  expect(titles(parts)).toEqual([]);
});

test("a new version of the avatar under the same names gets the settings by channel name; another file does not", async () => {
  const storage = await savedGain(1.7);
  const [record] = storage.records.values();
  if (record === undefined) throw new Error("nothing saved");
  storage.records.clear();
  storage.records.set("own:beef", { ...record, id: "own:beef", fingerprint: "beef" });
  const renamed = await opened(storage, "b.glb");
  expect(gain(renamed)).toBe(1);
  const newer = await opened(storage);
  expect(gain(newer)).toBe(1.7);
  expect(titles(newer)).toEqual(["library.restoredByName"]);
  await newer.actions.setGain("jawOpen", 0.8);
  await settle();
  // The older version keeps its own.
  expect([...storage.records.keys()].sort()).toEqual(["own:beef", "own:f00da.glb"]);
});

test("two tabs with one avatar: neither overwrites the other, and it is said once", async () => {
  const storage = await savedGain(1.5);
  const one = await opened(storage);
  const other = await opened(storage);
  await one.actions.setGain("jawOpen", 1.1);
  await settle();
  await other.actions.setGain("jawOpen", 0.6);
  await settle();
  await other.actions.setGain("jawOpen", 0.7);
  await settle();
  await one.actions.setGain("jawOpen", 1.2);
  await settle();
  const gains = [...storage.records.values()].map(
    ({ kind, text }) => `${kind} ${userGain(JSON.parse(text), "jawOpen")}`,
  );
  expect(gains.sort()).toEqual(["kept 0.7", "own 1.2"]);
  expect(titles(one)).not.toContain("library.otherTab");
  expect(titles(other).filter((key) => key === "library.otherTab")).toHaveLength(1);
});

test("a closing tab does not overwrite what another tab has written", async () => {
  const storage = await savedGain(1.5);
  const one = await opened(storage);
  const other = await opened(storage);
  await one.actions.setGain("jawOpen", 1.1);
  await settle();
  await other.actions.setGain("jawOpen", 0.6);
  other.actions.flushProfiles();
  const kinds = [...storage.records.values()].map(
    ({ kind, text }) => `${kind} ${userGain(JSON.parse(text), "jawOpen")}`,
  );
  expect(kinds.sort()).toEqual(["kept 0.6", "own 1.1"]);
});

for (const code of ["unavailable", "full", "failed"] as const) {
  test(`storage that is ${code} is told once, and the settings stay in force`, async () => {
    const storage = new FakeStorage();
    storage.fail(code);
    const parts = await opened(storage);
    for (const value of [1.1, 1.2, 1.3]) {
      await parts.actions.setGain("jawOpen", value);
      await settle();
      parts.store.messages.value = parts.store.messages.value.slice(0, 1);
    }
    expect(gain(parts)).toBe(1.3);
    expect(titles(parts)).toEqual([`library.${code}`]);
    // As soon as there is room again, the last state is written.
    storage.failure = null;
    await parts.actions.setGain("jawOpen", 1.4);
    await settle();
    expect(storage.records.size).toBe(1);
  });
}

test("a saved profile that cannot be read is told with the reason, and the avatar stays as it was measured", async () => {
  const storage = await savedGain(1.5);
  const parts = makeParts(storage);
  parts.failures.set("check", new Error("$.calibration: expected an object"));
  await parts.actions.openFiles([glb()]);
  expect(gain(parts)).toBe(1);
  expect(parts.store.messages.value.map(({ title, detail }) => [title.key, detail])).toEqual([
    ["library.unreadable", "$.calibration: expected an object"],
  ]);
});

test("a link for the open avatar comes on top of the user's own settings, which are kept as a copy", async () => {
  const storage = await savedGain(1.5);
  const parts = await opened(storage);
  const link = `#p=${JSON.stringify(makeProfile("f00da.glb", 0.9))}`;
  await parts.actions.openLink(link);
  await settle();
  expect(gain(parts)).toBe(0.9);
  expect(names(parts)).toEqual(["a.glb", "a.glb (2)"]);
  await parts.actions.openLink(link);
  await settle();
  expect(names(parts)).toEqual(["a.glb", "a.glb (2)"]);
  await parts.actions.undo();
  await parts.actions.undo();
  expect(gain(parts)).toBe(1.5);
});

test("the list: keep, rename, duplicate, apply, hand out, delete, and bring back in the order of deleting", async () => {
  const storage = await savedGain(1.5);
  const parts = await opened(storage);
  const { library } = parts.actions;
  const idOf = (name: string) =>
    parts.store.library.saved.value.find((saved) => saved.name === name)?.id ?? "";
  await library.keep();
  await library.rename(idOf("a.glb (2)"), "  Evening ");
  await library.duplicate(idOf("Evening"));
  expect(names(parts)).toEqual(["Evening", "Evening (2)", "a.glb"]);
  await parts.actions.setGain("jawOpen", 0.3);
  await library.apply(idOf("Evening"));
  expect(gain(parts)).toBe(1.5);
  library.exportFile(idOf("Evening"));
  expect(parts.saved.map(({ name }) => name)).toEqual(["Evening.doppel.json"]);

  await library.remove(idOf("Evening"));
  await library.remove(idOf("Evening (2)"));
  expect(parts.store.library.deleted.value).toEqual(["Evening", "Evening (2)"]);
  expect(await opened(storage).then(names)).not.toContain("Evening");
  await library.undoRemove();
  expect(names(parts)).toContain("Evening (2)");
  await library.undoRemove();
  expect(names(parts)).toContain("Evening");
  expect(await library.undoRemove()).toBe(false);
});

test("the open avatar's own profile may be renamed and deleted; saving goes on", async () => {
  const storage = await savedGain(1.5);
  const parts = await opened(storage);
  await parts.actions.library.rename("own:f00da.glb", "Mine");
  await parts.actions.setGain("jawOpen", 1.1);
  await settle();
  expect(names(parts)).toEqual(["Mine"]);
  await parts.actions.library.remove("own:f00da.glb");
  await parts.actions.setGain("jawOpen", 1.2);
  await settle();
  expect(names(parts)).toEqual(["a.glb"]);
  await parts.actions.library.undoRemove();
  expect(names(parts)).toEqual(["Mine", "a.glb"]);
});

test("a profile that was saved for another avatar is applied by channel name when it is asked for", async () => {
  const storage = await savedGain(1.5);
  const parts = await opened(storage, "b.glb");
  expect(gain(parts)).toBe(1);
  parts.log.length = 0;
  await parts.actions.library.apply("own:f00da.glb");
  expect(gain(parts)).toBe(1.5);
  expect(parts.log).toContain("calibrate");
  expect(titles(parts)).toContain("library.appliedByName");
});

test("a free name counts on from the name's own number", () => {
  expect(freeName("Haru", ["Haru"])).toBe("Haru (2)");
  expect(freeName("Haru (2)", ["Haru", "Haru (2)", "Haru (3)"])).toBe("Haru (4)");
});
