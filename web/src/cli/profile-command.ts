// `doppel profile encode|decode`: profile files to share links and back.
// Both forms are checked and written by the core.

import type { Core } from "../core/core";
import { isDoppelError } from "../core/errors";
import { RefusedError } from "./exit-codes";

function refused(name: string, error: unknown): unknown {
  return isDoppelError(error) ? new RefusedError(`${name}: ${error.message}`) : error;
}

/**
 * A profile from the text of a file.
 * @param warn gets what the core has to remark, such as a checksum that does not fit
 */
export function readProfile(core: Core, text: string, name: string, warn: (line: string) => void) {
  try {
    const { profile, warnings } = core.checkProfile(text);
    for (const { path, message } of warnings) warn(`${name}: ${path}: ${message}`);
    return profile;
  } catch (error) {
    throw refused(name, error);
  }
}

export function encodeProfile(core: Core, text: string, name: string, warn: (line: string) => void): string {
  return core.encodeLink(readProfile(core, text, name, warn));
}

/** The profile of a link as indented JSON, sealed as a file would be. */
export function decodeProfile(core: Core, link: string): string {
  try {
    return core.sealProfile(core.decodeLink(link.trim()));
  } catch (error) {
    // The core's reason begins with "link" already.
    throw isDoppelError(error) ? new RefusedError(error.message) : error;
  }
}
