// The part of the package `ws` that tests use; it brings no types of its own.
// Types alone.
declare module "ws" {
  import type { EventEmitter } from "node:events";

  export class WebSocket extends EventEmitter {
    constructor(
      address: string,
      protocol?: string | readonly string[],
      options?: { readonly origin?: string },
    );
    binaryType: "nodebuffer" | "arraybuffer" | "fragments";
    send(text: string): void;
    close(): void;
  }
}
