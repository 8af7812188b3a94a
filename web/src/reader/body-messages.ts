// What the page and the worker that reads body recordings say to each other, and which memory goes over with it.
// It reads nothing.
import type { MotionClip } from "../sources/motion/motion-clip";

export interface BodyRequest {
  readonly name: string;
  readonly content: Blob;
}

export type BodyAnswer =
  | { readonly kind: "done"; readonly clip: MotionClip }
  /** The code is the reader's; the message names file, place and expectation. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** A refusal as it crosses threads, where classes are lost. */
export function refusalOf(error: unknown): BodyAnswer {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "internal";
  return { kind: "refused", code, message };
}

/** The memory of all large lists, each once. */
export function buffersOf(clip: MotionClip): ArrayBuffer[] {
  const lists = [
    clip.times,
    ...clip.performers.flatMap(({ rotations, positions, tracked }) => [rotations, positions, tracked]),
    ...clip.bodies.flatMap(({ positions, rotations, tracked }) => [positions, rotations, tracked]),
    ...clip.markers.flatMap(({ positions, tracked }) => [positions, tracked]),
  ];
  return [...new Set(lists.flatMap((list) => (list === null ? [] : [list.buffer as ArrayBuffer])))];
}
