// The files of the avatars on the stage as the shared scene names them: what each is called there, sending and fetching them.
// What is sent when is the scene's keeper's to say.

import { sampleByName } from "../state/samples";
import type { SceneAsset, SceneState } from "../state/scene";
import { type Note, pushMessage, type Store } from "../state/store";
import type { AssetStore } from "./asset-store";
import { describeError } from "./describe-error";
import { fetchAvatar } from "./fetch-avatar";
import { MAX_FILE_BYTES } from "./open-actions";
import type { AvatarFile, Calibrator } from "./ports";
import { sampleAddress } from "./sample-actions";
import type { Coming } from "./wall-keeper";

export interface SceneAssetParts {
  readonly store: Store;
  readonly bridge: AssetStore;
  readonly calibrator: Pick<Calibrator, "fingerprint">;
}

interface Named {
  readonly hash: string;
  readonly file: string;
  readonly content: Blob;
}

export class SceneAssets {
  private readonly hashes = new WeakMap<Blob, string>();
  private readonly hashing = new Set<Blob>();
  /** What was sent, fetched, or refused: not sent again. */
  private readonly settled = new Set<string>();
  private readonly upload: SceneState["upload"];

  constructor(private readonly parts: SceneAssetParts) {
    this.upload = parts.store.scene.upload;
  }

  /**
   * What the scene calls a file.
   * @param fingerprint the file's own SHA-256
   * @param ready called once it is known, where it is not yet
   * @returns null while it is not known
   */
  nameOf(
    { name: file, beside, origin }: AvatarFile,
    fingerprint: string,
    ready: () => void,
  ): SceneAsset | null {
    if (origin?.kind === "sample") return { file, sample: origin.name };
    const parts = Object.entries(beside);
    if (parts.length === 0) return { file, hash: fingerprint };
    const hashes: Record<string, string> = {};
    for (const [name, content] of parts) {
      const hash = this.hashes.get(content);
      if (hash === undefined) {
        void this.hashAll(Object.values(beside)).then(ready);
        return null;
      }
      hashes[name] = hash;
    }
    return { file, hash: fingerprint, beside: hashes };
  }

  /** Sends what the bridge may not have. What it refuses is told, once; other pages do without it then. */
  async send(files: readonly { readonly file: AvatarFile; readonly asset: SceneAsset }[]): Promise<void> {
    for (const named of files.flatMap(namedParts)) {
      if (this.settled.has(named.hash)) continue;
      try {
        await this.sendOne(named);
        this.settled.add(named.hash);
      } catch (error) {
        this.tell(named, error);
      } finally {
        this.upload.value = null;
      }
    }
  }

  /** After a new connection everything is sent once more: it may be another bridge. */
  forget(): void {
    this.settled.clear();
  }

  coming({ file, sample, hash, beside = {} }: SceneAsset): Coming {
    const own = sample === undefined ? undefined : sampleByName(sample);
    if (own !== undefined) {
      return {
        file,
        fetch: async (signal, report) => {
          const { content } = await fetchAvatar(sampleAddress(own), signal, report, MAX_FILE_BYTES);
          return { name: file, content, beside: {}, origin: { kind: "sample", name: own.name } };
        },
      };
    }
    return {
      file,
      hash: [hash, ...Object.values(beside)].join(" "),
      fetch: async (signal) => {
        const content = await this.fetchOne(hash ?? "", signal);
        const parts: Record<string, Blob> = {};
        for (const [name, part] of Object.entries(beside)) parts[name] = await this.fetchOne(part, signal);
        return { name: file, content, beside: parts };
      },
    };
  }

  private async fetchOne(hash: string, signal: AbortSignal): Promise<Blob> {
    const content = await this.parts.bridge.get(hash, signal);
    this.hashes.set(content, hash);
    this.settled.add(hash);
    return content;
  }

  private sendOne({ hash, file, content }: Named): Promise<void> {
    this.upload.value = { file, progress: 0 };
    return this.parts.bridge.put(hash, content, (progress) => {
      this.upload.value = { file, progress };
    });
  }

  private tell({ hash, file }: Named, error: unknown): void {
    this.settled.add(hash);
    const title: Note = { key: "scene.notSent", parameters: { file } };
    pushMessage(this.parts.store, { kind: "warning", ...describeError(title, error) });
  }

  private async hashAll(contents: readonly Blob[]): Promise<void> {
    for (const content of contents) {
      if (this.hashes.has(content) || this.hashing.has(content)) continue;
      this.hashing.add(content);
      const bytes = new Uint8Array(await content.arrayBuffer());
      this.hashes.set(content, this.parts.calibrator.fingerprint(bytes));
    }
  }
}

function namedParts({ file, asset }: { file: AvatarFile; asset: SceneAsset }): readonly Named[] {
  const { hash, beside = {} } = asset;
  if (hash === undefined) return [];
  const parts = Object.entries(beside).flatMap(([name, part]) => {
    const content = file.beside[name];
    return content === undefined ? [] : [{ hash: part, file: name, content }];
  });
  return [{ hash, file: file.name, content: file.content }, ...parts];
}
