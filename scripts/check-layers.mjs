// Checks that every room imports only the rooms it may: C++ includes and TypeScript imports against the tables below.
// Exit 0 and a count, or exit 1 and each offending import. It does not judge what is inside a room.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Room -> rooms it may import (its own is always allowed). External packages stand in `kExternal`. */
export const kCoreRooms = {
  base: [],
  math: ["base"],
  rig: ["math", "base"],
  solve: ["rig", "math", "base"],
  face: ["math", "base"],
  engine: ["base", "math", "rig", "solve", "face"],
  io: ["solve", "rig", "math", "face", "base"],
  bind: ["engine", "io", "face", "base"],
};

/** The bridge's rooms; all of them may include the core's `base` and `math`. */
export const kBridgeRooms = {
  mocap: [],
  natnet: ["mocap"],
  sim: ["natnet", "mocap"],
  source: ["sim", "natnet", "take", "protocol", "mocap"],
  protocol: ["mocap"],
  take: ["protocol", "mocap"],
  server: ["take", "protocol", "mocap"],
};

/** Units of the bridge that stand outside a room: programs, and the one that compiles Asio. */
export const kBridgeRoots = /^((main|[a-z_]+_main|asio_implementation)\.cpp|options\.[ch]pp)$/;

/** The tables of names: data without behaviour, which every room of the page may import. */
const kCommonRoom = "tables";

export const kWebRooms = {
  [kCommonRoom]: [],
  core: [],
  sources: [],
  reader: ["sources"],
  avatar: ["core", "reader"],
  probe: ["core", "reader"],
  report: ["core", "reader"],
  retarget: ["core", "reader", "sources"],
  stage: [],
  loop: ["core", "sources", "avatar", "stage", "state", "retarget"],
  state: [],
  commands: ["state", "core", "avatar", "stage", "report", "retarget"],
  ui: ["state", "commands", "i18n"],
  i18n: [],
  remote: ["state", "ui", "i18n"],
  cli: ["core", "reader", "probe", "sources", "report", "retarget"],
  lib: ["core", "reader", "probe", "avatar"],
  console: ["lib", "core", "state", "commands", "loop", "stage"],
};

/** Part of the composition root: it may import every room, and no room imports it. */
kWebRooms.compose = Object.keys(kWebRooms);

/** Composition roots: they may import every room. */
export const kWebRoots = ["main.ts", "lib.ts", "remote.ts"];

/** Rooms of the sample avatars' generator, `scripts/avatars`. */
export const kAvatarRooms = {
  math: [],
  head: ["math"],
  body: ["math"],
  hair: ["math", "head"],
  write: ["math"],
  family: ["math", "body", "write"],
  render: ["math", "write"],
};

/** What stands outside the generator's rooms and is there for all of them. */
const kAvatarCommon = ["model", "character"];

/**
 * What the generator shares with the page (tables, how channels are split into stem and side, its lights), the Chromium that draws its
 * sheets, and where its results go.
 */
const kAvatarOutside =
  /^(web\/src\/(tables\/|reader\/channel-table$|stage\/lights$)|scripts\/lib\/chromium\.mjs$|build\/)/;

/** External imports that only some rooms may make. Everything not named here is free to all. */
export const kExternal = [
  { what: /^three(\/|$)|^@pixiv\/three-vrm/, rooms: ["avatar", "stage", "lib"] },
  { what: /^@gltf-transform\/|^draco3dgltf|^meshoptimizer/, rooms: ["reader", "lib"] },
  { what: /^preact|^@preact\//, rooms: ["ui", "state", "remote"] },
  { what: /^node:/, rooms: ["cli"], files: /-node\.ts$/ },
  { what: /doppel-core/, rooms: ["core"], files: /\/lib\/files\.ts$/ },
];

export const kCoreExternal = [
  { what: /^nlohmann\//, rooms: ["io"] },
  { what: /^emscripten(\/|\.h)/, rooms: ["bind"] },
];

export const kBridgeExternal = [
  // Sockets stand in sources, never in headers that others read, and never beside the pure decoder.
  {
    what: /^boost\/(asio|beast)/,
    rooms: ["sim", "source", "server"],
    files: /natnet\/(client|udp)[a-z_]*\.[ch]pp$/,
  },
];

function walk(folder, endings) {
  let names;
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return walk(path, endings);
    return endings.some((ending) => name.endsWith(ending)) ? [path] : [];
  });
}

function externalBreach(rules, room, specifier, file) {
  const rule = rules.find((candidate) => candidate.what.test(specifier));
  if (!rule || rule.rooms.includes(room) || rule.files?.test(file)) return null;
  return `'${specifier}' may only be imported by ${rule.rooms.join(", ")}`;
}

/** Adds the breaches of one C++ file to `result`: `rooms` is the table, `common` what every room may include besides. */
function checkIncludes(file, room, { rooms, external, common }, result) {
  readFileSync(file, "utf8")
    .split("\n")
    .forEach((line, index) => {
      const include = /^\s*#\s*include\s*([<"])([^>"]+)[>"]/.exec(line);
      if (!include) return;
      result.imports += 1;
      const [, quote, target] = include;
      const at = `${file}:${index + 1}`;
      const breach = externalBreach(external, room, target, file);
      if (breach) result.breaches.push(`${at}: ${breach}`);
      if (quote !== '"') return;
      const other = target.includes("/") ? target.split("/")[0] : room;
      if (other !== room && !rooms[room].includes(other) && !common.includes(other)) {
        result.breaches.push(
          `${at}: '${room}' may not include '${target}' (allowed: ${[...rooms[room], ...common].join(", ") || "nothing"})`,
        );
      }
    });
}

/** Breaches of the C++ core below `root` (`wasm`), as `file:line: reason`. */
export function checkCore(root) {
  const result = { breaches: [], imports: 0 };
  const rules = { rooms: kCoreRooms, external: kCoreExternal, common: [] };
  for (const file of [
    ...walk(join(root, "src"), [".hpp", ".cpp"]),
    ...walk(join(root, "bind"), [".hpp", ".cpp"]),
  ]) {
    const path = relative(root, file).split(/[\\/]/);
    const room = path[0] === "bind" ? "bind" : path[1];
    if (room in kCoreRooms) checkIncludes(file, room, rules, result);
    else result.breaches.push(`${file}:1: '${room}' is not a room of the core`);
  }
  return result;
}

/** Breaches of the bridge below `root` (`bridge`), as `file:line: reason`. */
export function checkBridge(root) {
  const result = { breaches: [], imports: 0 };
  const rules = { rooms: kBridgeRooms, external: kBridgeExternal, common: ["base", "math"] };
  for (const file of walk(join(root, "src"), [".hpp", ".cpp"])) {
    const path = relative(join(root, "src"), file).split(/[\\/]/);
    if (path.length === 1 && kBridgeRoots.test(path[0])) continue;
    if (path[0] in kBridgeRooms) checkIncludes(file, path[0], rules, result);
    else result.breaches.push(`${file}:1: '${path[0]}' is not a room of the bridge`);
  }
  return result;
}

const kImport =
  /(?:^|[\s;])(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']|new URL\(\s*["']([^"']+)["']\s*,\s*import\.meta\.url/g;

/** Breaches of the page below `root` (`web/src`), as `file:line: reason`. */
export function checkWeb(root) {
  const breaches = [];
  let imports = 0;
  for (const file of walk(root, [".ts", ".tsx"])) {
    const path = relative(root, file).split(/[\\/]/);
    const isRoot = path.length === 1;
    const room = isRoot ? null : path[0];
    if (isRoot && !kWebRoots.includes(path[0]) && !path[0].endsWith(".d.ts")) {
      breaches.push(`${file}:1: only ${kWebRoots.join(", ")} may stand outside a room`);
    }
    if (room && !(room in kWebRooms)) {
      breaches.push(`${file}:1: '${room}' is not a room of the page`);
      continue;
    }
    const text = readFileSync(file, "utf8");
    for (const match of text.matchAll(kImport)) {
      const specifier = match[1] ?? match[2] ?? match[3];
      imports += 1;
      if (isRoot) continue;
      const line = text.slice(0, match.index).split("\n").length + (match[0].startsWith("\n") ? 1 : 0);
      const at = `${file}:${line}`;
      const external = externalBreach(kExternal, room, specifier, file);
      if (external) breaches.push(`${at}: ${external}`);
      if (!specifier.startsWith(".")) continue;
      const target = relative(root, resolve(dirname(file), specifier)).split(/[\\/]/);
      if (target[0] === "..") continue;
      if (target.length === 1)
        breaches.push(`${at}: a room may not import the composition root '${specifier}'`);
      else if (target[0] !== room && target[0] !== kCommonRoom && !kWebRooms[room].includes(target[0])) {
        breaches.push(
          `${at}: '${room}' may not import '${specifier}' (allowed: ${kWebRooms[room].join(", ") || "nothing"})`,
        );
      }
    }
  }
  return { breaches, imports };
}

/** Breaches of the avatars' generator below `root` (`scripts/avatars`), as `file:line: reason`. */
export function checkAvatars(root) {
  const breaches = [];
  let imports = 0;
  for (const file of walk(root, [".ts"])) {
    const path = relative(root, file).split(/[\\/]/);
    const room = path.length === 1 ? null : path[0];
    if (room && !(room in kAvatarRooms)) {
      breaches.push(`${file}:1: '${room}' is not a room of the avatars' generator`);
      continue;
    }
    const text = readFileSync(file, "utf8");
    for (const match of text.matchAll(kImport)) {
      const specifier = match[1] ?? match[2] ?? match[3];
      imports += 1;
      if (!specifier.startsWith(".")) continue;
      const line = text.slice(0, match.index).split("\n").length + (match[0].startsWith("\n") ? 1 : 0);
      const at = `${file}:${line}`;
      const target = relative(root, resolve(dirname(file), specifier)).split(/[\\/]/);
      if (target[0] === "..") {
        const outside = relative(resolve(root, "../.."), resolve(dirname(file), specifier)).replaceAll(
          "\\",
          "/",
        );
        if (!kAvatarOutside.test(outside))
          breaches.push(`${at}: the avatars' generator may not import '${specifier}'`);
        continue;
      }
      const other = target.length === 1 ? null : target[0];
      const isFree = other === null ? kAvatarCommon.includes(target[0].replace(/\.ts$/, "")) : other === room;
      if (room && !isFree && !kAvatarRooms[room].includes(other)) {
        breaches.push(
          `${at}: '${room}' may not import '${specifier}' (allowed: ${kAvatarRooms[room].join(", ") || "nothing"})`,
        );
      }
    }
  }
  return { breaches, imports };
}

if (process.argv[1] && resolve(process.argv[1]) === resolve(new URL(import.meta.url).pathname)) {
  const core = checkCore("wasm");
  const bridge = checkBridge("bridge");
  const web = checkWeb("web/src");
  const avatars = checkAvatars("scripts/avatars");
  const breaches = [...core.breaches, ...bridge.breaches, ...web.breaches, ...avatars.breaches];
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) {
    console.error(`layers: ${breaches.length} offending import${breaches.length === 1 ? "" : "s"}`);
    process.exit(1);
  }
  if (core.imports === 0 || bridge.imports === 0 || web.imports === 0) {
    console.error("layers: no imports were found, so nothing was checked");
    process.exit(1);
  }
  console.log(
    `layers: ${core.imports + bridge.imports} includes and ${web.imports + avatars.imports} imports keep to their rooms`,
  );
}
