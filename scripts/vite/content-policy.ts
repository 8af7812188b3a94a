// Vite plugin: puts the content security policy into the built page.
// The development server goes without: its reloading needs what the policy forbids.
import type { Plugin } from "vite";

/** Nothing is executed, fetched or shown from another host, but https addresses that the user enters. */
export const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data: https:",
  "img-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

export function contentPolicy(): Plugin {
  return {
    name: "doppel-content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}
