// Checks the text messages of the bridge's stream and gives them their types.
// Frames are binary and are read by mocap-protocol.

import type {
  BoneDescription,
  MocapDescriptions,
  MocapMessage,
  RigidBodyDescription,
  SkeletonDescription,
} from "./mocap-protocol";
import { MocapProtocolError } from "./mocap-protocol";

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isText: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isWhole: Check = (value) => Number.isSafeInteger(value);
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf =
  (check: Check, length?: number): Check =>
  (value) =>
    Array.isArray(value) && (length === undefined || value.length === length) && value.every(check);
const isOneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && known.includes(value);
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const SHAPES: Readonly<Record<MocapMessage["type"], Readonly<Record<string, Check>>>> = {
  hello: { protocol: isText, bridge: isText, session: isText, source: isText, time: isNumber },
  descriptions: { revision: isWhole, skeletons: Array.isArray, rigidBodies: Array.isArray },
  status: {
    state: isOneOf("stopped", "searching", "connecting", "streaming", "silent", "ended"),
    code: isText,
    message: isText,
    server: isText,
    coordinates: isOneOf("unknown", "local", "global"),
    rate: isNumber,
    clockError: (value) => value === null || isNumber(value),
    undescribed: isListOf(isWhole),
    absent: isListOf(isWhole),
    source: (value) => isFields(value) && Object.values(value).every(isNumber),
  },
  drops: {
    sent: isWhole,
    dropped: isWhole,
    totalSent: isWhole,
    totalDropped: isWhole,
    queuedBytes: isWhole,
  },
  replay: { position: isNumber, duration: isNumber, speed: isNumber, loop: isBoolean, paused: isBoolean },
  pong: {
    bridgeTime: isNumber,
    time: isOptional(isNumber),
    id: isOptional((value) => isText(value) || isNumber(value)),
  },
  error: { code: isText, message: isText },
};

const BONE_SHAPE: Readonly<Record<keyof BoneDescription, Check>> = {
  name: isText,
  bone: isText,
  parent: isWhole,
  offset: isListOf(isNumber, 3),
  rest: isListOf(isNumber, 4),
};
const SKELETON_SHAPE: Readonly<Record<keyof SkeletonDescription, Check>> = {
  id: isWhole,
  name: isText,
  bones: (value) => Array.isArray(value) && value.length > 0,
};
const RIGID_BODY_SHAPE: Readonly<Record<keyof RigidBodyDescription, Check>> = {
  id: isWhole,
  name: isText,
  markers: isListOf(isListOf(isNumber, 3)),
};

function check(value: unknown, shape: Readonly<Record<string, Check>>, place: string): void {
  if (!isFields(value)) throw new MocapProtocolError(`${place}: expected an object`);
  for (const [name, isRight] of Object.entries(shape)) {
    if (!isRight(value[name]))
      throw new MocapProtocolError(
        `${place}.${name}: unexpected ${JSON.stringify(value[name]) ?? "absence"}`,
      );
  }
}

function checkDescriptions({ skeletons, rigidBodies }: MocapDescriptions): void {
  for (const [index, skeleton] of skeletons.entries()) {
    const place = `descriptions.skeletons[${index}]`;
    check(skeleton, SKELETON_SHAPE, place);
    for (const [at, bone] of skeleton.bones.entries()) {
      check(bone, BONE_SHAPE, `${place}.bones[${at}]`);
      const isOrdered = at === 0 ? bone.parent === -1 : bone.parent >= 0 && bone.parent < at;
      if (!isOrdered) throw new MocapProtocolError(`${place}.bones[${at}].parent: expected an earlier bone`);
    }
  }
  for (const [index, body] of rigidBodies.entries())
    check(body, RIGID_BODY_SHAPE, `descriptions.rigidBodies[${index}]`);
}

/**
 * Reads a text message.
 * @returns null for a type that this version does not know
 * @throws MocapProtocolError where it is not JSON or a field is not what it must be; the message names the field
 */
export function parseMocapMessage(text: string): MocapMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MocapProtocolError("expected JSON");
  }
  if (!isFields(value) || typeof value.type !== "string")
    throw new MocapProtocolError("expected an object with a type");
  if (!Object.hasOwn(SHAPES, value.type)) return null;
  const message = value as unknown as MocapMessage;
  check(message, SHAPES[message.type], message.type);
  if (message.type === "descriptions") checkDescriptions(message);
  return message;
}
