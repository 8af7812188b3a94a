// Starts the library's probe worker from the file beside the module. Built as it stands, for bundlers, like files.ts.
// What is said to the worker stands in measure.ts.

/** Throws where the page may not start it, such as for a module that came from another host. */
export const startWorker = (): Worker =>
  new Worker(new URL("./probe.js", import.meta.url), { type: "module", name: "doppel-probe" });
