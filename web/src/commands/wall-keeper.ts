// The avatars on the wall: loads them one after the other, removes them and brings them back, and keeps their tiles up to date.
// Adding and removing are entries of the one history. Where they stand is the arranger's, which files they come from the actions'.

import type { Profile } from "../state/profile";
import { type Note, pushMessage, type Store } from "../state/store";
import { MAX_WALL, type Wall, type WallTile } from "../state/wall";
import { describeError } from "./describe-error";
import type { History } from "./history";
import type { AvatarFile, Drawn } from "./ports";
import type { WallStage } from "./wall-arranger";
import { type WallLoad, WallLoader, type WallLoaderParts } from "./wall-loader";
import { emptyTile, readyTile } from "./wall-tiles";

export interface WallKeeperParts extends WallLoaderParts {
  readonly store: Store;
  readonly wall: Wall;
  readonly history: History;
  readonly stage: Pick<WallStage, "add" | "remove">;
}

/** What is kept of a removed avatar: enough to draw it again without measuring, where it was measured. */
interface Removed {
  readonly key: number;
  readonly coming: Coming;
  readonly load: WallLoad | undefined;
  readonly place: number;
}

/** An avatar that is to stand on the wall. */
export interface Coming {
  readonly file: string;
  /** Fetches it, where it is not at hand. */
  fetch?(signal: AbortSignal, report: (progress: number | null) => void): Promise<AvatarFile>;
  readonly content?: AvatarFile;
  /** SHA-256 of what is fetched, where that is known. */
  readonly hash?: string;
}

export interface Added {
  readonly loaded: Promise<void>;
}

export class WallKeeper {
  /** Loaded avatars by the keys of their tiles. */
  readonly loads = new Map<number, WallLoad>();
  private readonly loader: WallLoader;
  private readonly loading = new Map<number, AbortController>();
  private readonly comings = new Map<number, Coming>();
  private gone: readonly Removed[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private nextKey = 1;

  constructor(private readonly parts: WallKeeperParts) {
    this.loader = new WallLoader(parts);
  }

  /** The last on the wall; told where there is no room. It has its place at once; `loaded` is when it is drawn or was refused. */
  async add(coming: Coming): Promise<Added> {
    const { wall, history } = this.parts;
    const key = this.nextKey++;
    if (wall.full.value) {
      const parameters = { file: coming.file, count: MAX_WALL };
      pushMessage(this.parts.store, { kind: "warning", title: { key: "wall.full", parameters } });
      return { loaded: Promise.resolve() };
    }
    let loaded: Promise<void> = Promise.resolve();
    let isNew = true;
    await history.execute({
      label: { key: "change.wallAdd", parameters: { name: coming.file } },
      // Loading goes on by itself: other changes need not wait for it.
      do: () => {
        loaded = isNew ? this.begin(key, coming) : this.giveBack(key);
        isNew = false;
      },
      undo: () => this.take(key),
    });
    return { loaded };
  }

  private begin(key: number, coming: Coming): Promise<void> {
    const { wall } = this.parts;
    this.comings.set(key, coming);
    wall.tiles.value = [...wall.tiles.value, emptyTile(key, coming.file)];
    return this.load(key, coming, null);
  }

  /**
   * In the tile of that key, in place of what is there. One at a time: measuring takes a processor, drawing the graphics unit.
   * @param given a profile to put into force; null for the avatar's own
   */
  load(key: number, coming: Coming, given: Profile | null): Promise<void> {
    this.loading.get(key)?.abort();
    const controller = new AbortController();
    this.loading.set(key, controller);
    const work = this.queue.then(() => this.loadNow(key, coming, given, controller));
    this.queue = work;
    return work;
  }

  private async loadNow(
    key: number,
    coming: Coming,
    given: Profile | null,
    controller: AbortController,
  ): Promise<void> {
    const { signal } = controller;
    const step = (status: WallTile["status"], progress: number | null) => {
      if (!signal.aborted) this.edit(key, { status, progress });
    };
    try {
      signal.throwIfAborted();
      const file = coming.content ?? (await this.fetch(coming, signal, step));
      const load = await this.loader.measure(file, signal, step, given);
      const drawn = await this.loader.draw(load, signal, step);
      this.put(key, load, drawn, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(key, coming.file, error);
    } finally {
      if (this.loading.get(key) === controller) this.loading.delete(key);
    }
  }

  private fetch(
    coming: Coming,
    signal: AbortSignal,
    step: (status: WallTile["status"], progress: number | null) => void,
  ): Promise<AvatarFile> {
    if (coming.fetch === undefined) throw new Error(`${coming.file}: neither a file nor an address`);
    step("download", null);
    return coming.fetch(signal, (progress) => step("download", progress));
  }

  private put(key: number, load: WallLoad, drawn: Drawn, signal: AbortSignal): void {
    try {
      signal.throwIfAborted();
      this.loads.delete(key);
      this.parts.stage.remove(key);
      this.parts.stage.add(key, drawn, load);
    } catch (error) {
      drawn.dispose();
      throw error;
    }
    this.loads.set(key, load);
    this.edit(key, { ...readyTile(load), fault: null });
  }

  private fail(key: number, file: string, error: unknown): void {
    const title: Note = { key: "error.file", parameters: { file } };
    this.edit(key, { status: "failed", progress: null, fault: describeError(title, error) });
  }

  async remove(key: number): Promise<void> {
    const tile = this.parts.wall.tiles.value.find((other) => other.key === key);
    if (tile === undefined) return;
    await this.parts.history.execute({
      label: { key: "change.wallRemove", parameters: { name: tile.name } },
      do: () => this.take(key),
      undo: () => void this.giveBack(key),
    });
  }

  /** The last one that was removed stands at its place again. */
  async bringBack(): Promise<void> {
    const last = this.gone.filter(({ load }) => load !== undefined).at(-1);
    if (last?.load === undefined || this.parts.wall.full.value) return;
    const { facts } = last.load.avatar;
    let drawing: Promise<void> = Promise.resolve();
    await this.parts.history.execute({
      label: { key: "change.wallBack", parameters: { name: facts.name || facts.file } },
      do: () => {
        drawing = this.giveBack(last.key);
      },
      undo: () => this.take(last.key),
    });
    await drawing;
  }

  private take(key: number): void {
    const { wall, stage } = this.parts;
    const place = wall.tiles.value.findIndex((tile) => tile.key === key);
    const coming = this.comings.get(key);
    if (place < 0 || coming === undefined) return;
    this.loading.get(key)?.abort();
    stage.remove(key);
    const load = this.loads.get(key);
    this.loads.delete(key);
    wall.tiles.value = wall.tiles.value.filter((tile) => tile.key !== key);
    this.setGone([...this.gone, { key, coming, load, place }]);
  }

  private setGone(gone: readonly Removed[]): void {
    this.gone = gone;
    this.parts.wall.removed.value = gone.flatMap(({ load }) =>
      load === undefined ? [] : [load.avatar.facts.name || load.avatar.facts.file],
    );
  }

  private async giveBack(key: number): Promise<void> {
    const { wall } = this.parts;
    const removed = this.gone.find((other) => other.key === key);
    if (removed === undefined || wall.full.value) return;
    this.setGone(this.gone.filter((other) => other !== removed));
    const { load, coming, place } = removed;
    const tiles = [...wall.tiles.value];
    tiles.splice(place, 0, emptyTile(key, coming.file));
    wall.tiles.value = tiles;
    if (load === undefined) return this.load(key, coming, null);
    const controller = new AbortController();
    this.loading.set(key, controller);
    const work = this.queue.then(() => this.drawAgain(key, load, controller));
    this.queue = work;
    await work;
  }

  private async drawAgain(key: number, load: WallLoad, controller: AbortController): Promise<void> {
    const { signal } = controller;
    try {
      signal.throwIfAborted();
      const drawn = await this.loader.draw(load, signal, (status) => {
        if (!signal.aborted) this.edit(key, { status });
      });
      this.put(key, load, drawn, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(key, load.file.name, error);
    } finally {
      if (this.loading.get(key) === controller) this.loading.delete(key);
    }
  }

  private edit(key: number, change: Partial<WallTile>): void {
    const { tiles } = this.parts.wall;
    tiles.value = tiles.value.map((tile) => (tile.key === key ? { ...tile, ...change } : tile));
  }
}
