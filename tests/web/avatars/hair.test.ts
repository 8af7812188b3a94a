// The hair of the two characters: closed, mirrored, kept out of head, eyes and shoulders, and hung on chains that are whole.
// How it looks is judged by eye, not here.
import { describe, expect, it } from "vitest";
import { collidersOf } from "../../../scripts/avatars/body/colliders";
import { jointsOf, restMapOf } from "../../../scripts/avatars/body/proportions";
import { bonesOf } from "../../../scripts/avatars/body/skeleton";
import { type Character, characters } from "../../../scripts/avatars/character";
import { makeHair } from "../../../scripts/avatars/hair/hair";
import { frameOf } from "../../../scripts/avatars/hair/head-surface";
import { headField } from "../../../scripts/avatars/head/field";
import { capsule } from "../../../scripts/avatars/math/fields";
import { trianglesOf } from "../../../scripts/avatars/math/mesh";
import { add, along, cross, dot, length, scale, sub, unit } from "../../../scripts/avatars/math/vec";
import type { Influences, Part, Vec3 } from "../../../scripts/avatars/model";

const at = (values: Float64Array, index: number): Vec3 => [
  values[3 * index] as number,
  values[3 * index + 1] as number,
  values[3 * index + 2] as number,
];
const countOf = (part: Part) => part.positions.length / 3;
const indices = (part: Part) => Array.from({ length: countOf(part) }, (_, index) => index);
const trianglesAt = (part: Part): [Vec3, Vec3, Vec3][] =>
  trianglesOf([...part.triangles]).map(
    (corners) => corners.map((corner) => at(part.positions, corner)) as [Vec3, Vec3, Vec3],
  );
const onHead = (influences: Influences) => influences.length === 1 && influences[0]?.[0] === "head";

/** Distance along the ray to a triangle, or infinity. Moeller and Trumbore 1997. */
function hit(from: Vec3, direction: Vec3, [a, b, c]: [Vec3, Vec3, Vec3]): number {
  const [u, v] = [sub(b, a), sub(c, a)];
  const p = cross(direction, v);
  const determinant = dot(u, p);
  if (Math.abs(determinant) < 1e-14) return Number.POSITIVE_INFINITY;
  const offset = sub(from, a);
  const s = dot(offset, p) / determinant;
  const q = cross(offset, u);
  const t = dot(direction, q) / determinant;
  const distance = dot(v, q) / determinant;
  return s >= 0 && t >= 0 && s + t <= 1 && distance > 0 ? distance : Number.POSITIVE_INFINITY;
}

/** Vertices of each separate body. */
function bodiesOf(part: Part): number[][] {
  const parent = indices(part);
  const root = (index: number): number => {
    let k = index;
    while (parent[k] !== k) k = parent[k] = parent[parent[k] as number] as number;
    return k;
  };
  for (const [a, b, c] of trianglesOf([...part.triangles])) {
    parent[root(b)] = root(a);
    parent[root(c)] = root(a);
  }
  const bodies = new Map<number, number[]>();
  for (const index of indices(part)) bodies.set(root(index), [...(bodies.get(root(index)) ?? []), index]);
  return [...bodies.values()];
}

const swapSide = (name: string) =>
  name.includes("Left") ? name.replace("Left", "Right") : name.replace("Right", "Left");
const shares = (influences: Influences) =>
  [...influences].sort(([a], [b]) => (a < b ? -1 : 1)).map(([bone, share]) => [bone, share] as const);

/** Whether two vertices' bones are the same with the sides swapped. */
function areMirrored(left: Influences, right: Influences): boolean {
  const [a, b] = [shares(left.map(([bone, share]) => [swapSide(bone), share] as const)), shares(right)];
  return (
    a.length === b.length &&
    a.every(([bone, share], k) => bone === b[k]?.[0] && Math.abs(share - (b[k]?.[1] ?? 0)) < 1e-5)
  );
}

function unmirrored(part: Part): number[] {
  const cells = new Map<string, number[]>();
  const key = (p: Vec3, dx = 0, dy = 0, dz = 0) =>
    [Math.round(p[0] * 1e4) + dx, Math.round(p[1] * 1e4) + dy, Math.round(p[2] * 1e4) + dz].join();
  for (const index of indices(part)) {
    const cell = key(at(part.positions, index));
    cells.set(cell, [...(cells.get(cell) ?? []), index]);
  }
  const around = [-1, 0, 1];
  return indices(part).filter((index) => {
    const [p, n] = [at(part.positions, index), at(part.normals, index)];
    const [place, normal]: [Vec3, Vec3] = [
      [-p[0], p[1], p[2]],
      [-n[0], n[1], n[2]],
    ];
    const near = around.flatMap((dx) =>
      around.flatMap((dy) => around.flatMap((dz) => cells.get(key(place, dx, dy, dz)) ?? [])),
    );
    return !near.some(
      (other) =>
        length(sub(at(part.positions, other), place)) < 1e-5 &&
        length(sub(at(part.normals, other), normal)) < 1e-5 &&
        areMirrored(part.influences[index] as Influences, part.influences[other] as Influences),
    );
  });
}

/** Directions from which one looks at an eye: ahead, and up to 25 degrees aside, 12 up and 25 down. */
const LOOKS: readonly Vec3[] = [-25, -12, 0, 12, 25].flatMap((yaw) =>
  [-25, -12, 0, 12].map((pitch): Vec3 => {
    const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    return [Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b)];
  }),
);

describe.each(characters.map((character): [string, Character] => [character.name, character]))(
  "hair of %s",
  (_, character) => {
    const head = { field: headField(character) };
    const frame = frameOf(character);
    const hair = makeHair(character, head);
    const bones = new Map(hair.bones.map((bone) => [bone.name, bone]));

    it("keeps within 5,000 vertices and 150 KB of pictures", () => {
      expect(hair.parts.reduce((sum, part) => sum + countOf(part), 0)).toBeLessThanOrEqual(5000);
      const bytes = Object.values(hair.materials).map(
        ({ picture, normalPicture }) => (picture?.length ?? 0) + (normalPicture?.length ?? 0),
      );
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
    });

    it("names materials that exist, and parts once", () => {
      for (const part of hair.parts) expect(hair.materials).toHaveProperty(part.material);
      expect(new Set(hair.parts.map(({ name }) => name)).size).toBe(hair.parts.length);
    });

    it("is a mirror image of itself, with normals and bones", () => {
      for (const part of hair.parts) expect(unmirrored(part)).toEqual([]);
    });

    it("is closed: every edge is walked once in each direction", () => {
      for (const part of hair.parts) {
        const edges = new Map<string, number>();
        for (const [a, b, c] of trianglesOf([...part.triangles])) {
          for (const edge of [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]) {
            edges.set(edge, (edges.get(edge) ?? 0) + 1);
          }
        }
        const open = [...edges].filter(([edge, times]) => {
          const [a, b] = edge.split(" ");
          return times !== 1 || edges.get(`${b} ${a}`) !== 1;
        });
        expect(open).toEqual([]);
      }
    });

    it("shows its outer side: every body encloses a volume", () => {
      for (const part of hair.parts) {
        const body = new Map(bodiesOf(part).flatMap((vertices, k) => vertices.map((index) => [index, k])));
        const volumes: number[] = [];
        for (const corners of trianglesOf([...part.triangles])) {
          const [a, b, c] = corners.map((corner) => at(part.positions, corner)) as [Vec3, Vec3, Vec3];
          const k = body.get(corners[0]) as number;
          volumes[k] = (volumes[k] ?? 0) + dot(a, cross(b, c)) / 6;
        }
        expect(Math.min(...volumes)).toBeGreaterThan(0);
      }
    });

    it("has finite places, unit normals and picture places in 0..1", () => {
      for (const part of hair.parts) {
        expect(part.positions.every(Number.isFinite)).toBe(true);
        for (const index of indices(part)) expect(length(at(part.normals, index))).toBeCloseTo(1, 9);
        expect(part.uvs?.length).toBe(2 * countOf(part));
        expect(part.uvs?.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(part.colours?.every((value) => value >= 0 && value <= 1) ?? true).toBe(true);
      }
    });

    it("hangs every vertex on one to four bones whose shares sum to 1", () => {
      for (const part of hair.parts) {
        expect(part.influences).toHaveLength(countOf(part));
        for (const influences of part.influences) {
          expect(influences.length).toBeGreaterThanOrEqual(1);
          expect(influences.length).toBeLessThanOrEqual(4);
          expect(influences.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 9);
          for (const [bone, share] of influences) {
            expect(bone === "head" || bones.has(bone)).toBe(true);
            expect(share).toBeGreaterThan(0);
          }
        }
      }
    });

    it("is fastened: every body has vertices that follow the head alone", () => {
      for (const part of hair.parts) {
        for (const body of bodiesOf(part)) {
          expect(body.some((index) => onHead(part.influences[index] as Influences))).toBe(true);
        }
      }
    });

    it("stays out of the head, roots excepted", () => {
      for (const part of hair.parts) {
        const deep = indices(part).filter(
          (index) =>
            head.field(at(part.positions, index)) <
            (onHead(part.influences[index] as Influences) ? -0.016 : -0.004),
        );
        expect(deep).toEqual([]);
      }
    });

    it("stays out of the shoulders", () => {
      const [, y, z] = character.collar.centre;
      const shoulders = capsule([-0.13, y - 0.075, z], [0.13, y - 0.075, z], 0.05);
      for (const part of hair.parts) {
        expect(indices(part).filter((index) => shoulders(at(part.positions, index)) < 0)).toEqual([]);
      }
    });

    it("leaves the eyes free", () => {
      const triangles = hair.parts.flatMap(trianglesAt);
      for (const side of [1, -1]) {
        const [x, y, z] = character.leftEyeBone;
        const eye: Vec3 = [side * x, y, z];
        for (const look of LOOKS) {
          expect(triangles.filter((triangle) => hit(eye, look, triangle) < 0.5)).toHaveLength(0);
        }
      }
    });

    it("covers the skin of crown, sides and back", () => {
      const triangles = hair.parts.flatMap(trianglesAt);
      const middle = frame.world([0, 0.03, -0.012]);
      for (let azimuth = 70; azimuth <= 290; azimuth += 20) {
        for (const elevation of [85, 60, 30, 5, -15]) {
          if (elevation < 0 && (azimuth < 120 || azimuth > 240)) continue;
          const [a, b] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
          const direction = unit([Math.sin(a) * Math.cos(b), Math.sin(b), Math.cos(a) * Math.cos(b)]);
          const from = along(middle, direction, 0.4);
          const distances = triangles.map((triangle) => hit(from, scale(direction, -1), triangle));
          const nearest = add(from, scale(direction, -Math.min(...distances)));
          expect(head.field(nearest), `azimuth ${azimuth}, elevation ${elevation}`).toBeGreaterThan(0.001);
        }
      }
    });

    it("swings on 5 to 9 chains of three or four joints, each from the head", () => {
      expect(hair.springs.length).toBeGreaterThanOrEqual(5);
      expect(hair.springs.length).toBeLessThanOrEqual(9);
      expect(new Set(hair.springs.map(({ name }) => name)).size).toBe(hair.springs.length);
      expect(new Set(hair.springs.flatMap((spring) => spring.bones)).size).toBe(hair.bones.length);
      expect(bones.size).toBe(hair.bones.length);
      for (const spring of hair.springs) {
        expect([3, 4]).toContain(spring.bones.length);
        for (const [joint, name] of spring.bones.entries()) {
          const bone = bones.get(name);
          expect(bone?.parent).toBe(joint === 0 ? "head" : spring.bones[joint - 1]);
          if (joint > 0) {
            const before = bones.get(spring.bones[joint - 1] as string)?.position as Vec3;
            expect(length(sub(bone?.position as Vec3, before))).toBeGreaterThan(0.008);
          }
        }
      }
    });

    it("does not touch what it must not swing into while it hangs at rest", () => {
      const joints = jointsOf(character);
      const places = new Map(
        [...bonesOf(character, restMapOf(joints)), ...hair.bones].map((bone) => [bone.name, bone.position]),
      );
      const colliders = collidersOf(character, joints).map(({ bone, offset, tail, radius }) => {
        const joint = places.get(bone) as Vec3;
        return { bone, field: capsule(add(joint, offset), add(joint, tail ?? offset), radius) };
      });
      for (const { bones: chain, hitRadius } of hair.springs) {
        for (const name of chain.slice(1)) {
          for (const { bone, field } of colliders) {
            expect(field(places.get(name) as Vec3), `${name} and ${bone}`).toBeGreaterThan(hitRadius);
          }
        }
      }
    });

    it("lets every chain's bones move something, and comes to rest", () => {
      const used = new Set(
        hair.parts.flatMap((part) =>
          part.influences.flatMap((influences) => influences.map(([bone]) => bone)),
        ),
      );
      for (const spring of hair.springs) {
        // The last joint only marks the end.
        for (const bone of spring.bones.slice(0, -1)) expect(used.has(bone), bone).toBe(true);
        expect(used.has(spring.bones.at(-1) as string)).toBe(false);
        expect(spring.stiffness).toBeGreaterThan(0);
        expect(spring.dragForce).toBeGreaterThanOrEqual(0.4);
        expect(spring.dragForce).toBeLessThanOrEqual(0.6);
        expect(spring.gravityPower).toBeLessThanOrEqual(0.3);
      }
    });
  },
);
