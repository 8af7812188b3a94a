// The messages of the bridge's stream, `/mocap` (docs/protocol.md): binary frames as views on the received bytes, text as objects.
// It opens no socket and keeps nothing: bytes in, frames and messages out.

import type { MocapFaces } from "./face-exchange";
import type { MocapRecording } from "./mocap-recording";

export const MOCAP_PROTOCOL = "doppel.mocap.v1";

const FRAME_KIND = 1;
const HEADER_BYTES = 64;
const SKELETON_HEADER_BYTES = 32;
const RIGID_BODY_BYTES = 48;
/** Floats from one rigid body to the next in `MocapFrame.rigidBodies`. */
export const RIGID_BODY_STRIDE = RIGID_BODY_BYTES / 4;

/** A bone of a described skeleton. */
export interface BoneDescription {
  /** The source's own name. */
  readonly name: string;
  /** VRM 1.0's name, `spineExtra1`, `neckExtra1` ..., or "" for none of a human. */
  readonly bone: string;
  /** Index among the skeleton's bones, smaller than the bone's own; -1 for the root. */
  readonly parent: number;
  /** Rest position in the parent's frame, metres. */
  readonly offset: readonly number[];
  /** Rest rotation in the parent's frame: x, y, z, w. */
  readonly rest: readonly number[];
}

export interface SkeletonDescription {
  readonly id: number;
  readonly name: string;
  /** Parents first. */
  readonly bones: readonly BoneDescription[];
}

export interface RigidBodyDescription {
  readonly id: number;
  readonly name: string;
  readonly markers: readonly (readonly number[])[];
}

export interface MocapDescriptions {
  readonly type: "descriptions";
  readonly revision: number;
  readonly skeletons: readonly SkeletonDescription[];
  readonly rigidBodies: readonly RigidBodyDescription[];
}

export interface MocapHello {
  readonly type: "hello";
  readonly protocol: string;
  readonly bridge: string;
  /** New with every start of the bridge. */
  readonly session: string;
  readonly source: string;
  /** The bridge's clock, seconds. */
  readonly time: number;
}

export interface MocapStatus {
  readonly type: "status";
  readonly state: "stopped" | "searching" | "connecting" | "streaming" | "silent" | "ended";
  readonly code: string;
  readonly message: string;
  readonly server: string;
  readonly coordinates: "unknown" | "local" | "global";
  /** Frames a second; 0 while unknown. */
  readonly rate: number;
  /** Seconds; null while the source's clock is not synchronised. */
  readonly clockError: number | null;
  readonly undescribed: readonly number[];
  readonly absent: readonly number[];
  readonly source: Readonly<Record<string, number>>;
}

export interface MocapDrops {
  readonly type: "drops";
  readonly sent: number;
  readonly dropped: number;
  readonly totalSent: number;
  readonly totalDropped: number;
  readonly queuedBytes: number;
}

export interface MocapReplay {
  readonly type: "replay";
  readonly position: number;
  readonly duration: number;
  readonly speed: number;
  readonly loop: boolean;
  readonly paused: boolean;
}

export interface MocapPong {
  readonly type: "pong";
  readonly id?: number | string;
  readonly time?: number;
  readonly bridgeTime: number;
}

export interface MocapError {
  readonly type: "error";
  readonly code: string;
  readonly message: string;
}

export type MocapMessage =
  | MocapHello
  | MocapDescriptions
  | MocapStatus
  | MocapDrops
  | MocapReplay
  | MocapRecording
  | MocapFaces
  | MocapPong
  | MocapError;

/** One skeleton of a frame. The arrays are views on the received message. */
export interface SkeletonFrame {
  readonly id: number;
  readonly boneCount: number;
  /** Position of the root bone in the world, metres: x, y, z. */
  readonly root: Float32Array;
  /** Four floats a bone, x, y, z, w, in the parent bone's frame (the root: in the world). */
  readonly rotations: Float32Array;
  /** Four floats a bone, x, y, z, 0, in the parent bone's frame; null where every bone but the root is where it is described. */
  readonly positions: Float32Array | null;
  /** Whether the source sees a bone; the pose of one that it does not is its last good one. */
  isTracked(bone: number): boolean;
}

/** One frame. The arrays are views on the received message; they hold for as long as it is kept. */
export interface MocapFrame {
  readonly sequence: number;
  /** Of the descriptions that this frame follows; with others it must not be read. */
  readonly revision: number;
  readonly epoch: number;
  readonly frameNumber: number;
  /** The source's own time, seconds; grows within an epoch. */
  readonly sourceTime: number;
  /** Seconds on the bridge's clock. */
  readonly captureTime: number;
  readonly receiveTime: number;
  readonly sendTime: number;
  /** Nothing is to be blended from the frame before to this one. */
  readonly isDiscontinuity: boolean;
  readonly skeletons: readonly SkeletonFrame[];
  readonly rigidBodyCount: number;
  /** `RIGID_BODY_STRIDE` floats a body: 2 the error, 4..7 the rotation, 8..10 the position, metres. */
  readonly rigidBodies: Float32Array;
  /** The same bytes as whole numbers: 0 the id, 1 the flags (1: tracked). */
  readonly rigidBodyIds: Int32Array;
}

/** A message that is not what docs/protocol.md says. Receivers count it and go on. */
export class MocapProtocolError extends Error {
  override readonly name = "MocapProtocolError";
}

function isFinite32(values: Float32Array): boolean {
  for (let index = 0; index < values.length; ++index) if (!Number.isFinite(values[index])) return false;
  return true;
}

function floats(bytes: ArrayBuffer, at: number, count: number, what: string): Float32Array {
  const values = new Float32Array(bytes, at, count);
  if (!isFinite32(values)) throw new MocapProtocolError(`${what} at ${at}: expected finite numbers`);
  return values;
}

function readSkeleton(view: DataView<ArrayBuffer>, at: number): { skeleton: SkeletonFrame; bytes: number } {
  const left = view.byteLength - at;
  if (left < SKELETON_HEADER_BYTES) throw new MocapProtocolError(`skeleton at ${at}: the message ends`);
  const boneCount = view.getUint16(at + 4, true);
  const flags = view.getUint16(at + 6, true);
  const bytes = view.getUint32(at + 8, true);
  const allTracked = (flags & 1) !== 0;
  const positionBytes = (flags & 2) !== 0 ? boneCount * 16 : 0;
  const hasTracking = (flags & 4) !== 0;
  const trackingBytes = hasTracking ? Math.ceil(boneCount / 128) * 16 : 0;
  const needed = SKELETON_HEADER_BYTES + boneCount * 16 + positionBytes + trackingBytes;
  if (boneCount === 0 || bytes < needed || bytes > left || bytes % 16 !== 0) {
    throw new MocapProtocolError(
      `skeleton at ${at}: ${boneCount} bones do not fit ${bytes} of ${left} bytes`,
    );
  }
  const rotationsAt = at + SKELETON_HEADER_BYTES;
  const positionsAt = rotationsAt + boneCount * 16;
  const trackingAt = positionsAt + positionBytes;
  const skeleton: SkeletonFrame = {
    id: view.getInt32(at, true),
    boneCount,
    root: floats(view.buffer, view.byteOffset + at + 16, 3, "root"),
    rotations: floats(view.buffer, view.byteOffset + rotationsAt, boneCount * 4, "rotations"),
    positions:
      positionBytes > 0
        ? floats(view.buffer, view.byteOffset + positionsAt, boneCount * 4, "positions")
        : null,
    isTracked: (bone) =>
      bone >= 0 &&
      bone < boneCount &&
      (allTracked || (hasTracking && ((view.getUint8(trackingAt + (bone >> 3)) >> (bone & 7)) & 1) === 1)),
  };
  return { skeleton, bytes };
}

function checkRigidBodies(values: Float32Array): void {
  for (let body = 0; body < values.length; body += RIGID_BODY_STRIDE) {
    // 0, 1 and 3 are whole numbers.
    if (!Number.isFinite(values[body + 2]) || !isFinite32(values.subarray(body + 4, body + 11)))
      throw new MocapProtocolError(`rigid body ${body / RIGID_BODY_STRIDE}: expected finite numbers`);
  }
}

/**
 * Reads a binary message. Nothing is copied: the frame's arrays lie on `message`.
 * @returns null for a kind of message that this version does not know
 * @throws MocapProtocolError where sizes, counts or numbers are not those of a frame
 */
export function parseMocapFrame(message: ArrayBuffer): MocapFrame | null {
  if (message.byteLength < 16) throw new MocapProtocolError(`${message.byteLength} bytes are no message`);
  const view = new DataView(message);
  if (view.getUint8(0) !== FRAME_KIND) return null;
  const headerBytes = view.getUint16(2, true);
  if (message.byteLength < HEADER_BYTES || headerBytes < HEADER_BYTES || headerBytes % 16 !== 0)
    throw new MocapProtocolError(`a header of ${headerBytes} bytes in ${message.byteLength}`);
  if (view.getUint32(56, true) !== message.byteLength || headerBytes > message.byteLength)
    throw new MocapProtocolError(`${message.byteLength} bytes came, ${view.getUint32(56, true)} were sent`);
  const skeletonCount = view.getUint16(12, true);
  const rigidBodyCount = view.getUint16(14, true);
  const skeletons: SkeletonFrame[] = [];
  let at = headerBytes;
  for (let index = 0; index < skeletonCount; ++index) {
    const { skeleton, bytes } = readSkeleton(view, at);
    skeletons.push(skeleton);
    at += bytes;
  }
  if (message.byteLength - at !== rigidBodyCount * RIGID_BODY_BYTES)
    throw new MocapProtocolError(`${rigidBodyCount} rigid bodies in ${message.byteLength - at} bytes`);
  const rigidBodies = new Float32Array(message, at, rigidBodyCount * RIGID_BODY_STRIDE);
  checkRigidBodies(rigidBodies);
  const times = [16, 24, 32, 40].map((offset) => view.getFloat64(offset, true));
  if (!times.every(Number.isFinite)) throw new MocapProtocolError("times: expected finite numbers");
  const [sourceTime, captureTime, receiveTime, sendTime] = times as [number, number, number, number];
  return {
    sequence: view.getUint32(4, true),
    revision: view.getUint32(8, true),
    epoch: view.getUint32(52, true),
    frameNumber: view.getInt32(48, true),
    sourceTime,
    captureTime,
    receiveTime,
    sendTime,
    isDiscontinuity: (view.getUint8(1) & 1) !== 0,
    skeletons,
    rigidBodyCount,
    rigidBodies,
    rigidBodyIds: new Int32Array(message, at, rigidBodyCount * RIGID_BODY_STRIDE),
  };
}
