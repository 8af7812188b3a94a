// The remote control of several avatars: each is its own, and who leads others has their ways of copying as properties.
// One avatar alone is remote-control.test.ts.
import { expect, test } from "vitest";
import { bodyPart } from "../../../web/src/state/body-settings";
import { avatarFile } from "../../support/fake-parts";
import { addBeside, makeRemote } from "../../support/fake-remote";

/** Haru is open, Mio stands beside. */
async function two() {
  const remote = makeRemote();
  await remote.session.open(avatarFile("Haru"));
  await addBeside(remote, "Mio");
  await remote.settle();
  remote.told.length = 0;
  const [haru, mio] = remote.characters.list;
  if (haru === undefined || mio === undefined) throw new Error("not two");
  const keyOf = (id: string) => remote.store.cast.members.value.find((member) => member.id === id)?.key ?? -1;
  return { ...remote, haru, mio, keyOf };
}

const update = (characterId: string, property: string, value: unknown) => ({
  action: "updateValueRealtime",
  characterId,
  property,
  value,
});

test("all are listed; a value goes to the one that is meant, open or not, and is undone there", async () => {
  const { ask, actions, haru, mio, told } = await two();
  expect(await ask({ action: "refresh" })).toMatchObject({
    characters: [{ characterId: "haru" }, { characterId: "mio" }],
    open: "haru",
  });
  await ask(update("mio", "headScale", 2));
  expect(told).toEqual([{ characterId: "mio", property: "headScale", value: 2 }]);
  expect(bodyPart(haru.document.profile).parameters).toBeUndefined();
  await ask(update("haru", "headScale", 1.5));
  await actions.undo();
  await actions.undo();
  expect(bodyPart(mio.document.profile).parameters).toBeUndefined();
  expect(told.at(-1)).toEqual({ characterId: "mio", property: "headScale", value: 1 });
});

test("values of two avatars in one frame are one change of each", async () => {
  const { send, frame, log, haru, mio, keyOf } = await two();
  log.length = 0;
  for (const value of [1.1, 1.2]) {
    send(update("haru", "headScale", value));
    send(update("mio", "headScale", value));
  }
  await frame();
  expect(log).toEqual(["setProfile", `cast setProfile ${keyOf("mio")}`]);
  for (const { document } of [haru, mio])
    expect(bodyPart(document.profile).parameters).toEqual({ headScale: 1.2 });
});

test("who leads another has its way of copying as properties: read, set, clamped, undone as one gesture, told", async () => {
  const { ask, send, frame, pass, actions, characters, keyOf, told, store } = await two();
  const none = await ask(update("haru", "transfer[0].hipOffset", [1, 0, 0]));
  expect(none).toMatchObject({ ok: false, error: { code: "unknown-property" } });
  await characters.lead(keyOf("mio"), keyOf("haru"));
  expect(told.slice(-3)).toEqual([
    { characterId: "haru", property: "transfer[0].hipOffset", value: [0, 0, 0] },
    { characterId: "haru", property: "transfer[0].syncRootScale", value: false },
    { characterId: "haru", property: "transfer[0].transferHeadScale", value: false },
  ]);
  const data = await ask({ action: "getCharacterData", characterId: "haru" });
  expect(data.values).toMatchObject({
    "transfer[0].hipOffset": [0, 0, 0],
    "transfer[0].syncRootScale": false,
  });
  told.length = 0;
  for (const x of [0.5, 1, 40]) {
    send(update("haru", "transfer[0].hipOffset", [x, 0, -1]));
    await frame();
    pass(0.1);
  }
  const member = () => store.cast.members.value.find(({ id }) => id === "mio");
  expect(member()?.transfer.hipOffset).toEqual([10, 0, -1]);
  expect(told.at(-1)).toEqual({
    characterId: "haru",
    property: "transfer[0].hipOffset",
    value: [10, 0, -1],
  });
  await actions.undo();
  expect(member()).toMatchObject({ leader: keyOf("haru"), transfer: { hipOffset: [0, 0, 0] } });
  expect(await ask(update("haru", "transfer[0].hipOffset", [40, 0, 0]))).toMatchObject({
    ok: true,
    value: [10, 0, 0],
    clamped: true,
  });
  expect(await ask(update("haru", "transfer[0].syncRootScale", true))).toMatchObject({ ok: true });
  expect(member()?.transfer).toEqual({
    hipOffset: [10, 0, 0],
    syncRootScale: true,
    transferHeadScale: false,
  });
  for (const value of [[1, 2], [1, 2, "x"], 4])
    expect(await ask(update("haru", "transfer[0].hipOffset", value))).toMatchObject({
      error: { code: "invalid-value" },
    });
  const unknown = await ask(update("haru", "transfer[1].syncRootScale", true));
  expect(unknown.error?.known).toContain("transfer[0].syncRootScale");
  expect(unknown.error?.known).not.toContain("transfer[1].syncRootScale");
});

test("all are calibrated at once; one that is refused does not keep the others", async () => {
  const { ask, haru, mio, store } = await two();
  const values = { avatarScale: 1.25, headRotationOffsetX: 3 };
  // Whom the one beside follows is the cast's to know; here nobody.
  expect([haru.performer, mio.performer]).toEqual(["Anna", null]);
  expect(await ask({ action: "autoCalibrateAll" })).toMatchObject({
    ok: false,
    error: { code: "some-refused", message: expect.stringContaining("mio") as string },
    results: [
      { characterId: "haru", ok: true, values },
      { characterId: "mio", ok: false, error: { code: "no-performer" } },
    ],
  });
  expect(bodyPart(store.profile.value).parameters).toMatchObject(values);
});
