// Evaluates one curve of a glTF animation at a time, by the rules of glTF 2.0.
// Node matrices and bones are read-vrma.ts's affair.
import { normalize, slerp } from "../sources/motion/quaternion";
import type { Curve } from "./animation-json";

function keyBefore(times: Float32Array, seconds: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] as number) <= seconds) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In place. */
function normalized(values: number[]): number[] {
  normalize(values, 0);
  return values;
}

/** Hermite blend of two keys with their tangents, which are per second. */
function cubic(curve: Curve, key: number, size: number, t: number, step: number): number[] {
  const at = (part: number, which: number, i: number) =>
    curve.values[(3 * which + part) * size + i] as number;
  const [t2, t3] = [t * t, t * t * t];
  return Array.from(
    { length: size },
    (_, i) =>
      (2 * t3 - 3 * t2 + 1) * at(1, key, i) +
      step * (t3 - 2 * t2 + t) * at(2, key, i) +
      (-2 * t3 + 3 * t2) * at(1, key + 1, i) +
      step * (t3 - t2) * at(0, key + 1, i),
  );
}

/** @param seconds before the first and after the last key the nearest holds */
export function curveAt(curve: Curve, seconds: number): number[] {
  const { times, values, interpolation, path } = curve;
  const size = path === "rotation" ? 4 : 3;
  const key = keyBefore(times, seconds);
  const isCubic = interpolation === "CUBICSPLINE";
  const keyValue = (index: number) => {
    const from = (isCubic ? 3 * index + 1 : index) * size;
    return [...values.subarray(from, from + size)];
  };
  const start = times[key] as number;
  const step = key + 1 < times.length ? (times[key + 1] as number) - start : 0;
  const t = step > 0 ? Math.min(Math.max((seconds - start) / step, 0), 1) : 0;
  if (t === 0 || interpolation === "STEP") return size === 4 ? normalized(keyValue(key)) : keyValue(key);
  if (isCubic) {
    const blended = cubic(curve, key, size, t, step);
    return size === 4 ? normalized(blended) : blended;
  }
  const [a, b] = [keyValue(key), keyValue(key + 1)];
  if (size === 4) {
    slerp(normalized(a), 0, normalized(b), 0, t, a, 0);
    return a;
  }
  return a.map((value, i) => value + t * ((b[i] as number) - value));
}
