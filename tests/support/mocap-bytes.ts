// Frames of the bridge's stream as bytes, written from docs/protocol.md and nothing else.
// It is for tests alone; the bridge's own encoder is in C++.

export interface MadeSkeleton {
  readonly id: number;
  readonly root: readonly [number, number, number];
  /** x, y, z, w a bone. */
  readonly rotations: readonly (readonly [number, number, number, number])[];
  /** x, y, z a bone; left out: as described. */
  readonly positions?: readonly (readonly [number, number, number])[];
}

export interface MadeBody {
  readonly id: number;
  readonly position: readonly [number, number, number];
  readonly rotation?: readonly [number, number, number, number];
  /** Left out: it is seen. */
  readonly tracked?: boolean;
}

export interface MadeFrame {
  readonly sequence?: number;
  readonly revision: number;
  readonly frameNumber?: number;
  readonly epoch?: number;
  readonly sourceTime: number;
  readonly captureTime?: number;
  readonly receiveTime?: number;
  readonly discontinuity?: boolean;
  readonly skeletons: readonly MadeSkeleton[];
  readonly bodies?: readonly MadeBody[];
}

const HEADER = 64;
const RECORD_HEADER = 32;
const BODY = 48;

export function mocapBytes(frame: MadeFrame): ArrayBuffer {
  const sizes = frame.skeletons.map(
    ({ rotations, positions }) => RECORD_HEADER + 16 * rotations.length * (positions === undefined ? 1 : 2),
  );
  const bodies = frame.bodies ?? [];
  const length = sizes.reduce((sum, size) => sum + size, HEADER) + BODY * bodies.length;
  const view = new DataView(new ArrayBuffer(length));
  view.setUint8(0, 1);
  view.setUint8(1, frame.discontinuity ? 1 : 0);
  view.setUint16(2, HEADER, true);
  view.setUint32(4, frame.sequence ?? 0, true);
  view.setUint32(8, frame.revision, true);
  view.setUint16(12, frame.skeletons.length, true);
  view.setUint16(14, bodies.length, true);
  view.setFloat64(16, frame.sourceTime, true);
  view.setFloat64(24, frame.captureTime ?? 0, true);
  view.setFloat64(32, frame.receiveTime ?? 0, true);
  view.setInt32(48, frame.frameNumber ?? 0, true);
  view.setUint32(52, frame.epoch ?? 1, true);
  view.setUint32(56, length, true);
  let at = HEADER;
  frame.skeletons.forEach(({ id, root, rotations, positions }, index) => {
    view.setInt32(at, id, true);
    view.setUint16(at + 4, rotations.length, true);
    view.setUint16(at + 6, 1 | (positions === undefined ? 0 : 2), true);
    view.setUint32(at + 8, sizes[index] as number, true);
    root.forEach((value, i) => {
      view.setFloat32(at + 16 + 4 * i, value, true);
    });
    [...rotations, ...(positions ?? []).map(([x, y, z]) => [x, y, z, 0] as const)].forEach((quad, row) => {
      quad.forEach((value, i) => {
        view.setFloat32(at + RECORD_HEADER + 16 * row + 4 * i, value, true);
      });
    });
    at += sizes[index] as number;
  });
  for (const { id, position, rotation = [0, 0, 0, 1], tracked = true } of bodies) {
    view.setInt32(at, id, true);
    view.setUint32(at + 4, tracked ? 1 : 0, true);
    rotation.forEach((value, i) => {
      view.setFloat32(at + 16 + 4 * i, value, true);
    });
    position.forEach((value, i) => {
      view.setFloat32(at + 32 + 4 * i, value, true);
    });
    at += BODY;
  }
  return view.buffer;
}
