// Meshes of fields and their decimation, against bodies whose volume and surface are known in closed form.
// What the avatars make of them is tested beside this.
import { describe, expect, it } from "vitest";
import { capsule, ellipsoid, union } from "../../../scripts/avatars/math/fields";
import type { Mesh } from "../../../scripts/avatars/math/mesh";
import { simplify } from "../../../scripts/avatars/math/simplify";
import { bothHalves, halfSurfaceNets, surfaceNets } from "../../../scripts/avatars/math/surface-nets";
import type { Vec3 } from "../../../scripts/avatars/model";

const RADIUS = 0.1;
const ball = (p: Vec3) => Math.hypot(...p) - RADIUS;
const box = { min: [-0.12, -0.12, -0.12], max: [0.12, 0.12, 0.12], cell: 0.01 } as const;

function corners({ places, triangles }: Mesh): [Vec3, Vec3, Vec3][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => [
    places[triangles[3 * t] as number] as Vec3,
    places[triangles[3 * t + 1] as number] as Vec3,
    places[triangles[3 * t + 2] as number] as Vec3,
  ]);
}

/** By the divergence theorem; positive when triangles face outwards. */
const volumeOf = (mesh: Mesh) =>
  corners(mesh).reduce(
    (sum, [a, b, c]) =>
      sum +
      (a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6,
    0,
  );

/** Degrees. */
function anglesOf(triangle: readonly [Vec3, Vec3, Vec3]): number[] {
  return [0, 1, 2].map((k) => {
    const [p, q, r] = [triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]] as [Vec3, Vec3, Vec3];
    const [u, v] = [q, r].map((end) => end.map((value, axis) => value - (p[axis] as number))) as [
      number[],
      number[],
    ];
    const product = u.reduce((sum, value, axis) => sum + value * (v[axis] as number), 0);
    return (Math.acos(product / (Math.hypot(...u) * Math.hypot(...v))) * 180) / Math.PI;
  });
}

/** Edges that have no partner, or more than one. */
function looseEdges({ triangles }: Mesh): [number, number][] {
  const counts = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3)
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const edge = `${triangles[t + a]} ${triangles[t + b]}`;
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  return [...counts]
    .map(([edge, count]) => ({ ends: edge.split(" ").map(Number) as [number, number], count }))
    .filter(({ ends: [a, b], count }) => count !== 1 || !counts.has(`${b} ${a}`))
    .map(({ ends }) => ends);
}

describe("surface nets", () => {
  it("makes a closed ball with its volume and with vertices on it", () => {
    const mesh = surfaceNets(ball, box);
    expect(looseEdges(mesh)).toEqual([]);
    for (const place of mesh.places) expect(Math.abs(Math.hypot(...place) - RADIUS)).toBeLessThan(1e-5);
    const volume = (4 / 3) * Math.PI * RADIUS ** 3;
    // Chords lie inside: a little less, and less by the square of the cell.
    expect(volumeOf(mesh)).toBeLessThan(volume);
    expect(volumeOf(mesh)).toBeGreaterThan(volume * 0.985);
    const finer = volume - volumeOf(surfaceNets(ball, { ...box, cell: 0.005 }));
    expect((volume - volumeOf(mesh)) / finer).toBeGreaterThan(3);
    expect((volume - volumeOf(mesh)) / finer).toBeLessThan(5.5);
  });

  it("has no slivers, and fewer narrow triangles for being relaxed", () => {
    const smallest = (mesh: Mesh) => corners(mesh).map((triangle) => Math.min(...anglesOf(triangle)));
    // Not through the nodes themselves, where vertices of neighbouring cells can meet before they are evened out.
    const aside = (p: Vec3) => Math.hypot(p[0] - 0.0031, p[1] + 0.0017, p[2] - 0.0023) - RADIUS;
    const [rough, even] = [0, 2].map((relax) => smallest(surfaceNets(aside, { ...box, relax }))) as [
      number[],
      number[],
    ];
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    // The best mean there is, all sides alike, is 60 degrees; halved squares have 45.
    expect(mean(even)).toBeGreaterThan(42);
    expect(mean(even)).toBeGreaterThan(mean(rough));
    expect(Math.min(...even)).toBeGreaterThan(10);
    expect(Math.min(...even)).toBeGreaterThan(Math.min(...rough));
  });

  it("loses nothing where space is skipped: a thin rod far from a ball", () => {
    const field = union(0.002, ball, capsule([0.15, 0, 0], [0.4, 0.02, 0.03], 0.012));
    const mesh = surfaceNets(field, { min: [-0.12, -0.12, -0.12], max: [0.45, 0.12, 0.12], cell: 0.006 });
    expect(looseEdges(mesh)).toEqual([]);
    const rod = Math.PI * 0.012 ** 2 * Math.hypot(0.25, 0.02, 0.03) + (4 / 3) * Math.PI * 0.012 ** 3;
    const volume = (4 / 3) * Math.PI * RADIUS ** 3 + rod;
    expect(volumeOf(mesh) / volume).toBeGreaterThan(0.97);
    expect(volumeOf(mesh) / volume).toBeLessThan(1);
    expect(Math.max(...mesh.places.map(([x]) => x))).toBeGreaterThan(0.41);
  });

  it("is open where the surface leaves the box, and only there", () => {
    const mesh = surfaceNets(ball, { ...box, max: [0.12, 0.03, 0.12] });
    const rim = looseEdges(mesh);
    expect(rim.length).toBeGreaterThan(20);
    for (const [a, b] of rim)
      for (const vertex of [a, b]) expect((mesh.places[vertex] as Vec3)[1]).toBeGreaterThan(0.015);
  });

  it("makes halves that end at x = 0 exactly and join to a closed mirror image", () => {
    const field = union(0.03, ball, ellipsoid([0.09, 0.04, 0], [0.05, 0.03, 0.04]));
    const half = halfSurfaceNets(field, { ...box, max: [0.16, 0.12, 0.12] });
    for (const [a, b] of looseEdges(half))
      for (const vertex of [a, b]) expect((half.places[vertex] as Vec3)[0]).toBe(0);
    expect(half.places.every(([x]) => x >= 0)).toBe(true);
    const whole = bothHalves(half);
    expect(looseEdges(whole)).toEqual([]);
    expect(volumeOf(whole)).toBeCloseTo(2 * volumeOf(half), 12);
    const places = new Set(whole.places.map((place) => place.join()));
    for (const [x, y, z] of whole.places) expect(places.has([x === 0 ? 0 : -x, y, z].join())).toBe(true);
  });
});

describe("decimation", () => {
  it("keeps places to the bit, the surface closed, and the volume nearly", () => {
    const mesh = surfaceNets(ball, box);
    const simple = simplify(mesh, { triangles: 400 });
    expect(simple.triangles.length / 3).toBeLessThanOrEqual(400);
    expect(simple.triangles.length / 3).toBeGreaterThan(360);
    expect(looseEdges(simple)).toEqual([]);
    for (const [at, vertex] of simple.kept.entries()) expect(simple.places[at]).toBe(mesh.places[vertex]);
    expect(volumeOf(simple) / volumeOf(mesh)).toBeGreaterThan(0.95);
    expect(simplify(mesh, { triangles: 400 })).toEqual(simple);
  });

  it("keeps the rim of a half at x = 0", () => {
    const simple = simplify(halfSurfaceNets(ball, box), { triangles: 150, evenness: "much" });
    const rim = looseEdges(simple);
    expect(rim.length).toBeGreaterThan(5);
    for (const [a, b] of rim) for (const vertex of [a, b]) expect((simple.places[vertex] as Vec3)[0]).toBe(0);
    expect(looseEdges(bothHalves(simple))).toEqual([]);
  });

  it("leaves locked vertices alone, and stops at the error it may make", () => {
    const mesh = surfaceNets(ball, box);
    const isLocked = (vertex: number) => (mesh.places[vertex] as Vec3)[1] > 0.05;
    const simple = simplify(mesh, { triangles: 200, isLocked });
    const kept = new Set(simple.kept);
    for (const vertex of mesh.places.keys()) if (isLocked(vertex)) expect(kept.has(vertex)).toBe(true);
    const close = simplify(mesh, { triangles: 10, error: 0.0005 });
    expect(close.triangles.length / 3).toBeGreaterThan(100);
  });
});
