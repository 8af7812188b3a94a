// `doppel remap`: one channel's curve, outputs on one line.
// The curve itself is the core's.

import type { Core } from "../core/core";
import { isDoppelError } from "../core/errors";
import type { Command } from "./arguments";
import { UsageError } from "./exit-codes";

/** Decimals printed; the core computes in double precision. */
const decimals = 6;

export function remapLine(core: Core, command: Extract<Command, { name: "remap" }>): string {
  const { method, ratio, deadZone, saturation, inputs } = command;
  try {
    const outputs = core.remap(method, ratio, deadZone, saturation, Float64Array.from(inputs));
    return Array.from(outputs, (output) => String(Number(output.toFixed(decimals)))).join(" ");
  } catch (error) {
    if (isDoppelError(error)) throw new UsageError(error.message);
    throw error;
  }
}
