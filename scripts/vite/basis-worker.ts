// Vite plugin: makes the Basis transcoder's worker a file of its own, from three.js's transcoder and its worker function.
// A worker from a file has a policy of its own; one from a blob inherits the page's, which forbids what the transcoder does.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { KTX2Loader } from "three/examples/jsm/loaders/KTX2Loader.js";
import type { Plugin } from "vite";

const VIRTUAL = "virtual:basis-worker-url";
const RESOLVED = `\0${VIRTUAL}`;
const FILE = "basis-worker.js";

interface WorkerParts {
  EngineFormat: unknown;
  EngineType: unknown;
  TranscoderFormat: unknown;
  BasisFormat: unknown;
  BasisWorker: () => void;
}

function workerSource(): string {
  const parts = KTX2Loader as unknown as WorkerParts;
  const transcoder = fileURLToPath(import.meta.resolve("three/examples/jsm/libs/basis/basis_transcoder.js"));
  const body = parts.BasisWorker.toString();
  return [
    `let _EngineFormat = ${JSON.stringify(parts.EngineFormat)};`,
    `let _EngineType = ${JSON.stringify(parts.EngineType)};`,
    `let _TranscoderFormat = ${JSON.stringify(parts.TranscoderFormat)};`,
    `let _BasisFormat = ${JSON.stringify(parts.BasisFormat)};`,
    readFileSync(transcoder, "utf8"),
    body.slice(body.indexOf("{") + 1, body.lastIndexOf("}")),
  ].join("\n");
}

export function basisWorker(): Plugin {
  let serving = false;
  return {
    name: "doppel-basis-worker",
    configResolved(config) {
      serving = config.command === "serve";
    },
    resolveId: (id) => (id === VIRTUAL ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      if (serving) return `export default ${JSON.stringify(`/${FILE}`)};`;
      const reference = this.emitFile({ type: "asset", name: FILE, source: workerSource() });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(workerSource());
      });
    },
  };
}
