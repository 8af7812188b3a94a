// Which parameters stand in which section of the body panel, and in which steps and units they are shown. No markup.
// Ranges and defaults are the table's.
import type { BodySection } from "../state/body-panel";
import type { BodyParameter, BodyParameterName, BodyUnit } from "../tables/body-parameters";

/** In the order of the owner's inspector; fingers have rows of their own. */
export const sectionParameters = {
  calibration: [],
  feet: ["footFrontBackOffset", "footInOutOffset"],
  floor: ["floorHeight"],
  head: ["headRotationOffsetX", "headRotationOffsetY", "headRotationOffsetZ"],
  scale: ["avatarScale", "headScale"],
  limbs: ["enableLeftArmIK", "enableRightArmIK", "weightSmoothSpeed", "chairSeatHeightOffset"],
  distances: [
    "handHandNear",
    "handHandFar",
    "handPropNear",
    "handPropFar",
    "sitFootHipNear",
    "sitFootHipFar",
    "footHeightMinThreshold",
    "footHeightMaxThreshold",
    "chairDistanceNear",
    "chairDistanceFar",
    "hipHeightLow",
    "hipHeightHigh",
  ],
  fingers: [
    "fingerCopyMode",
    "fingerShaped.enabled",
    "fingerShaped.leftHandEnabled",
    "fingerShaped.rightHandEnabled",
    "leftThumbCurl",
    "leftIndexCurl",
    "leftMiddleCurl",
    "leftRingCurl",
    "leftPinkyCurl",
    "leftSpreadFingers",
    "rightThumbCurl",
    "rightIndexCurl",
    "rightMiddleCurl",
    "rightRingCurl",
    "rightPinkyCurl",
    "rightSpreadFingers",
  ],
  motion: [
    "rootMotion",
    "pelvisDrop",
    "pelvisDropLimit",
    "contactIK",
    "contactDistance",
    "legSoftReach",
    "armSoftReach",
    "rotationWeight",
    "bendGoalWeight",
  ],
  filter: [
    "filter.enabled",
    "filter.positionMinCutoff",
    "filter.positionBeta",
    "filter.rotationMinCutoff",
    "filter.rotationBeta",
    "filter.dCutoff",
  ],
  quality: [],
  skeleton: [],
} as const satisfies Readonly<Record<BodySection, readonly BodyParameterName[]>>;

/** How a unit is written: symbols are the same in all languages, words are texts. */
export type ShownUnit = { readonly symbol: string } | { readonly word: "standing" | "limb" };

const units: Readonly<Record<BodyUnit, ShownUnit>> = {
  "": { symbol: "" },
  m: { symbol: "m" },
  deg: { symbol: "°" },
  "1/s": { symbol: "1/s" },
  Hz: { symbol: "Hz" },
  "of standing height": { word: "standing" },
  "of limb length": { word: "limb" },
  "1 per m/s": { symbol: "s/m" },
  "1 per rad/s": { symbol: "s/rad" },
};

export type NumberParameter = Extract<BodyParameter, { readonly type: "number" }>;

export const shownUnit = ({ unit }: NumberParameter): ShownUnit => units[unit];

/** Widths of ranges from which a slider's steps are coarser. */
const STEPS: readonly (readonly [number, number])[] = [
  [100, 1],
  [50, 0.5],
  [20, 0.1],
  [1.5, 0.01],
  [0.5, 0.005],
];
const FINEST = 0.001;
const CURL_STEP = 0.05;

/** Step of a slider: a few hundred from one end to the other. */
export function stepOf({ name, minimum, maximum }: NumberParameter): number {
  if (isFinger(name)) return CURL_STEP;
  const width = maximum - minimum;
  return STEPS.find(([from]) => width >= from)?.[1] ?? FINEST;
}

/** Digits after the point that a step needs. */
export const digitsOf = (parameter: NumberParameter): number =>
  Math.max(0, Math.ceil(-Math.log10(stepOf(parameter))));

/** Key of the explanation: the fingers share two. */
export function hintKey(name: BodyParameterName) {
  if (name.endsWith("Curl")) return "finger.curl.hint" as const;
  if (name.endsWith("SpreadFingers")) return "finger.spread.hint" as const;
  return `param.${name}.hint` as const;
}

/** Key of when to touch it. */
export function whenKey(name: BodyParameterName) {
  return isFinger(name) ? ("when.fingers" as const) : (`when.${name}` as const);
}

function isFinger(name: string): boolean {
  return name.endsWith("Curl") || name.endsWith("SpreadFingers");
}
