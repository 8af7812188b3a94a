// A performer as a BVH file, made for tests and pictures: the synthetic avatar's bones at another size, T at rest, and frames by their turns.
// It reads nothing, and no measurement of a person is in it.
import { BONE_PARENTS, BONE_PLACES } from "./make-body";

/** Degrees about z, then x, then y, of the joints that turn. */
export type Turns = Readonly<Record<string, readonly [number, number, number]>>;

export interface PerformerFrame {
  readonly turns?: Turns;
  /** Added to where the hips stand, metres. */
  readonly hips?: readonly [number, number, number];
}

export interface PerformerOptions {
  /** Of the avatar's size; default 1.1. */
  readonly scale?: number;
  /** Default 1 / 30. */
  readonly frameTime?: number;
}

const CENTIMETRES = 100;
const FACE = new Set(["LeftEye", "RightEye", "Jaw"]);
const bones = Object.keys(BONE_PARENTS).filter((bone) => !FACE.has(bone));
const childrenOf = (bone: string) => bones.filter((other) => BONE_PARENTS[other] === bone);

/** Depth first: in the order of the channels. */
function below(bone: string): string[] {
  return [bone, ...childrenOf(bone).flatMap(below)];
}

export function performerBvh(frames: readonly PerformerFrame[], options: PerformerOptions = {}): string {
  const { scale = 1.1, frameTime = 1 / 30 } = options;
  const number = (value: number) => String(Number(value.toFixed(4)));
  const at = (bone: string) => (BONE_PLACES[bone] ?? [0, 0, 0]).map((each) => each * scale * CENTIMETRES);
  const joint = (bone: string, depth: number): string => {
    const parent = BONE_PARENTS[bone] ?? "";
    const isRoot = parent === "Armature";
    const offset = at(bone).map((value, axis) => (isRoot ? 0 : value - (at(parent)[axis] ?? 0)));
    const pad = "  ".repeat(depth);
    const inside = childrenOf(bone).map((child) => joint(child, depth + 1));
    const end = `${pad}  End Site\n${pad}  {\n${pad}    OFFSET 0 ${number(8 * scale)} 0\n${pad}  }\n`;
    const positions = isRoot ? "6 Xposition Yposition Zposition" : "3";
    return [
      `${pad}${isRoot ? "ROOT" : "JOINT"} ${bone}\n${pad}{\n`,
      `${pad}  OFFSET ${offset.map(number).join(" ")}\n`,
      `${pad}  CHANNELS ${positions} Zrotation Xrotation Yrotation\n`,
      ...(inside.length > 0 ? inside : [end]),
      `${pad}}\n`,
    ].join("");
  };
  const order = below("Hips");
  const line = ({ turns = {}, hips = [0, 0, 0] }: PerformerFrame) => {
    const root = at("Hips").map((value, axis) => value + (hips[axis] ?? 0) * CENTIMETRES);
    return [...root, ...order.flatMap((bone) => turns[bone] ?? [0, 0, 0])].map(number).join(" ");
  };
  return `HIERARCHY\n${joint("Hips", 0)}MOTION\nFrames: ${frames.length}\nFrame Time: ${number(frameTime)}\n${frames
    .map(line)
    .join("\n")}\n`;
}

/** Arms down, and a step on the spot that goes from -1 (right foot up) to 1 (left foot up). */
export function stepping(step: number): PerformerFrame {
  const lifted = Math.max(0, step);
  const other = Math.max(0, -step);
  return {
    turns: {
      LeftArm: [-74, 0, 18 * step],
      RightArm: [74, 0, 18 * step],
      LeftForeArm: [-8, 0, 20],
      RightForeArm: [8, 0, -20],
      LeftUpLeg: [0, -38 * lifted, 0],
      LeftLeg: [0, 62 * lifted, 0],
      RightUpLeg: [0, -38 * other, 0],
      RightLeg: [0, 62 * other, 0],
      Spine: [0, 3, 6 * step],
      Head: [0, 4, -8 * step],
    },
  };
}

/** A second of T-pose, then `seconds` of steps on the spot. */
export function demonstration(seconds = 4, rate = 30): readonly PerformerFrame[] {
  const still = Array.from({ length: rate }, (): PerformerFrame => ({}));
  const steps = Array.from({ length: seconds * rate }, (_, frame) =>
    stepping(Math.sin((2 * Math.PI * frame) / rate)),
  );
  return [...still, ...steps];
}
