// Turns whatever was thrown into a message: a translated headline and reason, and the exact one in the refusing part's own words.
// It handles nothing and hides nothing.
import type { Message, Note } from "../state/store";
import { faultText } from "./fault-texts";
import { Refusal } from "./refusal";

type Described = Pick<Message, "title"> & Partial<Pick<Message, "texts" | "detail">>;

/** Headlines that say more than that a file could not be opened. */
const TITLES: Readonly<Record<string, string>> = {
  "gpu-limit": "error.gpu",
  "drawing-failed": "error.drawing",
  "description-mismatch": "error.drawing",
};

export function describeError(title: Note, error: unknown): Described {
  if (error instanceof Refusal) return { title, texts: [error.note] };
  const detail = error instanceof Error ? error.message : String(error);
  const reason = faultText(error);
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  const file = title.parameters?.file;
  const key = file !== undefined && typeof code === "string" ? TITLES[code] : undefined;
  return {
    title: key === undefined || file === undefined ? title : { key, parameters: { file } },
    ...(reason !== null && { texts: [{ key: reason }] }),
    detail,
  };
}
