// Turns a performer from its file's axes and unit into metres and Y up.
// It decides neither: both are handed in.

import type { MotionBody, MotionMarker, MotionPerformer, UpAxis, Vec3 } from "./motion-clip";
import { multiply, type Numbers } from "./quaternion";

/** Z up to Y up, about X: (x, y, z) becomes (x, z, -y). */
const toYUp = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const fromYUp = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

function convertVectors(
  values: Numbers,
  from: number,
  count: number,
  stride: number,
  up: UpAxis,
  scale: number,
) {
  for (let index = 0; index < count; ++index) {
    const at = from + index * stride;
    const [x, y, z] = [values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0];
    values[at] = x * scale;
    values[at + 1] = (up === "y" ? y : z) * scale;
    values[at + 2] = (up === "y" ? z : -y) * scale;
  }
}

/** The same turning in axes that are turned with it: its axis is turned, its angle stays. */
function convertTurn(q: Float32Array, at: number): void {
  const [y, z] = [q[at + 1] ?? 0, q[at + 2] ?? 0];
  q[at + 1] = z;
  q[at + 2] = -y;
}

function converted(vector: Vec3, up: UpAxis, scale: number): Vec3 {
  const values = [...vector];
  convertVectors(values, 0, 1, 3, up, scale);
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}

/**
 * Converts in place what is large and returns the performer.
 * @param world up axis of the world in which the root moves
 * @param rest up axis of the bones' own spaces
 */
export function performerToYUp(
  performer: MotionPerformer,
  world: UpAxis,
  rest: UpAxis,
  metresPerUnit: number,
): MotionPerformer {
  const { bones, rotations, positions, positioned } = performer;
  const frameCount = rotations.length / (4 * bones.length);
  for (let frame = 0; frame < frameCount; ++frame) {
    for (let bone = 0; bone < bones.length; ++bone) {
      const at = 4 * (frame * bones.length + bone);
      if (bone > 0) {
        if (rest === "z") convertTurn(rotations, at);
        continue;
      }
      if (world === "z") multiply(toYUp, 0, rotations, at, rotations, at);
      if (rest === "z") multiply(rotations, at, fromYUp, 0, rotations, at);
    }
  }
  const stride = 3 * positioned.length;
  for (const track of positioned.keys())
    convertVectors(positions, 3 * track, frameCount, stride, track === 0 ? world : rest, metresPerUnit);
  return {
    ...performer,
    bones: bones.map((bone) => ({
      ...bone,
      offset: converted(bone.offset, rest, metresPerUnit),
      end: bone.end === null ? null : converted(bone.end, rest, metresPerUnit),
    })),
  };
}

/** Converts in place: a body's own axes turn with the world's. */
export function bodyToYUp(body: MotionBody, up: UpAxis, metresPerUnit: number): void {
  convertVectors(body.positions, 0, body.positions.length / 3, 3, up, metresPerUnit);
  if (up === "z") for (let at = 0; at < body.rotations.length; at += 4) convertTurn(body.rotations, at);
}

export function markerToYUp(marker: MotionMarker, up: UpAxis, metresPerUnit: number): void {
  convertVectors(marker.positions, 0, marker.positions.length / 3, 3, up, metresPerUnit);
}
