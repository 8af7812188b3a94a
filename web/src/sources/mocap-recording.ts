// What the bridge says of its recording of the stream (docs/protocol.md, `recording`).
// It reads nothing; mocap-messages checks it.

export interface MocapRecording {
  readonly type: "recording";
  /** Else it is of the last one. */
  readonly active: boolean;
  /** Of the file; "" before the first one. */
  readonly name: string;
  /** From the first recorded frame to the last. */
  readonly seconds: number;
  readonly frames: number;
  readonly bytes: number;
  /** Frames that came while it ran and are not in it. */
  readonly dropped: number;
  /** Code of what ended it where nobody asked for its end; "". */
  readonly error: string;
  /** The bridge's own words on that, English; "". */
  readonly message: string;
}
