// Reads what the stages of scripts/test.sh left and prints the closing count. Exit 1 on any failure, also of a stage that counts nothing.
// It runs no test itself.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const folder = process.argv[2];
if (!folder) throw new Error("usage: count-tests.mjs FOLDER");

/** Counts of a GoogleTest log, null where there are none. */
function googleTest(log) {
  const passed = /\[ {2}PASSED {2}\] (\d+) tests?/.exec(log);
  if (!passed) return null;
  const failed = /(\d+) FAILED TESTS?/.exec(log);
  const skipped = /\[ {2}SKIPPED \] (\d+) tests?, listed below/.exec(log);
  return { passed: Number(passed[1]), failed: Number(failed?.[1] ?? 0), skipped: Number(skipped?.[1] ?? 0) };
}

function vitest() {
  const report = JSON.parse(readFileSync(join(folder, "vitest.json"), "utf8"));
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function playwright() {
  const { stats } = JSON.parse(readFileSync(join(folder, "playwright.json"), "utf8"));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

const kCounters = { vitest, browser: playwright };
const kMustCount = ["native-tests", "bridge-tests", "wasm-tests", "vitest", "browser"];
const total = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder).filter((name) => name.endsWith(".exit"))) {
  const stage = basename(file, ".exit");
  const code = readFileSync(join(folder, file), "utf8").trim();
  const log = existsSync(join(folder, `${stage}.log`))
    ? readFileSync(join(folder, `${stage}.log`), "utf8")
    : "";
  let counts = null;
  try {
    counts = kCounters[stage] ? kCounters[stage]() : googleTest(log);
  } catch (error) {
    console.error(`${stage}: left no result that can be read (${error.message})`);
  }
  if (kMustCount.includes(stage) && !(counts?.passed > 0))
    counts = { passed: 0, failed: Math.max(1, counts?.failed ?? 0), skipped: 0 };
  counts ??= { passed: code === "0" ? 1 : 0, failed: code === "0" ? 0 : 1, skipped: 0 };
  if (code !== "0" && counts.failed === 0) counts.failed = 1;
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : "";
  console.log(`${stage.padEnd(18)} ${counts.passed} passed, ${counts.failed} failed${skipped}`);
  for (const key of Object.keys(total)) total[key] += counts[key];
}
if (total.passed === 0) total.failed += 1;
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`,
);
process.exit(total.failed === 0 ? 0 : 1);
