// Vite plugin: gives the reader's libraries empty stand-ins for Node's own modules, which they name but never use in a browser.
// Nothing else may import a Node module into the page: another importer ends in Vite's own warning.
import type { Plugin } from "vite";

const MODULES = /^(?:node:)?(?:fs|path)$/;
/** Libraries whose Node branch is never taken in a browser: glTF-Transform's NodeIO, and the Draco decoder's reading from disk. */
const IMPORTERS = /\/node_modules\/(?:@gltf-transform\/core|draco3dgltf)\//;
const RESOLVED = "\0doppel-empty-module";

export function nodeBuiltins(): Plugin {
  return {
    name: "doppel-node-builtins",
    enforce: "pre",
    resolveId: (id, importer) => (MODULES.test(id) && IMPORTERS.test(importer ?? "") ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? "export default {};" : undefined),
  };
}
