// What the page answers at the remote control: the eight actions, each with a character as its object.
// It knows no socket: a request goes in, the fields of its answer come out, or a RemoteRefusal.
import { type Hand, handPreset, handPresets } from "../tables/hand-presets";
import type { AutoResult, BodyChanges, Unposed } from "./body-changes";
import type { Character, Characters } from "./characters";
import { calibrationState, characterData, type HasSettings, remoteLists } from "./remote-data";
import { type RemoteAsk, RemoteRefusal, type RemoteTime } from "./remote-ports";
import { type RemoteUpdates, takeValue } from "./remote-updates";

export interface AnswerParts {
  readonly characters: Characters;
  readonly changes: BodyChanges;
  readonly updates: RemoteUpdates;
  readonly time: RemoteTime;
  readonly hasSettings: HasSettings;
}

type Answer = (ask: RemoteAsk) => Promise<object>;

/** Instead of a character's id: all of them. */
const ALL = "all";

/** Why nothing was calibrated, as a sentence for people. */
const FAULTS: Readonly<Record<Unposed | Extract<AutoResult, { fault: unknown }>["fault"], string>> = {
  "missing-bones": "no frame has come yet, or a bone is missing that is needed",
  "not-upright": "the performer is not upright",
  crouching: "the performer's knees are bent",
  "arms-not-level": "in a T-pose both arms are stretched level to the sides",
  "arms-not-down": "in an I-pose both arms hang straight down",
  nobody: "the character follows no performer",
  replaced: "another avatar or performer came between",
  busy: "the automatic calibration of this character is under way",
};

/** Faults that have a code of their own; the others are of the pose. */
const FAULT_CODES: Readonly<Partial<Record<keyof typeof FAULTS, string>>> = {
  nobody: "no-performer",
  replaced: "replaced",
  busy: "busy",
};

function refusalOf(fault: keyof typeof FAULTS): RemoteRefusal {
  return new RemoteRefusal(FAULT_CODES[fault] ?? "pose-refused", FAULTS[fault], { fault });
}

/** By the name of the action. */
export function createRemoteAnswers(parts: AnswerParts): ReadonlyMap<string, Answer> {
  const { characters, hasSettings, updates } = parts;
  const characterOf = ({ characterId }: RemoteAsk) => findCharacter(characters, characterId);
  return new Map<string, Answer>([
    ["refresh", async () => remoteLists(characters)],
    [
      "getCharacterData",
      async (ask) => {
        const character = characterOf(ask);
        await updates.flush(character);
        return characterData(character, hasSettings);
      },
    ],
    [
      "updateValueRealtime",
      async (ask) => {
        const character = characterOf(ask);
        const taken = takeValue(character, ask.property, ask.value);
        await updates.put(character, taken);
        const { property, value, isClamped } = taken;
        return { characterId: character.id, property, value, ...(isClamped && { clamped: true }) };
      },
    ],
    ["setHandPosePreset", (ask) => setPreset(parts, characterOf(ask), ask)],
    ...poseAnswers(parts),
  ]);
}

function poseAnswers(parts: AnswerParts): readonly (readonly [string, Answer])[] {
  const { characters, changes, time } = parts;
  /** Work on one character that needs its performer's pose of now. */
  const posed = (work: (character: Character, ask: RemoteAsk) => Promise<object>): Answer => {
    return async (ask) => {
      const character = findCharacter(characters, ask.characterId);
      await parts.updates.flush(character);
      const rest = await time.wake();
      try {
        return { characterId: character.id, ...(await work(character, ask)) };
      } finally {
        rest();
      }
    };
  };
  return [
    [
      "calibrateIPose",
      posed(async (character, ask) => {
        const pose = poseOf(ask.pose);
        const fault = await changes.calibrate(character, pose, ask.force === true);
        if (fault !== null) throw refusalOf(fault);
        return { calibration: calibrationState(character) };
      }),
    ],
    [
      "resetCalibration",
      posed(async (character) => {
        await changes.resetCalibration(character);
        return { calibration: calibrationState(character) };
      }),
    ],
    [
      "calibrateHeadForward",
      posed(async (character) => {
        const values = await changes.headForward(character);
        if (values === null) throw refusalOf(character.performer === null ? "nobody" : "missing-bones");
        return { values };
      }),
    ],
    ["autoCalibrateAll", (ask) => autoCalibrate(parts, ask)],
  ];
}

function findCharacter(characters: Characters, id: unknown): Character {
  const found = typeof id === "string" ? characters.find(id) : undefined;
  if (found !== undefined) return found;
  const known = characters.list.map((character) => character.id);
  const expected = known.length === 0 ? "no avatar is open" : `expected one of ${known.join(", ")}`;
  throw new RemoteRefusal("unknown-character", `characterId: ${expected}, found ${String(id)}`, { known });
}

function poseOf(pose: unknown): "T" | "I" {
  if (pose === undefined || pose === "I") return "I";
  if (pose === "T") return "T";
  throw new RemoteRefusal("invalid-request", "pose: expected I or T");
}

async function setPreset(
  { changes, updates }: AnswerParts,
  character: Character,
  { preset, hand }: RemoteAsk,
): Promise<object> {
  const wanted = handPreset(String(preset));
  if (wanted === undefined) {
    const known = handPresets.flatMap(({ name, alias }) => [name, alias]);
    const message = `preset: expected one of ${known.join(", ")}, found ${String(preset)}`;
    throw new RemoteRefusal("unknown-preset", message, { known });
  }
  const hands = (hand ?? "both") as Hand;
  await updates.flush(character);
  const values = await changes.setHandPreset(character, wanted.name, hands);
  return { characterId: character.id, preset: wanted.name, hand: hands, values };
}

/** All at the same time, since each waits for the same steps; one that is refused does not keep the others. */
async function autoCalibrate(parts: AnswerParts, { characterId, force }: RemoteAsk): Promise<object> {
  const { characters, changes, updates, time } = parts;
  const isOne = characterId !== undefined && characterId !== ALL;
  const wanted = isOne ? [findCharacter(characters, characterId)] : characters.list;
  if (wanted.length === 0) throw new RemoteRefusal("unknown-character", "no avatar is open", { known: [] });
  for (const character of wanted) await updates.flush(character);
  const rest = await time.wake();
  try {
    const results = await Promise.all(
      wanted.map(async (character) => {
        const { id } = character;
        try {
          const result = await changes.autoAll(character, () => time.step(), force === true);
          if ("fault" in result) throw refusalOf(result.fault);
          return { characterId: id, ok: true, values: result.values };
        } catch (error) {
          return { characterId: id, ok: false, error: errorFields(error) };
        }
      }),
    );
    const refused = results.filter(({ ok }) => !ok);
    if (refused.length === 0) return { results };
    const [only] = refused;
    if (isOne && only?.error !== undefined) throw new Fields({ results, error: only.error });
    const names = refused.map((result) => result.characterId).join(", ");
    throw new Fields({ results, error: { code: "some-refused", message: `refused: ${names}; see results` } });
  } finally {
    rest();
  }
}

/** A refusal whose answer says more than the error. */
class Fields extends Error {
  constructor(readonly fields: object) {
    super("refused");
  }
}

/** The fields of an answer to a request that failed. */
export function refusedFields(error: unknown): object {
  return error instanceof Fields ? error.fields : { error: errorFields(error) };
}

function errorFields(error: unknown): object {
  if (error instanceof RemoteRefusal) return { code: error.code, message: error.message, ...error.more };
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return {
    code: typeof code === "string" ? code : "failed",
    message: error instanceof Error ? error.message : String(error),
  };
}
