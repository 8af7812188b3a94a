// Soles found on skin: shoes made of points whose heel, ball and tip are known; feet turned aside; soles that a file of our own carries.
import { describe, expect, test } from "vitest";
import type { NodeDescription, VertexBufferDescription } from "../../../web/src/reader/avatar-description";
import { type FootVertex, footSole, footSoles } from "../../../web/src/reader/foot-soles";
import { composed } from "../../../web/src/reader/matrix";
import { vrmaSoles } from "../../../web/src/reader/vrma-soles";

const ANKLE = 0.09;
const TOES = [0, -0.07, 0.13] as const;

/** A shoe whose sole's height over the floor is `sole(z)`, from z -0.06 to 0.22 before the ankle, 8 cm wide, with an upper that narrows. */
function shoe(sole: (z: number) => number, ankle = ANKLE, stiff = false): FootVertex[] {
  const skin: FootVertex[] = [];
  for (let i = 0; i <= 56; ++i) {
    const z = -0.06 + 0.005 * i;
    const toes = z > 0.13 && !stiff ? 0.9 : 0.1;
    for (const x of [-0.04, 0, 0.04]) {
      skin.push({ place: [x, sole(z) - ankle, z], foot: 1 - toes, toes });
      skin.push({ place: [0.3 * x, sole(z) + 0.06 - ankle, z], foot: 1 - toes, toes });
    }
  }
  return skin;
}

function expectNear(found: readonly number[] | undefined, wanted: readonly number[], slack = 1e-9): void {
  for (const [axis, value] of wanted.entries())
    expect(Math.abs((found?.[axis] ?? Number.NaN) - value)).toBeLessThan(slack);
}

describe("soles on skin", () => {
  test("flat shoes have their corners on the floor", () => {
    const sole = footSole(
      shoe(() => 0),
      TOES,
    );
    expectNear(sole?.heel, [0, -ANKLE, -0.06]);
    expectNear(sole?.toe, [0, -ANKLE, 0.22]);
    // The ball is the front end of what the foot carries, not the toes.
    expectNear(sole?.ball, [0, -ANKLE, 0.13], 0.0051);
    for (const edge of [sole?.heelEdge, sole?.ballEdge, sole?.toeEdge]) expectNear(edge, [0.04, 0, 0]);
    expect(sole?.rigid).toBe(false);
    expect(
      footSole(
        shoe(() => 0, ANKLE, true),
        TOES,
      )?.rigid,
    ).toBe(true);
  });

  test("tips that rise and heels that stand high have their own heights", () => {
    // A running shoe's tip rises by 2 cm over the last 7: it touches nothing.
    const runner = footSole(
      shoe((z) => (z > 0.15 ? 0.4 * (z - 0.15) : 0)),
      TOES,
    );
    expectNear(runner?.heel, [0, -ANKLE, -0.06]);
    expect(runner?.toe[2]).toBeLessThan(0.17);
    // On tiptoe: the heel 5 cm over the ball, the ankle with it.
    const tiptoe = footSole(
      shoe((z) => (z < 0.1 ? (0.05 * (0.1 - z)) / 0.16 : 0), ANKLE + 0.05),
      TOES,
    );
    expect(tiptoe?.ball[1]).toBeCloseTo(-ANKLE - 0.05, 9);
    expect(tiptoe?.heel[1]).toBeGreaterThan(-ANKLE - 0.05 + 0.02);
  });

  test("legs, shafts, clothes and numbers that are none do not count", () => {
    const skin = shoe(() => 0);
    const before = footSole(skin, TOES);
    skin.push({ place: [0, -0.4, -0.5], foot: 0.3, toes: 0.1 }); // a coat's hem
    skin.push({ place: [0, 0.3, -0.2], foot: 1, toes: 0 }); // a boot's shaft
    skin.push({ place: [0, Number.NaN, 0], foot: 1, toes: 0 });
    expect(footSole(skin, TOES)).toEqual(before);
  });

  test("without toes the ball lies at seven tenths, between sparse rows on their line", () => {
    const plain = shoe(() => 0, ANKLE, true);
    const sole = footSole(plain, null);
    expectNear(sole?.ball, [0, -ANKLE, -0.06 + 0.8 * 0.28], 0.0051); // the front end of the skin about it
    const rows: FootVertex[] = [-0.04, 0.04].flatMap((x) => [
      { place: [x, 0.01 - ANKLE, -0.06], foot: 1, toes: 0 },
      { place: [x, -ANKLE, 0.22], foot: 0, toes: 1 },
    ]);
    const coarse = footSole(rows, TOES);
    expect(coarse?.ball[1]).toBeCloseTo(-ANKLE + (0.01 * (0.22 - 0.13)) / 0.28, 9);
    expectNear(coarse?.ballEdge, [0.04, 0, 0]);
  });

  test("nothing comes of nothing", () => {
    expect(footSole([], TOES)).toBeNull();
    expect(footSole([{ place: [0, -0.1, 0.1], foot: 1, toes: 0 }], TOES)).toBeNull();
    expect(
      footSole(
        shoe(() => 0.5),
        TOES,
      ),
    ).toBeNull(); // all of it over the ankle
  });
});

/** A left foot turned out by `degrees` with a shoe of its own buffer: matrices are translations to where foot and toes stand. */
function turnedFoot(degrees: number): readonly [NodeDescription[], VertexBufferDescription] {
  const angle = (degrees * Math.PI) / 180;
  const out = ([x, y, z]: readonly [number, number, number]) => [
    0.1 + x * Math.cos(angle) + z * Math.sin(angle),
    0.09 + y,
    -x * Math.sin(angle) + z * Math.cos(angle),
  ];
  const at = (place: readonly number[]) =>
    composed([place[0] ?? 0, place[1] ?? 0, place[2] ?? 0], [0, 0, 0, 1], [1, 1, 1]);
  const nodes = [
    { index: 0, parent: -1, name: "foot", world: at([0.1, 0.09, 0]) },
    { index: 1, parent: 0, name: "toes", world: at(out(TOES)) },
  ];
  const skin = shoe(() => 0);
  const buffer = {
    node: 0,
    mesh: 0,
    positions: Float32Array.from(skin.flatMap(({ place }) => out(place))),
    joints: Uint16Array.from(skin.flatMap(() => [0, 1])),
    weights: Float32Array.from(skin.flatMap(({ foot, toes }) => [foot, toes])),
    matrices: Float64Array.from([...at([0, 0, 0]), ...at([0, 0, 0])]),
    faceBones: Int8Array.from([-1, -1]),
    matrixNodes: Int32Array.from([0, 1]),
    triangles: [],
    targets: [],
  };
  return [nodes, buffer];
}

test.each([0, 25, -40, 180])("a foot turned out by %d degrees has the same sole", (degrees) => {
  const [nodes, buffer] = turnedFoot(degrees);
  const { left, right } = footSoles(nodes, { leftFoot: 0, leftToes: 1 }, [buffer]);
  expect(right).toBeUndefined();
  expectNear(left?.heel, [0, -ANKLE, -0.06], 1e-6);
  expectNear(left?.toe, [0, -ANKLE, 0.22], 1e-6);
  expectNear(left?.toeEdge, [0.04, 0, 0], 1e-6);
  expect(left?.rigid).toBe(false);
});

test("extras hold two whole soles or none", () => {
  const sole = { heel: [0, -0.1, -0.05], ball: [0, -0.1, 0.12], toe: [0, -0.1, 0.2] };
  const extras = (left: unknown, right: unknown) => ({ extras: { doppel: { soles: { left, right } } } });
  const found = vrmaSoles(extras(sole, { ...sole, toeEdge: [0.04, 0, 0], rigid: true }));
  expect(found?.left).toEqual({
    ...sole,
    heelEdge: [0, 0, 0],
    ballEdge: [0, 0, 0],
    toeEdge: [0, 0, 0],
    rigid: false,
  });
  expect(found?.right?.toeEdge).toEqual([0.04, 0, 0]);
  expect(found?.right?.rigid).toBe(true);
  for (const bad of [
    undefined,
    7,
    [],
    { ...sole, heel: [0, 1] },
    { ...sole, toe: [0, Number.NaN, 0] },
    { ...sole, ball: [0, 1e9, 0] },
  ])
    expect(vrmaSoles(extras(sole, bad))).toBeNull();
  for (const json of [null, {}, { extras: 3 }, { extras: { doppel: [] } }])
    expect(vrmaSoles(json)).toBeNull();
});
