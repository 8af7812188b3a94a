// The reader's description as plain data, for the rooms that handle avatars without reading files.
// Types only: nothing of the reader is loaded by this.
export type { AvatarDescription } from "../reader/avatar-description";
