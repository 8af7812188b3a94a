// This page's place at the bridge's remote control: registers, knows who has the authority, hands on requests, answers and the scene.
// What is answered and what the scene holds is others' to say; docs/protocol.md is what it speaks.

import type { RemoteError, RemoteRequest, RemoteValueChanged } from "./remote-messages";
import { parseRemoteMessage, REMOTE_PROTOCOL, type RemoteNews, RemoteProtocolError } from "./remote-messages";
import { type BridgePorts, type SocketState, SteadySocket } from "./steady-socket";

/** A new object at every change. */
export interface RemotePageState extends SocketState {
  /** What the bridge calls this page; null while it is not registered. */
  readonly page: string | null;
  /** This page answers requests, tells of changes and writes the scene. */
  readonly isAuthority: boolean;
  /** The page that does; null while that is not known or there is none. */
  readonly holder: string | null;
  readonly pages: number;
  readonly controllers: number;
  /** The scene's newest revision that is known here. */
  readonly revision: number;
  /** Messages that were not what the protocol says. */
  readonly badMessages: number;
}

/** All are told, in the order in which they came. */
export interface RemotePageListener {
  stateChanged?(state: RemotePageState): void;
  /** Of a controller, or of another page; to be answered with its number. Comes to the authority only. */
  requested?(request: RemoteRequest): void;
  /** The authority tells of a change; never one of this page's own making. */
  valueChanged?(change: RemoteValueChanged): void;
  /** On registering, when another page has stored one, and as the answer to `askScene`. Null: none was ever stored. */
  sceneCame?(revision: number, document: object | null): void;
  /** The scene that this page has sent is stored. */
  sceneStored?(revision: number): void;
  /** The bridge has refused a message of this page's; `stale-revision` names the newest revision. */
  refused?(error: RemoteError): void;
}

export interface Registration {
  /** For people. */
  readonly name: string;
  /** It only shows, and leaves the authority to pages that can be worked with. */
  readonly output: boolean;
}

const AWAY = { page: null, isAuthority: false, holder: null, pages: 0, controllers: 0 } as const;
const CLOSED: RemotePageState = {
  ...AWAY,
  connection: "off",
  address: "",
  attempt: 0,
  reason: "",
  revision: 0,
  badMessages: 0,
};

export class RemotePage {
  private readonly socket: SteadySocket;
  private readonly listeners = new Set<RemotePageListener>();
  private registration: Registration = { name: "", output: false };
  private known = CLOSED;

  constructor(ports: BridgePorts) {
    this.socket = new SteadySocket(ports, REMOTE_PROTOCOL, {
      socketChanged: (state) => this.connectionChanged(state),
      received: (data) => this.received(String(data)),
    });
  }

  get state(): RemotePageState {
    return this.known;
  }

  /** Whether nobody looks at the page: it is in less of a hurry to come back then. */
  setHidden(hidden: boolean): void {
    this.socket.setHidden(hidden);
  }

  /** Tells of everything that comes from now on, until the returned function is called. */
  subscribe(listener: RemotePageListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param address `ws://` or `wss://`, the path of the remote control in it */
  connect(address: string, registration: Registration): void {
    this.registration = registration;
    this.known = CLOSED;
    this.socket.connect(address);
  }

  disconnect(): void {
    this.known = CLOSED;
    this.socket.disconnect();
  }

  /** @param fields what the answer says beside `ok`; on a refusal `error` among them */
  answer(request: number, ok: boolean, fields: object): void {
    this.socket.say({ ...fields, type: "answer", request, ok });
  }

  /** To all controllers and all other pages. Nothing is said without the authority. */
  tellChange(change: Omit<RemoteValueChanged, "type">): void {
    if (this.known.isAuthority) this.socket.say({ ...change, type: "valueChanged" });
  }

  takeAuthority(): void {
    this.socket.say({ type: "takeAuthority" });
  }

  /** Nothing changes where no other page is there. */
  releaseAuthority(): void {
    this.socket.say({ type: "releaseAuthority" });
  }

  /**
   * Answered by `sceneStored`, or by `refused`.
   * @param baseRevision of the scene that this one was made from
   * @returns false where it was not sent: this page has not the authority, or no connection
   */
  storeScene(baseRevision: number, document: object): boolean {
    return this.known.isAuthority && this.socket.say({ type: "scene", baseRevision, document });
  }

  /** Answered by `sceneCame`. */
  askScene(): void {
    this.socket.say({ type: "getScene" });
  }

  private connectionChanged(state: SocketState): void {
    this.set({ ...this.known, ...AWAY, ...state });
    if (state.connection === "open") this.socket.say({ type: "register", ...this.registration });
  }

  private received(text: string): void {
    let message: ReturnType<typeof parseRemoteMessage>;
    try {
      message = parseRemoteMessage(text);
    } catch (error) {
      if (!(error instanceof RemoteProtocolError)) throw error;
      this.set({ ...this.known, badMessages: this.known.badMessages + 1 });
      return;
    }
    if (message !== null && "news" in message) this.heard(message.news);
  }

  private heard(news: RemoteNews): void {
    switch (news.type) {
      case "registered":
        this.set({ ...this.known, page: news.page, isAuthority: news.authority, revision: news.revision });
        this.tell((listener) => listener.sceneCame?.(news.revision, news.document));
        break;
      case "authority":
        this.set({ ...this.known, isAuthority: news.you, holder: news.holder });
        break;
      case "session":
        this.set({
          ...this.known,
          pages: news.pages,
          controllers: news.controllers,
          holder: news.authority,
        });
        break;
      case "scene":
        this.set({ ...this.known, revision: news.revision });
        this.tell((listener) => listener.sceneCame?.(news.revision, news.document));
        break;
      case "sceneStored":
        this.set({ ...this.known, revision: news.revision });
        this.tell((listener) => listener.sceneStored?.(news.revision));
        break;
      case "request":
        this.tell((listener) => listener.requested?.(news));
        break;
      case "valueChanged":
        this.tell((listener) => listener.valueChanged?.(news));
        break;
      case "error":
        if (news.revision !== undefined) this.set({ ...this.known, revision: news.revision });
        this.tell((listener) => listener.refused?.(news));
        break;
    }
  }

  private set(state: RemotePageState): void {
    this.known = state;
    this.tell((listener) => listener.stateChanged?.(state));
  }

  private tell(work: (listener: RemotePageListener) => void): void {
    for (const listener of this.listeners) work(listener);
  }
}
