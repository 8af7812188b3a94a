// Tells when the page goes out of sight or away: the last moment at which something can be stored.
// What is stored then is not known here.

/** Calls `hidden` whenever the page is hidden, left or closed. */
export function onPageHidden(hidden: () => void): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hidden();
  });
  addEventListener("pagehide", hidden);
}
