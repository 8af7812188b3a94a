// Finds the row that holds at a time, in a list of increasing times.
// It blends nothing.

/** Index of the last row at or before a time; 0 before the first. */
export function rowAt(times: Float64Array, seconds: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= seconds) low = middle;
    else high = middle - 1;
  }
  return low;
}
