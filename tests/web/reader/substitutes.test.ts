// Stand-ins for channels: which are offered, in which order, and what accepting one makes of the routes.
// Whether a channel needs one is the verdict's business.
import { describe, expect, it } from "vitest";
import { editGlbJson } from "../../../scripts/avatars/write/glb-json";
import type { AvatarDescription } from "../../../web/src/reader/avatar-description";
import { EYE_TURN_DEGREES } from "../../../web/src/reader/look-at";
import {
  applySubstitutes,
  JAW_TURN_DEGREES,
  type UnknownSubstitute,
} from "../../../web/src/reader/substitutes";
import { makeAvatar, presetsOnly } from "../../support/make-avatar";
import { readBytes } from "../../support/samples";

function ids(avatar: AvatarDescription, channel: string): readonly string[] {
  return (avatar.substitutes[channel] ?? []).map((offer) => offer.id);
}

function offer(avatar: AvatarDescription, channel: string, id: string) {
  return avatar.substitutes[channel]?.find((candidate) => candidate.id === id)?.route;
}

const READY_PLAYER_ME = {
  viseme_aa: { jawOpen: 0.7 },
  mouthOpen: { jawOpen: 1 },
  mouthSmile: {},
  eyesClosed: {},
};

describe("offers", () => {
  it("opens the jaw by viseme_aa, mouthOpen, the jaw bone, best first", async () => {
    const avatar = await readBytes(
      await makeAvatar({ channels: [], shapes: READY_PLAYER_ME, jawBone: true }),
    );
    expect(ids(avatar, "jawOpen")).toEqual(["target:viseme_aa", "target:mouthOpen", "bone:jaw"]);
    expect(offer(avatar, "jawOpen", "target:viseme_aa")?.binds).toHaveLength(4);
    expect(offer(avatar, "jawOpen", "bone:jaw")?.turns).toEqual([
      { bone: "jaw", axis: [1, 0, 0], degrees: JAW_TURN_DEGREES },
    ]);
  });

  it("opens the jaw by aa on a VRM, after targets and jaw bone", async () => {
    const recipe = presetsOnly("vrm1", { presets: ["aa"] });
    const shapes = { ...recipe.shapes, mouthOpen: {} };
    const avatar = await readBytes(
      await makeAvatar({ ...recipe, shapes, channels: ["cheekPuff"], jawBone: true }),
    );
    expect(ids(avatar, "jawOpen")).toEqual(["target:mouthOpen", "bone:jaw", "expression:aa"]);
  });

  it("blinks by a VRM's own blinks first, then by targets", async () => {
    const recipe = presetsOnly("vrm0", { presets: ["blinkLeft", "blink"] });
    const shapes = { ...recipe.shapes, eyesClosed: { eyeBlinkLeft: 1, eyeBlinkRight: 1 } };
    const avatar = await readBytes(await makeAvatar({ ...recipe, shapes, channels: ["cheekPuff"] }));
    expect(ids(avatar, "eyeBlinkLeft").slice(0, 1)).toEqual(["expression:blinkLeft"]);
    expect(ids(avatar, "eyeBlinkRight").slice(0, 1)).toEqual(["expression:blink"]);
    expect(ids(avatar, "eyeBlinkRight")).toContain("target:eyesClosed");
    expect(offer(avatar, "eyeBlinkRight", "target:eyesClosed")?.binds[0]?.weight).toBe(0.5);
  });

  it("takes a target of one side before one of both", async () => {
    const shapes = { eyesClosed: {}, Fcl_EYE_Close_L: {}, wink_R: {} };
    const avatar = await readBytes(await makeAvatar({ channels: [], shapes }));
    expect(ids(avatar, "eyeBlinkLeft")).toEqual(["target:Fcl_EYE_Close_L", "target:eyesClosed"]);
    expect(ids(avatar, "eyeBlinkRight")).toEqual(["target:wink_R", "target:eyesClosed"]);
  });

  it("smiles by mouthSmile and by happy", async () => {
    const recipe = presetsOnly("vrm1", { presets: ["happy"] });
    const shapes = { ...recipe.shapes, mouthSmile: {} };
    const avatar = await readBytes(await makeAvatar({ ...recipe, shapes, channels: ["cheekPuff"] }));
    expect(ids(avatar, "mouthSmileLeft")).toEqual(["expression:happy", "target:mouthSmile"]);
  });

  it("offers any target without a side to both channels of its stem", async () => {
    const avatar = await readBytes(
      await makeAvatar({ channels: [], shapes: { browDown: {}, noseSneer: {} } }),
    );
    expect(ids(avatar, "browDownLeft")).toEqual(["target:browDown"]);
    expect(ids(avatar, "noseSneerRight")).toEqual(["target:noseSneer"]);
  });

  it("turns the eye bones of a plain GLB", async () => {
    const avatar = await readBytes(await makeAvatar({ channels: [], shapes: { eyesLookUp: {} } }));
    expect(ids(avatar, "eyeLookUpLeft")).toEqual(["bone:leftEye", "target:eyesLookUp"]);
    expect(offer(avatar, "eyeLookOutRight", "bone:rightEye")?.turns).toEqual([
      { bone: "rightEye", axis: [0, -1, 0], degrees: EYE_TURN_DEGREES },
    ]);
  });

  it("offers no bone that nothing hangs on", async () => {
    const bytes = editGlbJson(await makeAvatar({ channels: [], jawBone: true }), (json) => {
      for (const node of json.nodes) if (["EyeLeft", "Face", "Teeth"].includes(node.name)) delete node.mesh;
    });
    const avatar = await readBytes(bytes);
    expect(ids(avatar, "jawOpen")).toEqual([]);
    expect(ids(avatar, "eyeLookUpLeft")).toEqual([]);
    expect(ids(avatar, "eyeLookUpRight")).toEqual(["bone:rightEye"]);
  });

  it("takes a rigid ball on an eye bone for an eye only where it turns about itself", async () => {
    const rigid = (offset: number) => async () =>
      editGlbJson(await makeAvatar({ channels: [] }), (json) => {
        const ball = json.nodes.findIndex((node: { name: string }) => node.name === "EyeLeft");
        const bone = json.nodes.findIndex((node: { name: string }) => node.name === "LeftEye");
        const head = json.nodes.findIndex((node: { name: string }) => node.name === "Head");
        // The ball's vertices are in avatar space: undo the bone's rest place.
        const [x, y, z] = json.nodes[bone].translation;
        const headHeight = 1.55;
        delete json.nodes[ball].skin;
        json.nodes[ball].translation = [-x + offset, -y - headHeight, -z];
        json.nodes[bone].children = [ball];
        json.scenes[0].nodes = json.scenes[0].nodes.filter((node: number) => node !== ball);
        expect(head).toBeGreaterThan(0);
      });
    expect(ids(await readBytes(await rigid(0)()), "eyeLookUpLeft")).toEqual(["bone:leftEye"]);
    expect(ids(await readBytes(await rigid(0.05)()), "eyeLookUpLeft")).toEqual([]);
  });

  it("offers nothing that the channel uses already", async () => {
    const avatar = await readBytes(await makeAvatar(presetsOnly("vrm1", { presets: ["aa"] })));
    expect(avatar.routes.channels.jawOpen).toBeDefined();
    expect(ids(avatar, "jawOpen")).toEqual([]);
  });
});

describe("accepting", () => {
  it("puts the substitute in the channel's place and touches no other", async () => {
    const avatar = await readBytes(await makeAvatar({ shapes: READY_PLAYER_ME }));
    const routes = applySubstitutes(avatar, { jawOpen: "target:viseme_aa" });
    expect(routes.channels.jawOpen).toEqual(offer(avatar, "jawOpen", "target:viseme_aa"));
    const { jawOpen: _, ...others } = routes.channels;
    const { jawOpen: __, ...before } = avatar.routes.channels;
    expect(others).toEqual(before);
    expect(routes.slotCount).toBe(avatar.routes.slotCount);
    expect(avatar.routes.channels.jawOpen?.binds.map((bind) => bind.slot)).not.toEqual(
      routes.channels.jawOpen?.binds.map((bind) => bind.slot),
    );
  });

  it("takes targets mapped by hand", async () => {
    const avatar = await readBytes(await makeAvatar({ channels: [], shapes: { one: {}, two: {} } }));
    const routes = applySubstitutes(avatar, { tongueOut: "slot:1", cheekPuff: "slot:0+2" });
    expect(routes.channels.tongueOut).toEqual({
      binds: [{ slot: 1, weight: 1 }],
      expressions: [],
      turns: [],
    });
    expect(routes.channels.cheekPuff?.binds.map((bind) => bind.slot)).toEqual([0, 2]);
  });

  it("tells what it does not know and leaves those channels alone", async () => {
    const avatar = await readBytes(await makeAvatar({ channels: ["jawOpen"] }));
    const unknown: UnknownSubstitute[] = [];
    const accepted = {
      jawOpen: "target:none",
      tongueOut: "slot:99999",
      nonsense: "slot:0",
      cheekPuff: "slot:x",
    };
    const routes = applySubstitutes(avatar, accepted, unknown);
    expect(routes.channels).toEqual(avatar.routes.channels);
    expect(unknown.map(({ channel }) => channel)).toEqual(Object.keys(accepted));
  });
});
