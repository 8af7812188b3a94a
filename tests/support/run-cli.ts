// Runs the command line in the tests' own process, and keeps what it prints.
// It judges nothing.
import { run } from "../../web/src/cli/run";
import { makeStyle } from "../../web/src/cli/style";
import type { Core } from "../../web/src/core/core";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * As `npm run --silent doppel --` does.
 * @param folder that relative paths are meant from
 */
export async function runCli(
  args: readonly string[],
  folder: string,
  loadCore: () => Promise<Core>,
): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const code = await run({
    args: [...args],
    folder,
    style: makeStyle(false),
    print: (text) => {
      stdout += text;
    },
    warn: (line) => {
      stderr += `${line}\n`;
    },
    readInput: async () => "",
    loadCore,
  });
  return { code, stdout, stderr };
}
