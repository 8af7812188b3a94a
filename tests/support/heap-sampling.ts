// How many bytes the page's own scripts allocate in a call, by Chromium's sampling heap profiler. Shared by bench and browser tests.
// It measures no time and holds no limit.
import type { CDPSession, Page } from "@playwright/test";

/** Bytes between two samples of the heap: every object of any size is likely to be seen. */
const HEAP_SAMPLING = 64;

interface HeapNode {
  readonly selfSize: number;
  readonly callFrame: { readonly url: string };
  readonly children: readonly HeapNode[];
}

export interface HeapSampling {
  /** What of `window.doppel` is called. */
  readonly call: "paint" | "step";
  /** Calls in a round. */
  readonly times: number;
  /** Rounds before, so that functions are compiled: until then, numbers are objects. */
  readonly warmUps: number;
  /** Rounds that are measured; the browser compiles some functions again in between, so the least counts. */
  readonly rounds: number;
}

/** Bytes of a call in the best round, those that were freed at once too. */
export async function allocatedBytes(
  session: CDPSession,
  page: Page,
  { call, times, warmUps, rounds }: HeapSampling,
): Promise<number> {
  const own = new URL(page.url()).origin;
  const run = () =>
    page.evaluate(
      ([name, number]) => {
        const { doppel } = window as unknown as { doppel: Record<string, (dt: number) => void> };
        for (let index = 0; index < number; index++) doppel[name]?.(1 / 60);
      },
      [call, times] as const,
    );
  const sum = (node: HeapNode): number =>
    (node.callFrame.url.startsWith(own) ? node.selfSize : 0) +
    node.children.reduce((total, child) => total + sum(child), 0);
  for (let round = 0; round < warmUps; round++) await run();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    await session.send("HeapProfiler.startSampling", {
      samplingInterval: HEAP_SAMPLING,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    await run();
    const { profile } = await session.send("HeapProfiler.stopSampling");
    least = Math.min(least, sum(profile.head as HeapNode) / times);
  }
  return least;
}
