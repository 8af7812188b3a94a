// The library as another project gets it: packed, installed into an empty folder, type-checked and run there. No network.
// What it does in a browser is tests/e2e/embed.spec.ts.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dracoCompressed } from "../../support/avatar-variants";
import { makeAvatar } from "../../support/make-avatar";

const packed = resolve("dist/lib");
let folder: string;
let installed: string;

const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** What the library's users have anyway; linked, for nothing may be fetched. */
const PEERS = ["three", "@pixiv", "@types/three", "@types/node", "undici-types"];

beforeAll(() => {
  if (!existsSync(join(packed, "package.json"))) throw new Error(`${packed}: not built; run "npm run build"`);
  folder = mkdtempSync(join(tmpdir(), "doppel-consumer-"));
  const tarball = run("npm", ["pack", packed, "--pack-destination", folder, "--silent"]).trim();
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  run("npm", [
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--legacy-peer-deps",
    "--silent",
    `./${tarball}`,
  ]);
  installed = join(folder, "node_modules/doppel");
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const peer of PEERS) {
    const from = resolve("node_modules", peer);
    if (existsSync(from)) symlinkSync(from, join(folder, "node_modules", peer));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("it stands on its own: no dependencies, no path out of the package, every file that is named is there", () => {
  const document = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(document.dependencies).toBeUndefined();
  expect(Object.keys(document.peerDependencies)).toEqual(["three", "@pixiv/three-vrm"]);
  const entries: (string | Record<string, string>)[] = Object.values(document.exports);
  for (const file of entries.flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry))))
    expect(existsSync(join(installed, file)), file).toBe(true);
  for (const name of readdirSync(installed).filter((file) => /\.(?:js|ts)$/.test(file))) {
    const text = readFileSync(join(installed, name), "utf8");
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)\b[^"';]*?from "([^"]+)"/gm)) {
      const isOwn = specifier.startsWith("./");
      if (isOwn) expect(existsSync(join(installed, specifier)), `${name}: ${specifier}`).toBe(true);
      else expect(specifier, name).toMatch(/^(?:three|@pixiv\/three-vrm)(?:\/|$)/);
      // three.js is needed by `doppel/load` alone.
      if (!isOwn) expect(name).toMatch(/^load\./);
    }
    for (const [, file = ""] of text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g))
      expect(existsSync(join(installed, file)), `${name}: ${file}`).toBe(true);
  }
});

const CONSUMER = `
import { Doppel, DoppelError, type Face, type FaceFrame, OtherAvatarError, type Profile } from "doppel";
import { loadAvatar, type LoadedAvatar } from "doppel/load";
import type { VRM } from "@pixiv/three-vrm";
import type { Object3D } from "three";
import type { GLTF } from "three/addons/loaders/GLTFLoader.js";

export async function bound(bytes: ArrayBuffer, gltf: GLTF, vrm: VRM, root: Object3D): Promise<Face[]> {
  const doppel: Doppel = await Doppel.load({ wasm: new URL("https://example.org/doppel-core.wasm"), worker: true });
  const loaded: LoadedAvatar = await loadAvatar(doppel, bytes);
  loaded.root.add(root);
  loaded.vrm?.update(0.1);
  return Promise.all([
    doppel.bind({ bytes, scene: gltf, copy: root, inputRange: "percent", onProgress: (done: number) => done }),
    doppel.bind({ bytes, scene: vrm }),
    doppel.bind({ bytes, scene: root, signal: new AbortController().signal }),
  ]);
}

export async function used(face: Face): Promise<number> {
  const frame: FaceFrame = { jawOpen: 0.5 };
  face.feed(frame);
  face.feed(new Float32Array(52));
  face.update(1 / 60);
  const profile: Profile = face.profile();
  try {
    await face.applyProfile(profile, { byName: true });
    const { byName, unknownSubstitutes } = await face.applyLink(face.link());
    if (byName) return unknownSubstitutes.length;
  } catch (error) {
    if (error instanceof OtherAvatarError) return error.avatarName.length;
    if (error instanceof DoppelError && error.code === "scene-mismatch") return 1;
  }
  // @ts-expect-error no channel of this name
  face.feed({ jaw: 1 });
  // @ts-expect-error a face is made by bind
  new Face();
  return (face.report().score.after ?? 0) + face.values().length;
}
`;

test("its declarations hold in the strictest consumer, which three.js's own types fit", () => {
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
    noEmit: true,
    preserveSymlinks: false,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  let output = "";
  try {
    run(resolve("node_modules/.bin/tsc"), ["-p", "tsconfig.json"]);
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout);
  }
  // Faults inside three.js's own declarations are not the library's.
  const own = output.split("\n").filter((line) => /^(?:consumer\.ts|node_modules\/doppel\/)/.test(line));
  expect(own).toEqual([]);
  expect(output).not.toContain("Cannot find module");
});

const RUN = `
import { readFileSync } from "node:fs";
import { Doppel } from "doppel";

const doppel = await Doppel.load();
const face = await doppel.bind({ bytes: readFileSync(process.argv[2]), name: "anna.glb" });
face.feed({ jawOpen: 0.5, eyeBlinkLeft: 1 });
face.update(1 / 60);
const weights = Object.fromEntries(face.slots.map((slot, index) => [slot.name, face.weights()[index]]));
console.log(JSON.stringify({ weights, values: Array.from(face.values()), on: face.measuredOn, link: face.link() }));
doppel.dispose();
`;

interface RunResult {
  readonly weights: Record<string, number>;
  readonly values: number[];
  readonly on: string;
  readonly link: string;
}

async function runOn(name: string, bytes: Uint8Array): Promise<RunResult> {
  writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, "run.mjs"), RUN);
  return JSON.parse(run(process.execPath, ["run.mjs", name])) as RunResult;
}

test("under Node it turns values into morph weights, of a plain and of a Draco-compressed file alike", async () => {
  const bytes = await makeAvatar();
  const plain = await runOn("plain.glb", bytes);
  expect(plain.on).toBe("page");
  expect(plain.link).toMatch(/^#p=/);
  expect(plain.weights.jawOpen).toBeGreaterThan(0.2);
  expect(plain.weights.eyeBlinkLeft).toBeGreaterThan(0.5);
  expect(plain.weights.mouthSmileLeft).toBe(0);
  expect(plain.values.length).toBe(52);
  const draco = await runOn("draco.glb", await dracoCompressed(bytes));
  expect(draco.weights.jawOpen).toBeCloseTo(plain.weights.jawOpen ?? 0, 1);
});
