// The test family: one table of variants of a sample avatar, each with what it changes and the truth that follows.
// The changes are made by the files beside it and by the writer; that Doppel finds the truth is for the tests to show.
import type { Character } from "../character";
import type { AvatarModel } from "../model";
import { channelExpressions, type Expression, presetExpressions } from "../write/expressions";
import type { WriteOptions } from "../write/options";
import { turnAbout } from "../write/placement";
import { mixamoName, nameStyles } from "./names";
import { proportioned } from "./proportions";
import { armsLowered, MINIMUM_BONES, randomAxes, reduced, twisted } from "./rig";
import { cut, dense, headless } from "./shape";
import { emptied, presetBinds, presetsOnly, scaled, without } from "./targets";

/** What must be read and measured. What is not said is as on the plain avatar. */
export interface Truth {
  /** How far each channel moves, times the plain avatar's travel. */
  readonly travel?: number;
  /** Greatest share by which that may be missed; default 0.001. */
  readonly within?: number;
  readonly missing?: readonly string[];
  readonly empty?: readonly string[];
  readonly binary?: readonly string[];
  /** The only channels that move as the plain ones do; default all that are there. */
  readonly alike?: readonly string[];
  /** The channels are played by the presets of VRM. */
  readonly isReduced?: true;
  /** There is no face. */
  readonly isFaceless?: true;
  /** Nothing but names differs: reading shows all there is to see. */
  readonly namesOnly?: true;
  /** Distance between two joints, times the plain one. */
  readonly lengths?: readonly (readonly [from: string, to: string, factor: number])[];
  /** Metres from the floor to the lowest joints, more than on the plain avatar. */
  readonly soles?: number;
  /** Degrees of the upper arms below the horizontal. */
  readonly armDegrees?: number;
  readonly leastVertices?: number;
}

export interface Variant {
  readonly name: string;
  readonly changes: string;
  /** Another model; default the same. */
  readonly make?: (model: AvatarModel, character: Character) => AvatarModel;
  /** How it is written; default VRM 1.0. */
  readonly options?: WriteOptions;
  readonly truth: Truth;
}

/** As on one real export of VRoid Studio, where these exist and move nothing. */
export const EMPTY_CHANNELS: readonly string[] = [
  ...["jawOpen", "jawForward", "jawLeft", "jawRight", "mouthClose", "mouthShrugLower", "mouthShrugUpper"],
  ...["cheekPuff", "cheekSquintLeft", "cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut"],
  "browInnerUp",
];

/** 12, so that 40 stay. */
export const LEFT_OUT_CHANNELS: readonly string[] = [
  ...["browOuterUpLeft", "browOuterUpRight", "cheekPuff", "eyeWideLeft", "eyeWideRight", "jawForward"],
  ...[
    "mouthDimpleLeft",
    "mouthDimpleRight",
    "mouthRollLower",
    "mouthRollUpper",
    "mouthShrugUpper",
    "tongueOut",
  ],
];

/** Channels that no preset shows (docs/channels.md). */
const NOT_BY_PRESETS: readonly string[] = [
  ...["browInnerUp", "cheekPuff", "cheekSquintLeft", "cheekSquintRight", "jawForward", "jawLeft", "jawRight"],
  ...["mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthLeft", "mouthRight", "mouthPressLeft"],
  ...["mouthPressRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper"],
  ...["noseSneerLeft", "noseSneerRight", "tongueOut"],
];

const BLINKS = ["eyeBlinkLeft", "eyeBlinkRight"];
const SQUINTS = ["eyeSquintLeft", "eyeSquintRight"];

/** Blinks that are on or off. */
const binaryBlinks = presetExpressions.map(
  (preset): Expression => (preset.name.startsWith("blink") ? { ...preset, isBinary: true } : preset),
);
/** Expressions of the blink channels' own names, on or off. */
const ownBinaryBlinks = BLINKS.map((name): Expression => ({ name, isBinary: true, binds: { [name]: 1 } }));

const targetVariants: readonly Variant[] = [
  ...[0.3, 0.5, 2, 3].map(
    (factor): Variant => ({
      name: `targets times ${factor}`,
      changes: `every target moves ${factor} times as far`,
      make: (model) => scaled(model, factor),
      truth: { travel: factor },
    }),
  ),
  {
    name: "14 empty targets",
    changes: "14 targets exist and move nothing, jawOpen among them",
    make: (model) => emptied(model, EMPTY_CHANNELS),
    truth: { empty: EMPTY_CHANNELS },
  },
  {
    name: "40 of 52",
    changes: "12 targets are not there",
    make: (model) => without(model, LEFT_OUT_CHANNELS),
    truth: { missing: LEFT_OUT_CHANNELS },
  },
  {
    name: "presets only",
    changes: "one target for each preset of VRM in place of the 52",
    make: (model) => presetsOnly(model, presetExpressions),
    options: { expressions: presetBinds(presetExpressions) },
    truth: { isReduced: true, missing: NOT_BY_PRESETS, alike: BLINKS },
  },
  {
    name: "presets only, binary blink",
    changes: "the same, and the blink presets are on or off",
    make: (model) => presetsOnly(model, presetExpressions),
    options: { expressions: presetBinds(binaryBlinks) },
    // Of a preset that is on or off no quarter can be shown.
    truth: { isReduced: true, missing: [...NOT_BY_PRESETS, ...SQUINTS], binary: BLINKS, alike: BLINKS },
  },
  {
    name: "binary blink",
    changes: "expressions named eyeBlinkLeft and eyeBlinkRight that are on or off, beside the 52 targets",
    options: { expressions: [...presetExpressions, ...ownBinaryBlinks] },
    truth: { binary: BLINKS },
  },
  {
    name: "an expression for each channel",
    changes: "expressions named like the 52 beside the targets, as avatars made for face tracking have them",
    options: { expressions: [...presetExpressions, ...channelExpressions] },
    truth: {},
  },
];

const nameVariants: readonly Variant[] = [
  ...Object.entries(nameStyles).map(
    ([style, spell]): Variant => ({
      name: `names in ${style}`,
      changes: `targets are spelled like ${spell("eyeBlinkLeft")}`,
      options: { targetName: spell },
      truth: { namesOnly: true },
    }),
  ),
  {
    name: "names on accessors",
    changes: "names of targets stand on the accessors alone",
    options: { namesOn: "accessors" },
    truth: { namesOnly: true },
  },
  {
    name: "names on primitives",
    changes: "names of targets stand in the extras of primitives alone",
    options: { namesOn: "primitives" },
    truth: { namesOnly: true },
  },
  ...["mixamorig:", "mixamorig1:", "mixamorig_", "mixamorig", ""].map(
    (prefix): Variant => ({
      name: `bones of Mixamo, prefix "${prefix}"`,
      changes: `a plain GLB whose bones are called like ${prefix}${mixamoName("leftUpperArm")}`,
      options: { format: "glb", nodeName: (bone) => `${prefix}${mixamoName(bone)}` },
      truth: { namesOnly: true },
    }),
  ),
];

const layoutVariants: readonly Variant[] = [
  {
    name: "VRM 0.x",
    changes: "VRM 0.x, which faces -Z",
    options: { format: "vrm0" },
    truth: {},
  },
  {
    name: "face in 3 primitives",
    changes:
      "the face is one mesh of three primitives with vertices of their own; the teeth stay a mesh of their own",
    make: (model) => cut(model, "Face", 3),
    options: { meshOf: (part) => part.name.replace(/^Face_\d$/, "Face") },
    truth: {},
  },
  {
    name: "quantized",
    changes: "16-bit places whose scale is undone by the inverse bind matrices alone",
    options: { format: "glb", nodeName: mixamoName, isQuantized: true },
    truth: { within: 0.01 },
  },
  {
    name: "centimetres",
    changes: "all lengths in centimetres under a node that scales by 0.01",
    options: { above: [{ name: "Root" }, { name: "Centimetres", scale: 0.01 }] },
    truth: {},
  },
  {
    name: "hips under a turned node",
    changes: "the hips hang under a node that is turned by -90 degrees about x",
    options: { above: [{ name: "Root" }, { name: "Turned", turn: turnAbout([1, 0, 0], -90) }] },
    truth: {},
  },
  {
    name: "random axes",
    changes: "every bone has axes of its own",
    options: { axes: randomAxes },
    truth: {},
  },
  {
    name: "200,000 vertices",
    changes: "triangles are split in four until there are 200,000 vertices",
    make: (model) => dense(model, 200_000),
    truth: { leastVertices: 200_000 },
  },
];

const bodyVariants: readonly Variant[] = [
  {
    name: "A-pose",
    changes: "the arms hang 45 degrees lower at rest",
    make: (model) => armsLowered(model, 45),
    truth: { armDegrees: 45 },
  },
  {
    name: "15 bones",
    changes: "only the bones that VRM asks for",
    make: (model) => reduced(model, MINIMUM_BONES),
    truth: {},
  },
  {
    name: "15 bones by name",
    changes: "the same as a plain GLB with Mixamo's names",
    make: (model) => reduced(model, MINIMUM_BONES),
    options: { format: "glb", nodeName: mixamoName },
    truth: {},
  },
  {
    name: "twist bones",
    changes: "a twist bone in the middle of each limb bone, as a plain GLB",
    make: twisted,
    options: { format: "glb", nodeName: mixamoName },
    truth: {},
  },
  ...[0.5, 2].map(
    (legRatio): Variant => ({
      name: `legs times ${legRatio}`,
      changes: `hip to ankle ${legRatio} times as long`,
      make: (model, character) => proportioned(model, character, { legRatio }),
      truth: { lengths: bothSides("UpperLeg", "Foot", legRatio) },
    }),
  ),
  ...[0.8, 1.25].map(
    (armRatio): Variant => ({
      name: `arms times ${armRatio}`,
      changes: `shoulder to wrist ${armRatio} times as long`,
      make: (model, character) => proportioned(model, character, { armRatio }),
      truth: { lengths: bothSides("UpperArm", "Hand", armRatio) },
    }),
  ),
  {
    name: "thick soles",
    changes: "soles 6 cm thicker",
    make: (model, character) => proportioned(model, character, { soleThickness: 0.06 }),
    truth: { soles: 0.06 },
  },
  {
    name: "headless",
    changes: "no parts on the head",
    make: headless,
    truth: { isFaceless: true },
  },
];

function bothSides(from: string, to: string, factor: number): Truth["lengths"] & object {
  return ["left", "right"].map((side) => [`${side}${from}`, `${side}${to}`, factor] as const);
}

export const family: readonly Variant[] = [
  ...targetVariants,
  ...nameVariants,
  ...layoutVariants,
  ...bodyVariants,
];
