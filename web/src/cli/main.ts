// The process of the command line: arguments, terminal, exit code.
// What the commands do is in run.ts.

import { CoreUnavailableError } from "../core/errors";
import { loadCoreNode } from "../core/load-core-node";
import { exitRefused } from "./exit-codes";
import { readStandardInput, run } from "./run";
import { makeStyle, wantsColour } from "./style";

// A reader that has seen enough, such as `head`, closes the pipe: that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? (process.exitCode ?? 0) : exitRefused);
});

const errorStyle = makeStyle(wantsColour(process.stderr.isTTY === true, process.env));

async function main(): Promise<number> {
  try {
    return await run({
      args: process.argv.slice(2),
      // npm runs scripts in the project's folder and says here where the user was.
      folder: process.env.INIT_CWD ?? process.cwd(),
      style: makeStyle(wantsColour(process.stdout.isTTY === true, process.env)),
      print: (text) => process.stdout.write(text),
      warn: (line) => process.stderr.write(`${line}\n`),
      readInput: readStandardInput,
      loadCore: () => loadCoreNode(),
    });
  } catch (error) {
    const detail = error instanceof Error ? error.stack : String(error);
    const text =
      error instanceof CoreUnavailableError ? error.message : `a fault of Doppel itself: ${detail}`;
    process.stderr.write(`${errorStyle.red("error:")} ${text}\n`);
    return exitRefused;
  }
}

// Not process.exit: output that is still on its way to a pipe would be cut off.
process.exitCode = await main();
