// What can be done to a character's body, by whoever asks: parameters, hand presets, calibrations; each is one entry of the history.
// It tells nobody: a refusal is returned, and what the engine refuses is thrown; either has changed nothing.
import type { RefusedPose } from "../state/body-panel";
import {
  type BodyCalibration,
  type ParameterValues,
  presetValues,
  withBodyCalibration,
  withParameters,
} from "../state/body-settings";
import type { Profile } from "../state/profile";
import type { Note } from "../state/store";
import { type BodyParameterName, bodyParameter } from "../tables/body-parameters";
import { type Hand, handPreset } from "../tables/hand-presets";
import type { Character, Characters } from "./characters";
import type { History } from "./history";
import type { BodyStage } from "./ports";

/** Why a pose was not taken; "nobody": the character follows no performer. */
export type Unposed = RefusedPose["fault"] | "nobody";

/** What came of the automatic calibration. */
export type AutoResult =
  | { readonly values: ParameterValues }
  /** "replaced": another avatar or performer came between; "busy": it is under way already. */
  | { readonly fault: Unposed | "replaced" | "busy" };

/** Engine steps after which the automatic calibration has come to an end; it takes two. */
const MOST_STEPS = 10;

export type BodyChanges = ReturnType<typeof createBodyChanges>;

export function createBodyChanges(history: Pick<History, "seal">, characters: Pick<Characters, "list">) {
  return { ...settingChanges(history), ...poseChanges(history, characters) };
}

/** A change of the body's part; nothing enters the history where the profile stays as it is. */
export async function changeBody(
  character: Character,
  label: Note,
  edited: (profile: Profile) => Profile,
  mergeKey?: string,
): Promise<void> {
  const { profile } = character.document;
  const next = edited(profile);
  if (next !== profile) await character.change(label, next, mergeKey);
}

function settingChanges(history: Pick<History, "seal">) {
  return {
    /** The values that were set; undefined: there is no such preset. */
    setHandPreset: async (
      character: Character,
      preset: string,
      hands: Hand,
    ): Promise<ParameterValues | undefined> => {
      const values = presetValues(preset, hands);
      if (values === undefined) return undefined;
      history.seal();
      await changeBody(
        character,
        { key: "change.handPreset", parameters: { preset: handPreset(preset)?.alias ?? preset } },
        (p) => withParameters(p, values),
      );
      return values;
    },
    /** Back to the one from both rest poses. */
    resetCalibration: (character: Character): Promise<void> => {
      history.seal();
      return changeBody(character, { key: "change.calibrateReset" }, (p) =>
        withBodyCalibration(p, undefined),
      );
    },
  };
}

function poseChanges(history: Pick<History, "seal">, characters: Pick<Characters, "list">) {
  const underWay = new Set<Character>();
  /** What the engine has found, into the profile; where that is refused, the engine goes back. */
  const keep = async (character: Character, label: Note, edited: (profile: Profile) => Profile) => {
    history.seal();
    try {
      await changeBody(character, label, edited);
    } catch (error) {
      character.body.restore();
      throw error;
    }
  };
  return {
    /** From the pose of now. A pose that is clearly none is refused; `force` takes it. */
    calibrate: async (character: Character, pose: "T" | "I", force = false): Promise<Unposed | null> => {
      if (character.performer === null) return "nobody";
      const fault = character.body.calibrate(pose, force);
      if (fault !== "none") return fault;
      const calibration = character.body.inForce()?.calibration;
      if (calibration === undefined) return "missing-bones";
      await keep(character, { key: pose === "T" ? "change.calibrateT" : "change.calibrateI" }, (p) =>
        withBodyCalibration(p, calibration as unknown as BodyCalibration),
      );
      return null;
    },
    /** The head looks the way it looks in T-pose. The offsets that were set; null where nobody is followed or no frame has come. */
    headForward: async (character: Character): Promise<ParameterValues | null> => {
      if (character.performer === null || !character.body.calibrateHeadForward()) return null;
      const values = inForce(character.body, headOffsets);
      await keep(character, { key: "change.headForward" }, (p) => withParameters(p, values));
      return values;
    },
    /**
     * The owner's order, by the engine: scale 1, a step, scale by the necks' heights (0.1..3), a step, head forward. A performer that crouches
     * or bows meanwhile is refused; `force` takes it. Until the end the engine alone has the new values.
     * @param step resolves when the engine has made one
     */
    autoAll: async (character: Character, step: () => Promise<void>, force = false): Promise<AutoResult> => {
      if (underWay.has(character)) return { fault: "busy" };
      underWay.add(character);
      try {
        const found = await findAll(character, characters, step, force);
        if ("values" in found)
          await keep(character, { key: "change.bodyAuto" }, (p) => withParameters(p, found.values));
        return found;
      } finally {
        underWay.delete(character);
        // A profile that has them already is put into force again: the engine was tried with others.
        character.body.restore();
      }
    },
  };
}

async function findAll(
  character: Character,
  characters: Pick<Characters, "list">,
  step: () => Promise<void>,
  force: boolean,
): Promise<AutoResult> {
  const { body, performer, document } = character;
  if (performer === null) return { fault: "nobody" };
  const fault = body.autoCalibrate(force);
  if (fault !== "none") return { fault };
  for (let steps = 0; steps < MOST_STEPS; ++steps) {
    await step();
    const isSame =
      characters.list.includes(character) &&
      character.document.avatar === document.avatar &&
      character.performer === performer;
    if (!isSame) return { fault: "replaced" };
    const found = character.body.autoCalibration();
    if (found?.stage === "done") return { values: inForce(character.body, autoNames) };
    if (found?.stage === "refused" && found.fault !== "none") return { fault: found.fault };
  }
  return { fault: "missing-bones" };
}

const headOffsets = ["headRotationOffsetX", "headRotationOffsetY", "headRotationOffsetZ"] as const;
const autoNames = ["avatarScale", ...headOffsets] as const;

/** Values as the engine has them. */
function inForce(body: BodyStage, names: readonly BodyParameterName[]): ParameterValues {
  const parameters = body.inForce()?.parameters ?? {};
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? bodyParameter(name).default]));
}
