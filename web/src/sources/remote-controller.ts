// A controller at the bridge's remote control: asks the page that has the authority, and hears what has changed.
// It knows no action and keeps no values; docs/remote-control.md lists what can be asked.
import {
  parseRemoteMessage,
  REMOTE_PROTOCOL,
  type RemoteAnswer,
  RemoteProtocolError,
  type RemoteSession,
  type RemoteValueChanged,
} from "./remote-messages";
import { type BridgePorts, type SocketState, SteadySocket } from "./steady-socket";

export interface RemoteControllerListener {
  /** Requests that wait are answered with `disconnected` when it is open no more. */
  socketChanged(state: SocketState): void;
  /** Who is there: on connecting and at every change. */
  sessionChanged(session: RemoteSession): void;
  valueChanged(change: RemoteValueChanged): void;
}

export class RemoteController {
  private readonly socket: SteadySocket;
  private readonly waiting = new Map<number, (answer: RemoteAnswer) => void>();
  private last = 0;

  constructor(
    ports: BridgePorts,
    private readonly listener: RemoteControllerListener,
  ) {
    this.socket = new SteadySocket(ports, REMOTE_PROTOCOL, {
      socketChanged: (state) => {
        if (state.connection !== "open") this.dropAll();
        listener.socketChanged(state);
      },
      received: (data) => this.received(String(data)),
    });
  }

  /** @param address `ws://` or `wss://`, the path of the remote control in it */
  connect(address: string): void {
    this.socket.connect(address);
  }

  disconnect(): void {
    this.socket.disconnect();
  }

  /** Never rejects: a refusal is an answer with `ok: false`, and so is a connection that is not there (`disconnected`). */
  ask(action: string, fields: object = {}): Promise<RemoteAnswer> {
    const id = ++this.last;
    return new Promise((resolve) => {
      if (this.socket.say({ ...fields, action, id })) this.waiting.set(id, resolve);
      else resolve(disconnected(action));
    });
  }

  private received(text: string): void {
    let message: ReturnType<typeof parseRemoteMessage>;
    try {
      message = parseRemoteMessage(text);
    } catch (error) {
      // What a later bridge says otherwise concerns nobody here.
      if (error instanceof RemoteProtocolError) return;
      throw error;
    }
    if (message === null) return;
    if ("answer" in message) this.answered(message.answer);
    else if (message.news.type === "session") this.listener.sessionChanged(message.news);
    else if (message.news.type === "valueChanged") this.listener.valueChanged(message.news);
  }

  private answered(answer: RemoteAnswer): void {
    const id = Number(answer.id);
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(answer);
  }

  private dropAll(): void {
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of left) resolve(disconnected("error"));
  }
}

const disconnected = (action: string): RemoteAnswer => ({
  type: action,
  ok: false,
  error: { code: "disconnected", message: "the connection to the bridge is not open" },
});
