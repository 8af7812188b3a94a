// Looks at the face from the front, in parallel projection: which mesh is seen at each point of a fine grid.
// It is how the acceptance tests tell an open eye from a closed one without knowing what a lid is.
import type { MovedBuffer } from "./skinned-surface";

export interface Window {
  /** Middle, metres, avatar space. */
  readonly x: number;
  readonly y: number;
  /** Half the width and height, metres. */
  readonly half: number;
  /** Only what lies in front of this depth is looked at. */
  readonly back: number;
}

/** Grid step, metres. */
export const step = 0.0001;

interface Grid {
  readonly size: number;
  readonly depth: Float64Array;
  readonly seen: Int16Array;
}

type Point = readonly [number, number, number];

function drawTriangle(
  grid: Grid,
  window: Window,
  corners: readonly [Point, Point, Point],
  buffer: number,
): void {
  const [a, b, c] = corners;
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (area === 0) return;
  const column = (x: number) => (x - window.x + window.half) / step;
  const line = (y: number) => (y - window.y + window.half) / step;
  const range = (low: number, high: number) =>
    [Math.max(0, Math.ceil(low)), Math.min(grid.size - 1, Math.floor(high))] as const;
  const [left, right] = range(column(Math.min(a[0], b[0], c[0])), column(Math.max(a[0], b[0], c[0])));
  const [low, high] = range(line(Math.min(a[1], b[1], c[1])), line(Math.max(a[1], b[1], c[1])));
  for (let i = low; i <= high; ++i) {
    const y = window.y - window.half + i * step;
    for (let j = left; j <= right; ++j) {
      const x = window.x - window.half + j * step;
      const v = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
      const w = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
      if (v < 0 || w < 0 || v + w > 1) continue;
      const z = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
      const cell = i * grid.size + j;
      if (z <= (grid.depth[cell] ?? 0)) continue;
      grid.depth[cell] = z;
      grid.seen[cell] = buffer;
    }
  }
}

/** For each cell of the window the index of the buffer seen there, or -1. Rows from below to above. */
export function frontView(
  surface: readonly MovedBuffer[],
  window: Window,
): { size: number; seen: Int16Array } {
  const size = Math.floor((2 * window.half) / step) + 1;
  const grid: Grid = {
    size,
    depth: new Float64Array(size * size).fill(window.back),
    seen: new Int16Array(size * size).fill(-1),
  };
  for (const [index, { positions, triangles }] of surface.entries()) {
    const corner = (vertex: number): Point => [
      positions[vertex * 3] ?? 0,
      positions[vertex * 3 + 1] ?? 0,
      positions[vertex * 3 + 2] ?? 0,
    ];
    for (const list of triangles) {
      for (let i = 0; i + 2 < list.length; i += 3) {
        const corners = [corner(list[i] ?? 0), corner(list[i + 1] ?? 0), corner(list[i + 2] ?? 0)] as const;
        if (corners.every((point) => point[2] < window.back)) continue;
        drawTriangle(grid, window, corners, index);
      }
    }
  }
  return { size, seen: grid.seen };
}

/** Height in metres of the tallest column in which the wanted buffer is seen, and the area in square metres. */
export function seenExtent(
  surface: readonly MovedBuffer[],
  window: Window,
  wanted: (buffer: MovedBuffer) => boolean,
) {
  const { size, seen } = frontView(surface, window);
  let tallest = 0;
  let cells = 0;
  for (let column = 0; column < size; ++column) {
    let height = 0;
    for (let line = 0; line < size; ++line) {
      const buffer = surface[seen[line * size + column] ?? -1];
      if (buffer !== undefined && wanted(buffer)) height += 1;
    }
    tallest = Math.max(tallest, height);
    cells += height;
  }
  return { height: tallest * step, area: cells * step * step };
}
