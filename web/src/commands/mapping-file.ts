// A mapping of targets to channels as a file of its own: written, and read with a reason where it is refused.
// Whether an avatar has the targets is not asked here.
import { asMapping, type Mapping } from "../state/mapping";

/** Version of the form. */
const VERSION = 1;

export interface MappingFile {
  readonly avatarName: string;
  readonly mapping: Mapping;
}

export function writeMappingFile({ avatarName, mapping }: MappingFile): string {
  const sorted = Object.fromEntries(Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ doppelMapping: VERSION, avatarName, mapping: sorted }, null, 2)}\n`;
}

/** What a file was refused for; the message holds place and expectation. */
export class MappingFileError extends Error {
  override readonly name = "MappingFileError";
  constructor(
    readonly code: "invalid-json" | "invalid-mapping" | "unsupported-version",
    message: string,
  ) {
    super(message);
  }
}

/** Also takes the mapping out of a profile file. Throws MappingFileError. */
export function readMappingFile(text: string): Mapping {
  const document = parsed(text);
  const root = objectAt(document, "$");
  const version = root.doppelMapping ?? VERSION;
  if (typeof version !== "number" || version > VERSION) {
    throw new MappingFileError(
      "unsupported-version",
      `$.doppelMapping: expected ${VERSION}, found ${JSON.stringify(version)}`,
    );
  }
  const holder = root.calibration === undefined ? root : objectAt(root.calibration, "$.calibration");
  const mapping = objectAt(holder.mapping, "$.mapping");
  for (const [target, channel] of Object.entries(mapping)) {
    if (channel === null || typeof channel === "string") continue;
    throw new MappingFileError(
      "invalid-mapping",
      `$.mapping["${target}"]: expected the name of a channel or null`,
    );
  }
  return asMapping(mapping);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MappingFileError("invalid-json", `$: expected JSON (${(error as Error).message})`);
  }
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new MappingFileError("invalid-mapping", `${place}: expected an object`);
}
