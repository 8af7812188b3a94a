// Makes one sample avatar anew, in a process of its own, and prints the SHA-256 of its bytes. Run by same-bytes.test.ts.
// It writes no file.
import { createHash } from "node:crypto";
import { makeAvatar } from "../../scripts/avatars/avatar";
import { characters } from "../../scripts/avatars/character";
import { writeAvatar } from "../../scripts/avatars/write/write-avatar";

const character = characters.find(({ file }) => file === process.argv[2]);
if (character === undefined) throw new Error(`no character ${process.argv[2]}`);
console.log(
  createHash("sha256")
    .update(writeAvatar(makeAvatar(character)))
    .digest("hex"),
);
