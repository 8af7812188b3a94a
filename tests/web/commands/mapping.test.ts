// Tests of mapping targets by hand as a user does it: a draft, one change that can be undone, a file of its own, and what links and other
// profiles do to it. What a mapping means to a file's targets is tested in target-mapping.test.ts.
import { expect, test } from "vitest";
import {
  type MappingFileError,
  readMappingFile,
  writeMappingFile,
} from "../../../web/src/commands/mapping-file";
import { mappingOf, withMapping } from "../../../web/src/state/mapping";
import { makeParts, makeProfile } from "../../support/fake-parts";

const GLB = new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0]);
type Parts = ReturnType<typeof makeParts>;
const inForce = (parts: Parts) => mappingOf(parts.engine.profile);
const titles = (parts: Parts) => parts.store.messages.value.map(({ title }) => title);

async function opened(name = "a.glb"): Promise<Parts> {
  const parts = makeParts();
  await parts.actions.openFiles([new File([GLB], name)]);
  return parts;
}

test("a draft changes nothing until it is applied; then the avatar is drawn whole and measured anew, as one change", async () => {
  const parts = await opened();
  const { mapping } = parts.actions;
  mapping.assign(["blob1"], "jawOpen");
  mapping.assign(["blob2"], null);
  expect(inForce(parts)).toEqual({});
  parts.log.length = 0;
  await mapping.apply();
  expect(inForce(parts)).toEqual({ blob1: "jawOpen", blob2: null });
  expect(parts.engine.avatar?.description).toMatchObject({ mapping: { blob1: "jawOpen", blob2: null } });
  expect(parts.log.filter((step) => ["draw", "redraw", "measure", "reroute"].includes(step))).toEqual([
    "draw",
    "redraw",
    "measure",
    "reroute",
  ]);
  expect(parts.store.mapping.draft.value).toBeNull();
  await parts.actions.undo();
  expect(inForce(parts)).toEqual({});
  await parts.actions.redo();
  expect(inForce(parts)).toEqual({ blob1: "jawOpen", blob2: null });
});

test("a draft that is as before is none; another avatar ends it, an undo does not", async () => {
  const parts = await opened();
  const { mapping } = parts.actions;
  mapping.assign(["blob1"], "jawOpen");
  mapping.assign(["blob1"], undefined);
  expect(parts.store.mapping.draft.value).toBeNull();
  await parts.actions.setGain("jawOpen", 1.2);
  mapping.assign(["blob1"], "jawOpen");
  await parts.actions.undo();
  expect(parts.store.mapping.draft.value).toEqual({ blob1: "jawOpen" });
  await parts.actions.openFiles([new File([GLB], "b.glb")]);
  expect(parts.store.mapping.draft.value).toBeNull();
});

test("whole drawing happens once, and a drawing that is refused leaves everything as it was", async () => {
  const parts = await opened();
  await parts.actions.mapping.open();
  await parts.actions.mapping.open();
  expect(parts.log.filter((step) => step === "redraw")).toHaveLength(1);
  const other = await opened();
  other.failures.set("draw", new Error("MAX_TEXTURE_SIZE is 8"));
  other.actions.mapping.assign(["blob1"], "jawOpen");
  expect(await other.actions.mapping.apply()).toBe(false);
  expect(inForce(other)).toEqual({});
  expect(other.store.mapping.draft.value).toEqual({ blob1: "jawOpen" });
  expect(other.store.history.value.undo).toBeNull();
});

test("a target plays until it is asked for again, another is asked for, or it is over", async () => {
  const parts = await opened();
  const { mapping } = parts.actions;
  parts.log.length = 0;
  mapping.preview("blob1", [0]);
  mapping.preview("blob2", [1]);
  expect(parts.store.mapping.playing.value).toBe("blob2");
  mapping.preview("blob2", [1]);
  expect(parts.store.mapping.playing.value).toBe("");
  mapping.preview("blob1", [0]);
  parts.store.previewing.value = 0;
  parts.store.previewing.value = -1;
  expect(parts.store.mapping.playing.value).toBe("");
  expect(parts.log).toEqual(["previewTargets 0", "previewTargets 1", "previewTargets ", "previewTargets 0"]);
});

test("a file of its own goes out, and comes in with what this avatar has, told by numbers", async () => {
  const parts = await opened();
  parts.actions.mapping.assign(["blob1"], "jawOpen");
  parts.actions.mapping.exportFile();
  expect(parts.saved[0]?.name).toBe("a.mapping.json");
  const other = await opened("b.glb");
  await other.actions.openFiles([new File([parts.saved[0]?.text ?? ""], "a.mapping.json")]);
  expect(inForce(other)).toEqual({ blob1: "jawOpen" });
  expect(titles(other).at(-1)).toEqual({
    key: "mapping.read",
    parameters: { file: "a.mapping.json", count: 1, total: 1 },
  });
  const foreign = writeMappingFile({
    avatarName: "x",
    mapping: { blob2: "tongueOut", nose: "noseSneerLeft" },
  });
  await other.actions.mapping.importFile("x.json", new Blob([foreign]), false);
  expect(other.store.mapping.draft.value).toEqual({ blob1: "jawOpen", blob2: "tongueOut" });
  expect(inForce(other)).toEqual({ blob1: "jawOpen" });
});

test("a file that is no mapping is refused with the place", () => {
  const refusals = ["{", "[]", "{}", '{"doppelMapping":2,"mapping":{}}', '{"mapping":{"a":1}}'].map(
    (text) => {
      try {
        readMappingFile(text);
        return "taken";
      } catch (error) {
        const { code, message } = error as MappingFileError;
        return `${code} ${message}`;
      }
    },
  );
  expect(refusals.map((refusal) => refusal.split(": ")[0])).toEqual([
    "invalid-json $",
    "invalid-mapping $",
    "invalid-mapping $.mapping",
    "unsupported-version $.doppelMapping",
    'invalid-mapping $.mapping["a"]',
  ]);
  const profile = withMapping(makeProfile("x"), { blob1: "jawOpen" });
  expect(readMappingFile(JSON.stringify(profile))).toEqual({ blob1: "jawOpen" });
});

test("a link carries no mapping, so the one in force stays; a file is the whole profile, with a mapping or without", async () => {
  const parts = await opened();
  parts.actions.mapping.assign(["blob1"], "jawOpen");
  await parts.actions.mapping.apply();
  await parts.actions.openLink(`#p=${JSON.stringify(makeProfile("f00da.glb", 0.9))}`);
  expect(inForce(parts)).toEqual({ blob1: "jawOpen" });
  const own = withMapping(makeProfile("f00da.glb", 0.8), { blob2: "tongueOut" });
  await parts.actions.openFiles([new File([JSON.stringify(own)], "p.json")]);
  expect(inForce(parts)).toEqual({ blob2: "tongueOut" });
  const bare = makeProfile("f00da.glb", 0.7);
  await parts.actions.openFiles([new File([JSON.stringify(bare)], "bare.json")]);
  expect(parts.engine.profile).toEqual(bare);
  expect(parts.engine.avatar?.description).not.toHaveProperty("mapping");
  await parts.actions.undo();
  expect(inForce(parts)).toEqual({ blob2: "tongueOut" });
});

test("a link or file that has waited does the same as one that is opened now", async () => {
  for (const isLink of [true, false]) {
    const parts = await opened("b.glb");
    const text = JSON.stringify(makeProfile("f00da.glb", 0.7));
    if (isLink) await parts.actions.openLink(`#p=${text}`);
    else await parts.actions.openFiles([new File([text], "p.json")]);
    expect(parts.store.pendingLink.value?.from).toBe(isLink ? "link" : "file");
    await parts.actions.openFiles([new File([GLB], "a.glb")]);
    expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(0.7);
  }
});

test("by channel name, only targets that the avatar has are taken over, and its own mapping wins", async () => {
  const parts = await opened();
  parts.actions.mapping.assign(["blob1"], "jawOpen");
  await parts.actions.mapping.apply();
  const foreign = withMapping(makeProfile("beef", 0.9), {
    blob1: "tongueOut",
    blob2: "cheekPuff",
    nose: null,
  });
  await parts.actions.openFiles([new File([JSON.stringify(foreign)], "p.json")]);
  await parts.actions.applyPendingByName();
  expect(inForce(parts)).toEqual({ blob1: "jawOpen", blob2: "cheekPuff" });
  expect(titles(parts)).toContainEqual({ key: "mapping.unknown", parameters: { target: "nose" } });
});
