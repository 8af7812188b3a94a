// What the remote control lists and reads: characters, hand presets, the table of properties, every value of a character.
// It changes nothing.
import { parameterValue } from "../state/body-settings";
import { type BodyMeterName, bodyMeterAt, bodyMeterNames, weightLayers } from "../tables/body-meters";
import { bodyParameter, bodyParameters } from "../tables/body-parameters";
import { handPresets } from "../tables/hand-presets";
import type { Character, Characters } from "./characters";
import { transferNames, transferProperties, transferValues } from "./remote-transfer";

/** True where this browser has settings of the character's avatar saved. */
export type HasSettings = (character: Character) => boolean;

const layerNames = bodyMeterNames.filter((name) => name.endsWith("Layer"));

/** Units of the meters that have one; the others are plain numbers. */
const meterUnits: Readonly<Partial<Record<BodyMeterName, string>>> = {
  leftFootSlide: "cm/s",
  rightFootSlide: "cm/s",
  leftPenetration: "mm",
  rightPenetration: "mm",
  leftFloating: "mm",
  rightFloating: "mm",
  limbStretch: "%",
  leftHandError: "mm",
  rightHandError: "mm",
  kneeJump: "deg",
  elbowJump: "deg",
  pelvisDrop: "mm",
};

const isLayer = (name: BodyMeterName) => layerNames.includes(name);
/** Where what is set has the same name, the meter is what is drawn. */
const meterProperty = (name: BodyMeterName) =>
  bodyParameter(name as string) === undefined ? name : `drawn${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const readOnlyProperties = [
  ...bodyMeterNames.map((name) =>
    isLayer(name)
      ? { name, type: "choice", choices: weightLayers, readOnly: true }
      : { name: meterProperty(name), type: "number", unit: meterUnits[name] ?? "", readOnly: true },
  ),
  { name: "initialHipsHeight", type: "number", unit: "m", readOnly: true },
  { name: "calibration", type: "object", readOnly: true },
  { name: "hasCachedSettings", type: "boolean", readOnly: true },
] as const;

/** All that a character takes. */
export const settableProperties = ({ transfers }: Character): readonly string[] => [
  ...bodyParameters.map(({ name }) => name),
  ...transferNames(transfers),
];
export const readOnlyPropertyNames: readonly string[] = readOnlyProperties.map(({ name }) => name);

export const characterLine = ({ id, name, performer, leader }: Character) => ({
  characterId: id,
  name,
  performer,
  leader,
});

/** The answer to `refresh`. */
export function remoteLists({ list, open }: Pick<Characters, "list" | "open">): object {
  return {
    characters: list.map(characterLine),
    open: open?.id ?? null,
    handPresets: handPresets.map(({ name, alias }) => ({ name, alias })),
    properties: [...bodyParameters, ...transferProperties, ...readOnlyProperties],
  };
}

/** From what the rotation offsets were taken, as everybody is told of it; null: it has no body. */
export function calibrationState(character: Character): object | null {
  const settings = character.body.inForce();
  if (settings === null) return null;
  const { calibration } = settings;
  return {
    pose: calibration?.pose ?? "T",
    // From the performer's pose; else from both rest poses.
    live: calibration?.live ?? false,
    initialHipsHeight: calibration?.initialHipsHeight ?? null,
    // Where the performer faced; the rest poses have no performer.
    headingDegrees: calibration?.live === true ? ((calibration.heading ?? 0) * 180) / Math.PI : null,
  };
}

/** The answer to `getCharacterData`. */
export function characterData(character: Character, hasSettings: HasSettings): object {
  const { profile } = character.document;
  return {
    ...characterLine(character),
    values: {
      ...Object.fromEntries(bodyParameters.map(({ name }) => [name, parameterValue(profile, name)])),
      ...transferValues(character.transfers),
    },
    readOnly: {
      ...meterValues(character.meters),
      initialHipsHeight: character.body.inForce()?.calibration?.initialHipsHeight ?? null,
      calibration: calibrationState(character),
      hasCachedSettings: hasSettings(character),
    },
  };
}

function meterValues(meters: ArrayLike<number>): Record<string, number | string> {
  return Object.fromEntries(
    bodyMeterNames.map((name) => {
      const value = meters[bodyMeterAt[name]] ?? 0;
      return [meterProperty(name), isLayer(name) ? (weightLayers[value] ?? "none") : value];
    }),
  );
}
