// Tests of the stage as the one character that is open: its id, that it goes with its avatar, and who is told of changes.
// What is done to it is tested with the actions.
import { expect, test } from "vitest";
import { characterId } from "../../../web/src/commands/character-id";
import { bodyPart, withParameters } from "../../../web/src/state/body-settings";
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
