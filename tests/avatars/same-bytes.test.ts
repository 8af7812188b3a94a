// The generator makes the same bytes in two processes: in the one that built the samples, and in one that is started here.
// What is in the bytes is tested elsewhere.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { builtBytes, sampleNames } from "./built";

test.concurrent.each(sampleNames)("%s: made again it is what was built, to the byte", async (name) => {
  const built = createHash("sha256").update(builtBytes(name)).digest("hex");
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    "tests/avatars/make-once.ts",
    name,
  ]);
  expect(stdout.trim(), "or it was built from other sources: npm run build").toBe(built);
});
