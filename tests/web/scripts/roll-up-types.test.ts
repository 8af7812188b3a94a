// Declarations of several files put into one: what is kept, what is refused.
// That the library's own hold in a consumer is tests/web/lib/package.test.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
// @ts-expect-error a script without types
import { rollUpTypes } from "../../../scripts/lib/roll-up-types.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doppel-types-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rolled(files: Record<string, string>, siblings: Record<string, string> = {}): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const others = Object.entries(siblings).map(([name, module]) => [join(folder, name), module] as const);
  return rollUpTypes(join(folder, "main.d.ts"), new Map(others)) as string;
}

test("what the entry exports is exported, what it only needs is declared, each once", () => {
  const text = rolled({
    "main.d.ts": `export { A, type B } from "./a/a";\nimport type { C } from "./c";\nexport declare const d: C;\n`,
    "a/a.d.ts": `import type { C } from "../c";\nexport declare class A {\n    c: C;\n}\nexport type B = string;\n`,
    "c.d.ts": `export interface C {\n    readonly x: number;\n}\n`,
  });
  expect(text.match(/interface C/g)?.length).toBe(1);
  expect(text).toContain("export { A, B, d };");
  expect(text).not.toMatch(/from "\.|export (?:interface|type|declare)/);
});

test("imports of packages stand at the top, merged; a sibling bundle is imported by its name", () => {
  const text = rolled(
    {
      "main.d.ts": `import type { VRM } from "vrm";\nimport { type Face } from "./face";\nexport { b } from "./b";\nexport declare const a: VRM & Face;\n`,
      "b.d.ts": `import { type Group, type VRM } from "vrm";\nexport declare const b: Group | VRM;\n`,
      "face.d.ts": `export declare class Face {\n}\n`,
    },
    { "face.d.ts": "./doppel.js" },
  );
  expect(text.startsWith('import type { Group, VRM } from "vrm";')).toBe(true);
  expect(text).toContain('import type { Face } from "./doppel.js";');
  expect(text).not.toContain("class Face");
});

for (const [what, files, message] of [
  [
    "a name that is changed",
    { "main.d.ts": `export { A as B } from "./a";\n`, "a.d.ts": "" },
    /cannot roll up/,
  ],
  ["everything of a file", { "main.d.ts": `export * from "./a";\n`, "a.d.ts": "" }, /cannot roll up/],
  ["a file that is not there", { "main.d.ts": `export { A } from "./a";\n` }, /no declarations/],
  ["a name that is nowhere", { "main.d.ts": `export { A } from "./a";\n`, "a.d.ts": "" }, /nowhere declared/],
  [
    "one name in two files",
    {
      "main.d.ts": `export { A } from "./a";\nexport { B } from "./b";\n`,
      "a.d.ts": "export interface A {\n}\ninterface Inner {\n}\n",
      "b.d.ts": "export interface B {\n}\ninterface Inner {\n}\n",
    },
    /"Inner" is declared by/,
  ],
] as const) {
  test(`refused: ${what}`, () => {
    expect(() => rolled(files as unknown as Record<string, string>)).toThrow(message);
  });
}
