// Compares doppel-core.d.ts with the built module in both directions: names, kinds and numbers of arguments.
// It does not check behaviour.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { DoppelCore } from "../../wasm/bind/doppel-core";
import { loadModule, thrownBy } from "./core-module";

interface Member {
  readonly kind: "method" | "property";
  readonly parameters: number;
}

const typings = readFileSync(new URL("../../wasm/bind/doppel-core.d.ts", import.meta.url), "utf8");

/** Members of an interface in the typings. */
function declared(name: string): Map<string, Member> {
  const body = new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, "s").exec(typings)?.[1];
  if (body === undefined) throw new Error(`the typings have no interface ${name}`);
  const code = body.replace(/\/\*\*.*?\*\//gs, "");
  const members = new Map<string, Member>();
  for (const [, method, parameters] of code.matchAll(/^ {2}(\w+)\(([^)]*)\): /gms)) {
    members.set(method ?? "", { kind: "method", parameters: (parameters?.match(/\w+\??:/g) ?? []).length });
  }
  for (const [, property] of code.matchAll(/^ {2}readonly (\w+): /gm)) {
    members.set(property ?? "", { kind: "property", parameters: 0 });
  }
  return members;
}

/** What Emscripten itself puts on every module. */
const runtimeNames = new Set([
  ...[
    "wasmBinary",
    "ready",
    "asm",
    "run",
    "calledRun",
    "preloadedImages",
    "preloadedAudios",
    "noExitRuntime",
  ],
  ...[
    "BindingError",
    "InternalError",
    "UnboundTypeError",
    "getInheritedInstanceCount",
    "getLiveInheritedInstances",
  ],
  ...[
    "flushPendingDeletes",
    "setDelayFunction",
    "count_emval_handles",
    "get_first_emval",
    "inspect",
    "print",
    "printErr",
  ],
]);

function exportedNames(core: object): string[] {
  return Object.keys(core).filter((name) => !runtimeNames.has(name) && !/^(_|HEAP|dynCall|stack)/.test(name));
}

/** Number of arguments that an embind function insists on, from its own refusal. */
function demandedArguments(call: (...values: unknown[]) => unknown, self: unknown): number {
  const tooMany = new Array(20).fill(0);
  const error = thrownBy(() => call.apply(self, tooMany));
  const count = /expected (\d+) arg/.exec(String(error))?.[1];
  if (count === undefined) throw new Error(`no count in: ${String(error)}`);
  return Number(count);
}

describe("the typings and the built module", () => {
  let core: DoppelCore;
  beforeAll(async () => {
    core = await loadModule();
  });

  test("name the same functions, classes and constants", () => {
    expect(exportedNames(core).sort()).toEqual([...declared("DoppelCore").keys()].sort());
  });

  test("agree on the number of arguments of every function", () => {
    for (const [name, member] of declared("DoppelCore")) {
      if (member.kind !== "method") continue;
      const call = core[name as keyof DoppelCore] as unknown as (...values: unknown[]) => unknown;
      expect([name, demandedArguments(call, core)]).toEqual([name, member.parameters]);
    }
  });

  test.each(["Engine", "FaceProbe"] as const)(
    "name the same members of %s, with the same arguments",
    (name) => {
      const type = core[name];
      const instance = name === "Engine" ? new core.Engine(1) : new core.FaceProbe();
      const members = declared(name);
      const own = Object.getOwnPropertyNames(type.prototype).filter((key) => key !== "constructor");
      // `delete` is every embind object's own.
      expect([...own, "delete"].sort()).toEqual([...members.keys()].sort());
      for (const [key, member] of members) {
        const value: unknown = Reflect.get(instance, key);
        expect([key, typeof value]).toEqual([key, member.kind === "method" ? "function" : "number"]);
        if (member.kind === "property" || key === "delete") continue;
        const call = value as (...values: unknown[]) => unknown;
        expect([key, demandedArguments(call, instance)]).toEqual([key, member.parameters]);
      }
      instance.delete();
    },
  );

  test.each(["FaceStatus", "BodyStatus", "BodyLayout"] as const)("name the same constants of %s", (name) => {
    const names = [...declared(name).keys()];
    const known = Object.entries(Object.getOwnPropertyDescriptors(core[name]))
      .filter(([, property]) => property.get !== undefined)
      .map(([key]) => key);
    expect(known.sort()).toEqual(names.sort());
  });

  test.each(["FaceStatus", "BodyStatus"] as const)("%s: each a bit of its own", (name) => {
    const values = [...declared(name).keys()].map((key) => Reflect.get(core[name], key) as number);
    expect(values).toEqual(values.map((_, index) => 2 ** index));
  });
});
