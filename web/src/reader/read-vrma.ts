// Reads a VRM animation (glTF with VRMC_vrm_animation): humanoid bones and the hips' way, as a clip whose rest pose is an unturned T-pose.
// Expressions and gaze of the file are counted, not read; avatars are read-avatar.ts's affair.
import type { MotionBone, MotionClip, MotionWarning, Vec3 } from "../sources/motion/motion-clip";
import { type AnimationCurves, type Curve, readAnimation } from "./animation-json";
import { type GltfContainer, openContainer } from "./container";
import { originOf } from "./matrix";
import { inverse, NodePose, product, turnOf } from "./node-pose";
import { type NodeTree, readNodeTree } from "./node-tree";
import { ReadError } from "./read-error";
import { isVrmAnimation, readVrmaBones, VRM_ANIMATION, type VrmaBone } from "./vrma-humanoid";
import { vrmaSoles } from "./vrma-soles";

/** Frames a second of curves that are no straight lines between keys. */
const CURVE_RATE = 60;
/** Taken where there is one key, or none. */
const SINGLE_KEY_RATE = 30;
/** Keys nearer than this are one, seconds. */
const SAME_KEY = 1e-5;
/** More frames than this are refused: ten hours at 60 a second. */
const MAX_FRAMES = 2_160_000;

/** The times of the frames: all keys of curves that are used; curves that bend add frames between. */
function frameTimes(curves: readonly Curve[], warnings: MotionWarning[]): Float64Array {
  const keys = new Set<number>();
  let bent = 0;
  for (const { times, interpolation } of curves) {
    for (const time of times) keys.add(time);
    if (interpolation !== "LINEAR" && times.length > 1) bent += 1;
  }
  let last = 0;
  for (const time of keys) last = Math.max(last, time);
  if (bent > 0 && last * CURVE_RATE < MAX_FRAMES) {
    for (let frame = 0; frame / CURVE_RATE < last; ++frame) keys.add(frame / CURVE_RATE);
    const message = `${bent} curves are no straight lines; sampled ${CURVE_RATE} times a second`;
    warnings.push({ code: "resampled", count: bent, value: String(CURVE_RATE), message });
  }
  const sorted = [...keys].sort((a, b) => a - b);
  const kept = sorted.filter((time, index) => index === 0 || time - (sorted[index - 1] as number) > SAME_KEY);
  if (kept.length > MAX_FRAMES) {
    throw new ReadError(
      "too-large",
      "animations[0]",
      `expected at most ${MAX_FRAMES} frames, found ${kept.length}`,
    );
  }
  return Float64Array.from(kept.length === 0 ? [0] : kept);
}

function boneList(humans: readonly VrmaBone[], tree: NodeTree): MotionBone[] {
  const place = (index: number) =>
    originOf(tree.nodes[humans[index]?.node ?? 0]?.world ?? new Float64Array(16));
  return humans.map(({ bone, parent }, index) => {
    const own = place(index);
    const above: Vec3 = parent < 0 ? [0, 0, 0] : place(parent);
    return {
      name: bone,
      parent,
      offset: [own[0] - above[0], own[1] - above[1], own[2] - above[2]],
      end: null,
    };
  });
}

function ignoredCurves(
  animation: AnimationCurves,
  humans: readonly VrmaBone[],
  warnings: MotionWarning[],
): void {
  const bones = new Set(humans.slice(1).map(({ node }) => node));
  const moved = animation.curves.filter(
    ({ node, path }) => path === "scale" || (path === "translation" && bones.has(node)),
  );
  const count = moved.length + animation.ignored;
  if (count === 0) return;
  const message = `${count} curves of sizes, of places of bones beside the hips, or of something else are not read`;
  warnings.push({ code: "ignored-tracks", count, value: "", message });
}

async function readClip(file: string, container: GltfContainer): Promise<MotionClip> {
  const { json } = container;
  if (!isVrmAnimation(json)) {
    throw new ReadError("invalid-structure", "extensions", `expected ${VRM_ANIMATION}: a VRM animation`);
  }
  const warnings: MotionWarning[] = [];
  const tree = readNodeTree(json, "glb");
  const humans = readVrmaBones(json, tree, warnings);
  const animation = await readAnimation(container);
  ignoredCurves(animation, humans, warnings);
  const chain = new Set<number>();
  for (const { node } of humans)
    for (let at = node; at >= 0; at = tree.nodes[at]?.parent ?? -1) chain.add(at);
  const keys = frameTimes(
    animation.curves.filter(({ node }) => chain.has(node)),
    warnings,
  );
  const pose = new NodePose(json, tree, animation);
  const restTurns = humans.map(({ node }) =>
    inverse(turnOf(tree.nodes[node]?.world ?? new Float64Array(16))),
  );
  const rotations = new Float32Array(4 * keys.length * humans.length);
  const positions = new Float32Array(3 * keys.length);
  for (const [frame, seconds] of keys.entries()) {
    pose.setTime(seconds);
    // Turned from the T-pose in the world, then against the parent: the pose of a skeleton whose bones are all unturned at rest.
    const turns = humans.map(({ node }, bone) =>
      product(turnOf(pose.world(node)), restTurns[bone] as number[]),
    );
    for (const [bone, { parent }] of humans.entries()) {
      const turn = turns[bone] as number[];
      const local = parent < 0 ? turn : product(inverse(turns[parent] as number[]), turn);
      rotations.set(local, 4 * (frame * humans.length + bone));
    }
    positions.set(originOf(pose.world(humans[0]?.node ?? 0)), 3 * frame);
  }
  const bones = boneList(humans, tree);
  if (!positions.every(Number.isFinite) || bones.some(({ offset }) => !offset.every(Number.isFinite))) {
    throw new ReadError("invalid-structure", "nodes", "expected places that a number holds");
  }
  const soles = vrmaSoles(json);
  return clipOf(file, keys, warnings, {
    name: file,
    bones,
    rotations,
    positioned: [0],
    positions,
    tracked: null,
    ...(soles === null ? {} : { soles }),
  });
}

function clipOf(
  file: string,
  keys: Float64Array,
  warnings: MotionWarning[],
  performer: MotionClip["performers"][number],
): MotionClip {
  const steps = Array.from(keys.subarray(1), (time, index) => time - (keys[index] as number)).sort(
    (a, b) => a - b,
  );
  const step = steps[Math.floor((steps.length - 1) / 2)];
  if (step === undefined) {
    const message = `one frame; ${SINGLE_KEY_RATE} a second taken`;
    warnings.push({ code: "assumed-rate", count: 1, value: String(SINGLE_KEY_RATE), message });
  }
  // Times are single floats: the rate is that of the step, rounded to what floats tell.
  const frameRate = step === undefined ? SINGLE_KEY_RATE : Number((1 / step).toPrecision(5));
  const times = keys.map((time) => time - (keys[0] as number));
  return {
    name: file,
    format: "vrma",
    frameCount: keys.length,
    frameRate,
    times,
    duration: (times.at(-1) as number) + 1 / frameRate,
    performers: [performer],
    bodies: [],
    markers: [],
    metresPerUnit: 1,
    unitsFrom: "file",
    up: "y",
    upFrom: "file",
    warnings,
  };
}

/**
 * Reads the bytes of a .vrma file.
 * @param file name for messages
 * @throws ReadError
 */
export async function readVrma(bytes: Uint8Array, file: string): Promise<MotionClip> {
  try {
    return await readClip(file, await openContainer(bytes));
  } catch (error) {
    if (error instanceof ReadError) throw error.inFile(file);
    throw error;
  }
}
