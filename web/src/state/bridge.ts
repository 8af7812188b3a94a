// The connection to the bridge as the page names it. Plain data; frames and poses are not here.
import { signal } from "@preact/signals";

/** Of the running recording of the stream, or of the last one. */
export interface RecordingFacts {
  readonly active: boolean;
  /** Of the file; "" before the first one. */
  readonly name: string;
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

export interface BridgeFacts {
  /** `off`: the page was not served by a bridge, and none was named. */
  readonly connection: "off" | "connecting" | "open" | "waiting";
  readonly address: string;
  /** How often it was tried since it was last open. */
  readonly attempt: number;
  /** The source behind the bridge; "" while not known. */
  readonly source: "" | "stopped" | "searching" | "connecting" | "streaming" | "silent" | "ended";
  /** What is wrong, for programs; "" (docs/natnet.md). */
  readonly code: string;
  /** The bridge's own words on what is wrong, English; "". */
  readonly message: string;
  /** What is streamed from: name, version, address. */
  readonly server: string;
  /** Frames a second, 0 while unknown. */
  readonly rate: number;
  /** Frames of the last second that this page did not take in time. */
  readonly dropped: number;
  /** Frames that were lost between the cameras and the bridge, so far. */
  readonly lost: number;
  /** Null where the bridge can not record, and until it said so. */
  readonly recording: RecordingFacts | null;
  /** Why the connection was closed; "". */
  readonly reason: string;
}

export const noBridge: BridgeFacts = {
  connection: "off",
  address: "",
  attempt: 0,
  source: "",
  code: "",
  message: "",
  server: "",
  rate: 0,
  dropped: 0,
  lost: 0,
  recording: null,
  reason: "",
};

export const createBridgeFacts = () => signal<BridgeFacts>(noBridge);
