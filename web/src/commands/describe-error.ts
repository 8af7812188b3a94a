// Turns whatever was thrown into a message: a translated headline, and the exact reason in the refusing part's own words.
// It handles nothing and hides nothing.
import type { Message, Note } from "../state/store";
import { AddressError } from "./fetch-avatar";

type Described = Pick<Message, "title"> & Partial<Pick<Message, "texts" | "detail">>;

export function describeError(title: Note, error: unknown): Described {
  if (error instanceof AddressError) return { title, texts: [error.note] };
  const detail = error instanceof Error ? error.message : String(error);
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  const file = title.parameters?.file;
  if (file !== undefined && code === "gpu-limit")
    return { title: { key: "error.gpu", parameters: { file } }, detail };
  if (file !== undefined && (code === "drawing-failed" || code === "description-mismatch")) {
    return { title: { key: "error.drawing", parameters: { file } }, detail };
  }
  return { title, detail };
}
