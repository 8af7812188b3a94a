// What a user can do with the avatars on the stage: add, remove, open one in the panels, say whom they follow.
// A file that is refused is told at its own place; whom an avatar follows is of the playback and not undone.

import { memberAt, plainTransfer, type Transfer } from "../state/cast";
import type { CastMemory } from "../state/cast-memory";
import { type Sample, type SampleName, sampleByName, samples } from "../state/samples";
import type { Attempt } from "./attempt";
import type { CastStage } from "./cast";
import type { CastKeeper, CastKeeperParts } from "./cast-keeper";
import { fetchAvatar } from "./fetch-avatar";
import { MAX_FILE_BYTES } from "./open-actions";
import { sampleAddress } from "./sample-actions";
import type { Coming } from "./wall-keeper";

export interface CastActionParts extends Pick<CastKeeperParts, "store" | "cast"> {
  readonly keeper: CastKeeper;
  readonly memory: CastMemory;
  readonly stage: CastStage;
}

export type CastActions = ReturnType<typeof createCastActions>;

export function createCastActions(parts: CastActionParts, attempt: Attempt) {
  const { store, cast, keeper, memory, stage } = parts;
  const idOf = (key: number) => memberAt(store.cast, key)?.id ?? "";

  const comingSample = (sample: Sample): Coming => ({
    file: sample.file,
    fetch: async (signal, report) => {
      const { content } = await fetchAvatar(sampleAddress(sample), signal, report, MAX_FILE_BYTES);
      return { name: sample.file, content, beside: {}, origin: { kind: "sample", name: sample.name } };
    },
  });

  const beside = (key: number, leader: number | null): Transfer =>
    leader === null ? plainTransfer : { ...plainTransfer, hipOffset: [stage.freeBeside(key, leader), 0, 0] };

  return {
    addFiles: async (files: Iterable<File>): Promise<void> => {
      for (const content of [...files]) {
        await keeper.add({ file: content.name, content: { name: content.name, content, beside: {} } });
      }
    },
    addSample: (name: SampleName): Promise<void> => {
      const sample = sampleByName(name);
      return sample === undefined ? Promise.resolve() : keeper.add(comingSample(sample));
    },
    /** Samples by turns, until so many avatars stand on the stage: the page begins with them, and there is nothing to undo. */
    fillTo: async (count: number): Promise<void> => {
      const coming = [];
      for (let index = store.cast.members.value.length; index < count; ++index) {
        coming.push(keeper.stand(comingSample(samples[index % samples.length] ?? samples[0])));
      }
      await Promise.all(coming);
    },
    remove: (key: number) => keeper.remove(key),
    /** Opens one in the panels. */
    choose: (key: number) => attempt({ key: "error.change" }, () => void cast.choose(key)),
    /**
     * @param performer its key, null for nobody, undefined: whoever is free
     * @returns false where there is no such
     */
    follow: (key: number, performer: string | null | undefined) =>
      attempt({ key: "error.change" }, () => {
        if (performer === undefined) stage.want(key, undefined);
        else stage.body(key)?.follow(performer);
        if (store.body.value === null) memory.remember(idOf(key), performer);
        store.bodyPanel.refused.value = null;
      }),
    /**
     * @param leader key of the one whose pose it copies, null: none
     * @param transfer how; when absent, beside the leader: in one place with it nobody sees that there are two
     */
    lead: (key: number, leader: number | null, transfer?: Transfer) =>
      attempt({ key: "error.change" }, () => cast.lead(key, leader, transfer ?? beside(key, leader))),
  };
}
