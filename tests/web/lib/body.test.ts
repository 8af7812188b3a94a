// Bodies through the library: performers fed by a page, bones of its scene moved, settings kept, props, transfer, refusals.
// The mathematics is tested in the core; here a turn is followed to the page's own objects.
import type { Object3D } from "three";
import { Quaternion, Vector3 } from "three";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyStage, Doppel, Face, SettingsCache } from "../../../web/src/lib";
import { loadGltf, loadLibrary } from "../../support/bind-avatar";
import { makeAvatar } from "../../support/make-avatar";
import { plainBody } from "../../support/plain-body";

const FRAME = 1 / 60;

class MemoryCache implements SettingsCache {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, text: string) => void this.items.set(key, text);
  removeItem = (key: string) => void this.items.delete(key);
}

describe("bodies of the library", () => {
  let doppel: Doppel;
  let face: Face;
  let root: Object3D;
  const cache = new MemoryCache();
  const made: BodyStage[] = [];

  beforeAll(async () => {
    doppel = await loadLibrary();
    const bytes = await makeAvatar({ format: "vrm1" });
    const gltf = await loadGltf(bytes);
    root = gltf.scene;
    face = await doppel.bind({ bytes, scene: gltf, name: "anna.vrm" });
  });
  afterAll(() => doppel.dispose());

  function stage() {
    const made_ = doppel.createBodyStage({ capacity: 4, cache });
    made.push(made_);
    return made_;
  }

  const description = plainBody();
  const count = description.joints.length;
  /** Every joint at rest but one. */
  function pose(time: number, joint = "", turn: readonly number[] = [0, 0, 0, 1]) {
    const rotations = new Float32Array(4 * count);
    description.joints.forEach(({ name }, index) => {
      rotations.set(name === joint ? turn : [0, 0, 0, 1], 4 * index);
    });
    return { time, rotations, translations: [0.5, 0.9, -0.25] };
  }

  function boneOf(name: string): Object3D {
    const node = face.description.humanoid[name] ?? -1;
    const label = face.description.nodes[node]?.name ?? "";
    const found = root.getObjectByName(label);
    if (found === undefined) throw new Error(`no object for ${name}`);
    return found;
  }

  const turnOf = (name: string) => boneOf(name).getWorldQuaternion(new Quaternion());

  test("a performer's turned arm turns the scene's arm by as much; disposed of, the scene is as the file has it", () => {
    root.updateMatrixWorld(true);
    const before = turnOf("leftLowerArm");
    const hipsBefore = boneOf("hips").position.clone();
    const bodies = stage();
    const performer = bodies.addPerformer(description);
    const body = bodies.bind(face);
    expect(body.report().complete).toBe(true);
    body.set("filter.enabled", false);
    body.follow(performer);
    bodies.update(FRAME);
    expect(body.isActive).toBe(false);
    expect(turnOf("leftLowerArm").angleTo(before)).toBe(0);
    performer.feed(pose(0));
    bodies.update(FRAME);
    root.updateMatrixWorld(true);
    const straight = turnOf("leftLowerArm");
    const bend = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -0.9);
    performer.feed(pose(0.1, "leftLowerArm", bend.toArray()));
    bodies.update(FRAME);
    root.updateMatrixWorld(true);
    expect(body.isActive).toBe(true);
    const turned = turnOf("leftLowerArm").multiply(straight.invert());
    expect(turned.angleTo(bend)).toBeLessThan(1e-3);
    const hips = boneOf("hips").getWorldPosition(new Vector3());
    expect([hips.x, hips.z].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.5, -0.25]);
    expect(body.meters().hipsWeight).toBeGreaterThanOrEqual(0);
    body.dispose();
    root.updateMatrixWorld(true);
    expect(turnOf("leftLowerArm").angleTo(before)).toBeLessThan(1e-6);
    expect(boneOf("hips").position.distanceTo(hipsBefore)).toBeLessThan(1e-9);
    expect(() => body.get("floorHeight")).toThrow(expect.objectContaining({ code: "disposed" }));
  });

  test("settings: get, set, reset, presets; kept for the avatar's file and found by another stage", () => {
    const first = stage().bind(face);
    expect(first.get("avatarScale")).toBe(1);
    first.set("avatarScale", 1.25);
    first.set("headScale", 9);
    first.setHandPreset("바위", "left");
    expect([first.get("avatarScale"), first.get("headScale"), first.get("leftIndexCurl")]).toEqual([
      1.25, 3, -1,
    ]);
    expect([first.get("fingerShaped.enabled"), first.get("rightIndexCurl")]).toEqual([true, 0]);
    expect(() => first.setHandPreset("shaka")).toThrow(/rock/);
    first.reset("headScale");
    expect(first.get("headScale")).toBe(1);
    expect(first.hasCachedSettings).toBe(false);
    expect(first.loadSettings()).toBe(false);
    expect(first.saveSettings()).toBe(true);
    const second = stage().bind(face);
    expect(second.hasCachedSettings).toBe(true);
    expect(second.loadSettings()).toBe(true);
    expect(second.settings()).toEqual(first.settings());
    first.reset();
    expect(first.settings().parameters).toEqual({});
    second.clearCachedSettings();
    expect(first.hasCachedSettings).toBe(false);
    cache.setItem(`doppel.body.${face.fingerprint}`, "{");
    expect(() => second.loadSettings()).toThrow(expect.objectContaining({ code: "invalid-settings" }));
    cache.setItem(`doppel.body.${face.fingerprint}`, '{"parameters":{"avatarScale":7}}');
    expect(() => second.loadSettings()).toThrow(/\$\.parameters\.avatarScale/);
    expect(second.get("avatarScale")).toBe(1.25);
    second.clearCachedSettings();
  });

  test("one body follows another; a prop goes with a hand and stays where it is let go", () => {
    const bodies = stage();
    const performer = bodies.addPerformer(description);
    const leader = bodies.bind(face);
    const follower = bodies.bind(face);
    leader.follow(performer);
    follower.followBody(leader, { hipOffset: [0, 0, 2] });
    performer.feed(pose(1));
    bodies.addProp(3, "object");
    bodies.attachProp(3, leader, "rightHand");
    bodies.update(FRAME);
    const { hips } = bodies.layout;
    expect((follower.row()[hips + 2] ?? 0) - (leader.row()[hips + 2] ?? 0)).toBeCloseTo(2, 5);
    const held = bodies.propPose(3);
    expect(held?.position[0]).toBeLessThan(0);
    bodies.detachProp(3);
    performer.feed({ ...pose(2), translations: [5, 0.9, 0] });
    bodies.update(FRAME);
    expect(bodies.propPose(3)).toEqual(held);
    expect(bodies.placeProp(3, { position: [1, 2, 3], rotation: [0, 0, 0, 1] })).toBe(true);
    bodies.update(FRAME);
    expect(bodies.propPose(3)?.position).toEqual([1, 2, 3]);
    expect(bodies.propPose(4)).toBeNull();
  });

  test("what is wrong is refused by name, and nothing has changed", () => {
    const bodies = stage();
    const performer = bodies.addPerformer(description);
    expect(() => performer.feed({ time: 0, rotations: [0, 0, 0, 1] })).toThrow(
      expect.objectContaining({
        code: "invalid-frame",
        message: expect.stringContaining(`${4 * count}`) as string,
      }),
    );
    expect(() => performer.feed({ ...pose(0), translations: [1, 2] })).toThrow(
      expect.objectContaining({ code: "invalid-frame" }),
    );
    expect(() => bodies.addPerformer({ joints: [{ name: "stone" }] })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    performer.remove();
    expect(() => performer.feed(pose(0))).toThrow(expect.objectContaining({ code: "disposed" }));
    const all = Array.from({ length: 4 }, () => bodies.bind(face));
    expect(() => bodies.bind(face)).toThrow(expect.objectContaining({ code: "capacity-exceeded" }));
    all[0]?.dispose();
    expect(bodies.bind(face).report().complete).toBe(true);
    bodies.dispose();
    expect(() => bodies.update(FRAME)).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});
