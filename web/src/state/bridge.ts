// The connection to the bridge as the page names it. Plain data; frames and poses are not here.
import { signal } from "@preact/signals";

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
  reason: "",
};

export const createBridgeFacts = () => signal<BridgeFacts>(noBridge);
