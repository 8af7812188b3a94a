// The name of a file without its ending, for files that are named after an avatar's.
// Nothing else.

export function fileStem(name: string): string {
  return name.replace(/\.[^.]+$/, "") || "avatar";
}
