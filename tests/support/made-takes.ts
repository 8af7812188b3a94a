// Made-up takes of a body whose feet really stand: walking, sitting down on a chair and getting up, clapping, waving.
// Everything is a function of time with closed-form limbs; it uses nothing of the code under test but its types.
import type { MotionBody, MotionBone, MotionClip } from "../../web/src/sources/motion/motion-clip";
import { clipOf } from "./motion-clips";
import {
  about,
  after,
  aim,
  back,
  dot,
  minus,
  plus,
  size,
  type Turn,
  times,
  turned,
  UNTURNED,
  unit,
  type Vec,
} from "./turns";

export const takeNames = ["walk", "sit", "clap", "wave"] as const;
/** `chin`: the right hand goes to the own chin and stays there. */
export type TakeName = (typeof takeNames)[number] | "chin";

/** Names as many BVH files have them; offsets of a body 1.7 m tall in T-pose, metres. */
const MIDDLE: readonly (readonly [string, string, Vec])[] = [
  ["Hips", "", [0, 0.95, 0]],
  ["Spine", "Hips", [0, 0.1, 0]],
  ["Spine1", "Spine", [0, 0.16, 0]],
  ["Neck", "Spine1", [0, 0.25, 0]],
  ["Head", "Neck", [0, 0.1, 0.01]],
];
const SIDE: readonly (readonly [string, string, Vec])[] = [
  ["UpLeg", "Hips", [0.09, -0.05, 0]],
  ["Leg", "UpLeg", [0, -0.42, 0]],
  ["Foot", "Leg", [0, -0.4, 0]],
  ["ToeBase", "Foot", [0, -0.05, 0.13]],
  ["Shoulder", "Spine1", [0.04, 0.2, 0]],
  ["Arm", "Shoulder", [0.13, 0, 0]],
  ["ForeArm", "Arm", [0.28, 0, 0]],
  ["Hand", "ForeArm", [0.25, 0, 0]],
];
const ANKLE = 0.08;
const SEAT = 0.45;
const RATE = 60;
export const takeSeconds: Readonly<Record<TakeName, number>> = {
  walk: 4,
  sit: 6,
  clap: 3,
  wave: 3,
  chin: 2.5,
};

function bonesOf(): MotionBone[] {
  const bones: MotionBone[] = [];
  const ends: Readonly<Record<string, Vec>> = {
    Head: [0, 0.2, 0],
    ToeBase: [0, -0.02, 0.08],
    Hand: [0.16, 0, 0],
  };
  const children = new Map<string, [string, Vec, Vec | null][]>();
  const add = (name: string, parent: string, offset: Vec, end: Vec | null) =>
    children.set(parent, [...(children.get(parent) ?? []), [name, offset, end]]);
  for (const [name, parent, offset] of MIDDLE) add(name, parent, offset, ends[name] ?? null);
  for (const [side, sign] of [
    ["Left", 1],
    ["Right", -1],
  ] as const) {
    const mirrored = ([x, y, z]: Vec): Vec => [sign * x, y, z];
    for (const [name, parent, offset] of SIDE) {
      const above = parent === "Hips" || parent === "Spine1" ? parent : `${side}${parent}`;
      const end = ends[name];
      add(`${side}${name}`, above, mirrored(offset), end === undefined ? null : mirrored(end));
    }
  }
  const write = (parent: string, index: number) => {
    for (const [name, offset, end] of children.get(parent) ?? [])
      write(name, bones.push({ name, parent: index, offset, end }) - 1);
  };
  write("", -1);
  return bones;
}

/** 0 before 0, 1 after 1, with a standing start and end. */
const ease = (x: number) => {
  const t = Math.min(1, Math.max(0, x));
  return t * t * t * (10 - 15 * t + 6 * t * t);
};

/** Puts bones by their turns in the world. */
class Figure {
  readonly turns = new Map<string, Turn>();
  private readonly index: ReadonlyMap<string, number>;

  constructor(
    readonly bones: readonly MotionBone[],
    public hips: Vec,
  ) {
    this.index = new Map(bones.map(({ name }, at) => [name, at]));
  }

  private bone(name: string): MotionBone {
    return this.bones[this.index.get(name) ?? -1] as MotionBone;
  }
  /** The bone's own, else that of the one it hangs on. */
  turn(name: string): Turn {
    const own = this.turns.get(name);
    if (own !== undefined) return own;
    const { parent } = this.bone(name);
    return parent < 0 ? UNTURNED : this.turn((this.bones[parent] as MotionBone).name);
  }
  place(name: string): Vec {
    const { parent, offset } = this.bone(name);
    if (parent < 0) return this.hips;
    const above = (this.bones[parent] as MotionBone).name;
    return plus(this.place(above), turned(this.turn(above), offset));
  }
  /** Both bones of a limb so that its end is at `target`, bent towards `pole`. `rest` is its direction in T, `side` what faces the pole there. */
  reach(names: readonly [string, string, string], target: Vec, pole: Vec, rest: Vec, side: Vec): void {
    const [upper, lower, end] = names;
    const root = this.place(upper);
    const a = size(this.bone(lower).offset);
    const b = size(this.bone(end).offset);
    const line = minus(target, root);
    const length = Math.min(size(line), (a + b) * 0.9999);
    const along = unit(line);
    const out = unit(minus(pole, times(along, dot(pole, along))));
    const x = (a * a + length * length - b * b) / (2 * length);
    const joint = plus(root, plus(times(along, x), times(out, Math.sqrt(Math.max(0, a * a - x * x)))));
    this.turns.set(upper, aim(rest, side, minus(joint, root), pole));
    this.turns.set(lower, aim(rest, side, minus(plus(root, times(along, length)), joint), pole));
  }
  locals(): number[] {
    return this.bones.flatMap(({ name, parent }) => {
      if (parent < 0) return [...this.turn(name)];
      return [...after(back(this.turn((this.bones[parent] as MotionBone).name)), this.turn(name))];
    });
  }
}

const sides = [
  ["Left", 1],
  ["Right", -1],
] as const;
type Side = (typeof sides)[number];
const FORWARD: Vec = [0, 0, 1];
const DOWN: Vec = [0, -1, 0];

function leg(figure: Figure, [side]: Side, ankle: Vec, foot: Turn): void {
  figure.reach([`${side}UpLeg`, `${side}Leg`, `${side}Foot`], ankle, FORWARD, DOWN, FORWARD);
  figure.turns.set(`${side}Foot`, foot);
}

function hangingArm(figure: Figure, [side, sign]: Side, swing: number): void {
  const upper = after(about([1, 0, 0], -swing), about([0, 0, 1], -sign * 78));
  figure.turns.set(`${side}Arm`, after(figure.turn("Spine1"), upper));
  figure.turns.set(`${side}ForeArm`, after(figure.turn(`${side}Arm`), about([0, sign, 0], -15)));
}

function standingFeet(figure: Figure): void {
  for (const each of sides) leg(figure, each, [each[1] * 0.09, ANKLE, 0], UNTURNED);
}

/** Feet stand for 0.6 of a step's time, each where it came down. */
function walk(figure: Figure, t: number): void {
  const cycle = 1.1;
  const speed = 0.75;
  const stance = 0.6;
  figure.hips = [0, 0.9 + 0.012 * Math.cos((4 * Math.PI * t) / cycle), speed * t];
  for (const each of sides) {
    const phase = t / cycle + (each[1] > 0 ? 0 : 0.5);
    const step = Math.floor(phase);
    const share = phase - step;
    // Where the hips are in the middle of the stance.
    const at = (k: number) => speed * cycle * (k + stance / 2 - (each[1] > 0 ? 0 : 0.5));
    const swing = ease((share - stance) / (1 - stance));
    const z = at(step) + swing * (at(step + 1) - at(step));
    const lift = 0.09 * Math.sin(Math.PI * swing) ** 2;
    // Toes down, then up, only as far as the foot is off the floor.
    const pitch = 200 * lift * Math.sin(2 * Math.PI * swing);
    leg(figure, each, [each[1] * 0.09, ANKLE + lift, z], about([1, 0, 0], pitch));
    hangingArm(figure, each, 18 * Math.sin(2 * Math.PI * phase));
  }
}

function sit(figure: Figure, t: number): void {
  const down = ease((t - 0.8) / 1.4) * (1 - ease((t - 4) / 1.4));
  const lean = 30 * Math.sin(Math.PI * down) ** 2;
  figure.hips = [0, 0.93 + down * (SEAT + 0.09 - 0.93), -0.4 * down];
  const spine = about([1, 0, 0], lean);
  figure.turns.set("Spine", spine);
  figure.turns.set("Head", UNTURNED);
  standingFeet(figure);
  for (const each of sides) hangingArm(figure, each, 4 + 22 * down);
}

function clap(figure: Figure, t: number): void {
  figure.hips = [0, 0.94, 0];
  standingFeet(figure);
  // Half of the way between the wrists: 5 cm where palms meet, 34 cm where they are apart.
  const apart = 0.025 + 0.145 * (0.5 - 0.5 * Math.cos(2 * Math.PI * 1.6 * t));
  for (const [side, sign] of sides) {
    const wrist: Vec = [sign * apart, 1.25, 0.32];
    const pole: Vec = [sign * 0.5, -1, -0.3];
    // At rest the elbow's front is -Z: it bends forward.
    const names = [`${side}Arm`, `${side}ForeArm`, `${side}Hand`] as const;
    figure.reach(names, wrist, pole, [sign, 0, 0], [0, 0, -1]);
    figure.turns.set(`${side}Hand`, aim([sign, 0, 0], DOWN, [0, 0.6, 0.8], [-sign, 0, 0]));
  }
}

function wave(figure: Figure, t: number): void {
  figure.hips = [0, 0.94, 0];
  standingFeet(figure);
  hangingArm(figure, sides[0], 0);
  const raised = ease(t / 0.8);
  const swing = 28 * Math.sin(2 * Math.PI * 1.5 * t) * raised;
  const upper = about([0, 0, 1], 78 - raised * 90);
  figure.turns.set("RightArm", upper);
  const bent = after(about([0, 0, 1], raised * (swing - 80)), upper);
  figure.turns.set("RightForeArm", raised < 1e-9 ? after(upper, about([0, -1, 0], -15)) : bent);
}

/** Second from which on the hand is at the chin. */
export const AT_CHIN = 1.5;

function chin(figure: Figure, t: number): void {
  figure.hips = [0, 0.94, 0];
  standingFeet(figure);
  hangingArm(figure, sides[0], 0);
  hangingArm(figure, sides[1], 0);
  const away = figure.place("RightHand");
  const raised = ease(t / AT_CHIN);
  // Below the head's joint and before it; knuckles are 9 cm from the wrist.
  const up = unit([0.45, 0.85, 0.25]);
  const there = minus(plus(figure.place("Head"), [0, -0.03, 0.12]), times(up, 0.09));
  const wrist = plus(times(away, 1 - raised), times(there, raised));
  figure.reach(["RightArm", "RightForeArm", "RightHand"], wrist, [-0.6, -1, -0.2], [-1, 0, 0], [0, 0, -1]);
  figure.turns.set("RightHand", aim([-1, 0, 0], DOWN, up, [0, 0, -1]));
}

const motions: Readonly<Record<TakeName, (figure: Figure, t: number) => void>> = {
  walk,
  sit,
  clap,
  wave,
  chin,
};

function chairOf(frameCount: number): MotionBody {
  const filled = (values: readonly number[]) =>
    Float32Array.from({ length: frameCount * values.length }, (_, i) => values[i % values.length] ?? 0);
  return {
    name: "Chair",
    positions: filled([0, SEAT, -0.4]),
    rotations: filled([0, 0, 0, 1]),
    tracked: new Uint8Array(frameCount).fill(1),
  };
}

export interface TakeOptions {
  /** The person's size over 1.7 m. Default 1. */
  readonly scale?: number;
  /** Height of the floor, metres. Default 0. */
  readonly floor?: number;
}

/** A take of 60 frames a second; `sit` has the rigid body `Chair`. */
export function madeTake(name: TakeName, { scale = 1, floor = 0 }: TakeOptions = {}): MotionClip {
  const frameCount = Math.round(takeSeconds[name] * RATE);
  const bones = bonesOf();
  const rotations: number[] = [];
  const positions: number[] = [];
  for (let frame = 0; frame < frameCount; ++frame) {
    const figure = new Figure(bones, [0, 0.95, 0]);
    motions[name](figure, frame / RATE);
    rotations.push(...figure.locals());
    positions.push(...plus(times(figure.hips, scale), [0, floor, 0]));
  }
  const scaled = bones.map((bone) => ({
    ...bone,
    offset: times(bone.offset, scale),
    end: bone.end === null ? null : times(bone.end, scale),
  }));
  const clip = clipOf(
    {
      name: "made",
      bones: scaled,
      rotations: Float32Array.from(rotations),
      positioned: [0],
      positions: Float32Array.from(positions),
      tracked: null,
    },
    frameCount,
    RATE,
  );
  return { ...clip, name: `${name}.bvh`, bodies: name === "sit" ? [chairOf(frameCount)] : [] };
}
