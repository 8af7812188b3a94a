// The heads of the sample avatars before they are files: how the skin is joined, how lids, jaw, lips and riders move.
// What the finished files show is tested on the files (tests/avatars).
import { describe, expect, it } from "vitest";
import { type Character, realistic, stylised } from "../../../scripts/avatars/character";
import { localHeadField, measuresOf } from "../../../scripts/avatars/head/field";
import { insideOf } from "../../../scripts/avatars/head/head";
import { makeTeeth } from "../../../scripts/avatars/head/mouth-parts";
import { CONTACT_ROW } from "../../../scripts/avatars/head/mouth-patch";
import { layHalfSkin, mirrorSkin } from "../../../scripts/avatars/head/skin";
import { makeMovers, twins } from "../../../scripts/avatars/head/targets";
import { add, length, sub } from "../../../scripts/avatars/math/vec";
import type { Vec3 } from "../../../scripts/avatars/model";
import { faceChannelNames } from "../../../web/src/tables/face-channels";

const TOOTH_HEIGHT = 0.008;

function headOf(character: Character) {
  const measures = measuresOf(character);
  const skin = mirrorSkin(layHalfSkin(measures, localHeadField(measures)));
  const inside = insideOf(skin, measures.mouth.halfWidth, TOOTH_HEIGHT);
  const movers = makeMovers(measures, skin, inside);
  const moved = (channel: string) => movers.skin(channel) as readonly Vec3[];
  return { measures, skin, inside, movers, moved };
}

describe.each([
  ["realistic", headOf(realistic)],
  ["stylised", headOf(stylised)],
] as const)("head of the %s one", (_, { measures, skin, inside, movers, moved }) => {
  const places = skin.vertices.map(({ place }) => place);

  it("is one sheet: open at the lids' inner rims and at the neck, nowhere else", () => {
    const uses = new Map<string, number>();
    for (let t = 0; t < skin.triangles.length; t += 3) {
      const corners = skin.triangles.slice(t, t + 3);
      for (let k = 0; k < 3; ++k) {
        const edge = [corners[k] as number, corners[(k + 1) % 3] as number].sort((a, b) => a - b).join("/");
        uses.set(edge, (uses.get(edge) ?? 0) + 1);
      }
    }
    expect(Math.max(...uses.values())).toBe(2);
    const open = [...uses]
      .filter(([, count]) => count === 1)
      .flatMap(([edge]) => edge.split("/").map(Number));
    expect(open.length).toBeGreaterThan(0);
    for (const index of open) {
      const { patch, row } = skin.vertices[index] as (typeof skin.vertices)[number];
      expect([patch, row]).toEqual(patch === "eye" ? ["eye", 0] : ["neck", 0]);
    }
  });

  it("has a mirror image for every vertex, which moves as its mirror image", () => {
    const other = twins(skin);
    for (const [index, place] of places.entries()) {
      const twin = places[other[index] as number] as Vec3;
      expect(twin[0]).toBe(place[0] === 0 ? 0 : -place[0]);
    }
    for (const channel of ["browDownLeft", "mouthSmileLeft", "jawLeft", "mouthLeft"]) {
      const [left, right] = [moved(channel), moved(channel.replace("Left", "Right"))];
      for (const [index, [x, y, z]] of left.entries()) {
        const twin = right[other[index] as number] as Vec3;
        expect(length(sub([-x, y, z], twin))).toBeLessThan(1e-12);
      }
    }
  });

  it("moves something in each channel that is not the tongue's", () => {
    const most = faceChannelNames.map((channel) => {
      const field = movers.skin(channel);
      return field === null ? channel : Math.max(...field.map(length)) > 5e-4;
    });
    expect(most.filter((each) => each !== true)).toEqual(["tongueOut"]);
  });

  it("slides the lids over the eyeball: their distance from its centre stays", () => {
    const { centre } = measures.eye;
    const lids = [...skin.vertices.entries()].filter(
      ([, { patch, side, out }]) => patch === "eye" && side === 1 && out < 0.3,
    );
    expect(lids.length).toBeGreaterThan(100);
    for (const channel of ["eyeBlinkLeft", "eyeLookDownLeft"]) {
      for (const [index, { place }] of lids) {
        const after = length(sub(add(place, moved(channel)[index] as Vec3), centre));
        expect(Math.abs(after - length(sub(place, centre)))).toBeLessThan(1e-9);
      }
    }
  });

  it("keeps half-closed lids outside of the eyeball, cornea included", () => {
    const { centre, radius, cornea } = measures.eye;
    for (const [index, { place, patch, side, row }] of skin.vertices.entries()) {
      if (patch !== "eye" || side !== 1 || row < 2) continue;
      const step = moved("eyeBlinkLeft")[index] as Vec3;
      const half: Vec3 = [place[0] + step[0] / 2, place[1] + step[1] / 2, place[2] + step[2] / 2];
      expect(length(sub(half, centre))).toBeGreaterThan(radius * (1 + cornea));
    }
  });

  it("brings the edges of both lids together in a blink", () => {
    const edge = [...skin.vertices.entries()].filter(
      ([, { patch, side, row }]) => patch === "eye" && side === 1 && row === 2,
    );
    const heights = new Map<string, number[]>();
    for (const [index, { place, angle }] of edge) {
      const y = place[1] + (moved("eyeBlinkLeft")[index] as Vec3)[1];
      const column = Math.cos(angle).toFixed(6);
      heights.set(column, [...(heights.get(column) ?? []), y]);
    }
    const pairs = [...heights.values()].filter(({ length: count }) => count === 2) as [number, number][];
    expect(pairs.length).toBeGreaterThan(15);
    const open = measures.eye.rise + measures.eye.fall;
    for (const [a, b] of pairs) expect(Math.abs(a - b)).toBeLessThan(0.02 * open);
  });

  it("turns the lower teeth as one with the jaw, by the jaw's angle", () => {
    const { places: teeth } = makeTeeth(inside, false);
    const steps = movers.jaw(teeth)("jawOpen") as readonly Vec3[];
    const after = teeth.map((place, k) => add(place, steps[k] as Vec3));
    const [first, last] = [0, teeth.length - 1];
    for (let k = 1; k < teeth.length; k += 17) {
      const rest = length(sub(teeth[k] as Vec3, teeth[first] as Vec3));
      expect(length(sub(after[k] as Vec3, after[first] as Vec3))).toBeCloseTo(rest, 9);
    }
    // Front and back of the arch give its direction from the side.
    const slope = (all: readonly Vec3[]) => {
      const front = all.reduce((best, place) => (place[2] > best[2] ? place : best));
      const back = all[last] as Vec3;
      return { front: all.indexOf(front), back, angle: Math.atan2(front[1] - back[1], front[2] - back[2]) };
    };
    const { front, angle } = slope(teeth);
    const [p, q] = [after[front] as Vec3, after[last] as Vec3];
    expect(angle - Math.atan2(p[1] - q[1], p[2] - q[2])).toBeCloseTo(measures.jawAngle, 6);
  });

  it.each([0.3, 0.8, 1])("lets the lips touch at jawOpen = mouthClose = %s", (weight) => {
    const line = [...skin.vertices.entries()].filter(
      ([, { patch, row, side }]) => patch === "mouth" && row === CONTACT_ROW && side >= 0,
    );
    const at = (index: number, place: Vec3): Vec3 => {
      const [open, close] = [moved("jawOpen")[index] as Vec3, moved("mouthClose")[index] as Vec3];
      return place.map(
        (value, axis) => value + weight * ((open[axis] as number) + (close[axis] as number)),
      ) as unknown as Vec3;
    };
    const columns = new Map<string, Vec3[]>();
    for (const [index, { place, angle }] of line) {
      const column = Math.abs(angle).toFixed(6);
      columns.set(column, [...(columns.get(column) ?? []), at(index, place)]);
    }
    const pairs = [...columns.values()].filter(({ length: count }) => count === 2) as [Vec3, Vec3][];
    expect(pairs).toHaveLength(12);
    for (const [a, b] of pairs) expect(length(sub(a, b))).toBeLessThan(3e-4);
    const parted = line.map(([index]) => (moved("jawOpen")[index] as Vec3)[1]);
    expect(Math.max(...parted) - Math.min(...parted)).toBeGreaterThan(0.01);
  });
});
