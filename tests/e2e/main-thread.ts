// What the page's main thread does while something else runs: the processor time of its tasks, and the gaps between its frames.
// Processor time is the page's own and does not grow on a busy machine; gaps between frames do, so they are compared with a baseline.
import type { Browser, Page } from "@playwright/test";

/** Events of Chromium's tracing: tasks of all threads with their thread time, and the marks that `performance.mark` sets. */
const CATEGORIES = ["toplevel", "blink.user_timing"];

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start, microseconds. */
  readonly ts: number;
  /** Length, microseconds. */
  readonly dur?: number;
  /** Processor time of the thread, microseconds. */
  readonly tdur?: number;
}

/** Tasks of the page's main thread between two marks. */
export interface TracedTasks {
  readonly count: number;
  /** Milliseconds of processor time of the longest one. */
  readonly longest: number;
}

/** Records what runs while `work` does. The page sets marks of the names `from` and `to`. */
export async function traceTasks(
  browser: Browser,
  page: Page,
  marks: { readonly from: string; readonly to: string },
  work: () => Promise<void>,
): Promise<TracedTasks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const events = (JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] }).traceEvents;
  const from = events.find((event) => event.name === marks.from);
  const to = events.find((event) => event.name === marks.to);
  if (from === undefined || to === undefined) throw new Error("the trace holds no marks of the page");
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0, tdur }) =>
      name.endsWith("RunTask") &&
      tdur !== undefined &&
      pid === from.pid &&
      tid === from.tid &&
      ts < to.ts &&
      ts + dur > from.ts,
  );
  return {
    count: tasks.length,
    longest: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0),
  };
}

/**
 * Longest time between two frames, milliseconds, while a worker does nothing but count and the page paints what it paints while it
 * loads: what this machine does without any measuring.
 */
export function baselineGap(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(
    (length) =>
      new Promise<number>((resolve) => {
        const address = URL.createObjectURL(new Blob(["for (;;);"], { type: "text/javascript" }));
        const worker = new Worker(address);
        const strip = document.createElement("div");
        strip.className = "loading";
        document.querySelector(".viewer")?.append(strip);
        const start = performance.now();
        let last = start;
        let longest = 0;
        const frame = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          strip.textContent = `${Math.round((4 * (now - start)) / length)} / 4`;
          if (now - start < length) {
            requestAnimationFrame(frame);
            return;
          }
          worker.terminate();
          strip.remove();
          URL.revokeObjectURL(address);
          resolve(longest);
        };
        requestAnimationFrame(frame);
      }),
    milliseconds,
  );
}

/** What was seen of one measuring, from the start of its worker to its answer. Milliseconds. */
export interface ProbeFrames {
  readonly length: number;
  readonly frames: number;
  /** Longest time without a frame; of the gaps at both ends only what lies within. */
  readonly longestGap: number;
}

/**
 * Makes every page that is opened from now on watch its measurings, mark their ends for the trace, and cancel the loading after them:
 * drawing what was measured is not looked at here. To be called before opening.
 */
export async function watchProbes(
  page: Page,
  marks: { readonly from: string; readonly to: string },
): Promise<void> {
  await page.addInitScript(({ from, to }) => {
    const frames: number[] = [];
    const count = () => {
      frames.push(performance.now());
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const seen = (start: number, end: number) => {
      const within = frames.filter((time) => time > start && time < end);
      const times = [start, ...within, end];
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
      return { length: end - start, frames: within.length, longestGap: Math.max(...gaps) };
    };
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        if (options?.name !== "doppel-probe") return;
        const start = performance.mark(from).startTime;
        // Heard before the page's own listener, in the same task.
        this.addEventListener("message", ({ data }) => {
          if (data.kind !== "done") return;
          const end = performance.mark(to).startTime;
          Object.assign(window, { lastProbe: seen(start, end) });
          // In a task of its own: the page handles the answer first.
          setTimeout(() => document.querySelector<HTMLElement>('[data-testid="loading"] button')?.click());
        });
      }
    };
  }, marks);
}

/** Measures a file and waits until the page is at rest again. By the file dialog: a dropped file is made of text, which takes time. */
export async function probeOnce(page: Page, path: string): Promise<ProbeFrames> {
  await page.evaluate(() => Object.assign(window, { lastProbe: null }));
  await page.getByTestId("file-input").setInputFiles(path);
  const handle = await page.waitForFunction(() => {
    const { doppel, lastProbe } = window as unknown as {
      doppel: { loading(): string | null };
      lastProbe: ProbeFrames | null;
    };
    return doppel.loading() === null ? lastProbe : null;
  });
  return (await handle.jsonValue()) as ProbeFrames;
}
