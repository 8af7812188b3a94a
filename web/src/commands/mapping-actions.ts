// Mapping targets to channels by hand: put together as a draft, shown on the avatar target by target, and put into force as one change.
// What a mapping means to the avatar is the reader's to say; it is measured anew with it.
import {
  type Mapping,
  mappingOf,
  offeredMapping,
  sameMapping,
  withAssigned,
  withMapping,
} from "../state/mapping";
import { type Note, pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { fileStem } from "./file-stem";
import { readMappingFile, writeMappingFile } from "./mapping-file";
import { Refusal } from "./refusal";

export type MappingActions = ReturnType<typeof createMappingActions>;

export function createMappingActions(parts: ActionParts, attempt: Attempt) {
  const { store, session, theatre, saver } = parts;
  const { draft, playing } = store.mapping;
  const inForce = (): Mapping => mappingOf(store.profile.value);
  const current = (): Mapping => draft.value ?? inForce();

  let fingerprint = "";
  store.avatar.subscribe((avatar) => {
    // Another route is no other avatar: what is being put together stays.
    if ((avatar?.fingerprint ?? "") === fingerprint) return;
    fingerprint = avatar?.fingerprint ?? "";
    draft.value = null;
    playing.value = "";
  });
  store.previewing.subscribe((channel) => {
    if (channel < 0) playing.value = "";
  });

  function setDraft(mapping: Mapping): void {
    draft.value = sameMapping(mapping, inForce()) ? null : mapping;
  }

  async function putIntoForce(label: Note, mapping: Mapping): Promise<boolean> {
    return attempt({ key: "error.change" }, async () => {
      theatre.previewTargets([]);
      await session.changeMeasured(label, (profile) => withMapping(profile, mapping));
      draft.value = null;
    });
  }

  return {
    /** Opens the dialog; the avatar is drawn with all of its targets, so that each can be shown. */
    open: async (): Promise<void> => {
      store.library.dialog.value = "mapping";
      await attempt({ key: "mapping.failed" }, () => session.drawWhole());
    },
    assign: (keys: readonly string[], channel: string | null | undefined) =>
      setDraft(withAssigned(current(), keys, channel)),
    discard: () => {
      draft.value = null;
    },
    apply: (): Promise<boolean> => putIntoForce({ key: "change.mapping" }, current()),
    /** Plays a target on the avatar, 0 to 1 and back; again ends it. */
    preview: (key: string, slots: readonly number[]) => {
      const ends = playing.value === key;
      theatre.previewTargets(ends ? [] : slots);
      playing.value = ends ? "" : key;
    },
    stopPreview: () => {
      if (playing.value !== "") theatre.previewTargets([]);
    },
    exportFile: () => {
      const avatar = store.avatar.value;
      if (avatar === null) return;
      const name = `${fileStem(avatar.file)}.mapping.json`;
      saver.save(name, writeMappingFile({ avatarName: avatar.name, mapping: current() }));
      pushMessage(store, { kind: "info", title: { key: "mapping.saved", parameters: { file: name } } });
    },
    /**
     * Adds a file's entries to what is there.
     * @param atOnce puts them into force; else they join the draft
     */
    importFile: (name: string, content: Blob, atOnce: boolean): Promise<boolean> =>
      attempt({ key: "mapping.refused", parameters: { file: name } }, async () => {
        const avatar = store.avatar.value;
        const entries = readMappingFile(await content.text());
        if (avatar === null) throw new Refusal({ key: "mapping.noAvatar" });
        const offered = offeredMapping(entries, avatar.targets);
        const total = Object.keys(entries).length;
        const count = Object.keys(offered).length;
        const mapping = { ...current(), ...offered };
        if (!atOnce) setDraft(mapping);
        else if (!(await putIntoForce({ key: "change.mapping" }, mapping))) return;
        pushMessage(store, {
          kind: count === total ? "info" : "warning",
          title: { key: "mapping.read", parameters: { file: name, count, total } },
        });
      }),
  };
}
