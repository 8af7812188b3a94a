// Opening what a user drops, picks or names by address: avatars, recordings, profiles, told apart by content.
// A file that is refused leaves everything as it was, with a message that names it.
import type { AvatarOrigin } from "../state/avatar";
import { type Note, pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import { type Attempt, showFailure } from "./attempt";
import type { BoneActions } from "./bone-actions";
import { fetchAvatar } from "./fetch-avatar";
import { type FileKind, fileKind } from "./file-kind";
import type { KeptActions } from "./kept-avatar";
import type { MappingActions } from "./mapping-actions";
import type { AvatarFile } from "./ports";
import type { ProfileActions } from "./profile-actions";
import type { TakeActions } from "./take-actions";

/** Largest file that is read, bytes. Above it browsers fail in ways that name no cause. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Order in which the files of one drop are opened. */
const KIND_ORDER: readonly (FileKind | null)[] = [
  "avatar",
  "recording",
  "body",
  "mapping",
  "bones",
  "profile",
  "unknown",
  null,
];
/** What a .gltf may refer to. */
export const GLTF_PARTS = /\.(bin|png|jpe?g|webp|ktx2)$/i;
const BYTES_PER_MEGABYTE = 1024 * 1024;

/** What opens the kinds of files that are no avatars. */
export interface Openers {
  readonly profiles: ProfileActions;
  readonly takes: TakeActions;
  readonly mapping: MappingActions;
  readonly bones: BoneActions;
  readonly kept: Pick<KeptActions, "keep">;
}

export function createOpenActions(
  parts: ActionParts,
  attempt: Attempt,
  { profiles, takes, mapping, bones, kept }: Openers,
) {
  const { store, session } = parts;
  const { openRecording, openBody } = takes;

  async function openAvatar(file: AvatarFile): Promise<boolean> {
    const opened = await attempt({ key: "error.file", parameters: { file: file.name } }, async () => {
      const count = await session.open(file);
      const warn = (title: Note) => pushMessage(store, { kind: "warning", title });
      if (count > 0) warn({ key: "warning.images", parameters: { file: file.name, count } });
      const wrong = store.avatar.value?.findings.filter(({ kind }) => kind === "wrong-side") ?? [];
      if (wrong.length === 0) return;
      const channels = wrong.map(({ channel }) => channel).join(", ");
      warn({ key: "warning.wrongSide", parameters: { file: file.name, channels } });
    });
    if (!opened) return false;
    void kept.keep(file);
    await profiles.afterOpen();
    return true;
  }

  // A file that is too large or cannot be read has no kind; `openFile` says why.
  async function kindOf(name: string, content: Blob): Promise<FileKind | null> {
    if (content.size > MAX_FILE_BYTES) return null;
    try {
      return await fileKind(name, content);
    } catch (error) {
      showFailure(store, { key: "error.file", parameters: { file: name } }, error);
      return null;
    }
  }

  /** Opens one file, whatever it is. `beside` are the files that came with it. */
  async function openFile(
    name: string,
    content: Blob,
    beside: Readonly<Record<string, Blob>> = {},
    origin?: AvatarOrigin,
  ): Promise<void> {
    if (content.size > MAX_FILE_BYTES) {
      pushMessage(store, {
        kind: "error",
        title: { key: "error.tooLarge", parameters: { file: name, size: megabytes(content.size) } },
        texts: [{ key: "error.tooLargeDetail", parameters: { limit: megabytes(MAX_FILE_BYTES) } }],
      });
      return;
    }
    const kind = await kindOf(name, content);
    if (kind === null) return;
    if (kind === "avatar")
      return void (await openAvatar({ name, content, beside, ...(origin && { origin }) }));
    if (kind === "recording") {
      await openRecording(name, content);
      return;
    }
    if (kind === "body") return void (await openBody(name, content));
    if (kind === "profile") return profiles.openProfile(name, content);
    if (kind === "mapping") return void (await mapping.importFile(name, content, true));
    if (kind === "bones") return void (await bones.importFile(name, content));
    pushMessage(store, {
      kind: "error",
      title: { key: "error.kind", parameters: { file: name } },
      texts: [{ key: "error.kindDetail" }],
    });
  }

  /** Avatars first, profiles last, so that a drop of several files ends with all of them in force; parts of a .gltf go with it. */
  async function openFiles(files: Iterable<File>): Promise<void> {
    const list = [...files];
    const document = list.find((file) => /\.gltf$/i.test(file.name));
    const parts = document === undefined ? [] : list.filter((file) => GLTF_PARTS.test(file.name));
    const beside = Object.fromEntries(parts.map((file) => [file.name, file]));
    const rest = list.filter((file) => !parts.includes(file));
    const kinds = await Promise.all(rest.map((file) => kindOf(file.name, file)));
    const order = rest.map((file, index) => ({ file, rank: KIND_ORDER.indexOf(kinds[index] ?? null) }));
    order.sort((a, b) => a.rank - b.rank);
    for (const { file } of order) await openFile(file.name, file, file === document ? beside : {});
  }

  async function openAddress(address: string): Promise<void> {
    const title: Note = { key: "error.address", parameters: { file: address } };
    await attempt(title, async () => {
      const { name, content } = await session.download(address, (signal, report) =>
        fetchAvatar(address, signal, report, MAX_FILE_BYTES),
      );
      await openFile(name, content, {}, { kind: "address", address });
    });
  }

  return { openFiles, openFile, openAddress, openAvatar };
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(bytes < 10 * BYTES_PER_MEGABYTE ? 1 : 0);
}
