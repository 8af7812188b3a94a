// What is thrown when a file cannot be drawn: a code for the translated headline and the details for the text.
// It is not the reader's error; that one speaks of the file's data, this one of drawing it.

export type DrawingErrorCode = "gpu-limit" | "drawing-failed" | "description-mismatch";

export class DrawingError extends Error {
  override readonly name = "DrawingError";

  /**
   * @param place where in the file, such as `image 3 "skin"`
   * @param expectation what would have been accepted
   */
  constructor(
    readonly code: DrawingErrorCode,
    readonly place: string,
    readonly expectation: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${expectation}`, options);
  }
}
