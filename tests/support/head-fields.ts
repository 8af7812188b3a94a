// The 52 channels of the synthetic head as displacement fields, and shapes mixed from them (vowels, blinks, emotions).
// Every field is a closed formula of the rest point, so that a test can know the answer.
import { faceChannelNames } from "../../web/src/tables/face-channels";
import {
  alongSurface,
  CLOSED_LIDS,
  EYE_CENTRES,
  EYE_DEGREES,
  EYE_LINE,
  EYE_X,
  type FaceGeometry,
  type FacePoint,
  type Geometry,
  JAW_DEGREES,
  jawShare,
  jawTurn,
  lidMovement,
  lipFalloff,
  MOUTH_HALF_WIDTH,
  MOUTH_LINE,
  MOUTH_PART_POINTS,
  MOUTH_PARTS,
} from "./head-geometry";

type Vector = readonly [number, number, number];
type Side = "Left" | "Right";

/** A shape: weights of channels that are added up. */
export type Shape = Readonly<Record<string, number>>;

/** Soft spot on the face: (1 - (d / radius)^2)^2 of `move`. */
interface Spot {
  readonly x: number;
  readonly v: number;
  readonly radius: number;
  readonly move: Vector;
  /** Only points on that side of the mouth's line. */
  readonly lip?: 1 | -1;
}

/** Spots of the channel, for the left side (+x) where it has one; the right side is the mirror image. */
const SPOTS: Readonly<Record<string, readonly Spot[]>> = {
  browDown: [{ x: EYE_X, v: EYE_LINE + 0.028, radius: 0.026, move: [0, -0.008, 0.001] }],
  browInnerUp: [{ x: 0, v: EYE_LINE + 0.03, radius: 0.034, move: [0, 0.011, 0] }],
  browOuterUp: [{ x: EYE_X + 0.012, v: EYE_LINE + 0.03, radius: 0.026, move: [0, 0.009, 0] }],
  cheekPuff: [
    { x: 0.045, v: -0.03, radius: 0.03, move: [0.006, 0, 0.012] },
    { x: -0.045, v: -0.03, radius: 0.03, move: [-0.006, 0, 0.012] },
  ],
  cheekSquint: [{ x: EYE_X + 0.006, v: -0.012, radius: 0.024, move: [0, 0.006, 0.003] }],
  jawForward: [{ x: 0, v: -0.075, radius: 0.055, move: [0, 0, 0.01] }],
  jawSide: [{ x: 0, v: -0.075, radius: 0.055, move: [0.01, 0, 0] }],
  mouthDimple: [{ x: MOUTH_HALF_WIDTH + 0.004, v: MOUTH_LINE, radius: 0.018, move: [0.003, 0, -0.005] }],
  mouthFrown: [{ x: MOUTH_HALF_WIDTH, v: MOUTH_LINE - 0.004, radius: 0.022, move: [0, -0.009, 0] }],
  mouthFunnel: [
    { x: 0, v: MOUTH_LINE, radius: 0.026, move: [0, 0.005, 0.008], lip: 1 },
    { x: 0, v: MOUTH_LINE, radius: 0.026, move: [0, -0.006, 0.008], lip: -1 },
  ],
  mouthSide: [{ x: 0, v: MOUTH_LINE, radius: 0.045, move: [0.01, 0, 0] }],
  mouthLowerDown: [{ x: 0.012, v: MOUTH_LINE, radius: 0.022, move: [0, -0.008, 0], lip: -1 }],
  mouthPress: [{ x: 0.014, v: MOUTH_LINE, radius: 0.018, move: [0, 0, -0.004] }],
  mouthPucker: [
    { x: MOUTH_HALF_WIDTH, v: MOUTH_LINE, radius: 0.024, move: [-0.009, 0, 0.004] },
    { x: -MOUTH_HALF_WIDTH, v: MOUTH_LINE, radius: 0.024, move: [0.009, 0, 0.004] },
    { x: 0, v: MOUTH_LINE, radius: 0.02, move: [0, 0, 0.009] },
  ],
  mouthRollLower: [{ x: 0, v: MOUTH_LINE - 0.004, radius: 0.022, move: [0, 0, -0.006], lip: -1 }],
  mouthRollUpper: [{ x: 0, v: MOUTH_LINE + 0.004, radius: 0.022, move: [0, 0, -0.006], lip: 1 }],
  mouthShrugLower: [{ x: 0, v: MOUTH_LINE - 0.012, radius: 0.03, move: [0, 0.006, 0.002] }],
  mouthShrugUpper: [{ x: 0, v: MOUTH_LINE + 0.006, radius: 0.026, move: [0, 0.005, 0.002] }],
  mouthSmile: [{ x: MOUTH_HALF_WIDTH, v: MOUTH_LINE, radius: 0.03, move: [0.006, 0.012, -0.003] }],
  mouthStretch: [{ x: MOUTH_HALF_WIDTH, v: MOUTH_LINE, radius: 0.026, move: [0.01, -0.002, -0.003] }],
  mouthUpperUp: [{ x: 0.012, v: MOUTH_LINE, radius: 0.022, move: [0, 0.007, 0], lip: 1 }],
  noseSneer: [{ x: 0.012, v: -0.012, radius: 0.02, move: [0, 0.006, 0.001] }],
};

/** Openings of upper and lower lid at weight 1; 1 is rest. */
const LIDS: Readonly<Record<string, { readonly upper: number; readonly lower: number }>> = {
  eyeBlink: CLOSED_LIDS,
  eyeSquint: { upper: 0.75, lower: 0.6 },
  eyeWide: { upper: 1.4, lower: 1.1 },
};

function sideOf(channel: string): { readonly stem: string; readonly side: Side | undefined } {
  const match = /^(.*)(Left|Right)$/.exec(channel);
  return match === null
    ? { stem: channel, side: undefined }
    : { stem: match[1] as string, side: match[2] as Side };
}

function spotsOf(channel: string): { readonly spots: readonly Spot[]; readonly mirror: 1 | -1 } {
  const { stem, side } = sideOf(channel);
  const mirror = side === "Right" ? -1 : 1;
  const name = stem === "jaw" || stem === "mouth" ? `${stem}Side` : stem;
  return { spots: SPOTS[side === undefined ? channel : name] ?? [], mirror };
}

function spotMove(spot: Spot, mirror: 1 | -1, point: FacePoint): Vector {
  if (spot.lip !== undefined && spot.lip !== point.mouthSide) return [0, 0, 0];
  const share = 1 - ((point.x * mirror - spot.x) ** 2 + (point.v - spot.v) ** 2) / spot.radius ** 2;
  if (share <= 0) return [0, 0, 0];
  const weight = share * share;
  return [spot.move[0] * mirror * weight, spot.move[1] * weight, spot.move[2] * weight];
}

/** Movement of the lips' line that opening the jaw parts, lower minus upper, above and below this point. */
function jawGap(position: readonly number[], point: FacePoint): Vector {
  const onLine = { ...point, v: MOUTH_LINE };
  const lower = jawTurn(position, JAW_DEGREES * jawShare({ ...onLine, mouthSide: -1 }));
  const upper = jawTurn(position, JAW_DEGREES * jawShare({ ...onLine, mouthSide: 1 }));
  return [0, lower[1] - upper[1], lower[2] - upper[2]];
}

/** Share of closing that the lower lip does; the upper lip does the rest. */
const LOWER_LIP_SHARE = 0.65;

function faceMove(channel: string, position: readonly number[], point: FacePoint): Vector {
  const { stem, side } = sideOf(channel);
  const lids = LIDS[stem];
  if (lids !== undefined) {
    const isOwn = side === "Left" ? point.x > 0 : point.x < 0;
    return isOwn ? alongSurface(position, lidMovement(point, lids.upper, lids.lower)) : [0, 0, 0];
  }
  if (channel === "jawOpen") return jawTurn(position, JAW_DEGREES * jawShare(point));
  if (channel === "mouthClose") {
    const [, y, z] = jawGap(position, point);
    const share = (point.mouthSide < 0 ? -LOWER_LIP_SHARE : 1 - LOWER_LIP_SHARE) * lipFalloff(point.v);
    return [0, y * share, z * share];
  }
  const { spots, mirror } = spotsOf(channel);
  const sum: [number, number, number] = [0, 0, 0];
  for (const spot of spots) {
    const move = spotMove(spot, mirror, point);
    for (let axis = 0; axis < 3; ++axis) sum[axis] = (sum[axis] as number) + (move[axis] as number);
  }
  return sum;
}

function mixed(shape: Shape, count: number, move: (channel: string, index: number) => Vector): Float32Array {
  const deltas = new Float64Array(count * 3);
  for (const [channel, weight] of Object.entries(shape)) {
    if (!(faceChannelNames as readonly string[]).includes(channel)) throw new Error(`no channel ${channel}`);
    for (let index = 0; index < count; ++index) {
      const vector = move(channel, index);
      for (let axis = 0; axis < 3; ++axis) {
        deltas[3 * index + axis] = (deltas[3 * index + axis] as number) + weight * (vector[axis] as number);
      }
    }
  }
  return Float32Array.from(deltas);
}

function pointAt(geometry: Geometry, index: number): readonly number[] {
  return [...geometry.positions.subarray(3 * index, 3 * index + 3)];
}

/** Deltas of a shape on the face. */
export function faceDeltas(face: FaceGeometry, shape: Shape): Float32Array {
  return mixed(shape, face.points.length, (channel, index) =>
    faceMove(channel, pointAt(face, index), face.points[index] as FacePoint),
  );
}

function eyeMove(channel: string, side: Side, position: readonly number[]): Vector {
  const match = /^eyeLook(Up|Down|In|Out)(Left|Right)$/.exec(channel);
  if (match === null || match[2] !== side) return [0, 0, 0];
  const angle = (EYE_DEGREES * Math.PI) / 180;
  const centre = EYE_CENTRES[side];
  const [x, y, z] = [0, 1, 2].map((axis) => (position[axis] as number) - (centre[axis] as number)) as [
    number,
    number,
    number,
  ];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (match[1] === "Up" || match[1] === "Down") {
    const sign = match[1] === "Down" ? 1 : -1;
    return [0, y * c - sign * z * s - y, sign * y * s + z * c - z];
  }
  const sign = (match[1] === "Out") === (side === "Left") ? 1 : -1;
  return [x * c + sign * z * s - x, 0, -sign * x * s + z * c - z];
}

/** Deltas of a shape on an eyeball. */
export function eyeDeltas(eye: Geometry, side: Side, shape: Shape): Float32Array {
  return mixed(shape, eye.positions.length / 3, (channel, index) =>
    eyeMove(channel, side, pointAt(eye, index)),
  );
}

/** How far the tongue comes out. */
const TONGUE_OUT = 0.03;

/** Deltas of a shape on teeth and tongue. */
export function mouthInsideDeltas(inside: Geometry, shape: Shape): Float32Array {
  return mixed(shape, inside.positions.length / 3, (channel, index) => {
    const part = MOUTH_PARTS[Math.floor(index / MOUTH_PART_POINTS)];
    if (part === "upperTeeth") return [0, 0, 0];
    if (channel === "jawOpen") return jawTurn(pointAt(inside, index), JAW_DEGREES);
    return channel === "tongueOut" && part === "tongue" ? [0, 0, TONGUE_OUT] : [0, 0, 0];
  });
}

const sides = (stem: string, weight: number): Shape => ({
  [`${stem}Left`]: weight,
  [`${stem}Right`]: weight,
});

/** Shapes of the VRM presets, by preset name. */
export const PRESET_SHAPES: Readonly<Record<string, Shape>> = {
  aa: { jawOpen: 0.9 },
  ih: {
    jawOpen: 0.15,
    ...sides("mouthStretch", 0.4),
    ...sides("mouthUpperUp", 0.7),
    ...sides("mouthLowerDown", 0.7),
  },
  ou: { jawOpen: 0.15, mouthPucker: 1 },
  ee: { jawOpen: 0.2, ...sides("mouthStretch", 0.9) },
  oh: { jawOpen: 0.4, mouthFunnel: 0.9 },
  blink: sides("eyeBlink", 1),
  blinkLeft: { eyeBlinkLeft: 1 },
  blinkRight: { eyeBlinkRight: 1 },
  happy: { ...sides("mouthSmile", 1), ...sides("cheekSquint", 0.5) },
  angry: { ...sides("browDown", 1), ...sides("noseSneer", 0.5) },
  sad: { ...sides("mouthFrown", 1), browInnerUp: 0.6 },
  relaxed: sides("mouthSmile", 0.5),
  surprised: { ...sides("browOuterUp", 1), browInnerUp: 0.6, ...sides("eyeWide", 1) },
  lookUp: sides("eyeLookUp", 1),
  lookDown: sides("eyeLookDown", 1),
  lookLeft: { eyeLookOutLeft: 1, eyeLookInRight: 1 },
  lookRight: { eyeLookInLeft: 1, eyeLookOutRight: 1 },
};
