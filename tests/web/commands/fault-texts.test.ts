// Tests that every code a refusal may carry leads to a text, so that no language is left with English words alone.
// The codes are read from where they are declared; the wording is the languages' own.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultCodes, faultText } from "../../../web/src/commands/fault-texts";
import { isTextKey } from "../../../web/src/i18n/translate";

/** Every code in quotes between two marks of a file. */
function codesIn(path: string, from: string, to: string): string[] {
  const source = readFileSync(path, "utf8");
  const start = source.indexOf(from);
  const part = source.slice(start, source.indexOf(to, start + from.length));
  expect(start, `${path}: ${from}`).toBeGreaterThanOrEqual(0);
  return [...part.matchAll(/"([a-z]+(?:-[a-z]+)+|internal|truncated)"/g)].map((match) => match[1] ?? "");
}

const declared = [
  ...codesIn("web/src/reader/read-error.ts", "ReadErrorCode =", ";"),
  ...codesIn("web/src/avatar/drawing-error.ts", "DrawingErrorCode =", ";"),
  ...codesIn("wasm/src/base/error.hpp", "enum class ErrorCode", "};"),
  ...codesIn("web/src/commands/mapping-file.ts", "readonly code:", ","),
  ...codesIn("web/src/core/core-unavailable-error.ts", "code =", ";"),
  ...codesIn("web/src/sources/recording.ts", "code =", ";"),
  ...codesIn("web/src/probe/follow-probe.ts", "new Promise", "postMessage"),
  ...codesIn("web/src/reader/body-client.ts", "worker.onerror", "postMessage"),
  ...codesIn("web/src/stage/picture-sinks.ts", "code =", ";"),
];

test("every declared code has a text", () => {
  expect(new Set(declared).size).toBeGreaterThan(25);
  const textless = declared.filter((code) => !isTextKey(faultText({ code }) ?? ""));
  expect(textless).toEqual([]);
});

test("every code with a text of its own is one that something gives", () => {
  // Not a code but the browser's own exceptions.
  expect(faultCodes.filter((code) => !declared.includes(code))).toEqual(["unreadable"]);
});

test("unknown codes, numbers and plain errors have none", () => {
  for (const error of [
    { code: "unheard-of" },
    { code: 8 },
    new Error("truncated"),
    "truncated",
    null,
    undefined,
  ])
    expect(faultText(error)).toBeNull();
});

test("the browser's own exceptions go by their names, not by their old numbers", () => {
  expect(faultText(new DOMException("gone", "NotFoundError"))).toBe("fault.unreadable");
  expect(faultText(new DOMException("full", "QuotaExceededError"))).toBeNull();
});
