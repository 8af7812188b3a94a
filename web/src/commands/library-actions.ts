// What a user can do with saved profiles: put one into force, keep a copy, rename, duplicate, delete and bring back, hand out as a file.
// Each ends in a changed list or in a message.
import { fitOf, type LibraryDialog } from "../state/library";
import { type Note, pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { freeName, type Library, newId } from "./library";
import type { Autosave } from "./library-autosave";
import type { SavedProfile } from "./library-shelf";
import type { ProfileActions } from "./profile-actions";

/** Characters that no file system takes. */
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu;

export type LibraryActions = ReturnType<typeof createLibraryActions>;

export function createLibraryActions(
  parts: ActionParts,
  attempt: Attempt,
  library: Library,
  autosave: Autosave,
  profiles: Pick<ProfileActions, "putSaved">,
) {
  const { store, session, saver, calibrator } = parts;
  const deleted: SavedProfile[] = [];
  const inform = (title: Note) => pushMessage(store, { kind: "info", title });
  const about = (key: string, saved: SavedProfile): Note => ({ key, parameters: { name: saved.name } });
  const showDeleted = () => {
    store.library.deleted.value = deleted.map(({ name }) => name);
  };

  /** Runs what needs storage; a failure is a message. */
  const stored = (work: () => Promise<void>): Promise<boolean> => attempt({ key: "library.failed" }, work);

  async function apply(id: string): Promise<boolean> {
    const saved = library.find(id);
    const document = session.document;
    if (saved === undefined || document === null) return false;
    const byName = fitOf(saved, document.avatar.facts) !== "same";
    const label: Note = { key: "change.saved", parameters: { saved: saved.name } };
    await autosave.keepOwn();
    if (!(await profiles.putSaved(saved, byName, label))) return false;
    inform(about(byName ? "library.appliedByName" : "library.applied", saved));
    return true;
  }

  /** Keeps what is in force under a name of its own. */
  function keep(): Promise<boolean> {
    const document = session.document;
    if (document === null) return Promise.resolve(false);
    return stored(async () => {
      const { name, file, fingerprint } = document.avatar.facts;
      const text = calibrator.seal(document.profile);
      const kept = freeName(name || file, library.names());
      await library.write(newId(), { kind: "kept", name: kept, avatarName: name, file, fingerprint, text });
    });
  }

  function duplicate(id: string): Promise<boolean> {
    const saved = library.find(id);
    if (saved === undefined) return Promise.resolve(false);
    return stored(async () => {
      const name = freeName(saved.name, library.names());
      await library.write(newId(), { ...saved, kind: "kept", name });
    });
  }

  function remove(id: string): Promise<boolean> {
    return stored(async () => {
      const record = await library.remove(id);
      if (record !== undefined) deleted.push(record);
      showDeleted();
    });
  }

  function undoRemove(): Promise<boolean> {
    const record = deleted.at(-1);
    if (record === undefined) return Promise.resolve(false);
    return stored(async () => {
      await library.restore(record);
      deleted.pop();
      showDeleted();
    });
  }

  function exportFile(id: string): void {
    const saved = library.find(id);
    if (saved === undefined) return;
    const name = `${saved.name.replace(NOT_IN_FILE_NAMES, "-").trim() || "profile"}.doppel.json`;
    saver.save(name, saved.text);
    inform({ key: "profile.saved", parameters: { file: name } });
  }

  return {
    apply,
    keep,
    duplicate,
    remove,
    undoRemove,
    exportFile,
    rename: (id: string, name: string) => stored(() => library.rename(id, name.trim())),
    show: (dialog: LibraryDialog | null) => {
      if (dialog === "profiles") void library.ready();
      store.library.dialog.value = dialog;
    },
  };
}
