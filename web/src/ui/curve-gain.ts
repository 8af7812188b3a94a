// Which gain brings a response curve to a height: reckoned from the curve with the automatic gain.
// The gain acts on the weight, so the height is first turned into the weight that shows it.
import type { ResponsePoint } from "../state/report";

/** A point of the curve at an input, straight between the core's points. */
export function valueAt(
  points: readonly ResponsePoint[],
  input: number,
  series: "raw" | "calibrated" | "output",
): number {
  let before: ResponsePoint | undefined;
  for (const point of points) {
    if (before !== undefined && input <= point.input) {
      const share = (input - before.input) / (point.input - before.input);
      return before[series] + share * (point[series] - before[series]);
    }
    before = point;
  }
  return before?.[series] ?? 0;
}

/** The weight that shows a movement. The raw avatar's input is its weight. The last one where nothing shows so much. */
export function weightFor(points: readonly ResponsePoint[], movement: number): number {
  let before: ResponsePoint | undefined;
  for (const point of points) {
    if (before !== undefined && movement <= point.raw && point.raw > before.raw) {
      const share = Math.max(0, (movement - before.raw) / (point.raw - before.raw));
      return before.input + share * (point.input - before.input);
    }
    before = point;
  }
  return before?.input ?? 0;
}

/**
 * @param automatic the response with the user's gain at 1
 * @returns the user gain at which the input shows the movement, not limited; null where the input moves nothing
 */
export function gainFor(automatic: readonly ResponsePoint[], input: number, movement: number): number | null {
  const output = valueAt(automatic, input, "output");
  return output > 0 ? weightFor(automatic, movement) / output : null;
}
