// A WebSocket to the bridge that comes back by itself: each try waits twice as long as the one before, up to half a second while somebody
// looks, and longer while nobody does.
// It reads nothing of what is said.

/** What is used of a WebSocket. */
export interface BridgeSocket {
  binaryType: string;
  readonly readyState: number;
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: (() => void) | null;
  send(data: string | ArrayBuffer): void;
  close(): void;
}

export interface BridgePorts {
  /** Opens `address` with one subprotocol. May throw, as WebSocket does for an address that is none. */
  openSocket(address: string, protocol: string): BridgeSocket;
  /** Seconds on a clock that never runs backwards. */
  now(): number;
  /** Calls `work` after `seconds`; what it returns takes that back. */
  after(seconds: number, work: () => void): () => void;
}

export type BridgeConnection = "off" | "connecting" | "open" | "waiting";

/** A new object at every change. */
export interface SocketState {
  readonly connection: BridgeConnection;
  readonly address: string;
  /** How often it was tried since it was last open. */
  readonly attempt: number;
  /** Why the connection was closed, in the bridge's words; "". */
  readonly reason: string;
}

export interface SocketListener {
  socketChanged(state: SocketState): void;
  received(data: unknown): void;
}

/** Seconds until the first new try, and at most: while somebody looks, and while nobody does. */
const FIRST_WAIT = 0.125;
const LONGEST_WAIT = 0.5;
const LONGEST_WAIT_HIDDEN = 8;
const OPEN = 1;
/** Bytes that may wait before new ones are left out. */
const MOST_WAITING = 4096;
/** Close codes that say nothing: none was given, and the connection broke. */
const SILENT_CODES: readonly number[] = [1005, 1006];

const OFF: SocketState = { connection: "off", address: "", attempt: 0, reason: "" };

export class SteadySocket {
  private socket: BridgeSocket | null = null;
  private endWait: (() => void) | null = null;
  private known = OFF;
  private isHidden = false;

  constructor(
    private readonly ports: BridgePorts,
    private readonly protocol: string,
    private readonly listener: SocketListener,
  ) {}

  get state(): SocketState {
    return this.known;
  }

  /** @param address `ws://` or `wss://`, with its path */
  connect(address: string): void {
    this.end();
    this.set({ ...OFF, address, connection: "connecting" });
    this.open();
  }

  /** Closes the connection and does not come back. */
  disconnect(): void {
    this.end();
    this.set(OFF);
  }

  /** Whether nobody looks. Who looks again waits for no try that lies far ahead. */
  setHidden(hidden: boolean): void {
    this.isHidden = hidden;
    if (hidden || this.endWait === null) return;
    this.endWait();
    this.tryAgain();
  }

  /** False, and nothing is sent, while it is not open. */
  say(message: object): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends bytes, unless it is not open or what was sent before still waits. */
  sayBytes(bytes: ArrayBuffer): void {
    if (this.socket?.readyState === OPEN && this.socket.bufferedAmount < MOST_WAITING)
      this.socket.send(bytes);
  }

  private open(): void {
    let socket: BridgeSocket;
    try {
      socket = this.ports.openSocket(this.known.address, this.protocol);
    } catch (error) {
      this.closed(error instanceof Error ? error.message : String(error));
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.set({ ...this.known, connection: "open", attempt: 0, reason: "" });
    socket.onmessage = ({ data }) => this.listener.received(data);
    socket.onclose = ({ code, reason }) => {
      this.drop();
      this.closed(reason || (SILENT_CODES.includes(code) ? "" : `code ${code}`));
    };
    // `onclose` follows and says why, as far as a browser tells.
    socket.onerror = () => {};
  }

  private closed(reason: string): void {
    const attempt = this.known.attempt + 1;
    this.set({ ...this.known, connection: "waiting", attempt, reason });
    const longest = this.isHidden ? LONGEST_WAIT_HIDDEN : LONGEST_WAIT;
    this.endWait = this.ports.after(Math.min(FIRST_WAIT * 2 ** (attempt - 1), longest), () =>
      this.tryAgain(),
    );
  }

  private tryAgain(): void {
    this.endWait = null;
    this.set({ ...this.known, connection: "connecting" });
    this.open();
  }

  private end(): void {
    this.endWait?.();
    this.endWait = null;
    this.drop();
  }

  private drop(): void {
    const { socket } = this;
    this.socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private set(state: SocketState): void {
    this.known = state;
    this.listener.socketChanged(state);
  }
}
