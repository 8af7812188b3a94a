// What the keys of a slider mean on a timeline: a frame, a second, the start, the end.
// It moves nothing itself.

/** Seconds of a large step. */
const LARGE_STEP = 1;

/** Seconds that a key leads to from `from`, held in 0..duration; null for keys that mean nothing here. */
export function keyedMove(
  event: Pick<KeyboardEvent, "key" | "shiftKey">,
  from: number,
  duration: number,
  frameRate: number,
): number | null {
  const step = event.shiftKey || frameRate <= 0 ? LARGE_STEP : 1 / frameRate;
  const to = target(event.key, from, duration, step);
  return to === null ? null : Math.min(Math.max(to, 0), duration);
}

function target(key: string, from: number, duration: number, step: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return from + step;
    case "ArrowLeft":
    case "ArrowDown":
      return from - step;
    case "PageUp":
      return from + LARGE_STEP;
    case "PageDown":
      return from - LARGE_STEP;
    case "Home":
      return 0;
    case "End":
      return duration;
    default:
      return null;
  }
}
