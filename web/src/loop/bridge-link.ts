// Joins the bridge's stream to the open avatar's body and to what is shown of the connection.
// It opens nothing by itself: `connect` is called once the stream's address is known.
import { type BridgePorts, BridgeSource, type BridgeState } from "../sources/bridge-source";
import type { BridgeFacts } from "../state/bridge";
import { noBridge } from "../state/bridge";
import type { BodyTheatre } from "./body-theatre";

export class BridgeLink {
  readonly source: BridgeSource;

  /** @param refused the bridge did not do what it was asked for */
  constructor(
    ports: BridgePorts,
    body: BodyTheatre,
    changed: (facts: BridgeFacts) => void,
    refused: (code: string, message: string) => void = () => {},
  ) {
    this.source = new BridgeSource(ports, {
      stateChanged: (state) => changed(factsOf(state)),
      performersChanged: () => body.refresh(),
      propsChanged: () => body.refresh(),
      refused,
    });
    body.setLive(this.source);
  }

  connect(address: string): void {
    this.source.connect(address);
  }

  disconnect(): void {
    this.source.disconnect();
  }

  /** Has the bridge record what it streams, or end that. */
  record(starts: boolean): void {
    this.source.record(starts);
  }

  /** A page that nobody sees asks for no frames. */
  setHidden(hidden: boolean): void {
    this.source.setPaused(hidden);
  }
}

function factsOf(state: BridgeState): BridgeFacts {
  const { connection, address, attempt, status, drops, recording, reason } = state;
  if (connection === "off") return noBridge;
  return {
    connection,
    address,
    attempt,
    reason,
    source: status?.state ?? "",
    code: status?.code ?? "",
    message: status?.message ?? "",
    server: status?.server ?? "",
    rate: status?.rate ?? 0,
    dropped: drops?.dropped ?? 0,
    lost: status?.source.lost ?? 0,
    recording,
  };
}
