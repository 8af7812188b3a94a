// The synthetic avatar keeps its promises: lids and lips meet where they should, and the same recipe gives the same bytes.
// Other tests stand on these.
import { describe, expect, it } from "vitest";
import { faceDeltas } from "../../support/head-fields";
import {
  EYE_LINE,
  eyeShare,
  type FaceGeometry,
  MOUTH_LINE,
  makeFace,
  mouthShare,
} from "../../support/head-geometry";
import { makeAvatar } from "../../support/make-avatar";

/** Pairs of vertices, upper and lower, that stand on one point of an opening's line. */
function marginPairs(face: FaceGeometry, line: number, side: "eyeSide" | "mouthSide") {
  const share = side === "eyeSide" ? eyeShare : mouthShare;
  const lower = new Map<number, number>();
  face.points.forEach((point, index) => {
    if (Math.abs(point.v - line) < 1e-9 && point[side] < 0 && share(point.x) > 1e-6)
      lower.set(point.x, index);
  });
  return face.points.flatMap((point, index) => {
    const other = lower.get(point.x);
    const isUpper = Math.abs(point.v - line) < 1e-9 && point[side] > 0;
    return isUpper && other !== undefined ? [{ upper: index, lower: other, x: point.x }] : [];
  });
}

function gaps(face: FaceGeometry, deltas: readonly Float32Array[], pairs: ReturnType<typeof marginPairs>) {
  return pairs.map(({ upper, lower }) => {
    const at = (vertex: number, axis: number) =>
      (face.positions[3 * vertex + axis] as number) +
      deltas.reduce((sum, d) => sum + (d[3 * vertex + axis] as number), 0);
    return Math.hypot(...[0, 1, 2].map((axis) => at(upper, axis) - at(lower, axis)));
  });
}

describe("synthetic avatar", () => {
  const face = makeFace();

  it("has lids that stand 12 mm apart in height and a little in depth and meet at blink 1", () => {
    const pairs = marginPairs(face, EYE_LINE, "eyeSide");
    expect(pairs).toHaveLength(14);
    expect(Math.max(...gaps(face, [], pairs))).toBeCloseTo(0.012, 3);
    const closed = [faceDeltas(face, { eyeBlinkLeft: 1, eyeBlinkRight: 1 })];
    expect(Math.max(...gaps(face, closed, pairs))).toBeLessThan(1e-6);
  });

  it("has lips that part at jawOpen and return to their rest gap with mouthClose", () => {
    const pairs = marginPairs(face, MOUTH_LINE, "mouthSide");
    const rest = gaps(face, [], pairs);
    const open = gaps(face, [faceDeltas(face, { jawOpen: 1 })], pairs);
    expect(Math.max(...open)).toBeGreaterThan(0.02);
    for (const weight of [0.5, 0.8, 1]) {
      const both = gaps(face, [faceDeltas(face, { jawOpen: weight, mouthClose: weight })], pairs);
      for (const [index, gap] of both.entries())
        expect(Math.abs(gap - (rest[index] as number))).toBeLessThan(2e-4);
    }
  });

  it("is the mirror image of itself, channel by channel", () => {
    const left = faceDeltas(face, { mouthSmileLeft: 1 });
    const right = faceDeltas(face, { mouthSmileRight: 1 });
    face.points.forEach((point, index) => {
      const other = face.points.findIndex(
        (candidate) =>
          Math.abs(candidate.x + point.x) < 1e-9 &&
          Math.abs(candidate.v - point.v) < 1e-9 &&
          candidate.eyeSide === point.eyeSide &&
          candidate.mouthSide === point.mouthSide,
      );
      expect(right[3 * other]).toBeCloseTo(-(left[3 * index] as number), 6);
      expect(right[3 * other + 1]).toBeCloseTo(left[3 * index + 1] as number, 6);
    });
  });

  it("comes out the same from the same recipe", async () => {
    expect(await makeAvatar({ channels: ["jawOpen"] })).toEqual(await makeAvatar({ channels: ["jawOpen"] }));
  });
});
