// What is said of an answer: done, or why not, in the words of the page's own texts where it has some.
// It decides nothing.
import type { Note } from "../state/store";
import type { ControlAnswer } from "./control";
import type { Outcome } from "./control-state";

/** Faults of a pose that the page has texts for. */
const POSE_FAULTS = ["missing-bones", "not-upright", "crouching", "arms-not-level", "arms-not-down"];

/** What is not there can not be forced. */
const NOT_FORCED = "missing-bones";

/** Codes that are said in words of our own. */
const CODES = ["no-page", "page-left", "timeout", "no-performer", "busy", "disconnected"];

export function outcomeOf(answer: ControlAnswer, done: Note): Outcome {
  if (answer.ok) return { kind: "good", note: done };
  const {
    code = "",
    message = "",
    fault,
  } = (answer.error ?? {}) as {
    code?: string;
    message?: string;
    fault?: string;
  };
  if (fault !== undefined && POSE_FAULTS.includes(fault))
    return { kind: "bad", note: { key: `fault.${fault}` }, canForce: fault !== NOT_FORCED };
  if (CODES.includes(code)) return { kind: "bad", note: { key: `remote.error.${code}` } };
  return { kind: "bad", note: { key: "remote.failed" }, detail: message };
}
