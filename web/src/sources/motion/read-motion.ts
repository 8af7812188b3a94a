// Chooses the reader for a body recording in text form by what the text is, not by what the file is called.
// It is no reader itself; VRM animations are binary and read by the reader room.

import { RecordingError } from "../recording";
import type { MotionClip, MotionOptions } from "./motion-clip";
import { isMotiveCsv } from "./motive-header";
import { readBvh } from "./read-bvh";
import { readMotiveCsv } from "./read-motive-csv";

/** True for the text of a BVH file. */
export function isBvh(text: string): boolean {
  return /^\uFEFF?(\s*(#|\/\/)[^\n\r]*[\n\r])*\s*HIERARCHY\s/i.test(text.slice(0, 4096));
}

/** True where `readMotion` has a reader for the text. */
export function isMotionText(text: string): boolean {
  return isMotiveCsv(text) || isBvh(text);
}

/** Reads a BVH file or a Motive CSV export. Throws RecordingError. */
export function readMotion(text: string, file: string, options: MotionOptions = {}): MotionClip {
  if (isMotiveCsv(text)) return readMotiveCsv(text, file, options);
  if (isBvh(text)) return readBvh(text, file, options);
  const expectation = "expected a BVH file (HIERARCHY) or a Motive CSV export (Format Version)";
  throw new RecordingError(file, "line 1", expectation);
}
