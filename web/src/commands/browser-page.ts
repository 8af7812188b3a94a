// What the page asks of the browser: to tell when it goes out of sight or away, and to keep it for when its server is not there.
// What is stored at the last moment, and what is kept, is not known here.

/** Calls `hidden` whenever the page is hidden, left or closed. */
export function onPageHidden(hidden: () => void): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hidden();
  });
  addEventListener("pagehide", hidden);
}

/** After the page has begun, milliseconds: its first avatar goes before. */
const KEEPING_DELAY = 3000;

/** Where it may not be (plain http from another machine, a private window) the page goes without. Not while developing: it changes all the time. */
export function keepPageOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI)).catch(() => {});
  }, KEEPING_DELAY);
}

/** JSON of an address; rejects where it does not answer, or with anything but success. */
export async function askJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json();
}
