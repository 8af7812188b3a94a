// The avatars that stand on the stage, as commands see them: each with its document and its body; one of them is open in the panels.
// Interfaces only: the cast fills them, remote control and the panels' actions use them.
import type { Transfer } from "../state/cast";
import type { Profile } from "../state/profile";
import type { Note } from "../state/store";
import type { BodyStage } from "./ports";
import type { Document } from "./session";

/** One avatar on the stage. */
export interface Character {
  /** Lower-case letters, digits and "-", from the avatar's name, unique on the stage; the `characterId` of the remote control. */
  readonly id: string;
  readonly name: string;
  /** What is in force for it now. */
  readonly document: Document;
  /** Key of the performer that it follows, null for nobody. */
  readonly performer: string | null;
  /** Id of the one whose pose it copies instead, null for none. */
  readonly leader: string | null;
  /** Its body in the engine; a body that the file lacks answers as one that follows nobody. */
  readonly body: BodyStage;
  /** Of this frame, in the order of `bodyMeterNames`; all 0 where it follows nobody. */
  readonly meters: ArrayLike<number>;
  /**
   * A user change as one entry of the history, whether it is open or not; undoing it changes this character and no other.
   * Rejects where the engine refuses the profile, and has changed nothing then.
   */
  change(label: Note, profile: Profile, mergeKey?: string): Promise<void>;
  /** How others copy its pose, in the order in which they came. */
  readonly transfers: readonly Transfer[];
  /** Another way for one of them, as one entry of the history. RangeError where there is no such. */
  changeTransfer(index: number, transfer: Transfer, mergeKey?: string): Promise<void>;
}

export interface Characters {
  /** In the order in which they came. */
  readonly list: readonly Character[];
  /** The one that the panels show; null while no avatar is open. */
  readonly open: Character | null;
  find(id: string): Character | undefined;
  /** Calls `listener` when one has come or gone, has another document or follows another performer, until the returned function is called. */
  onChange(listener: () => void): () => void;
}
