// Tests of the scene document: what is written is read again, unknown fields are left out, newer versions and damage are refused plainly.
// When it is written is tested with its keeper.
import { describe, expect, test } from "vitest";
import { plainTransfer } from "../../../web/src/state/cast";
import {
  readScene,
  SCENE_VERSION,
  type SceneDocument,
  SceneError,
  sameAsset,
  sceneCharacter,
} from "../../../web/src/state/scene";
import { makeProfile } from "../../support/fake-parts";

const HASH = "0123456789abcdef".repeat(4);

const anna = {
  number: 3,
  id: "anna",
  name: "Anna",
  asset: { file: "anna.gltf", hash: HASH, beside: { "anna.bin": HASH } },
  profile: makeProfile(HASH),
  performer: "Performer_1",
  leader: null,
  transfer: plainTransfer,
};
const haru = {
  number: 4,
  id: "haru",
  name: "Haru",
  asset: { file: "realistic.vrm", sample: "realistic" as const },
  profile: makeProfile("f00d"),
  leader: 3,
  transfer: { hipOffset: [0.5, 0, -1] as const, syncRootScale: true, transferHeadScale: false },
};
const scene: SceneDocument = {
  schema: "doppel.scene",
  version: SCENE_VERSION,
  characters: [anna, haru],
  open: 4,
  view: { mode: "cut", camera: { position: [0, 1, 4], target: [0, 1, 0] } },
  output: { camera: { position: [1, 2, 3], target: [0, 1, 0] } },
  props: { anything: [1] },
};

const sent = (document: object): object => JSON.parse(JSON.stringify(document)) as object;
const without = (name: keyof SceneDocument) =>
  Object.fromEntries(Object.entries(scene).filter(([key]) => key !== name));
const withFirst = (change: object) => ({ ...scene, characters: [{ ...anna, ...change }] });

describe("the scene document", () => {
  test("is read as it was written", () => {
    expect(readScene(sent(scene))).toEqual(scene);
  });

  test("a member of the cast is a character by its number; who is free to choose has no performer", () => {
    const member = {
      key: 7,
      id: "mio",
      file: "mio.vrm",
      name: "Mio",
      status: "ready" as const,
      progress: null,
      fault: null,
      leader: 3,
      transfer: plainTransfer,
    };
    const asset = { file: "mio.vrm", hash: HASH };
    const profile = makeProfile(HASH);
    const free = sceneCharacter(member, asset, profile, undefined);
    expect(free).toEqual({
      number: 7,
      id: "mio",
      name: "Mio",
      asset,
      profile,
      leader: 3,
      transfer: plainTransfer,
    });
    expect("performer" in free).toBe(false);
    expect(sceneCharacter(member, asset, profile, null).performer).toBeNull();
    expect(readScene(sent({ ...scene, characters: [anna, free] })).characters[1]).toEqual(free);
  });

  test("fields that this version does not know are left out; those of a profile stay, which are its own", () => {
    const more = {
      ...scene,
      weather: "rain",
      characters: [{ ...anna, hat: true, profile: { ...anna.profile, later: 1 } }],
      view: { ...scene.view, zoom: 2 },
    };
    const read = readScene(sent(more));
    expect(read).not.toHaveProperty("weather");
    expect(read.view).toEqual(scene.view);
    expect(read.characters).toEqual([{ ...anna, profile: { ...anna.profile, later: 1 } }]);
  });

  test("what is absent and can be is nothing", () => {
    const bare = { schema: "doppel.scene", version: 1, characters: [] };
    expect(readScene(bare)).toEqual({
      ...bare,
      open: null,
      view: { mode: "stage", camera: null },
      output: { camera: null },
      props: null,
    });
    // Whoever it copies is not there.
    expect(readScene(sent({ ...scene, characters: [haru] })).characters[0]?.leader).toBeNull();
  });

  test("a newer version is refused as such", () => {
    const read = () => readScene({ ...scene, version: SCENE_VERSION + 1, characters: "otherwise" });
    expect(read).toThrow(SceneError);
    expect(read).toThrow(/version: this page reads up to 1, found 2/);
    try {
      read();
    } catch (error) {
      expect((error as SceneError).code).toBe("newer");
    }
  });

  test.each<[string, object]>([
    ["schema", without("schema")],
    ["version", without("version")],
    ["characters", without("characters")],
    ["characters", { ...scene, characters: [anna, anna] }],
    [
      "characters",
      { ...scene, characters: Array.from({ length: 11 }, (_, at) => ({ ...anna, number: at + 1 })) },
    ],
    ["characters[0].number", withFirst({ number: 0 })],
    ["characters[0].id", withFirst({ id: "" })],
    ["characters[0].asset", withFirst({ asset: null })],
    ["characters[0].asset.hash", withFirst({ asset: { file: "a.vrm", hash: HASH.toUpperCase() } })],
    ["characters[0].asset.hash", withFirst({ asset: { file: "a.vrm", sample: "unheard-of" } })],
    ["characters[0].asset.beside", withFirst({ asset: { file: "a", hash: HASH, beside: { b: "c" } } })],
    ["characters[0].profile", withFirst({ profile: {} })],
    ["characters[0].performer", withFirst({ performer: 4 })],
    ["output.camera.position", { ...scene, output: { camera: { position: [0, 1], target: [0, 0, 0] } } }],
    ["view.camera.target", { ...scene, view: { mode: "cut", camera: { position: [0, 1, 2] } } }],
  ])("%s that is not what it must be is named", (place, document) => {
    try {
      readScene(sent(document));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(SceneError);
      expect((error as SceneError).code).toBe("invalid");
      expect((error as SceneError).message.startsWith(`${place}: expected`)).toBe(true);
    }
  });

  test("two names of one file: by sample, by hash, by all files beside it", () => {
    const file = { file: "a.vrm", hash: HASH };
    expect(sameAsset(file, { ...file, file: "renamed.vrm" })).toBe(true);
    expect(sameAsset(file, { file: "a.vrm", hash: "1".repeat(64) })).toBe(false);
    expect(sameAsset(anna.asset, { file: "anna.gltf", hash: HASH })).toBe(false);
    expect(sameAsset(haru.asset, { file: "realistic.vrm", hash: HASH })).toBe(false);
  });
});
