// Tests of the cast: ids, characters that go with their avatars, who is told of changes, and several avatars of which one is open.
// What is done to a body is tested with the actions; what is drawn of them is the stage's.
import { expect, test } from "vitest";
import { createAttempt } from "../../../web/src/commands/attempt";
import { createCastActions } from "../../../web/src/commands/cast-actions";
import { CastKeeper } from "../../../web/src/commands/cast-keeper";
import { characterId } from "../../../web/src/commands/character-id";
import { bodyPart, withParameters } from "../../../web/src/state/body-settings";
import { plainTransfer } from "../../../web/src/state/cast";
import { avatarFile, makeParts } from "../../support/fake-parts";

test("an id has lower-case letters, digits and dashes, is never empty, and is free", () => {
  expect(characterId("Haru Nakamura_02.vrm")).toBe("haru-nakamura-02-vrm");
  expect(characterId("--Élise--")).toBe("elise");
  expect(characterId("하루")).toBe("avatar");
  const taken = new Set(["haru", "haru-2"]);
  expect(characterId("Haru", (id) => taken.has(id))).toBe("haru-3");
});

test("without an avatar nobody is there; the same avatar is the same character through all changes", async () => {
  const { session, characters, actions } = makeParts();
  expect(characters.open).toBeNull();
  expect(characters.list).toEqual([]);
  await session.open(avatarFile("Haru.glb"));
  const character = characters.open;
  expect(character).toMatchObject({ id: "haru-glb", name: "Haru.glb", performer: "Anna" });
  await actions.body.setParameter("floorHeight", 0.1);
  expect(characters.open).toBe(character);
  expect(characters.find("haru-glb")).toBe(character);
  expect(characters.find("haru")).toBeUndefined();
  expect(bodyPart(character?.document.profile ?? null).parameters).toEqual({ floorHeight: 0.1 });
  await session.open(avatarFile("Mio.glb"));
  expect(characters.list.map(({ id }) => id)).toEqual(["mio-glb"]);
  // One that is gone keeps its last document, not its successor's.
  expect(bodyPart(character?.document.profile ?? null).parameters).toEqual({ floorHeight: 0.1 });
  session.remove();
  expect(characters.open).toBeNull();
});

test("changes of documents and of whom it follows are told, until nobody wants to know", async () => {
  const { session, characters, actions, store } = makeParts();
  let told = 0;
  const stop = characters.onChange(() => ++told);
  expect(told).toBe(0);
  await session.open(avatarFile());
  const afterOpening = told;
  expect(afterOpening).toBeGreaterThan(0);
  await actions.body.setParameter("floorHeight", 0.1);
  expect(told).toBe(afterOpening + 1);
  await actions.undo();
  await actions.body.follow("Ben");
  expect(told).toBe(afterOpening + 3);
  const character = characters.open;
  const profile = withParameters(store.profile.value as never, { headScale: 2 });
  await character?.change({ key: "change.body", parameters: { parameter: "headScale" } }, profile);
  expect(store.profile.value).toBe(profile);
  expect(store.history.value.undo?.key).toBe("change.body");
  stop();
  session.remove();
  expect(told).toBe(afterOpening + 4);
});

/** Haru is open, Mio stands beside. */
async function two() {
  const parts = makeParts();
  const { session, store, history, calibrator, characters, storage, disposed, measurer } = parts;
  const arrived: number[] = [];
  const keeper = new CastKeeper({
    store,
    history,
    cast: characters,
    measurer,
    drawer: { draw: async (file) => ({ missingImages: 0, dispose: () => disposed.push(file.name) }) },
    calibrator,
    shelf: storage.tab(),
    arrived: (key) => void arrived.push(key),
  });
  await session.open(avatarFile("Haru.glb"));
  await keeper.add({ file: "Mio.glb", content: avatarFile("Mio.glb") });
  const [haru, mio] = characters.list;
  if (haru === undefined || mio === undefined) throw new Error("not two");
  const keyOf = (id: string) => store.cast.members.value.find((member) => member.id === id)?.key ?? -1;
  return { ...parts, keeper, arrived, haru, mio, keyOf };
}

const floorOf = (character: { readonly document: { readonly profile: Parameters<typeof bodyPart>[0] } }) =>
  bodyPart(character.document.profile).parameters?.floorHeight;

test("one that is added stands beside the open one; the panels stay with the one that was open", async () => {
  const { store, haru, mio, keyOf, arrived, characters } = await two();
  expect(store.avatar.value?.file).toBe("Haru.glb");
  expect([haru.id, mio.id]).toEqual(["haru-glb", "mio-glb"]);
  expect(characters.open).toBe(haru);
  expect(arrived).toEqual([keyOf("mio-glb")]);
  expect(store.cast.members.value.map(({ status }) => status)).toEqual(["ready", "ready"]);
  expect(store.history.value.undo).toEqual({ key: "change.castAdd", parameters: { name: "Mio.glb" } });
});

test("a change of the one beside is its own, also when it is undone while another is open", async () => {
  const { store, session, characters, castStage, actions, haru, mio, keyOf } = await two();
  const change = { key: "change.body", parameters: { parameter: "floorHeight" } } as const;
  await mio.change(change, withParameters(mio.document.profile, { floorHeight: 0.2 }));
  expect([floorOf(haru), floorOf(mio)]).toEqual([undefined, 0.2]);
  expect(castStage.standing.get(keyOf("mio-glb"))?.profile).toBe(mio.document.profile);
  characters.choose(keyOf("mio-glb"));
  expect(store.avatar.value?.file).toBe("Mio.glb");
  expect(floorOf({ document: { profile: store.profile.value } } as never)).toBe(0.2);
  expect(characters.open).toBe(mio);
  await actions.body.setParameter("floorHeight", 0.3);
  expect([floorOf(haru), floorOf(mio)]).toEqual([undefined, 0.3]);
  characters.choose(keyOf("haru-glb"));
  await actions.undo();
  expect([floorOf(haru), floorOf(mio)]).toEqual([undefined, 0.2]);
  await actions.undo();
  expect([floorOf(haru), floorOf(mio)]).toEqual([undefined, undefined]);
  expect(session.document?.avatar.facts.file).toBe("Haru.glb");
  await actions.redo();
  expect(floorOf(mio)).toBe(0.2);
});

test("a change of the one beside is saved under its own avatar, and is there when that one comes again", async () => {
  const { mio, actions, storage } = await two();
  const label = { key: "change.body", parameters: { parameter: "floorHeight" } } as const;
  await mio.change(label, withParameters(mio.document.profile, { floorHeight: 0.2 }));
  actions.flushProfiles();
  const saved = async () => {
    const records = await storage.tab().all();
    const record = records.find(({ fingerprint }) => fingerprint === "f00dMio.glb");
    return record === undefined ? null : bodyPart(JSON.parse(record.text)).parameters?.floorHeight;
  };
  await expect.poll(saved).toBe(0.2);
});

test("sliders of two avatars in one gesture are two entries", async () => {
  const { history, actions, haru, mio } = await two();
  const label = { key: "change.body", parameters: { parameter: "floorHeight" } } as const;
  const set = (who: typeof haru, floorHeight: number) =>
    who.change(label, withParameters(who.document.profile, { floorHeight }), "body:floorHeight");
  history.seal();
  await set(haru, 0.1);
  await set(haru, 0.2);
  await set(mio, 0.3);
  await actions.undo();
  expect([floorOf(haru), floorOf(mio)]).toEqual([0.2, undefined]);
  await actions.undo();
  expect([floorOf(haru), floorOf(mio)]).toEqual([undefined, undefined]);
});

test("what the engine refuses for one that stands beside changes nothing", async () => {
  const { failures, mio, keyOf, store } = await two();
  const before = mio.document;
  failures.set(`cast setProfile ${keyOf("mio-glb")}`, new Error("no"));
  const label = { key: "change.body", parameters: { parameter: "floorHeight" } } as const;
  await expect(mio.change(label, withParameters(before.profile, { floorHeight: 0.2 }))).rejects.toThrow("no");
  expect(mio.document).toBe(before);
  expect(store.history.value.undo?.key).toBe("change.castAdd");
});

test("one that is removed comes back as it was; when it was open, the other is then", async () => {
  const { keeper, store, actions, characters, haru, keyOf, disposed } = await two();
  const label = { key: "change.body", parameters: { parameter: "floorHeight" } } as const;
  await haru.change(label, withParameters(haru.document.profile, { floorHeight: 0.2 }));
  await keeper.remove(keyOf("haru-glb"));
  expect(store.avatar.value?.file).toBe("Mio.glb");
  expect(store.cast.members.value.map(({ id }) => id)).toEqual(["mio-glb"]);
  await actions.undo();
  await expect.poll(() => store.cast.members.value.map(({ status }) => status)).toEqual(["ready", "ready"]);
  expect(store.cast.members.value.map(({ id }) => id)).toEqual(["haru-glb", "mio-glb"]);
  const back = characters.find("haru-glb");
  expect(back === undefined ? null : floorOf(back)).toBe(0.2);
  expect(disposed).not.toContain("Mio.glb");
});

test("an avatar that copies another is not copied by it in turn, by whatever way", async () => {
  const { characters, keyOf, store, actions, log } = await two();
  const [haru, mio] = [keyOf("haru-glb"), keyOf("mio-glb")];
  await characters.lead(mio, haru, { ...plainTransfer, hipOffset: [1, 0, 0] });
  expect(store.cast.members.value.find(({ key }) => key === mio)?.leader).toBe(haru);
  await characters.lead(haru, mio);
  expect(store.cast.members.value.find(({ key }) => key === haru)?.leader).toBeNull();
  await actions.undo();
  expect(store.cast.members.value.find(({ key }) => key === mio)?.leader).toBeNull();
  expect(log.filter((line) => line.startsWith("cast lead"))).toEqual([
    `cast lead ${mio} ${haru} 1,0,0`,
    `cast lead ${mio} null 0,0,0`,
  ]);
});

test("who begins to copy another stands beside it, and is named with it; what was set of how stays", async () => {
  const { store, keeper, characters, castStage, mio, keyOf } = await two();
  const cast = createCastActions(
    { store, cast: characters, keeper, memory: {} as never, stage: castStage.stage },
    createAttempt(store),
  );
  const [haru, follower] = [keyOf("haru-glb"), keyOf("mio-glb")];
  const member = () => store.cast.members.value.find(({ key }) => key === follower);
  expect(mio.leader).toBeNull();
  await cast.lead(follower, haru);
  expect(mio.leader).toBe("haru-glb");
  expect(member()?.transfer).toEqual({ ...plainTransfer, hipOffset: [2, 0, 0] });
  await cast.lead(follower, haru, { ...plainTransfer, hipOffset: [0, 0, -1] });
  expect(member()?.transfer.hipOffset).toEqual([0, 0, -1]);
  await cast.lead(follower, null);
  expect(member()).toMatchObject({ leader: null, transfer: plainTransfer });
});
