// What is in the built sample avatars: every part that a character needs, a T-pose on the floor, directions and shares that are sound.
// Faces and symmetry have tests of their own; that the files are valid, small and free is tested with the writer.

import { beforeAll, describe, expect, test } from "vitest";
import { requiredBones } from "./bones";
import { type Built, type Piece, readBuilt, sampleNames, type Vec3, vectorAt } from "./built";

/** What a length may differ from 1 by: the validator's own tolerance. */
const UNIT = 0.0005;
const FACE_PARTS = ["Face", "EyeLeft", "EyeRight", "TeethUpper", "TeethLower", "Tongue"];

describe.each(sampleNames)("%s", (name) => {
  let avatar: Built;
  beforeAll(async () => {
    avatar = await readBuilt(name);
  });

  test("eyes, teeth and tongue are parts of their own, lids and lips belong to the face", () => {
    const parts = new Set(avatar.pieces.map((piece) => piece.name));
    expect(FACE_PARTS.filter((part) => !parts.has(part))).toEqual([]);
    for (const part of avatar.pieces) expect(part.triangles.length, part.name).toBeGreaterThan(0);
    const moves = (part: string, channel: string) =>
      avatar.pieces.some((piece) => piece.name === part && piece.targets.has(channel));
    for (const channel of ["eyeBlinkLeft", "eyeBlinkRight", "mouthPucker", "mouthClose"])
      expect([channel, moves("Face", channel)]).toEqual([channel, true]);
    for (const [part, channel] of [
      ["TeethLower", "jawOpen"],
      ["Tongue", "tongueOut"],
      ["EyeLeft", "eyeLookUpLeft"],
      ["EyeRight", "eyeLookUpRight"],
    ] as const)
      expect([part, channel, moves(part, channel)]).toEqual([part, channel, true]);
  });

  test("all human bones that VRM asks for, eyes, and five fingers of three bones on each hand", () => {
    expect(requiredBones.filter((bone) => avatar.humanoid[bone] === undefined)).toEqual([]);
  });

  test("stands in a T-pose, faces +Z, soles at y = 0", () => {
    const at = (bone: string) => avatar.nodes[avatar.humanoid[bone] ?? -1]?.place ?? [NaN, NaN, NaN];
    for (const [side, sign] of [
      ["left", 1],
      ["right", -1],
    ] as const) {
      const chain = [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`, `${side}MiddleProximal`];
      for (let k = 0; k + 1 < chain.length; ++k) {
        const [from, to] = [at(chain[k] as string), at(chain[k + 1] as string)];
        const along =
          (sign * (to[0] - from[0])) / Math.hypot(...to.map((value, i) => value - (from[i] ?? 0)));
        expect(along, `${chain[k]} to ${chain[k + 1]}`).toBeGreaterThan(Math.cos((5 * Math.PI) / 180));
      }
      expect(at(`${side}Eye`)[2]).toBeGreaterThan(at("head")[2]);
      const sole = lowest(avatar.pieces, (x) => sign * x > 0);
      expect(Math.abs(sole), `${side} sole at ${sole}`).toBeLessThan(1e-4);
    }
  });

  test("hair swings: chains of joints that follow each other and carry hair, kept out of the body", () => {
    const { springs, colliders, colliderGroups } = avatar.json.extensions.VRMC_springBone;
    expect(springs.length).toBeGreaterThan(0);
    expect(colliders.length).toBeGreaterThan(0);
    const carried = new Set(avatar.pieces.flatMap((piece) => piece.influences.flat().map(([node]) => node)));
    for (const spring of springs) {
      const chain: number[] = spring.joints.map(({ node }: { node: number }) => node);
      expect(chain.length, spring.name).toBeGreaterThan(1);
      for (let k = 1; k < chain.length; ++k)
        expect(avatar.nodes[chain[k] ?? -1]?.parent, `${spring.name} joint ${k}`).toBe(chain[k - 1]);
      expect(
        chain.slice(0, -1).filter((node) => !carried.has(node)),
        spring.name,
      ).toEqual([]);
      for (const group of spring.colliderGroups ?? []) expect(colliderGroups[group]).toBeDefined();
    }
  });

  test("normals are finite and of unit length, and stay finite and not nothing under every target", () => {
    for (const piece of avatar.pieces) {
      expect([piece.name, worstLength(piece.normals, 3)]).toEqual([piece.name, expect.closeTo(0, 3)]);
      expect(worstLength(piece.normals, 3), piece.name).toBeLessThan(UNIT);
      for (const [target, { positions, normals }] of piece.targets) {
        expect(positions.every(Number.isFinite), `${piece.name} ${target}`).toBe(true);
        if (normals === undefined) continue;
        const shortest = Math.min(
          ...Array.from({ length: piece.count }, (_, vertex) => {
            const [n, d] = [vectorAt(piece.normals, vertex), vectorAt(normals, vertex)];
            return Math.hypot(n[0] + d[0], n[1] + d[1], n[2] + d[2]);
          }),
        );
        expect(shortest, `${piece.name} ${target}`).toBeGreaterThan(0.5);
      }
    }
  });

  test("tangents are finite, of unit length, square to the normal, and say which side the bitangent is on", () => {
    const withTangents = avatar.pieces.filter((piece) => piece.tangents !== undefined);
    if (name === "realistic") expect(withTangents.length).toBeGreaterThan(0);
    for (const { name: part, count, normals, tangents = new Float64Array() } of withTangents) {
      expect(worstLength(tangents, 4), part).toBeLessThan(UNIT);
      let steepest = 0;
      for (let vertex = 0; vertex < count; ++vertex) {
        expect(Math.abs(tangents[4 * vertex + 3] ?? 0)).toBe(1);
        const [x, y, z] = vectorAt(normals, vertex);
        const t = tangents.subarray(4 * vertex, 4 * vertex + 3);
        steepest = Math.max(steepest, Math.abs(x * (t[0] ?? 0) + y * (t[1] ?? 0) + z * (t[2] ?? 0)));
      }
      expect(steepest, part).toBeLessThan(0.01);
    }
  });

  test("weights of each vertex are positive, at most four, on joints that exist, and sum to 1", () => {
    for (const piece of avatar.pieces) {
      let worst = 0;
      for (const list of piece.influences) {
        if (list.length < 1 || list.length > 4) throw new Error(`${piece.name}: ${list.length} influences`);
        if (list.some(([node, weight]) => node < 0 || !(weight > 0)))
          throw new Error(`${piece.name}: ${list}`);
        worst = Math.max(worst, Math.abs(list.reduce((sum, [, weight]) => sum + weight, 0) - 1));
      }
      expect(worst, piece.name).toBeLessThan(1e-5);
    }
  });

  test("triangles refer to vertices that exist and have an area; no vertex is left over", () => {
    for (const piece of avatar.pieces) {
      expect(new Set(piece.triangles).size, piece.name).toBe(piece.count);
      expect(Math.max(...new Set(piece.triangles)), piece.name).toBe(piece.count - 1);
      expect(flatTriangles(piece), `${piece.name}: triangles without an area`).toBe(0);
    }
  });
});

function lowest(pieces: readonly Piece[], wanted: (x: number) => boolean): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { positions } of pieces)
    for (let i = 0; i < positions.length; i += 3)
      if (wanted(positions[i] ?? 0)) least = Math.min(least, positions[i + 1] ?? 0);
  return least;
}

/** How far the length of the first three of `stride` numbers is from 1, at worst; NaN where one is not finite. */
function worstLength(vectors: Float64Array, stride: number): number {
  let worst = 0;
  for (let i = 0; i < vectors.length; i += stride)
    worst = Math.max(
      worst,
      Math.abs(Math.hypot(vectors[i] as number, vectors[i + 1] as number, vectors[i + 2] as number) - 1),
    );
  return worst;
}

/** Square metres. */
const LEAST_AREA = 1e-13;

function flatTriangles({ positions, triangles }: Piece): number {
  let flat = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => vectorAt(positions, triangles[i + k] ?? 0));
    const [a, b, c] = corners as unknown as readonly [Vec3, Vec3, Vec3];
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
    if (!(area > LEAST_AREA)) flat += 1;
  }
  return flat;
}
