// Chooses the reader for a recording by what the text is, not by what the file is called.
// It is not a reader itself.

import { parseLiveLinkCsv } from "./live-link-csv";
import type { FaceRecording } from "./recording";
import { parseRecordingJson } from "./recording-json";

/** Reads a Live Link Face CSV or a JSON recording. Throws RecordingError. */
export function readRecording(text: string, file: string): FaceRecording {
  const first = text.replace(/^\uFEFF/, "").trimStart()[0];
  return first === "{" || first === "[" ? parseRecordingJson(text, file) : parseLiveLinkCsv(text, file);
}
