// What is known of the connection to the bridge, and who is told when it changes.
// Frames are not here.

import type { InputPerformer, InputProp } from "./body-input";
import type { MocapDrops, MocapStatus } from "./mocap-protocol";
import type { MocapRecording } from "./mocap-recording";
import type { SocketState } from "./steady-socket";

/** What is known of the connection, for display. A new object at every change. */
export interface BridgeState extends SocketState {
  /** The source behind the bridge; null until it said so. */
  readonly status: MocapStatus | null;
  readonly drops: MocapDrops | null;
  /** Of a bridge that can record; null for another and until it said so. */
  readonly recording: MocapRecording | null;
  /** Messages that were not what the protocol says. */
  readonly badMessages: number;
}

export interface BridgeListener {
  stateChanged(state: BridgeState): void;
  /** Somebody came, went, or has another skeleton. */
  performersChanged(performers: readonly InputPerformer[]): void;
  /** A rigid body came, went, or is described otherwise. */
  propsChanged?(props: readonly InputProp[]): void;
  /** The bridge did not do what it was asked for: a code of docs/protocol.md, and a sentence in English. */
  refused?(code: string, message: string): void;
}

export const CLOSED: BridgeState = {
  connection: "off",
  address: "",
  attempt: 0,
  status: null,
  drops: null,
  recording: null,
  badMessages: 0,
  reason: "",
};
