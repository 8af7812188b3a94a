// What is said of an answer: done, or why not, in the words of the page's own texts where it has some.
// It decides nothing.
import type { Note } from "../state/store";
import type { ControlAnswer } from "./control";
import type { Outcome } from "./control-state";

interface AnswerError {
  readonly code?: string;
  readonly message?: string;
  readonly fault?: string;
}

/** Faults of a pose that the page has texts for. */
const POSE_FAULTS = ["missing-bones", "not-upright", "crouching", "arms-not-level", "arms-not-down"];
/** What is not there can not be forced. */
const NOT_FORCED = "missing-bones";

/** Codes that are said in words of our own. */
const CODES = ["no-page", "page-left", "timeout", "no-performer", "busy", "disconnected"];

/** @param nameOf name of an avatar by its id */
export function outcomeOf(answer: ControlAnswer, done: Note, nameOf: (id: string) => string): Outcome {
  if (answer.ok) return { kind: "good", note: done };
  const error: AnswerError = answer.error ?? {};
  if (error.code === "some-refused") return someRefused(answer, nameOf);
  const note = noteOf(error);
  if (note === null) return { kind: "bad", note: { key: "remote.failed" }, detail: error.message ?? "" };
  return { kind: "bad", note, canForce: canForce(error) };
}

/** Of several avatars: who was left out, and why the first of them was. */
function someRefused({ results }: ControlAnswer, nameOf: (id: string) => string): Outcome {
  const refused = (results as readonly { characterId: string; ok: boolean; error?: AnswerError }[]).filter(
    ({ ok }) => !ok,
  );
  const names = refused.map(({ characterId }) => nameOf(characterId)).join(", ");
  const first = refused[0]?.error ?? {};
  const reason = noteOf(first);
  return {
    kind: "bad",
    note: { key: "remote.leftOut", parameters: { names } },
    ...(reason === null ? { detail: first.message ?? "" } : { reason }),
    canForce: refused.some(({ error = {} }) => canForce(error)),
  };
}

function noteOf({ code = "", fault = "" }: AnswerError): Note | null {
  if (POSE_FAULTS.includes(fault)) return { key: `fault.${fault}` };
  return CODES.includes(code) ? { key: `remote.error.${code}` } : null;
}

const canForce = ({ fault = "" }: AnswerError) => POSE_FAULTS.includes(fault) && fault !== NOT_FORCED;
