// The one error that reading an avatar file ends in: code, file, place and what was expected there.
// It is not for programming mistakes; those stay ordinary errors.

export type ReadErrorCode =
  /** Neither a GLB nor a glTF document. */
  | "not-gltf"
  /** The file ends before the data that it announces. */
  | "truncated"
  /** The JSON part cannot be parsed. */
  | "invalid-json"
  /** A property has the wrong type or a value that the format does not allow. */
  | "invalid-structure"
  /** An index or a byte range points outside what it points into. */
  | "out-of-range"
  /** glTF or VRM version that is not read. */
  | "unsupported-version"
  /** A required extension that is not read. */
  | "unsupported-extension"
  /** Nothing in the file can be drawn. */
  | "no-meshes"
  /** More data than the reader's limits allow. */
  | "too-large"
  /** A buffer in another file that could not be had. */
  | "missing-resource"
  /** Compressed data and no decoder for it. */
  | "missing-decoder"
  /** Compressed data that the decoder refuses. */
  | "decode-failed";

/** Every failure of `readAvatar`. The message reads `file: place: expectation`. */
export class ReadError extends Error {
  override readonly name = "ReadError";
  readonly code: ReadErrorCode;
  /** Where in the file, such as `accessors[3].count`. */
  readonly place: string;
  /** What was expected there and what was found. */
  readonly expectation: string;
  readonly file: string;

  constructor(code: ReadErrorCode, place: string, expectation: string, file = "") {
    super([file, place, expectation].filter((part) => part !== "").join(": "));
    this.code = code;
    this.place = place;
    this.expectation = expectation;
    this.file = file;
  }

  /** The same error with the name of the file in front. */
  inFile(file: string): ReadError {
    return this.file === "" ? new ReadError(this.code, this.place, this.expectation, file) : this;
  }
}
