// Puts the declarations that an entry reaches into one file: relative imports are replaced by what they import.
// It understands what this project's own declarations contain, and refuses what it does not (renaming, default imports, equal names).
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const kStatement =
  /^(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|(\*))\s+from\s+"([^"]+)";\n?|^import\s+"([^"]+)";\n?/gm;
const kDeclared =
  /^export (?:declare )?(?:abstract )?(?:const|let|function|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;
/** Names of a file that are not exported but could meet those of another. */
const kInner = /^(?:declare )?(?:const|let|function|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

const names = (list) =>
  list
    .split(",")
    .map((name) => name.trim().replace(/^type\s+/, ""))
    .filter(Boolean);

function pathOf(from, specifier) {
  const base = join(dirname(from), specifier.replace(/\.ts$/, ""));
  for (const path of [`${base}.d.ts`, join(base, "index.d.ts")]) if (existsSync(path)) return path;
  throw new Error(`${from}: "${specifier}" has no declarations`);
}

/**
 * @param entry a file whose exports are the module's
 * @param siblings declaration file -> module specifier that stands for it, for what another bundle holds
 * @returns text of one declaration file
 */
export function rollUpTypes(entry, siblings = new Map()) {
  const seen = new Set();
  const bodies = [];
  const externals = new Map();
  const owners = new Map();
  const exported = new Set();

  const claim = (name, file) => {
    const other = owners.get(name);
    if (other !== undefined && other !== file)
      throw new Error(`"${name}" is declared by ${other} and by ${file}`);
    owners.set(name, file);
  };
  const external = (specifier, list) => {
    const known = externals.get(specifier) ?? new Set();
    for (const name of names(list)) known.add(name);
    externals.set(specifier, known);
  };

  function visit(file) {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    const body = text.replace(kStatement, (statement, list, star, specifier, bare) => {
      const isExport = statement.startsWith("export");
      if (star || bare || / as /.test(list ?? "")) throw new Error(`${file}: cannot roll up: ${statement}`);
      if (isExport && file === entry) for (const name of names(list)) exported.add(name);
      if (!specifier.startsWith(".")) {
        external(specifier, list);
        return "";
      }
      const target = pathOf(file, specifier);
      const sibling = siblings.get(target);
      if (sibling !== undefined) external(sibling, list);
      else visit(target);
      return "";
    });
    for (const [, name] of body.matchAll(kDeclared)) {
      claim(name, file);
      if (file === entry) exported.add(name);
    }
    for (const [, name] of body.matchAll(kInner)) claim(name, file);
    bodies.push(
      body
        .replace(/^export (?=declare |interface |type )/gm, "")
        .replace(/^export \{\};\n?/gm, "")
        .replace(/^(?:\/\/.*\n)+/, "")
        .trim(),
    );
  }
  visit(entry);

  const imports = [...externals].map(
    ([specifier, list]) => `import type { ${[...list].sort().join(", ")} } from "${specifier}";`,
  );
  const from = relative(process.cwd(), entry);
  for (const name of exported)
    if (!owners.has(name)) throw new Error(`${from}: "${name}" is exported and nowhere declared`);
  return [...imports, ...bodies.filter(Boolean), `export { ${[...exported].sort().join(", ")} };`, ""].join(
    "\n\n",
  );
}
