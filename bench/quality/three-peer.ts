// The peer: three.js' SkeletonUtils.retargetClip on the same recording and avatar, tuned as well as it can be.
// Rest poses are straightened by local offsets, hips scaled by the legs, lengths in metres: left to itself it does none of that.
import {
  AnimationClip,
  Bone,
  BufferGeometry,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Vector3,
  VectorKeyframeTrack,
} from "three";
import { retargetClip } from "three/examples/jsm/utils/SkeletonUtils.js";
import type { Body } from "../../tests/support/body-quality/body";
import { ordered } from "../../tests/support/body-quality/solved";
import { emptyTrack, placeAt, put, type Track, turnAt } from "../../tests/support/body-quality/track";
import { after, back, minus, type Turn, turned, UNTURNED, type Vec } from "../../tests/support/turns";
import type { HumanBoneName } from "../../web/src/tables/human-bones";

const ZERO: Vec = [0, 0, 0];

/** The human bones alone, in the T-pose, lengths in metres; names begin with `prefix`. */
function bonesOf(body: Body, prefix: string): Map<HumanBoneName, Bone> {
  const bones = new Map<HumanBoneName, Bone>();
  for (const name of ordered(body)) {
    const bone = new Bone();
    bone.name = prefix + name;
    const parent = body.parents.get(name) ?? null;
    const own = body.turns.get(name) ?? UNTURNED;
    const above = parent === null ? UNTURNED : (body.turns.get(parent) ?? UNTURNED);
    const from = parent === null ? ZERO : (body.places.get(parent) ?? ZERO);
    bone.position.set(...turned(back(above), minus(body.places.get(name) ?? ZERO, from)));
    bone.quaternion.set(...after(back(above), own));
    if (parent !== null) bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  bones.get("hips")?.updateMatrixWorld(true);
  return bones;
}

/** The recording as three plays it: local rotations of the joints, the hips' place. */
function sourceClip(source: Track, body: Body, times: Float64Array): AnimationClip {
  const tracks = ordered(body).map((name) => {
    const parent = body.parents.get(name) ?? null;
    const values = Array.from(times, (_, frame) => {
      const world = (bone: HumanBoneName) =>
        after(turnAt(source, frame, bone), body.turns.get(bone) ?? UNTURNED);
      return parent === null ? [...world(name)] : [...after(back(world(parent)), world(name))];
    });
    return new QuaternionKeyframeTrack(`.bones[s_${name}].quaternion`, [...times], values.flat());
  });
  const way = Array.from(times, (_, frame) => [...placeAt(source, frame, "hips")]);
  const hips = new VectorKeyframeTrack(".bones[s_hips].position", [...times], way.flat());
  return new AnimationClip("source", -1, [...tracks, hips]);
}

/** Bones that the performer lacks follow the next one above that it has: left out, three gives them no track and bends what hangs on them. */
function sourceOf(name: HumanBoneName, performer: Body, avatar: Body): HumanBoneName {
  if (performer.bones.has(name)) return name;
  const parent = avatar.parents.get(name) ?? null;
  return parent === null ? "hips" : sourceOf(parent, performer, avatar);
}

/** @param ratio hips of the avatar over the performer's, heights in the T-pose: by the legs alone, soles hang up to 20 cm over the floor */
export function threeTrack(
  source: Track,
  performer: Body,
  avatar: Body,
  times: Float64Array,
  ratio: number,
): Track {
  const sourceBones = [...bonesOf(performer, "s_").values()];
  const targetBones = bonesOf(avatar, "t_");
  const mesh = new SkinnedMesh(new BufferGeometry(), new MeshBasicMaterial());
  const hips = targetBones.get("hips") as Bone;
  mesh.add(hips);
  mesh.bind(new Skeleton([...targetBones.values()]));
  const sources = new Map([...targetBones.keys()].map((name) => [name, sourceOf(name, performer, avatar)]));
  const names = Object.fromEntries([...sources].map(([name, from]) => [`t_${name}`, `s_${from}`]));
  const localOffsets = Object.fromEntries(
    [...sources].map(([name, from]) => {
      const turn = after(back(performer.turns.get(from) ?? UNTURNED), avatar.turns.get(name) ?? UNTURNED);
      return [`t_${name}`, new Matrix4().makeRotationFromQuaternion(new Quaternion(...turn))];
    }),
  );
  const clip = sourceClip(source, performer, times);
  const made = retargetClip(mesh, new Skeleton(sourceBones), clip, {
    names,
    hip: "s_hips",
    scale: ratio,
    // As many frames as there are, at the same times.
    fps: source.frameCount / clip.duration,
    localOffsets,
  } as never);
  return played(made, bonesOf(avatar, "t_"), avatar, source.frameCount);
}

function played(
  clip: AnimationClip,
  bones: ReadonlyMap<HumanBoneName, Bone>,
  avatar: Body,
  frameCount: number,
): Track {
  const track = emptyTrack(frameCount, avatar.bones);
  const tracks = clip.tracks.map(({ name, values }) => {
    const [, bone = "", what = ""] = /\.bones\[t_(\w+)\]\.(\w+)/.exec(name) ?? [];
    return { bone: bones.get(bone as HumanBoneName), what, values };
  });
  const place = new Vector3();
  const turn = new Quaternion();
  for (let frame = 0; frame < frameCount; ++frame) {
    for (const { bone, what, values } of tracks) {
      if (what === "quaternion") bone?.quaternion.fromArray(values, 4 * frame);
      else bone?.position.fromArray(values, 3 * frame);
    }
    bones.get("hips")?.updateMatrixWorld(true);
    for (const [name, bone] of bones) {
      bone.getWorldPosition(place);
      bone.getWorldQuaternion(turn);
      const world: Turn = [turn.x, turn.y, turn.z, turn.w];
      put(track, frame, name, after(world, back(avatar.turns.get(name) ?? UNTURNED)), [
        place.x,
        place.y,
        place.z,
      ]);
    }
  }
  return track;
}
