// Checks the text messages of the bridge's stream and gives them their types.
// Frames are binary and are read by mocap-protocol.

import {
  type Check,
  isBoolean,
  isFields,
  isListOf,
  isNumber,
  isOneOf,
  isOptional,
  isOrNull,
  isText,
  isWhole,
  readFields,
  type Shape,
  shapeFault,
} from "./message-shape";
import type {
  BoneDescription,
  MocapDescriptions,
  MocapMessage,
  RigidBodyDescription,
  SkeletonDescription,
} from "./mocap-protocol";
import { MocapProtocolError } from "./mocap-protocol";

const SHAPES: Readonly<Record<MocapMessage["type"], Shape>> = {
  hello: { protocol: isText, bridge: isText, session: isText, source: isText, time: isNumber },
  descriptions: { revision: isWhole, skeletons: Array.isArray, rigidBodies: Array.isArray },
  status: {
    state: isOneOf("stopped", "searching", "connecting", "streaming", "silent", "ended"),
    code: isText,
    message: isText,
    server: isText,
    coordinates: isOneOf("unknown", "local", "global"),
    rate: isNumber,
    clockError: isOrNull(isNumber),
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
  recording: {
    active: isBoolean,
    name: isText,
    seconds: isNumber,
    frames: isWhole,
    bytes: isWhole,
    dropped: isWhole,
    error: isText,
    message: isText,
  },
  pong: {
    bridgeTime: isNumber,
    time: isOptional(isNumber),
    id: isOptional((value) => isText(value) || isNumber(value)),
  },
  faces: { wanted: isWhole },
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

function check(value: unknown, shape: Shape, place: string): void {
  const fault = shapeFault(value, shape, place);
  if (fault !== null) throw new MocapProtocolError(fault);
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
  const value = readFields(text);
  if (value === "expected JSON") throw new MocapProtocolError(value);
  if (typeof value === "string" || typeof value.type !== "string")
    throw new MocapProtocolError("expected an object with a type");
  if (!Object.hasOwn(SHAPES, value.type)) return null;
  const message = value as unknown as MocapMessage;
  check(message, SHAPES[message.type], message.type);
  if (message.type === "descriptions") checkDescriptions(message);
  return message;
}
