// Collects the left half and the middle of a head of hair, and makes one part of it and its mirror image.
// What a vertex knows beyond its place: where on its lock it lies, how bright it is, which chains it follows.
import { normalsOf } from "../math/mesh";
import { along, cross, dot, length, mirrored, mix, smoothstep, sub, unit } from "../math/vec";
import type { Influences, Part, Vec3 } from "../model";
import { type ChainShares, influencesOf, mirroredBone, normalised } from "./chains";

export interface HairVertex {
  /** World metres. */
  readonly place: Vec3;
  /** Unit; outward from the head, for calm shading. */
  readonly out: Vec3;
  /** Across the lock 0..1. */
  readonly u: number;
  /** Along the picture 0..1; the bright ring lies at `RING` of pictures.ts. */
  readonly v: number;
  /** Along the lock: 0 root, 1 tip. */
  readonly x: number;
  /** 0..1. */
  readonly tone: number;
  /** On the side that faces the head. */
  readonly isInner: boolean;
  /** On the plane x = 0, where both halves meet. */
  readonly isMidline: boolean;
  readonly chains: ChainShares;
}

/** Vertices nearer than this lie at one place, metres: a file's places are told apart by about as much. */
const SAME_PLACE = 1e-6;
/** Metres. */
const APART = 5e-5;

/** Linear light 0..1, times the material's colour. */
export type Paint = (vertex: HairVertex) => Vec3;

export class HairMesh {
  private readonly vertices: HairVertex[] = [];
  private triangles: number[] = [];
  private patchStart = 0;
  private patchVertices = 0;

  add(vertex: HairVertex): number {
    const { place, out, isMidline } = vertex;
    const level = { place: [0, place[1], place[2]], out: unit([0, out[1], out[2]]) } as const;
    let put: HairVertex = isMidline ? { ...vertex, ...level } : vertex;
    // What was kept from crossing the middle may come to lie where its neighbour already is: it moves a hair's breadth outwards, so
    // that no triangle is without area.
    while (put.place[0] === 0 && this.sameInPatch(put) >= 0) {
      put = { ...put, place: along(put.place, unit([0, put.out[1], put.out[2]]), APART) };
    }
    return this.vertices.push(put) - 1;
  }

  private sameInPatch({ place, isMidline }: HairVertex): number {
    return this.vertices.findIndex(
      (other, index) =>
        index >= this.patchVertices &&
        other.isMidline === isMidline &&
        length(sub(other.place, place)) < SAME_PLACE,
    );
  }

  triangle(a: number, b: number, c: number): void {
    this.triangles.push(a, b, c);
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Ends a closed body (or one that its mirror image closes) and turns it right side out. */
  endPatch(): void {
    const patch = this.triangles.slice(this.patchStart);
    let volume = 0;
    // Seen from a point on the middle plane, the open side of half a body adds nothing.
    const from: Vec3 = [0, this.place(patch[0] as number)[1], this.place(patch[0] as number)[2]];
    for (let k = 0; k < patch.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => sub(this.place(patch[k + corner] as number), from)) as [
        Vec3,
        Vec3,
        Vec3,
      ];
      volume += dot(a, cross(b, c));
    }
    if (volume < 0) {
      for (let k = 0; k < patch.length; k += 3) {
        this.triangles[this.patchStart + k + 1] = patch[k + 2] as number;
        this.triangles[this.patchStart + k + 2] = patch[k + 1] as number;
      }
    }
    this.patchStart = this.triangles.length;
    this.patchVertices = this.vertices.length;
  }

  private place(index: number): Vec3 {
    return (this.vertices[index] as HairVertex).place;
  }

  /** `calm`: 0 takes the mesh's own normals, 1 the direction away from the head. */
  part(name: string, material: string, options: { calm: number; paint?: Paint }): Part {
    const left = this.vertices;
    const twin = left.map((vertex, index) => (vertex.isMidline ? index : -1));
    let count = left.length;
    for (const [index, at] of twin.entries()) if (at < 0) twin[index] = count++;
    const triangles = [...this.triangles];
    for (let k = 0; k < this.triangles.length; k += 3) {
      const [a, b, c] = [0, 2, 1].map((corner) => twin[this.triangles[k + corner] as number] as number);
      triangles.push(a as number, b as number, c as number);
    }
    const order = [...left, ...left.filter(({ isMidline }) => !isMidline)];
    const places = order.map(({ place }, index) => (index < left.length ? place : mirrored(place)));
    const normals = normalsOf({ places, triangles }).map((normal, index) => {
      const { out, isInner, x } = order[index] as HairVertex;
      const away = index < left.length ? out : mirrored(out);
      // At the root the closing face would turn the normals aside, and light would show where the lock begins.
      const k = isInner ? 0 : mix(1, options.calm, smoothstep(0, 0.08, x));
      return unit([0, 1, 2].map((i) => (normal[i] as number) * (1 - k) + (away[i] as number) * k) as never);
    });
    const influences = left.map(influencesAt);
    const { paint } = options;
    return {
      name,
      material,
      positions: Float64Array.from(places.flat()),
      normals: Float64Array.from(normals.flat()),
      triangles: Uint32Array.from(triangles),
      influences: [
        ...influences,
        ...influences.filter((_, index) => !(left[index] as HairVertex).isMidline).map(mirroredInfluences),
      ],
      targets: {},
      ...(paint && { colours: Float32Array.from(order.flatMap((vertex) => paint(vertex))) }),
      uvs: Float32Array.from(order.flatMap(({ u, v }) => [u, v])),
    };
  }
}

const mirroredInfluences = (influences: Influences): Influences =>
  influences.map(([bone, share]) => [mirroredBone(bone), share] as const);

function influencesAt({ chains, place, x, isMidline }: HairVertex): Influences {
  const own = influencesOf(chains, place, x);
  if (!isMidline) return own;
  const sums = new Map<string, number>();
  for (const [bone, share] of [...own, ...mirroredInfluences(own)]) {
    sums.set(bone, (sums.get(bone) ?? 0) + share / 2);
  }
  return normalised([...sums]);
}
