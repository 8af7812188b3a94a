// What a user can do with the wall: add avatars, order them, remove them and bring them back, all of them raw or calibrated.
// None of it touches the open avatar; what changes is in the one history. A file that is refused is told on its own tile.

import type { Profile } from "../state/profile";
import { type SampleName, sampleByName } from "../state/samples";
import type { Store } from "../state/store";
import type { Wall } from "../state/wall";
import { fetchAvatar } from "./fetch-avatar";
import { fileKind } from "./file-kind";
import type { History } from "./history";
import { GLTF_PARTS, MAX_FILE_BYTES } from "./open-actions";
import type { AvatarFile } from "./ports";
import { isFingerprintOf } from "./profile-actions";
import { sampleAddress } from "./sample-actions";
import type { Session } from "./session";
import { WallArranger, type WallStage } from "./wall-arranger";
import { type Added, WallKeeper } from "./wall-keeper";
import type { WallLoaderParts } from "./wall-loader";

export interface WallActionParts extends WallLoaderParts {
  readonly store: Store;
  readonly wall: Wall;
  readonly session: Session;
  readonly history: History;
  readonly stage: WallStage;
  /** Opens what is no avatar, and whatever is dropped while the wall is not shown. */
  openFiles(files: Iterable<File>): Promise<void>;
}

export type WallActions = ReturnType<typeof createWallActions>;

export function createWallActions(parts: WallActionParts) {
  const { wall, stage } = parts;
  const keeper = new WallKeeper(parts);
  const arranger = new WallArranger(parts, (key) => keeper.loads.has(key));
  const opener = new WallOpener(parts, keeper);
  return {
    addFiles: (files: Iterable<File>) => opener.addFiles([...files]),
    addSample: (name: SampleName) => opener.addSample(name),
    /** What is dropped on the page: avatars go on the wall while it is shown. */
    drop: (files: Iterable<File>) =>
      arranger.isShown ? opener.addFiles([...files]) : parts.openFiles(files),
    remove: (key: number) => keeper.remove(key),
    bringBack: () => keeper.bringBack(),
    /** @param step -1 one place forward, 1 one place back */
    move: (key: number, step: -1 | 1) => arranger.move(key, step),
    setRaw: (on: boolean) => {
      wall.raw.value = on;
      stage.setRaw(on);
    },
    show: (on: boolean) => arranger.show(on),
  };
}

/** Tells files apart and hands them on. */
class WallOpener {
  constructor(
    private readonly parts: WallActionParts,
    private readonly keeper: WallKeeper,
  ) {}

  async addFiles(files: readonly File[]): Promise<void> {
    const document = files.find((file) => /\.gltf$/i.test(file.name));
    const besides = document === undefined ? [] : files.filter((file) => GLTF_PARTS.test(file.name));
    const beside = Object.fromEntries(besides.map((file) => [file.name, file]));
    const others: File[] = [];
    const avatars: AvatarFile[] = [];
    for (const file of files) {
      if (besides.includes(file)) continue;
      const kind =
        file.size > MAX_FILE_BYTES ? "unknown" : await fileKind(file.name, file).catch(() => "unknown");
      if (kind === "avatar") {
        avatars.push({ name: file.name, content: file, beside: file === document ? beside : {} });
      } else if (kind !== "profile" || !(await this.applyProfile(file))) others.push(file);
    }
    if (others.length > 0) await this.parts.openFiles(others);
    const added: Added[] = [];
    // Each has its place before the next asks whether there is room.
    for (const content of avatars) added.push(await this.keeper.add({ file: content.name, content }));
    await Promise.all(added.map(({ loaded }) => loaded));
  }

  async addSample(name: SampleName): Promise<void> {
    const sample = sampleByName(name);
    if (sample === undefined) return;
    const { loaded } = await this.keeper.add({
      file: sample.file,
      fetch: async (signal, report) => {
        const { content } = await fetchAvatar(sampleAddress(sample), signal, report, MAX_FILE_BYTES);
        return { name: sample.file, content, beside: {} };
      },
    });
    await loaded;
  }

  /** A profile that was made for an avatar on the wall is put into force there. False where it belongs to none. */
  private async applyProfile(file: File): Promise<boolean> {
    let profile: Profile;
    try {
      profile = this.parts.calibrator.check(await file.text()).profile;
    } catch {
      return false;
    }
    const fingerprint = profile.avatar?.fingerprint ?? "";
    const found = [...this.keeper.loads].filter(([, load]) =>
      isFingerprintOf(load.avatar.facts.fingerprint, fingerprint),
    );
    for (const [key, load] of found) {
      await this.keeper.load(key, { file: load.file.name, content: load.file }, profile);
    }
    return found.length > 0;
  }
}
