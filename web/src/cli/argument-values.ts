// Words of a command line as values: options, operands, numbers, with a UsageError that says what was expected.
// It knows no command.

import { parseArgs } from "node:util";
import { UsageError } from "./exit-codes";

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export const text = { type: "string" } as const;
export const flag = { type: "boolean" } as const;
const help = { help: { type: "boolean", short: "h" } } as const;

export function parse(args: readonly string[], options: Options): { values: Values; operands: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...help },
      allowPositionals: true,
    });
    return { values: values as Values, operands: positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

export function oneOperand(operands: readonly string[], what: string): string {
  const [first, second] = operands;
  if (first === undefined) throw new UsageError(`expected ${what}`);
  if (second !== undefined) throw new UsageError(`expected one ${what}, found "${second}" too`);
  return first;
}

export function numberOf(word: string, what: string): number {
  const value = word.trim() === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(value)) throw new UsageError(`${what}: expected a number, found "${word}"`);
  return value;
}
