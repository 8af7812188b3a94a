// What a character is called on the remote wire, from its avatar's name.
// It keeps no list: who is on the stage is given.

/** For names without a letter or digit of the Latin alphabet. */
const NAMELESS = "avatar";

/** Lower-case letters, digits and "-"; with a number behind it where it is taken. */
export function characterId(name: string, isTaken: (id: string) => boolean = () => false): string {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "");
  const stem =
    plain
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || NAMELESS;
  if (!isTaken(stem)) return stem;
  for (let number = 2; ; number++) if (!isTaken(`${stem}-${number}`)) return `${stem}-${number}`;
}
