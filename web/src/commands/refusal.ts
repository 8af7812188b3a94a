// A refusal whose whole reason is a text of the page.
// What a reader or the core refuses has a code and words of its own instead: fault-texts.ts.
import type { Note } from "../state/store";

export class Refusal extends Error {
  override readonly name: string = "Refusal";
  constructor(readonly note: Note) {
    super(note.key);
  }
}
