// The Khronos glTF validator, with the messages left out that any VRM gets: it does not know VRM's extensions, and 0.x's has no prefix.
// It checks files of ours; files of others are the reader's business.
import { createRequire } from "node:module";

interface Issue {
  readonly code: string;
  readonly severity: number;
  readonly pointer?: string;
  readonly message: string;
}

interface Validator {
  validateBytes(bytes: Uint8Array): Promise<{ readonly issues: { readonly messages: readonly Issue[] } }>;
}

const validator = createRequire(import.meta.url)("gltf-validator") as Validator;

const ABOUT_VRM = ["UNSUPPORTED_EXTENSION", "INVALID_EXTENSION_NAME_FORMAT"];

/** 0 error, 1 warning, 2 information, 3 hint. */
const WARNING = 1;

/** Errors and warnings. */
export async function gltfIssues(bytes: Uint8Array): Promise<readonly Issue[]> {
  const { issues } = await validator.validateBytes(bytes);
  return issues.messages.filter(({ code, severity }) => severity <= WARNING && !ABOUT_VRM.includes(code));
}
