// Eyes that turn by bones and eyes that turn by morphs, through reading, probe, calibration, engine and drawing: do they look the same way?
// And one morph that several channels and presets drive: does it ever go beyond 1?
import type { Mesh, Object3D } from "three";
import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { type FaceChannelName, faceChannelNames } from "../../web/src/tables/face-channels";
import { drawBytes } from "../support/draw-avatar";
import { type AvatarRecipe, makeAvatar } from "../support/make-avatar";
import { presetTargetName } from "../support/preset-names";
import { type Face, faceRow } from "./posed-face";
import { core, probe, seededChance } from "./support";

/** Greatest difference between any two of the avatars, degrees. */
const SAME_GAZE = 1;
const DEGREES = 180 / Math.PI;

const looks = faceChannelNames.filter((name) => name.startsWith("eyeLook"));
const others = faceChannelNames.filter((name) => !name.startsWith("eyeLook"));

const turning = (format: "vrm0" | "vrm1", degrees: number): AvatarRecipe => ({
  format,
  channels: others,
  vrm: { lookAt: "bone", lookDegrees: [degrees, degrees, degrees, degrees] },
});

/** An avatar that is drawn and driven by the engine, with the first substitute for every wanted channel without a route of its own. */
async function stage(recipe: AvatarRecipe, wanted: readonly FaceChannelName[] = looks) {
  const theCore = await core();
  const bytes = await makeAvatar(recipe);
  const file = `eyes.${recipe.format ?? "glb"}`;
  const { drawing, description } = await drawBytes(bytes, undefined, file);
  const missing = wanted.filter((channel) => description.routes.channels[channel] === undefined);
  const substitutes = Object.fromEntries(
    missing.map((channel) => [channel, description.substitutes[channel]?.[0]?.id ?? ""]),
  );
  const read = await probe(bytes, file, { substitutes });
  const profile = theCore.calibrate(read.measurement, theCore.referenceFace());
  const engine = theCore.createEngine(1);
  const handle = engine.addAvatar(read.description.routes, read.measurement);
  engine.setProfile(handle, profile);
  const copy = drawing.createCopy();
  const show = (face: Face) => {
    engine.setInput(handle, faceRow(face));
    engine.step(1 / 60);
    copy.apply(engine.morphs(), 0, engine.faceBones(), 0);
    copy.root.updateMatrixWorld(true);
  };
  return { engine, handle, copy, show, substitutes, profile, channels: read.measurement.channels };
}

type Stage = Awaited<ReturnType<typeof stage>>;

/** Where every corner of an eye is drawn. */
function corners(root: Object3D, eye: string): Vector3[] {
  const found: Vector3[] = [];
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh || mesh.name !== eye) return;
    const count = mesh.geometry.getAttribute("position")?.count ?? 0;
    for (let index = 0; index < count; index++) {
      const corner = mesh.getVertexPosition(index, new Vector3());
      found.push(corner.applyMatrix4(mesh.matrixWorld));
    }
  });
  return found;
}

/** Direction of an eye's front as drawn: degrees to the character's left and up. */
function gazeOf({ copy, show }: Stage, eye: string, face: Face): readonly [number, number] {
  show({});
  const rest = corners(copy.root, eye);
  const front = rest.reduce((best, corner, index) => (corner.z > (rest[best]?.z ?? 0) ? index : best), 0);
  show(face);
  const moved = corners(copy.root, eye);
  const centre = moved.reduce((sum, corner) => sum.add(corner), new Vector3()).divideScalar(moved.length);
  const way = (moved[front] ?? new Vector3()).clone().sub(centre);
  return [Math.atan2(way.x, way.z) * DEGREES, Math.atan2(way.y, Math.hypot(way.x, way.z)) * DEGREES];
}

const FACES: readonly Face[] = [0.1, 0.25, 0.5, 0.75, 1].flatMap((value) => [
  { eyeLookOutLeft: value, eyeLookInRight: value },
  { eyeLookInLeft: value, eyeLookOutRight: value },
  { eyeLookUpLeft: value, eyeLookUpRight: value },
  { eyeLookDownLeft: value, eyeLookDownRight: value },
]);

/** How far the eye can turn for what the face asks of it, degrees: as measured, which for bones is what the file says. */
function reachOf({ channels }: Stage, eye: string, face: Face): number {
  const channel = Object.keys(face).find((name) => name.endsWith(eye.slice("Eye".length)));
  return channels[channel as FaceChannelName]?.gazeDegrees ?? 0;
}

describe("eye bones and eye morphs", () => {
  const morphs = (strength: number): AvatarRecipe => ({
    strength: (name) => (name.startsWith("eyeLook") ? strength : 1),
  });
  /** Bones of 10 to 90 degrees by every way a file has, and morphs of a fifth of the reference's reach to nearly twice that. */
  const wide: Readonly<Record<string, AvatarRecipe>> = {
    "morphs as the reference's": {},
    "bones of a plain GLB": { channels: others },
    "look-at of a VRM 0.x, 30 degrees": turning("vrm0", 30),
    ...Object.fromEntries(
      [10, 17, 22, 45, 66, 90].map((degrees) => [`bones of ${degrees} degrees`, turning("vrm1", degrees)]),
    ),
    ...Object.fromEntries(
      [0.21, 0.5, 0.85, 1.4, 1.7].map((strength) => [`morphs times ${strength}`, morphs(strength)]),
    ),
  };

  test("of any reach look the same way within a degree, as far as they reach, and then stay at their end", async () => {
    const stages = await Promise.all(Object.values(wide).map((recipe) => stage(recipe)));
    const names = Object.keys(wide);
    const reaches = new Set<number>();
    let compared = 0;
    for (const face of FACES) {
      for (const eye of ["EyeLeft", "EyeRight"]) {
        const gazes = stages.map((each) => gazeOf(each, eye, face));
        const [reference = [0, 0]] = gazes;
        const wanted = Math.hypot(...reference);
        expect(wanted).toBeGreaterThan(2);
        const able = gazes.filter((gaze, index) => {
          const about = `${names[index]}, ${eye}, ${JSON.stringify(face)}`;
          const reach = reachOf(stages[index] as Stage, eye, face);
          reaches.add(Math.round(reach));
          if (reach >= wanted) return true;
          const turned = Math.hypot(...gaze);
          expect(turned, about).toBeGreaterThan(reach - SAME_GAZE);
          expect(turned, about).toBeLessThan(reach + SAME_GAZE / 2);
          return false;
        });
        for (const one of able) {
          for (const other of able) {
            const apart = Math.hypot(one[0] - other[0], one[1] - other[1]);
            expect(apart, `${eye} ${JSON.stringify(face)} ${able.join(" | ")}`).toBeLessThan(SAME_GAZE);
            compared += 1;
          }
        }
      }
    }
    expect(Math.min(...reaches)).toBeLessThanOrEqual(6);
    expect(Math.max(...reaches)).toBe(90);
    expect(compared).toBeGreaterThan(2000);
    for (const { engine } of stages) engine.delete();
  });

  test("are never both on: where there are morphs, the bones of the same eyes rest", async () => {
    const both = await stage({ format: "vrm1", vrm: { lookAt: "bone" } });
    expect(both.substitutes).toEqual({});
    both.show({ eyeLookUpLeft: 1, eyeLookUpRight: 1, eyeLookOutLeft: 1 });
    expect([...both.engine.faceBones().slice(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(gazeOf(both, "EyeLeft", { eyeLookUpLeft: 1 })[1]).toBeGreaterThan(20);
    const bones = await stage(turning("vrm1", 30));
    bones.show({ eyeLookUpLeft: 1, eyeLookUpRight: 1 });
    expect(Math.hypot(...bones.engine.faceBones().slice(0, 3))).toBeGreaterThan(0.3);
    for (const { engine } of [both, bones]) engine.delete();
  });
});

describe("one morph that several drive", () => {
  // Expressions that are channels by name, and a preset that stands in for another channel, all on one target.
  const smile = presetTargetName("happy");
  const shared: AvatarRecipe = {
    format: "vrm1",
    channels: ["jawOpen", "mouthPucker", "eyeBlinkLeft", "eyeBlinkRight"],
    shapes: { [smile]: { mouthSmileLeft: 1, mouthSmileRight: 1 } },
    vrm: {
      presets: ["happy"],
      custom: {
        mouthSmileLeft: { [smile]: 1 },
        mouthDimpleLeft: { [smile]: 0.7, jawOpen: 0.5 },
        cheekSquintLeft: { [smile]: 0.6, mouthPucker: 1 },
      },
    },
  };
  const sharing = () => stage(shared, ["mouthSmileRight"]);

  test("never goes beyond 1, drawn or reckoned, whatever is sent and however high the gains are", async () => {
    const { engine, handle, copy, show, profile } = await sharing();
    const channels = Object.fromEntries(
      Object.entries(profile.calibration.channels).map(([name, settings]) => [
        name,
        { ...settings, userGain: 2 },
      ]),
    );
    const loud = { ...profile, calibration: { ...profile.calibration, overall: 2, channels } };
    const chance = seededChance(7);
    let reached = 0;
    for (const document of [profile, loud]) {
      engine.setProfile(handle, document);
      for (let run = 0; run < 300; run++) {
        show(Object.fromEntries(faceChannelNames.map((name) => [name, run === 0 ? 1 : chance() * 1.5])));
        const written: number[] = [];
        copy.root.traverse((object) => written.push(...((object as Mesh).morphTargetInfluences ?? [])));
        const most = Math.max(...engine.morphs(), ...written);
        expect(most).toBeLessThanOrEqual(1);
        reached = Math.max(reached, most);
      }
    }
    expect(reached).toBe(1);
    engine.delete();
  });

  test("is the sum of what drives it as long as that is under 1", async () => {
    const { engine, copy, show, substitutes } = await sharing();
    expect(substitutes).toEqual({ mouthSmileRight: "expression:happy" });
    const smileOf = (face: Face) => {
      show(face);
      return Math.max(...engine.morphs());
    };
    const left = smileOf({ mouthSmileLeft: 0.3 });
    const right = smileOf({ mouthSmileRight: 0.3 });
    expect(smileOf({ mouthSmileLeft: 0.3, mouthSmileRight: 0.3 })).toBeCloseTo(Math.min(1, left + right), 5);
    expect(copy.writeCount).toBeGreaterThan(0);
    engine.delete();
  });
});
