// Lists files for digests of build inputs.
// It reads none of them.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file under `path`, sorted, so that a digest does not depend on the file system; nothing where it is absent. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
