// Exit codes of the command line and the error that ends in a usage message.
// They are documented in docs/command-line.md and in `--help`.

/** All went well. */
export const exitOk = 0;
/** A file, link or document was refused; the reason is on stderr. */
export const exitRefused = 1;
/** The command was called wrongly; the reason is on stderr. */
export const exitUsage = 2;

/** The call itself is wrong: an unknown option, a missing operand, a value that is no number. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A file was refused: the message names the file, the place and the expectation. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}
