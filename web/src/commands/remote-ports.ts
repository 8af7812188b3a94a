// What the remote control needs of its connection and of time, as interfaces: tests put parts of their own here.
// No behaviour.

/** What is asked of the page. Fields beside these are the action's own, as they came. */
export interface RemoteAsk {
  /** By which it is answered. */
  readonly request: number;
  readonly action: string;
  readonly [field: string]: unknown;
}

/** A change as everybody is told of it. Without a character: it is of no one character. */
export interface RemoteChange {
  readonly characterId?: string;
  readonly property: string;
  readonly value: unknown;
}

export interface RemoteFacts {
  readonly connection: "off" | "connecting" | "open" | "waiting";
  readonly page: string | null;
  readonly isAuthority: boolean;
  readonly holder: string | null;
  readonly pages: number;
  readonly controllers: number;
}

/** This page's connection to the remote control; `sources/remote-page.ts` is one. */
export interface RemoteConnection {
  readonly state: RemoteFacts;
  subscribe(listener: {
    stateChanged?(state: RemoteFacts): void;
    requested?(request: RemoteAsk): void;
  }): () => void;
  answer(request: number, ok: boolean, fields: object): void;
  /** Nothing is said while another page has the authority. */
  tellChange(change: RemoteChange): void;
}

export interface RemoteTime {
  /** Resolves before the next picture; in a page that nobody sees, once the messages that wait have been read. */
  turn(): Promise<void>;
  /** Resolves when the engine has made a step; a page that nobody sees makes one itself. */
  step(): Promise<void>;
  /**
   * Resolves when the performers' poses are those of now: at once in a page that is seen, which has them anyway; one that nobody sees asks
   * the stream for a frame.
   * @returns lets the stream rest again
   */
  wake(): Promise<() => void>;
}

/** A request that is not carried out, and why; nothing has changed. */
export class RemoteRefusal extends Error {
  override readonly name = "RemoteRefusal";
  constructor(
    readonly code: string,
    message: string,
    /** Fields of the error beside code and message. */
    readonly more: object = {},
  ) {
    super(message);
  }
}
