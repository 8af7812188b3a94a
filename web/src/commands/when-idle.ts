// Runs the newest of several asks for the same work, once none has come for a while and the browser has time.
// It knows nothing of the work.

/** Without an ask for this long, a hand on a slider rests; milliseconds. */
const REST_MILLISECONDS = 120;
/** The browser may put it off for as long again. */
const LONGEST_WAIT = 250;

export function createWhenIdle(): (work: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Safari has none.
      if (typeof requestIdleCallback === "undefined") work();
      else requestIdleCallback(work, { timeout: LONGEST_WAIT });
    }, REST_MILLISECONDS);
  };
}
