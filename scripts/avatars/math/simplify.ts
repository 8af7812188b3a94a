// Fewer triangles for a mesh, by edge collapses onto vertices that exist (Garland and Heckbert 1997, meshoptimizer's).
// Vertices keep their places to the bit; rims stay on rims, so a left half keeps its middle line at x = 0.
import { MeshoptSimplifier } from "meshoptimizer/simplifier";
import type { Vec3 } from "../model";
import type { Mesh } from "./mesh";

export interface SimplifyOptions {
  /** Triangles wanted, at most; more remain where `error` forbids. */
  readonly triangles: number;
  /** Largest departure from the given surface, metres. */
  readonly error?: number;
  /** Per vertex, kept as well as places are: e.g. normals. All lists of one length. */
  readonly attributes?: readonly (readonly number[])[];
  /** How much a difference of 1 in each attribute counts, metres; one per number of an attribute. */
  readonly attributeWeights?: readonly number[];
  /** Vertices that must stay. */
  readonly isLocked?: (vertex: number) => boolean;
  /** How much triangles stay alike in size and shape (for parts that bend); default not at all. */
  readonly evenness?: "some" | "much";
}

export interface Simplified extends Mesh {
  /** For each vertex that is left, which one of the given mesh it was; ascending. */
  readonly kept: readonly number[];
}

/** Metres; in effect no limit for parts of a person. */
const NO_LIMIT = 1;

await MeshoptSimplifier.ready;

/** The same input gives the same output. */
export function simplify(mesh: Mesh, options: SimplifyOptions): Simplified {
  const places = Float32Array.from(mesh.places.flat());
  const { attributes = [], attributeWeights = [], isLocked, evenness } = options;
  const width = attributeWeights.length;
  // meshoptimizer wants at least one attribute; one that is the same everywhere changes nothing.
  const values = Float32Array.from(
    width > 0 ? attributes.flat() : new Array<number>(mesh.places.length).fill(0),
  );
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    Uint32Array.from(mesh.triangles),
    places,
    3,
    values,
    Math.max(width, 1),
    // Weights are against an error in metres: the flag ErrorAbsolute.
    width > 0 ? [...attributeWeights] : [0],
    isLocked ? Uint8Array.from(mesh.places, (_, vertex) => (isLocked(vertex) ? 1 : 0)) : null,
    Math.min(options.triangles * 3, mesh.triangles.length),
    options.error ?? NO_LIMIT,
    [
      "ErrorAbsolute",
      ...(evenness === "much" ? (["Regularize"] as const) : []),
      ...(evenness === "some" ? (["RegularizeLight"] as const) : []),
    ],
  );
  const kept = [...new Set(indices)].sort((a, b) => a - b);
  const numberOf = new Map(kept.map((vertex, at) => [vertex, at]));
  return {
    places: kept.map((vertex) => mesh.places[vertex] as Vec3),
    triangles: Array.from(indices, (vertex) => numberOf.get(vertex) as number),
    kept,
  };
}
