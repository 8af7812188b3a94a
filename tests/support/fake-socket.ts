// Sockets and a clock that tests hold: who opened what, what was said, and what is due after some seconds.
// Nothing passes by itself.

import type { BridgePorts, BridgeSocket } from "../../web/src/sources/steady-socket";
import { type MadeFrame, mocapBytes } from "./mocap-bytes";

export class FakeSocket implements BridgeSocket {
  binaryType = "blob";
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  bufferedAmount = 0;
  readonly sent: { type: string; time?: number }[] = [];
  readonly sentBytes: ArrayBuffer[] = [];
  isClosed = false;

  constructor(
    readonly address: string,
    readonly protocol: string,
  ) {}
  send(data: string | ArrayBuffer): void {
    if (typeof data === "string") this.sent.push(JSON.parse(data));
    else this.sentBytes.push(data.slice(0));
  }
  close(): void {
    this.isClosed = true;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: object): void {
    this.saysText(JSON.stringify(message));
  }
  frame(frame: MadeFrame): void {
    this.saysText(mocapBytes(frame));
  }
  saysText(data: unknown): void {
    this.onmessage?.({ data });
  }
  ends(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

export function fakeSockets(start = 100) {
  const sockets: FakeSocket[] = [];
  /** Seconds. */
  let clock = start;
  let waits: { at: number; work: () => void }[] = [];
  const ports: BridgePorts = {
    openSocket: (address, protocol) => {
      const socket = new FakeSocket(address, protocol);
      sockets.push(socket);
      return socket;
    },
    now: () => clock,
    after: (seconds, work) => {
      const wait = { at: clock + seconds, work };
      waits.push(wait);
      return () => {
        waits = waits.filter((other) => other !== wait);
      };
    },
  };
  return {
    ports,
    sockets,
    newest: () => sockets.at(-1) as FakeSocket,
    now: () => clock,
    /** Time has passed and nothing that is due was done: the page was busy. */
    stall: (seconds: number) => {
      clock += seconds;
    },
    /** Lets time pass; what was due is done in its order. */
    pass: (seconds: number) => {
      const end = clock + seconds;
      for (;;) {
        const due = waits.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        waits = waits.filter((other) => other !== due);
        clock = due.at;
        due.work();
      }
      clock = end;
    },
  };
}
