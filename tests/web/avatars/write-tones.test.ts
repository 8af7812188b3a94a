// Vertex colours as a picture for cartoon shading: what is looked up in it is the colour that the vertex had.
// The picture is read as a graphics card does: decoded from sRGB, then mixed from four texels.
import { decode } from "fast-png";
import { expect, test } from "vitest";
import { encoded, linear } from "../../../scripts/avatars/math/colour";
import type { AvatarModel, Part } from "../../../scripts/avatars/model";
import { toneParts } from "../../../scripts/avatars/write/toned-parts";
import { toyModel } from "../../support/toy-model";

type Rgb = readonly [number, number, number];

function lookUp(picture: Uint8Array, u: number, v: number): number[] {
  const { width, data } = decode(picture);
  const [x, y] = [u * width - 0.5, v * width - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return [0, 1, 2].map((k) => {
    const at = (column: number, row: number) =>
      linear((data[3 * (row * width + column) + k] as number) / 255);
    const upper = at(left, top) * (left + 1 - x) + at(left + 1, top) * (x - left);
    const lower = at(left, top + 1) * (left + 1 - x) + at(left + 1, top + 1) * (x - left);
    return upper * (top + 1 - y) + lower * (y - top);
  });
}

/** The toy model whose face has these colours in turn. */
function coloured(colours: readonly Rgb[]): AvatarModel {
  const model = toyModel("cartoon");
  const [face, ...others] = model.parts as [Part, ...Part[]];
  const count = face.positions.length / 3;
  const all = Float32Array.from({ length: 3 * count }, (_, i) => {
    const colour = colours[Math.floor(i / 3) % colours.length] as Rgb;
    return colour[i % 3] as number;
  });
  return { ...model, parts: [{ ...face, colours: all }, ...others] };
}

/** Steps of 8 bits, as the eye sees them. */
function greatestError(model: AvatarModel): number {
  const [before, after] = [model.parts[0], toneParts(model).parts[0]];
  const picture = toneParts(model).materials.Skin?.picture as Uint8Array;
  expect(after?.colours).toBeUndefined();
  let worst = 0;
  for (let vertex = 0; vertex < 24; ++vertex) {
    const [u = 0, v = 0] = after?.uvs?.subarray(2 * vertex, 2 * vertex + 2) ?? [];
    lookUp(picture, u, v).forEach((value, k) => {
      const wanted = encoded(before?.colours?.[3 * vertex + k] as number);
      worst = Math.max(worst, 255 * Math.abs(encoded(value) - wanted));
    });
  }
  return worst;
}

test.each<[string, readonly Rgb[]]>([
  ["one colour", [[0.7, 0.4, 0.3]]],
  ["white alone", [[1, 1, 1]]],
  [
    "greys",
    [
      [0.2, 0.2, 0.2],
      [0.5, 0.5, 0.5],
      [0.9, 0.9, 0.9],
    ],
  ],
  [
    "two colours",
    [
      [0.9, 0.7, 0.6],
      [0.6, 0.2, 0.2],
    ],
  ],
  [
    "three colours",
    [
      [0.9, 0.7, 0.6],
      [0.6, 0.2, 0.2],
      [0.2, 0.3, 0.6],
    ],
  ],
])("%s are kept to less than two steps", (_, colours) => {
  expect(greatestError(coloured(colours))).toBeLessThan(2);
});

test("four colours in no plane are kept roughly", () => {
  const error = greatestError(
    coloured([
      [0.9, 0.7, 0.6],
      [0.6, 0.2, 0.2],
      [0.2, 0.3, 0.6],
      [0.5, 0.6, 0.2],
    ]),
  );
  expect(error).toBeGreaterThan(2);
  expect(error).toBeLessThan(60);
});

test("a part without colours is white among others that have some", () => {
  const model = coloured([[0.5, 0.3, 0.2]]);
  const [face, eye, ...others] = model.parts as [Part, Part, ...Part[]];
  const mixed = { ...model, parts: [face, { ...eye, material: "Skin" }, ...others] };
  const toned = toneParts(mixed);
  const [u = 0, v = 0] = toned.parts[1]?.uvs ?? [];
  for (const value of lookUp(toned.materials.Skin?.picture as Uint8Array, u, v))
    expect(value).toBeCloseTo(1, 2);
});

test("a material with a picture of its own is refused", () => {
  const model = coloured([[0.5, 0.3, 0.2]]);
  const skin = model.materials.Skin as AvatarModel["materials"][string];
  const painted = {
    ...model,
    materials: { ...model.materials, Skin: { ...skin, picture: new Uint8Array(1) } },
  };
  expect(() => toneParts(painted)).toThrow(/material Skin: cartoon shading/);
});
