// Arithmetic on places and directions as plain triples.
// For whole meshes see mesh.ts.
import type { Vec3 } from "../model";

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
/** a + b k. */
export const along = (a: Vec3, b: Vec3, k: number): Vec3 => [
  a[0] + b[0] * k,
  a[1] + b[1] * k,
  a[2] + b[2] * k,
];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
/** A zero vector stays zero. */
export const unit = (a: Vec3): Vec3 => scale(a, 1 / (length(a) || 1));
/** a at 0, b at 1. */
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
export const mixVec = (a: Vec3, b: Vec3, t: number): Vec3 => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];
export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
/** 0 below `low`, 1 above `high`, smooth between; `low` may be the greater. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}
/** 1 at 0, falling as a bell; `width` is where it is 0.61. */
export const bell = (x: number, width: number): number => Math.exp(-0.5 * (x / width) ** 2);
/** Turned about the x axis; radians, y towards z. */
export function turnX(p: Vec3, angle: number): Vec3 {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [p[0], p[1] * c - p[2] * s, p[1] * s + p[2] * c];
}
/** Turned about the y axis; radians, z towards x. */
export function turnY(p: Vec3, angle: number): Vec3 {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [p[0] * c + p[2] * s, p[1], -p[0] * s + p[2] * c];
}
/** Turned about the z axis; radians, x towards y. */
export function turnZ(p: Vec3, angle: number): Vec3 {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [p[0] * c - p[1] * s, p[0] * s + p[1] * c, p[2]];
}
/** The other side's place. */
export const mirrored = (p: Vec3): Vec3 => [-p[0], p[1], p[2]];
