// The body's part of a profile, `retargeting`: read with defaults for what is absent, and edited into a new document.
// It does not validate; the core does. What stands at its default is left out, so that a document says what was set.
import {
  type BodyParameter,
  type BodyParameterName,
  type BodyValue,
  bodyParameter,
  bodyParameters,
} from "../tables/body-parameters";
import { type Hand, handPreset, presetParameters } from "../tables/hand-presets";
import type { Profile } from "./profile";

/** A calibration as the core wrote it; nothing but the core makes or reads its offsets. */
export interface BodyCalibration {
  readonly pose: "T" | "I";
  /** Taken from the performer's pose, not from both rest poses. */
  readonly live?: boolean;
  readonly [unknown: string]: unknown;
}

/** Human bone to the name of the joint that is given to it by hand. */
export type BoneMap = Readonly<Record<string, string>>;

export interface BodyPart {
  readonly parameters?: Readonly<Record<string, BodyValue>>;
  readonly calibration?: BodyCalibration;
  readonly humanoid?: BoneMap;
  readonly [unknown: string]: unknown;
}

/** Fields that say nothing by themselves: a part that holds no others is left out of the profile. */
const EMPTY_FIELDS: ReadonlySet<string> = new Set(["version"]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function bodyPart(profile: Profile | null): BodyPart {
  const part = profile?.retargeting;
  return isObject(part) ? (part as BodyPart) : {};
}

/** The profile with another part for the body; without one where it says nothing. */
export function withBodyPart(profile: Profile, part: BodyPart): Profile {
  const { retargeting: _, ...rest } = profile;
  return Object.keys(part).every((field) => EMPTY_FIELDS.has(field)) ? rest : { ...rest, retargeting: part };
}

function withField(profile: Profile, field: keyof BodyPart & string, value: object | undefined): Profile {
  const { [field]: _, ...rest } = bodyPart(profile);
  const isEmpty = value === undefined || Object.keys(value).length === 0;
  return withBodyPart(profile, isEmpty ? rest : { ...rest, [field]: value });
}

/** What is in force: the document's value, else the default. */
export function parameterValue(profile: Profile | null, name: BodyParameterName): BodyValue {
  const { parameters } = bodyPart(profile);
  const row: BodyParameter = bodyParameter(name);
  const own = isObject(parameters) && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return own ?? row.default;
}

export function numberOf(profile: Profile | null, name: BodyParameterName): number {
  const value = parameterValue(profile, name);
  return typeof value === "number" ? value : 0;
}

export function isOn(profile: Profile | null, name: BodyParameterName): boolean {
  return parameterValue(profile, name) === true;
}

export function isDefault(profile: Profile | null, name: BodyParameterName): boolean {
  return parameterValue(profile, name) === bodyParameter(name).default;
}

/**
 * A value as a parameter takes it: numbers outside the range become its nearer end.
 * @returns undefined where it is of another type, not finite, or none of the choices
 */
export function takenValue(name: BodyParameterName, value: BodyValue): BodyValue | undefined {
  const row: BodyParameter = bodyParameter(name);
  switch (row.type) {
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
      return Math.min(Math.max(value, row.minimum), row.maximum);
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "choice":
      return typeof value === "string" && row.choices.includes(value) ? value : undefined;
  }
}

export type ParameterValues = Readonly<Partial<Record<BodyParameterName, BodyValue>>>;

/** Values that a parameter does not take are left out; the profile itself where nothing differs. */
export function withParameters(profile: Profile, values: ParameterValues): Profile {
  const changes = Object.entries(values).flatMap(([name, value]) => {
    const key = name as BodyParameterName;
    const taken = takenValue(key, value);
    return taken === undefined || taken === parameterValue(profile, key) ? [] : [[key, taken] as const];
  });
  if (changes.length === 0) return profile;
  const parameters: Record<string, BodyValue> = { ...bodyPart(profile).parameters };
  for (const [name, value] of changes) {
    if (value === bodyParameter(name).default) delete parameters[name];
    else parameters[name] = value;
  }
  return withField(profile, "parameters", parameters);
}

/** The parameters at their defaults; names that the table does not know stay. */
export function withoutParameters(
  profile: Profile,
  names: readonly BodyParameterName[] = bodyParameters.map(({ name }) => name),
): Profile {
  return withParameters(
    profile,
    Object.fromEntries(names.map((name) => [name, bodyParameter(name).default])) as ParameterValues,
  );
}

/** Undefined: the one from both rest poses. */
export function bodyCalibration(profile: Profile | null): BodyCalibration | undefined {
  return bodyPart(profile).calibration;
}

export function withBodyCalibration(profile: Profile, calibration: BodyCalibration | undefined): Profile {
  return withField(profile, "calibration", calibration);
}

/** Human bones by hand; entries of another form are left out. */
export function boneMap(profile: Profile | null): BoneMap {
  return asBoneMap(bodyPart(profile).humanoid);
}

export function asBoneMap(value: unknown): BoneMap {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** An empty map leaves no trace in the profile. */
export function withBoneMap(profile: Profile, map: BoneMap): Profile {
  return withField(profile, "humanoid", map);
}

/** One bone given to a joint; undefined: found by itself again. */
export function withBone(profile: Profile, bone: string, joint: string | undefined): Profile {
  const { [bone]: _, ...rest } = boneMap(profile);
  return withBoneMap(profile, joint === undefined ? rest : { ...rest, [bone]: joint });
}

/** Parameters of a hand behind its side's name, in the order in which they are listed. */
export const handValueNames = [
  "ThumbCurl",
  "IndexCurl",
  "MiddleCurl",
  "RingCurl",
  "PinkyCurl",
  "SpreadFingers",
] as const;
export type HandValueName = (typeof handValueNames)[number];

export const sidesOf = (hand: Hand): readonly ("left" | "right")[] =>
  hand === "both" ? ["left", "right"] : [hand];

/** The six values of a hand or both as a preset has them, and shaped fingers on for them. Undefined: there is no such preset. */
export function presetValues(name: string, hand: Hand): ParameterValues | undefined {
  const preset = handPreset(name);
  if (preset === undefined) return undefined;
  const switches = [
    "fingerShaped.enabled",
    ...sidesOf(hand).map((side) => `fingerShaped.${side}HandEnabled`),
  ];
  return Object.fromEntries([
    ...switches.map((key) => [key, true] as const),
    ...presetParameters(preset, hand),
  ]) as ParameterValues;
}

/**
 * What of a profile's body another avatar takes over: its parameters, and its bones by hand beside the avatar's own. The calibration belongs
 * to the skeleton that it was taken for. A profile that says nothing of a body leaves it as it is.
 */
export function withForeignBody(foreign: Profile, own: Profile): Profile {
  if (foreign.retargeting === undefined) return withBodyOf(foreign, own);
  const humanoid = { ...boneMap(foreign), ...boneMap(own) };
  return withBodyCalibration(withBoneMap(foreign, humanoid), bodyCalibration(own));
}

/** A link says nothing of the body: what is in force stays. */
export function withBodyOf(profile: Profile, own: Profile): Profile {
  return withBodyPart(profile, bodyPart(own));
}
