// The body that the page offers as a demonstration: sits down on a chair and gets up, steps forward, waves, claps, steps back.
// Nobody performed it; every limb is a function of time. It writes no file: body-take.ts does.
import { Matrix4, Quaternion, Vector3 } from "three";

export const BODY_FPS = 30;
export const BODY_SECONDS = 16.5;

/** Metres: a body of 1.7 m. The chair's seat, how far behind the feet it stands, and the way that is stepped forward. */
const STANDING = 0.93;
const ANKLE = 0.08;
export const SEAT = 0.45;
export const BEHIND = 0.4;
const WAY = 0.9;
/** Hips over a seat. */
const SEATED = 0.09;

export interface DemoBone {
  readonly name: string;
  readonly parent: string;
  /** In T-pose from the parent, metres; the hips' from the floor. */
  readonly offset: readonly [number, number, number];
}

type Letter = "L" | "R";
const SIDES = ["L", "R"] as const;
const signOf = (side: Letter) => (side === "L" ? 1 : -1);

const sideBones = (side: Letter): DemoBone[] => {
  const sign = signOf(side);
  const bone = (name: string, parent: string, x: number, y: number, z = 0): DemoBone => ({
    name: `${side}${name}`,
    parent: parent === "Chest" || parent === "Hip" ? parent : `${side}${parent}`,
    offset: [sign * x, y, z],
  });
  return [
    bone("Shoulder", "Chest", 0.04, 0.2),
    bone("UArm", "Shoulder", 0.13, 0),
    bone("FArm", "UArm", 0.28, 0),
    bone("Hand", "FArm", 0.25, 0),
    bone("Thigh", "Hip", 0.09, -0.05),
    bone("Shin", "Thigh", 0, -0.42),
    bone("Foot", "Shin", 0, -0.4),
    bone("Toe", "Foot", 0, -0.05, 0.13),
  ];
};

/** Motive's own names, parents first. */
export const demoBones: readonly DemoBone[] = [
  { name: "Hip", parent: "", offset: [0, 0.95, 0] },
  { name: "Ab", parent: "Hip", offset: [0, 0.1, 0] },
  { name: "Chest", parent: "Ab", offset: [0, 0.16, 0] },
  { name: "Neck", parent: "Chest", offset: [0, 0.25, 0] },
  { name: "Head", parent: "Neck", offset: [0, 0.1, 0.01] },
  ...SIDES.flatMap(sideBones),
];

/** 0 before `from`, 1 after `from + seconds`, without a jerk at either end. */
function eased(t: number, from: number, seconds: number): number {
  const x = Math.min(1, Math.max(0, (t - from) / seconds));
  return x * x * x * (10 - 15 * x + 6 * x * x);
}

/** Up and down again. */
const between = (t: number, up: number, down: number, seconds: number) =>
  eased(t, up, seconds) - eased(t, down, seconds);

const wave = (t: number, perSecond: number, late = 0) => Math.sin(2 * Math.PI * (perSecond * t - late));

/** From when a foot goes from where to where, along Z. */
const STEPS: readonly (readonly [side: Letter, at: number, from: number, to: number])[] = [
  ["R", 6, 0, WAY / 2],
  ["L", 6.55, 0, WAY],
  ["R", 7.1, WAY / 2, WAY],
  ["L", 13.9, WAY, WAY / 2],
  ["R", 14.45, WAY, 0],
  ["L", 15, WAY / 2, 0],
];
const STEP_SECONDS = 0.55;

function foot(side: Letter, t: number): { z: number; lift: number; swing: number; forward: number } {
  let z = 0;
  for (const [own, at, from, to] of STEPS) {
    if (own !== side || t < at) continue;
    const swing = eased(t, at, STEP_SECONDS);
    z = from + swing * (to - from);
    if (t < at + STEP_SECONDS)
      return { z, lift: 0.08 * Math.sin(Math.PI * swing), swing, forward: Math.sign(to - from) };
  }
  return { z, lift: 0, swing: 0, forward: 0 };
}

/** The hips go on between the feet: their middle, smoothed over half a second. */
function middle(t: number): number {
  let sum = 0;
  const count = 12;
  for (let k = 0; k <= count; ++k) {
    const at = t + 0.5 * (k / count - 0.5);
    sum += (foot("L", at).z + foot("R", at).z) / 2;
  }
  return sum / (count + 1);
}

const turnAbout = (x: number, y: number, z: number, degrees: number) =>
  new Quaternion().setFromAxisAngle(new Vector3(x, y, z), (degrees * Math.PI) / 180);

/** Turns `from` to `to` and, as far as that leaves it free, `side` to `toSide`. */
function aim(from: Vector3, side: Vector3, to: Vector3, toSide: Vector3): Quaternion {
  const basis = (a: Vector3, b: Vector3) => {
    const first = a.clone().normalize();
    const second = b.clone().addScaledVector(first, -b.dot(first)).normalize();
    return new Matrix4().makeBasis(first, second, first.clone().cross(second));
  };
  return new Quaternion().setFromRotationMatrix(basis(to, toSide).multiply(basis(from, side).transpose()));
}

const DOWN = new Vector3(0, -1, 0);
const AHEAD = new Vector3(0, 0, 1);

/** Turns of the bones in the world, and where the hips are. */
class Body {
  readonly turns = new Map<string, Quaternion>();
  readonly hips = new Vector3();
  private static readonly bones = new Map(demoBones.map((bone) => [bone.name, bone]));

  private bone(name: string): DemoBone {
    const bone = Body.bones.get(name);
    if (bone === undefined) throw new Error(`no bone ${name}`);
    return bone;
  }

  /** Its own, else that of the one it hangs on. */
  turn(name: string): Quaternion {
    const own = this.turns.get(name);
    if (own !== undefined) return own;
    const { parent } = this.bone(name);
    return parent === "" ? new Quaternion() : this.turn(parent);
  }

  place(name: string): Vector3 {
    const { parent, offset } = this.bone(name);
    if (parent === "") return this.hips.clone();
    return new Vector3(...offset).applyQuaternion(this.turn(parent)).add(this.place(parent));
  }

  /** @param rest the limb's direction in T; `side` is what faces the bend there */
  reach(
    names: readonly [string, string, string],
    target: Vector3,
    bend: Vector3,
    rest: Vector3,
    side: Vector3,
  ): void {
    const [upper, lower, end] = names;
    const root = this.place(upper);
    const a = new Vector3(...this.bone(lower).offset).length();
    const b = new Vector3(...this.bone(end).offset).length();
    const line = target.clone().sub(root);
    const length = Math.min(line.length(), (a + b) * 0.9999);
    const along = line.normalize();
    const out = bend.clone().addScaledVector(along, -bend.dot(along)).normalize();
    const x = (a * a + length * length - b * b) / (2 * length);
    const joint = along
      .clone()
      .multiplyScalar(x)
      .addScaledVector(out, Math.sqrt(Math.max(0, a * a - x * x)));
    this.turns.set(upper, aim(rest, side, joint, bend));
    this.turns.set(lower, aim(rest, side, along.multiplyScalar(length).sub(joint), bend));
  }
}

function placeTrunk(body: Body, t: number, down: number): void {
  const spread = Math.abs(foot("L", t).z - foot("R", t).z) / 2;
  const lifted = foot("L", t).lift - foot("R", t).lift;
  const standing = STANDING - 0.6 * spread * spread + 0.003 * wave(t, 0.25);
  body.hips.set(
    // Over the foot that stands.
    -0.35 * lifted + 0.008 * wave(t, 0.19),
    standing + down * (SEAT + SEATED - STANDING),
    middle(t) - BEHIND * down,
  );
  const rising = Math.sin(Math.PI * down) ** 2;
  const waving = between(t, 8.1, 10.6, 0.7);
  body.turns.set("Hip", turnAbout(0, 1, 0, 30 * lifted));
  const lean = turnAbout(1, 0, 0, 2 + 30 * rising + 0.8 * wave(t, 0.25));
  body.turns.set("Ab", lean.clone().multiply(turnAbout(0, 0, 1, 3 * waving)));
  body.turns.set("Chest", lean.clone().multiply(turnAbout(0, 0, 1, 4 * waving)));
  // While it sits it looks about.
  const look = 26 * between(t, 2.5, 3.2, 0.5) - 26 * between(t, 3.4, 4.1, 0.5) - 8 * waving;
  body.turns.set("Neck", turnAbout(0, 1, 0, look / 2).multiply(turnAbout(1, 0, 0, 6 * rising)));
  body.turns.set("Head", turnAbout(0, 1, 0, look).multiply(turnAbout(1, 0, 0, 2 * wave(t, 0.3))));
}

function placeLegs(body: Body, t: number): void {
  for (const side of SIDES) {
    const { z, lift, swing, forward } = foot(side, t);
    const out = turnAbout(0, 1, 0, signOf(side) * 6);
    const pitch = 220 * lift * Math.sin(2 * Math.PI * swing) * forward;
    const ankle = new Vector3(signOf(side) * 0.1, ANKLE + lift, z);
    const knee = AHEAD.clone().applyQuaternion(out);
    body.reach([`${side}Thigh`, `${side}Shin`, `${side}Foot`], ankle, knee, DOWN, AHEAD);
    body.turns.set(`${side}Foot`, out.multiply(turnAbout(1, 0, 0, pitch)));
  }
}

function hangArm(body: Body, side: Letter, t: number, down: number): void {
  const sign = signOf(side);
  // Against the legs: the foot in front has the arm behind.
  const other = side === "L" ? "R" : "L";
  const swing = 40 * (foot(other, t).z - foot(side, t).z) + 22 * down + wave(t, 0.22, 0.1 * sign);
  const trunk = body.turn("Chest");
  const upper = turnAbout(1, 0, 0, -swing).multiply(turnAbout(0, 0, 1, -sign * 78));
  body.turns.set(`${side}UArm`, trunk.clone().multiply(upper));
  const elbow = turnAbout(0, sign, 0, -(18 + 20 * down + Math.max(0, swing) / 2));
  body.turns.set(`${side}FArm`, body.turn(`${side}UArm`).clone().multiply(elbow));
  body.turns.set(`${side}Hand`, body.turn(`${side}FArm`).clone());
}

/** From the arm as it is to one that is posed by `pose`, by a share. */
function blendArm(body: Body, side: Letter, share: number, pose: () => void): void {
  if (share <= 0) return;
  const names = [`${side}UArm`, `${side}FArm`, `${side}Hand`];
  const before = names.map((name) => body.turn(name).clone());
  pose();
  names.forEach((name, index) => {
    const from = before[index] ?? new Quaternion();
    body.turns.set(name, from.slerp(body.turn(name), share));
  });
}

function waveHand(body: Body, t: number): void {
  blendArm(body, "R", between(t, 8.1, 10.6, 0.7), () => {
    body.turns.set("RUArm", turnAbout(0, 0, 1, 8));
    // The palm to the front.
    const forearm = turnAbout(0, 0, 1, -75 + 26 * wave(t, 1.4)).multiply(turnAbout(1, 0, 0, -80));
    body.turns.set("RFArm", forearm);
    body.turns.set("RHand", forearm.clone().multiply(turnAbout(0, 1, 0, 10 * wave(t, 1.4, 0.1))));
  });
}

function clapHands(body: Body, t: number): void {
  const share = between(t, 11.3, 13.1, 0.6);
  // Half of the way between the wrists.
  const apart = 0.03 + 0.13 * (0.5 - 0.5 * Math.cos(2 * Math.PI * 1.7 * (t - 11.9)));
  const { z } = body.place("Chest");
  for (const side of SIDES) {
    const sign = signOf(side);
    blendArm(body, side, share, () => {
      const rest = new Vector3(sign, 0, 0);
      const wrist = new Vector3(sign * apart + body.hips.x, 1.22, z + 0.34);
      const names = [`${side}UArm`, `${side}FArm`, `${side}Hand`] as const;
      body.reach(names, wrist, new Vector3(sign * 0.5, -1, -0.3), rest, new Vector3(0, 0, -1));
      const fingers = new Vector3(0, 0.6, 0.8);
      body.turns.set(`${side}Hand`, aim(rest, DOWN, fingers, new Vector3(-sign, 0, 0)));
    });
  }
}

export interface DemoPose {
  /** In the order of `demoBones`: in the world, metres. */
  readonly places: readonly Vector3[];
  readonly turns: readonly Quaternion[];
}

export function demoPose(t: number): DemoPose {
  const body = new Body();
  const down = between(t, 0.8, 4.4, 1.5);
  placeTrunk(body, t, down);
  placeLegs(body, t);
  for (const side of SIDES) hangArm(body, side, t, down);
  waveHand(body, t);
  clapHands(body, t);
  const names = demoBones.map(({ name }) => name);
  return { places: names.map((name) => body.place(name)), turns: names.map((name) => body.turn(name)) };
}
