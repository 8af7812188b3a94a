// What a probe in a worker is refused with: a code of the reader or the core as it crossed from there, or one of the worker's own.
// Nothing else stands here, so that it can be told apart without loading the probe.

/** Why a file could not be measured. The message names the file. */
export class ProbeError extends Error {
  override readonly name = "ProbeError";
  /**
   * @param code a code of the reader or the core, or `worker-crashed`, `worker-hung`
   * @param file name of the file
   */
  constructor(
    readonly code: string,
    readonly file: string,
    message: string,
  ) {
    super(message);
  }
}
