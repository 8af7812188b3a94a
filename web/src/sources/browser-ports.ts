// What the bridge's source needs of a browser: WebSockets, a clock, a timer.
// No behaviour of its own.
import type { BridgePorts, BridgeSocket } from "./steady-socket";

export const browserPorts: BridgePorts = {
  // A WebSocket is one; its handlers' types ask for events that the source does not read.
  openSocket: (address, protocol) => new WebSocket(address, protocol) as unknown as BridgeSocket,
  now: () => performance.now() / 1000,
  after: (seconds, work) => {
    const timer = setTimeout(work, seconds * 1000);
    return () => clearTimeout(timer);
  },
};
