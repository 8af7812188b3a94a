// An SVG path through points that never overshoots them: monotone cubic interpolation (Fritsch and Carlson 1980).
// It draws nothing and knows no units.

export interface PathPoint {
  /** Strictly rising from point to point. */
  readonly x: number;
  readonly y: number;
}

export function monotonePath(points: readonly PathPoint[]): string {
  const first = points[0];
  if (first === undefined) return "";
  const slopes = tangents(points);
  let path = `M${round(first.x)} ${round(first.y)}`;
  for (let index = 1; index < points.length; index++) {
    const from = points[index - 1] ?? first;
    const to = points[index] ?? first;
    const third = (to.x - from.x) / 3;
    const startY = from.y + (slopes[index - 1] ?? 0) * third;
    const endY = to.y - (slopes[index] ?? 0) * third;
    path += `C${round(from.x + third)} ${round(startY)} ${round(to.x - third)} ${round(endY)} ${round(to.x)} ${round(to.y)}`;
  }
  return path;
}

function tangents(points: readonly PathPoint[]): number[] {
  const secants: number[] = [];
  for (let index = 1; index < points.length; index++) {
    const from = points[index - 1];
    const to = points[index];
    if (from !== undefined && to !== undefined) secants.push((to.y - from.y) / (to.x - from.x));
  }
  return points.map((_, index) => {
    const before = secants[index - 1];
    const after = secants[index];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    // The harmonic mean keeps every piece between its ends.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
