// The text messages of the bridge's remote control, `/retargeting` (docs/protocol.md): checked, with their types.
// It opens no socket and answers nothing: text in, messages out.
import {
  isBoolean,
  isFields,
  isNumber,
  isOptional,
  isOrNull,
  isText,
  isWhole,
  readFields,
  type Shape,
  shapeFault,
} from "./message-shape";

export const REMOTE_PROTOCOL = "doppel.remote.v1";

/** What a controller asks of the page; fields beside these are the action's own. */
export interface RemoteRequest {
  readonly type: "request";
  /** By which it is answered. */
  readonly request: number;
  /** "controller", or the page that asks. */
  readonly from: string;
  readonly action: string;
  readonly [field: string]: unknown;
}

export interface RemoteRegistered {
  readonly type: "registered";
  /** What the bridge calls this page. */
  readonly page: string;
  readonly authority: boolean;
  /** Of the scene. */
  readonly revision: number;
  /** The scene; null: none was ever stored. */
  readonly document: object | null;
}

export interface RemoteAuthority {
  readonly type: "authority";
  readonly holder: string | null;
  readonly you: boolean;
}

/** Who is there; comes on connecting and at every change. */
export interface RemoteSession {
  readonly type: "session";
  readonly pages: number;
  readonly controllers: number;
  readonly authority: string | null;
}

export interface RemoteScene {
  readonly type: "scene";
  readonly revision: number;
  readonly document: object | null;
}

export interface RemoteSceneStored {
  readonly type: "sceneStored";
  readonly revision: number;
}

/** Told by the page that has the authority. */
export interface RemoteValueChanged {
  readonly type: "valueChanged";
  readonly property: string;
  readonly value: unknown;
  /** Absent: it is of no one character. */
  readonly characterId?: string;
}

export interface RemoteError {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
  /** With `stale-revision`: the newest. */
  readonly revision?: number;
}

/** To a request of one's own; `type` is the action. */
export interface RemoteAnswer {
  readonly type: string;
  readonly id?: number | string;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly [field: string]: unknown;
}

export type RemoteNews =
  | RemoteRequest
  | RemoteRegistered
  | RemoteAuthority
  | RemoteSession
  | RemoteScene
  | RemoteSceneStored
  | RemoteValueChanged
  | RemoteError;

/** A message that is not what docs/protocol.md says. Receivers count it and go on. */
export class RemoteProtocolError extends Error {
  override readonly name = "RemoteProtocolError";
}

const isRevision = (value: unknown) => isWhole(value) && Number(value) >= 0;

const SHAPES: Readonly<Record<RemoteNews["type"], Shape>> = {
  request: { request: isWhole, from: isText, action: isText },
  registered: { page: isText, authority: isBoolean, revision: isRevision, document: isOrNull(isFields) },
  authority: { holder: isOrNull(isText), you: isBoolean },
  session: { pages: isWhole, controllers: isWhole, authority: isOrNull(isText) },
  scene: { revision: isRevision, document: isOrNull(isFields) },
  sceneStored: { revision: isRevision },
  valueChanged: { property: isText, characterId: isOptional(isText) },
  error: { code: isText, message: isText, revision: isOptional(isRevision) },
};

const ANSWER: Shape = {
  type: isText,
  ok: isBoolean,
  id: isOptional((value) => isText(value) || isNumber(value)),
  error: isOptional((value) => isFields(value) && isText(value.code) && isText(value.message)),
};

const isNews = (type: string): type is RemoteNews["type"] => Object.hasOwn(SHAPES, type);

/**
 * Reads a message of the bridge.
 * @returns an answer to a request of one's own as `answer`, anything else as `news`; null for a type that this version does not know
 * @throws RemoteProtocolError where it is not JSON or a field is not what it must be; the message names the field
 */
export function parseRemoteMessage(
  text: string,
): { readonly news: RemoteNews } | { readonly answer: RemoteAnswer } | null {
  const value = readFields(text);
  if (typeof value === "string") throw new RemoteProtocolError(value);
  const { type } = value;
  if (typeof type !== "string") throw new RemoteProtocolError("type: expected text");
  // An answer is known by its `ok`: its type is the action, whatever that is called.
  const isAnswer = Object.hasOwn(value, "ok");
  if (!isAnswer && !isNews(type)) return null;
  const fault = shapeFault(value, isAnswer || !isNews(type) ? ANSWER : SHAPES[type], type);
  if (fault !== null) throw new RemoteProtocolError(fault);
  return isAnswer ? { answer: value as unknown as RemoteAnswer } : { news: value as unknown as RemoteNews };
}
