// Tests of the avatar that the browser keeps: which one, when it comes back, and when it is forgotten.
// The database behind is made up; the browser's is used in tests/e2e/offline.spec.ts.
import { expect, test } from "vitest";
import { MOST_KEPT_BYTES } from "../../../web/src/commands/kept-avatar";
import { makeParts } from "../../support/fake-parts";

const GLB = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0]);
const glb = (name: string) => new File([GLB], name);
type Parts = ReturnType<typeof makeParts>;
const keptFacts = ({ store }: Parts) => store.library.kept.value;
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function opened(...names: string[]): Promise<Parts> {
  const parts = makeParts();
  for (const name of names) await parts.actions.openFiles([glb(name)]);
  await settle();
  return parts;
}

/** Another visit with the same storage. */
function nextVisit({ kept }: Parts): Parts {
  const parts = makeParts();
  parts.kept.file = kept.file;
  return parts;
}

test("the last avatar of the user's comes back with a word on it", async () => {
  const parts = nextVisit(await opened("a.glb", "b.glb"));
  expect(await parts.actions.kept.reopen()).toBe(true);
  expect(parts.store.avatar.value?.file).toBe("b.glb");
  expect(keptFacts(parts)).toEqual({ file: "b.glb", bytes: GLB.length });
  expect(parts.store.messages.value.map(({ kind, title }) => [kind, title.key])).toEqual([
    ["info", "kept.reopened"],
  ]);
});

test("parts of a glTF are kept with it", async () => {
  const parts = makeParts();
  await parts.actions.openFiles([new File(['{"asset":{}}'], "a.gltf"), new File(["xyz"], "a.bin")]);
  await settle();
  expect(keptFacts(parts)?.bytes).toBe(12 + 3);
  expect(Object.keys(parts.kept.file?.beside ?? {})).toEqual(["a.bin"]);
});

test("nothing is kept of a refused file, and the one before stays", async () => {
  const parts = await opened("a.glb");
  parts.failures.set("draw", new Error("no"));
  await parts.actions.openFiles([glb("b.glb")]);
  await settle();
  expect(parts.kept.file?.name).toBe("a.glb");
});

test("removing the avatar forgets it; removing another one does not", async () => {
  const parts = await opened("a.glb");
  parts.kept.file = { ...glbFile("other.glb") };
  parts.store.library.kept.value = { file: "other.glb", bytes: 8 };
  parts.actions.removeAvatar();
  await settle();
  expect(parts.kept.file?.name).toBe("other.glb");

  const own = await opened("a.glb");
  own.actions.removeAvatar();
  await settle();
  expect(own.kept.file).toBeNull();
  expect(keptFacts(own)).toBeNull();
});

const glbFile = (name: string) => ({ name, content: new Blob([GLB]), beside: {} });

test("forget forgets", async () => {
  const parts = await opened("a.glb");
  await parts.actions.kept.forget();
  expect(keptFacts(parts)).toBeNull();
  expect(await nextVisit(parts).actions.kept.reopen()).toBe(false);
});

test("what can not be opened any more is said once and forgotten", async () => {
  const parts = nextVisit(await opened("a.glb"));
  parts.failures.set("draw", new Error("no"));
  expect(await parts.actions.kept.reopen()).toBe(false);
  expect(parts.store.messages.value.map(({ kind }) => kind)).toEqual(["error"]);
  expect(parts.kept.file).toBeNull();
});

test("storage that is full or forbidden costs the memory alone", async () => {
  const parts = makeParts();
  parts.kept.failure = new DOMException("no room", "QuotaExceededError");
  await parts.actions.openFiles([glb("a.glb")]);
  await settle();
  expect(parts.store.avatar.value?.file).toBe("a.glb");
  expect(parts.store.messages.value).toEqual([]);
  expect(keptFacts(parts)).toBeNull();
  expect(await parts.actions.kept.reopen()).toBe(false);
});

test("a sample and a file above the limit are not kept", async () => {
  const parts = await opened("a.glb");
  await parts.actions.kept.keep({ ...glbFile("s.vrm"), origin: { kind: "sample", name: "realistic" } });
  expect(parts.kept.file?.name).toBe("a.glb");
  await parts.actions.kept.keep({
    name: "huge.glb",
    content: { size: MOST_KEPT_BYTES + 1 } as Blob,
    beside: {},
  });
  expect(parts.kept.file).toBeNull();
});
