// The built module for the boundary tests, and small things they share.
// It is not the page's facade (web/src/core): these tests see the module itself.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DoppelCore, DoppelCoreOptions } from "../../wasm/bind/doppel-core";

const folder = new URL("../../build/wasm-release/wasm/", import.meta.url);

/** A fresh instance: tests that grow memory or count it do not disturb others. */
export async function loadModule(): Promise<DoppelCore> {
  const script = fileURLToPath(new URL("doppel-core.mjs", folder));
  const { default: create } = (await import(/* @vite-ignore */ script)) as {
    default: (options?: DoppelCoreOptions) => Promise<DoppelCore>;
  };
  return create({ wasmBinary: readFileSync(new URL("doppel-core.wasm", folder)) });
}

/** Seeded, equal everywhere: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One to four characters replaced, removed, put in, or the rest cut off. */
export function damage(text: string, random: () => number): string {
  let result = text;
  for (let left = 1 + Math.floor(random() * 4); left > 0 && result.length > 0; left -= 1) {
    const at = Math.floor(random() * result.length);
    const character = String.fromCharCode(32 + Math.floor(random() * 95));
    const kind = Math.floor(random() * 8);
    if (kind < 2) result = result.slice(0, at) + result.slice(at + 1);
    else if (kind < 4) result = result.slice(0, at) + character + result.slice(at);
    else if (kind < 5) result = result.slice(0, at);
    else result = result.slice(0, at) + character + result.slice(at + 1);
  }
  return result;
}

/** What a call throws; undefined where it returns. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Every channel drives the slot of its own number. */
export function plainRoutes(channels: readonly string[]): string {
  const routes = channels.map((name, slot) => [name, { binds: [{ slot, weight: 1 }] }]);
  return JSON.stringify({ slotCount: channels.length, channels: Object.fromEntries(routes) });
}

interface Tables {
  readonly channels: readonly { name: string; group: string; class: string; mirror: number }[];
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  readonly methods: readonly string[];
  readonly verdicts: readonly string[];
  readonly humanBones: readonly string[];
  readonly handPresets: readonly object[];
  readonly errors: readonly string[];
}

export function tablesOf(core: DoppelCore): Tables {
  return JSON.parse(core.tables()) as Tables;
}
