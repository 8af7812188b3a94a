// Tests of the layer check: each kind of breach is found at its file and line, and a clean tree passes.
// It works on small trees of its own, not on this project; the project itself is checked by the `layers` stage.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const kScript = resolve("scripts/check-layers.mjs");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "doppel-layers-"));
  write("wasm/src/face/probe.cpp", '#include "face/probe.hpp"\n#include "base/error.hpp"\n');
  write("bridge/src/source/relay.cpp", '#include "mocap/frame.hpp"\n#include <boost/asio/io_context.hpp>\n');
  write("web/src/ui/panel.tsx", 'import { store } from "../state/store";\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function check(): { code: number; errors: string } {
  const result = spawnSync(process.execPath, [kScript], { cwd: root, encoding: "utf8" });
  return { code: result.status ?? -1, errors: result.stderr };
}

test("a tree that keeps to its rooms passes and says how much was checked", () => {
  const output = execFileSync(process.execPath, [kScript], { cwd: root, encoding: "utf8" });
  expect(output).toContain("4 includes and 1 imports");
});

test("an avatar's family may use its writer, its body, the model and the page's tables", () => {
  write(
    "scripts/avatars/family/good.ts",
    'import type { Vec3 } from "../model";\nimport { a } from "../body/a";\nimport { b } from "../write/b";\n' +
      'import { c } from "../../../web/src/tables/face-channels";\n',
  );
  expect(check()).toEqual({ code: 0, errors: "" });
});

test.each([
  [
    "a C++ room that includes a higher one",
    "wasm/src/base/bad.hpp",
    '#pragma once\n#include "face/probe.hpp"\n',
    "bad.hpp:2",
  ],
  ["JSON outside io", "wasm/src/face/bad.cpp", "#include <nlohmann/json.hpp>\n", "nlohmann"],
  ["Emscripten outside bind", "wasm/src/engine/bad.cpp", "#include <emscripten/val.h>\n", "emscripten"],
  ["an unknown C++ room", "wasm/src/misc/bad.cpp", "\n", "'misc' is not a room"],
  [
    "a bridge room that includes a higher one",
    "bridge/src/natnet/bad.cpp",
    '\n#include "source/relay.hpp"\n',
    "bad.cpp:2",
  ],
  [
    "sockets beside the pure decoder",
    "bridge/src/natnet/bad.cpp",
    "#include <boost/asio/ip/udp.hpp>\n",
    "boost/asio",
  ],
  ["an unknown bridge room", "bridge/src/misc/bad.cpp", "\n", "'misc' is not a room"],
  [
    "a page room that imports a sideways one",
    "web/src/ui/bad.ts",
    '\nimport { view } from "../avatar/view";\n',
    "bad.ts:2",
  ],
  [
    "a dynamic import",
    "web/src/state/bad.ts",
    'const core = await import("../core/load-core");\n',
    "bad.ts:1",
  ],
  ["a re-export", "web/src/i18n/bad.ts", 'export { store } from "../state/store";\n', "bad.ts:1"],
  [
    "a worker address",
    "web/src/ui/bad.ts",
    'new Worker(new URL("../probe/worker.ts", import.meta.url));\n',
    "bad.ts:1",
  ],
  ["three.js in the interface", "web/src/ui/bad.ts", 'import { Vector3 } from "three";\n', "'three'"],
  [
    "a type-only import is an import too",
    "web/src/reader/bad.ts",
    'import type { Mesh } from "three";\n',
    "'three'",
  ],
  [
    "an import over several lines",
    "web/src/ui/bad.ts",
    'import {\n  a,\n  b,\n} from "../core/tables";\n',
    "bad.ts:1",
  ],
  [
    "a room that imports the composition root",
    "web/src/ui/bad.ts",
    'import "../main";\n',
    "composition root",
  ],
  [
    "an avatar's body that imports its hair",
    "scripts/avatars/body/bad.ts",
    'import type { Vec3 } from "../model";\nimport { bob } from "../hair/bob";\n',
    "bad.ts:2",
  ],
  [
    "an avatar that imports tests",
    "scripts/avatars/avatar.ts",
    'import { toy } from "../../tests/support/toy";\n',
    "avatar.ts:1",
  ],
  [
    "an avatar that imports the page",
    "scripts/avatars/write/bad.ts",
    'import { a } from "../../../web/src/reader/read-avatar";\n',
    "bad.ts:1",
  ],
  ["an unknown room of the avatars", "scripts/avatars/shoes/bad.ts", "\n", "'shoes' is not a room"],
  ["a file outside any room", "web/src/stray.ts", "export {};\n", "may stand outside a room"],
])("%s is a breach", (_name, path, text, reason) => {
  write(path, text);
  const { code, errors } = check();
  expect(code).toBe(1);
  expect(errors).toContain(reason);
});

test("an empty tree is refused: nothing was checked", () => {
  rmSync(join(root, "web"), { recursive: true });
  expect(check().code).toBe(1);
});
