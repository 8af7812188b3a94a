// Writes a file that a command was asked for.
// What goes in is the command's.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { RefusedError } from "./exit-codes";

/** @throws RefusedError with the name as the user wrote it */
export async function writeOut(path: string, content: string | Uint8Array, folder: string): Promise<void> {
  try {
    await writeFile(resolve(folder, path), content);
  } catch (error) {
    throw new RefusedError(`${path}: cannot be written (${error instanceof Error ? error.message : error})`);
  }
}
