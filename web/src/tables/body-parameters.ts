// The table of every parameter of an avatar's body: name in files and on the remote wire, type, unit, range, default.
// It is not the panel: groups, labels and help are the panel's. Held equal to `wasm/src/base/body_parameter.cpp` by a test.

/** What a parameter is measured in; "" for a plain number. */
export type BodyUnit =
  | ""
  | "m"
  | "deg"
  | "1/s"
  | "Hz"
  | "of standing height"
  | "of limb length"
  | "1 per m/s"
  | "1 per rad/s";

export type BodyValue = number | boolean | string;

export type BodyParameter =
  | {
      readonly name: string;
      readonly type: "number";
      readonly unit: BodyUnit;
      readonly minimum: number;
      readonly maximum: number;
      readonly default: number;
      /** Named by the owner's document, or one of its layers. */
      readonly seed: boolean;
    }
  | { readonly name: string; readonly type: "boolean"; readonly default: boolean; readonly seed: boolean }
  | {
      readonly name: string;
      readonly type: "choice";
      readonly choices: readonly string[];
      readonly default: string;
      readonly seed: boolean;
    };

function number<Name extends string>(
  name: Name,
  unit: BodyUnit,
  minimum: number,
  maximum: number,
  initial: number,
  seed = true,
) {
  return { name, type: "number", unit, minimum, maximum, default: initial, seed } as const;
}

function flag<Name extends string>(name: Name, initial: boolean, seed = true) {
  return { name, type: "boolean", default: initial, seed } as const;
}

function choice<Name extends string>(name: Name, choices: readonly string[], initial: string, seed = true) {
  return { name, type: "choice", choices, default: initial, seed } as const;
}

/** In the order in which panels and the remote control list them. Signs are Unity's. */
export const bodyParameters = [
  number("footFrontBackOffset", "m", -0.5, 0.5, 0),
  number("footInOutOffset", "m", -0.5, 0.5, 0),
  number("floorHeight", "m", -1, 1, 0),
  number("headRotationOffsetX", "deg", -180, 180, 0),
  number("headRotationOffsetY", "deg", -180, 180, 0),
  number("headRotationOffsetZ", "deg", -180, 180, 0),
  number("avatarScale", "", 0.1, 3, 1),
  number("headScale", "", 0.1, 3, 1),
  number("chairSeatHeightOffset", "m", -0.5, 0.5, 0),
  flag("enableLeftArmIK", true),
  flag("enableRightArmIK", true),
  number("weightSmoothSpeed", "1/s", 0, 60, 10),
  choice("fingerCopyMode", ["None", "MuscleData", "Rotation"], "Rotation"),
  flag("fingerShaped.enabled", false),
  flag("fingerShaped.leftHandEnabled", true),
  flag("fingerShaped.rightHandEnabled", true),
  number("leftThumbCurl", "", -1, 1, 0),
  number("leftIndexCurl", "", -1, 1, 0),
  number("leftMiddleCurl", "", -1, 1, 0),
  number("leftRingCurl", "", -1, 1, 0),
  number("leftPinkyCurl", "", -1, 1, 0),
  number("leftSpreadFingers", "", -1, 1, 0),
  number("rightThumbCurl", "", -1, 1, 0),
  number("rightIndexCurl", "", -1, 1, 0),
  number("rightMiddleCurl", "", -1, 1, 0),
  number("rightRingCurl", "", -1, 1, 0),
  number("rightPinkyCurl", "", -1, 1, 0),
  number("rightSpreadFingers", "", -1, 1, 0),
  number("handHandNear", "m", 0, 2, 0.15),
  number("handHandFar", "m", 0, 2, 0.35),
  number("handPropNear", "m", 0, 2, 0.12),
  number("handPropFar", "m", 0, 2, 0.4),
  number("sitFootHipNear", "m", 0, 2, 0.2),
  number("sitFootHipFar", "m", 0, 2, 0.35),
  number("footHeightMinThreshold", "m", 0, 2, 0.12),
  number("footHeightMaxThreshold", "m", 0, 2, 0.45),
  number("chairDistanceNear", "m", 0, 2, 0.25),
  number("chairDistanceFar", "m", 0, 2, 0.6),
  number("hipHeightLow", "of standing height", 0, 1, 0.35),
  number("hipHeightHigh", "of standing height", 0, 1, 0.7),
  choice("rootMotion", ["world", "scaled"], "world", false),
  flag("pelvisDrop", true, false),
  flag("contactIK", true, false),
  number("legSoftReach", "of limb length", 0.9, 1, 0.97, false),
  number("armSoftReach", "of limb length", 0.9, 1, 0.97, false),
  number("pelvisDropLimit", "of limb length", 0, 0.5, 0.25, false),
  number("contactDistance", "m", 0, 0.5, 0.12, false),
  number("rotationWeight", "", 0, 1, 1, false),
  number("bendGoalWeight", "", 0, 1, 1, false),
  flag("filter.enabled", true, false),
  number("filter.positionMinCutoff", "Hz", 0.1, 30, 2, false),
  number("filter.positionBeta", "1 per m/s", 0, 100, 15, false),
  number("filter.rotationMinCutoff", "Hz", 0.1, 30, 2, false),
  number("filter.rotationBeta", "1 per rad/s", 0, 100, 4, false),
  number("filter.dCutoff", "Hz", 0.1, 30, 5, false),
] as const;

export type BodyParameterName = (typeof bodyParameters)[number]["name"];

const byName: ReadonlyMap<string, BodyParameter> = new Map(bodyParameters.map((row) => [row.name, row]));

export function bodyParameter(name: BodyParameterName): BodyParameter;
export function bodyParameter(name: string): BodyParameter | undefined;
export function bodyParameter(name: string): BodyParameter | undefined {
  return byName.get(name);
}

/** A value as the engine takes it: booleans as 0 and 1, choices as their index. Undefined where it is of another type. */
export function parameterNumber(parameter: BodyParameter, value: BodyValue): number | undefined {
  if (parameter.type === "number") return typeof value === "number" ? value : undefined;
  if (parameter.type === "boolean") return typeof value === "boolean" ? Number(value) : undefined;
  const index = parameter.choices.indexOf(String(value));
  return index < 0 ? undefined : index;
}
