// Tests of the shared scene: what is written when, what is taken over, who leads, and that nothing is overwritten unseen.
// The document itself is tested with the state, the whole chain in tests/e2e/scene.spec.ts.
import { describe, expect, test } from "vitest";
import { AssetError } from "../../../web/src/commands/asset-store";
import { bodyPart } from "../../../web/src/state/body-settings";
import type { SceneDocument } from "../../../web/src/state/scene";
import { avatarFile } from "../../support/fake-parts";
import { fakeHash, makeScenePage } from "../../support/fake-scene";

type ScenePage = ReturnType<typeof makeScenePage>;

/** A page that leads, with Haru, whose scene is stored. */
async function leading(): Promise<ScenePage & { readonly document: SceneDocument }> {
  const page = makeScenePage();
  page.register(0, null);
  await page.session.open(avatarFile("Haru.glb"));
  await page.pass();
  const document = page.written.at(-1)?.document;
  if (document === undefined) throw new Error("nothing was written");
  page.stored(1);
  await page.pass();
  return { ...page, document };
}

const withFloor = (document: SceneDocument, floorHeight: number): SceneDocument => ({
  ...document,
  characters: document.characters.map((each) => ({
    ...each,
    profile: { ...each.profile, retargeting: { parameters: { floorHeight } } },
  })),
});

const floorOf = ({ store }: ScenePage) => bodyPart(store.profile.value).parameters?.floorHeight;

describe("the page that leads", () => {
  test("writes what stands there, its file first; a change once for all that came meanwhile", async () => {
    const page = await leading();
    expect(page.begun).toEqual([false]);
    expect(page.put).toEqual([fakeHash("Haru.glb")]);
    expect(page.written).toHaveLength(1);
    expect(page.document).toMatchObject({
      schema: "doppel.scene",
      version: 1,
      characters: [
        {
          number: 1,
          id: "haru-glb",
          name: "Haru.glb",
          asset: { file: "Haru.glb", hash: fakeHash("Haru.glb") },
        },
      ],
      open: 1,
    });
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.actions.body.setParameter("floorHeight", 0.2);
    await page.pass();
    expect(page.written).toHaveLength(2);
    expect(page.written[1]).toMatchObject({ base: 1, document: withFloor(page.document, 0.2) });
    // The same file is not sent again.
    expect(page.put).toHaveLength(1);
    page.stored(2);
    await page.actions.undo();
    await page.pass();
    expect(page.written[2]).toEqual({ base: 2, document: page.document });
  });

  test("writes the next one when the bridge has stored the one before", async () => {
    const page = await leading();
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    await page.actions.body.setParameter("floorHeight", 0.2);
    await page.pass();
    expect(page.written).toHaveLength(2);
    page.stored(2);
    await page.pass();
    expect(page.written.map(({ base }) => base)).toEqual([0, 1, 2]);
    page.stored(3);
    await page.pass();
    expect(page.written).toHaveLength(3);
  });

  test("overwrites nothing unseen: a stale revision is answered with the newest, which counts", async () => {
    const page = await leading();
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    page.refuse("stale-revision");
    expect(page.asked).toEqual(["scene"]);
    page.comes(5, withFloor(page.document, 0.3));
    await page.pass();
    expect(floorOf(page)).toBe(0.3);
    expect(page.written).toHaveLength(2);
    expect(page.store.messages.value.map(({ title }) => title.key)).toContain("scene.overtaken");
    // What undo would bring back is no more.
    expect(page.store.history.value.undo).toBeNull();
  });

  test("a file that the bridge refuses is told once, and the scene is written all the same", async () => {
    const page = makeScenePage();
    page.refusals.set(fakeHash("Haru.glb"), new AssetError({ key: "scene.assetTooLarge" }));
    page.register(0, null);
    await page.session.open(avatarFile("Haru.glb"));
    await page.pass();
    page.stored(1);
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    expect(page.written).toHaveLength(2);
    expect(page.store.messages.value).toMatchObject([
      {
        title: { key: "scene.notSent", parameters: { file: "Haru.glb" } },
        texts: [{ key: "scene.assetTooLarge" }],
      },
    ]);
  });

  test("after a break: what was changed meanwhile is written; what others wrote counts", async () => {
    const page = await leading();
    page.change({ page: null });
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    expect(page.written).toHaveLength(1);
    page.register(1, page.document);
    await page.pass();
    expect(page.written).toHaveLength(2);
    page.stored(2);
    page.change({ page: null });
    await page.actions.body.setParameter("floorHeight", 0.2);
    page.register(7, withFloor(page.document, 0.4));
    await page.pass();
    expect(floorOf(page)).toBe(0.4);
    expect(page.written).toHaveLength(2);
  });

  test("opens with the bridge's scene in place of avatars of its own, as it was left", async () => {
    const { document } = await leading();
    const page = makeScenePage();
    page.register(4, { ...withFloor(document, 0.2), view: { mode: "cut", camera: null } });
    expect(page.begun).toEqual([true]);
    await page.pass();
    expect(page.characters.open).toMatchObject({ id: "haru-glb", name: "Haru.glb" });
    expect(floorOf(page)).toBe(0.2);
    expect(page.restored).toEqual([{ mode: "cut", camera: null }]);
    expect(page.put).toEqual([]);
  });

  test("whose address says what it begins with, keeps that and writes it", async () => {
    const { document } = await leading();
    const page = makeScenePage({ isOwn: true });
    page.register(4, document);
    expect(page.begun).toEqual([false]);
    await page.session.open(avatarFile("Mio.glb"));
    await page.pass();
    expect(page.written).toMatchObject([{ base: 4, document: { characters: [{ id: "mio-glb" }] } }]);
  });

  test("leaves a scene of a newer version alone, and says so", async () => {
    const page = makeScenePage();
    page.register(4, { schema: "doppel.scene", version: 2 });
    expect(page.begun).toEqual([false]);
    await page.session.open(avatarFile("Haru.glb"));
    await page.pass();
    expect(page.written).toEqual([]);
    expect(page.store.scene.isShared.value).toBe(false);
    expect(page.store.messages.value).toMatchObject([
      { title: { key: "scene.newer" }, detail: "version: this page reads up to 1, found 2" },
    ]);
  });
});

describe("a page that follows", () => {
  async function following(options: { isOutput?: boolean } = {}) {
    const { document } = await leading();
    const page = makeScenePage({ ...options, isAuthority: false });
    page.register(1, document);
    await page.pass();
    return { ...page, document };
  }

  test("shows what comes and writes nothing", async () => {
    const page = await following();
    expect(floorOf(page)).toBeUndefined();
    page.comes(2, withFloor(page.document, 0.2));
    expect(floorOf(page)).toBe(0.2);
    const [haru] = page.document.characters;
    const mio = {
      ...haru,
      number: 5,
      id: "mio",
      name: "Mio.glb",
      asset: { file: "Mio.glb", hash: fakeHash("Mio.glb") },
    };
    page.comes(3, { ...page.document, characters: [haru, { ...mio, performer: null }] });
    await page.pass();
    expect(page.characters.list.map(({ id }) => id)).toEqual(["haru-glb", "mio"]);
    expect(page.castStage.stage.wanted(5)).toBeNull();
    page.comes(4, { ...page.document, characters: [mio] });
    await page.pass();
    expect(page.characters.list.map(({ id }) => id)).toEqual(["mio"]);
    expect(page.castStage.stage.wanted(5)).toBeUndefined();
    page.comes(5, { ...page.document, characters: [] });
    await page.pass();
    expect(page.characters.list).toEqual([]);
    expect([page.written, page.asked]).toEqual([[], []]);
  });

  test("another file of the same number takes the place of the one before", async () => {
    const page = await following();
    const [haru] = page.document.characters;
    const asset = { file: "Mio.glb", hash: fakeHash("Mio.glb") };
    page.comes(2, { ...page.document, characters: [{ ...haru, id: "mio", name: "Mio.glb", asset }] });
    expect(page.characters.list.map(({ id }) => id)).toEqual(["mio"]);
    await page.pass();
    expect(page.characters.open).toMatchObject({ id: "mio", name: "Mio.glb" });
    expect(page.asked).toEqual([]);
  });

  test("leads as soon as its user changes something, and writes that at once", async () => {
    const page = await following();
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    expect(page.asked).toEqual(["take"]);
    expect(page.written).toEqual([]);
    page.change({ isAuthority: true });
    await Promise.resolve();
    await page.pass();
    expect(page.written).toMatchObject([{ base: 1, document: withFloor(page.document, 0.1) }]);
  });

  test("does not take the lead for what it shows otherwise, nor before it has anything in common with the others", async () => {
    const page = await following();
    page.change({ isAuthority: true });
    await page.pass();
    page.stored(2);
    page.change({ isAuthority: false });
    await page.pass();
    expect(page.asked).toEqual([]);
    const early = makeScenePage({ isAuthority: false });
    early.register(0, null);
    await early.session.open(avatarFile("Haru.glb"));
    await early.pass();
    expect(early.asked).toEqual([]);
  });

  test("an output never writes, not even while no other page is there", async () => {
    const page = await following({ isOutput: true });
    page.change({ isAuthority: true });
    await page.actions.body.setParameter("floorHeight", 0.1);
    await page.pass();
    expect([page.written, page.asked]).toEqual([[], []]);
    page.comes(2, withFloor(page.document, 0.2));
    expect(floorOf(page)).toBe(0.2);
  });
});
