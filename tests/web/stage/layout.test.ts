// Tests of where pictures go: they never overlap, leave the gap free and nothing else, at every size.
// What is drawn in them is tested in the browser.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cutPictures,
  gridPictures,
  type Rectangle,
  sidePictures,
  VIEW_GAP,
} from "../../../web/src/stage/layout";

const width = fc.integer({ min: 60, max: 4000 });
const height = fc.integer({ min: 60, max: 3000 });
const divider = fc.double({ min: 0.05, max: 0.95, noNaN: true });

const right = ({ left, width }: Rectangle) => left + width;
const top = ({ bottom, height }: Rectangle) => bottom + height;
const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < right(b) && b.left < right(a) && a.bottom < top(b) && b.bottom < top(a);

test("two pictures beside each other fill the width but for the gap, wherever the divider stands", () => {
  fc.assert(
    fc.property(width, height, divider, (w, h, share) => {
      const [a, b] = sidePictures(w, h, share);
      expect(a.viewport).toEqual(a.scissor);
      expect(a.viewport.left).toBe(0);
      expect(b.viewport.left - right(a.viewport)).toBe(VIEW_GAP);
      expect(right(b.viewport)).toBe(w);
      expect(Math.abs((right(a.viewport) + b.viewport.left) / 2 - share * w)).toBeLessThanOrEqual(1);
    }),
  );
});

test("cut pictures lie in one place, and each is seen at its own side of the divider", () => {
  fc.assert(
    fc.property(width, height, divider, (w, h, share) => {
      const [a, b] = cutPictures(w, h, share);
      expect(a.viewport).toEqual({ left: 0, bottom: 0, width: w, height: h });
      expect(b.viewport).toEqual(a.viewport);
      expect(overlap(a.scissor, b.scissor)).toBe(false);
      expect(a.scissor.width + b.scissor.width + VIEW_GAP).toBe(w);
    }),
  );
});

test("cells of a grid go row by row from the upper left, and neither overlap nor leave the canvas", () => {
  const count = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(width, height, count, count, (w, h, columns, rows) => {
      const cells = gridPictures(w, h, columns, rows).map(({ viewport }) => viewport);
      expect(cells).toHaveLength(columns * rows);
      expect(cells[0]?.left).toBe(0);
      expect(top(cells[0] as Rectangle)).toBe(h);
      expect(right(cells[columns - 1] as Rectangle)).toBe(w);
      expect(cells.at(-1)?.bottom).toBe(0);
      cells.forEach((cell, index) => {
        expect(cell.left).toBeGreaterThanOrEqual(0);
        expect(right(cell)).toBeLessThanOrEqual(w);
        for (const other of cells.slice(index + 1)) expect(overlap(cell, other)).toBe(false);
      });
      if (columns > 1) expect(cells[1]?.bottom).toBe(cells[0]?.bottom);
    }),
  );
});
