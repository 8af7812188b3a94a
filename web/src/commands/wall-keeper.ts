// The avatars on the wall: loads them one after the other, removes them and brings them back, and keeps their tiles up to date.
// Where they stand is the arranger's, which files they come from the actions'.

import type { Profile } from "../state/profile";
import { type Note, pushMessage, type Store } from "../state/store";
import { MAX_WALL, type Wall, type WallTile } from "../state/wall";
import { describeError } from "./describe-error";
import type { AvatarFile, Drawn } from "./ports";
import type { WallStage } from "./wall-arranger";
import { type WallLoad, WallLoader, type WallLoaderParts } from "./wall-loader";

export interface WallKeeperParts extends WallLoaderParts {
  readonly store: Store;
  readonly wall: Wall;
  readonly stage: Pick<WallStage, "add" | "remove">;
}

/** What is kept of a removed avatar: enough to draw it again without measuring. */
interface Removed {
  readonly load: WallLoad;
  readonly place: number;
}

/** An avatar that is to stand on the wall. */
export interface Coming {
  readonly file: string;
  /** Fetches it, where it is not at hand. */
  fetch?(signal: AbortSignal, report: (progress: number | null) => void): Promise<AvatarFile>;
  readonly content?: AvatarFile;
}

export class WallKeeper {
  /** Loaded avatars by the keys of their tiles. */
  readonly loads = new Map<number, WallLoad>();
  private readonly loader: WallLoader;
  private readonly loading = new Map<number, AbortController>();
  private readonly gone: Removed[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private nextKey = 1;

  constructor(private readonly parts: WallKeeperParts) {
    this.loader = new WallLoader(parts);
  }

  /** The last on the wall; told where there is no room. */
  async add(coming: Coming): Promise<void> {
    const { wall } = this.parts;
    const key = this.nextKey++;
    if (wall.full.value) {
      const parameters = { file: coming.file, count: MAX_WALL };
      pushMessage(this.parts.store, { kind: "warning", title: { key: "wall.full", parameters } });
      return;
    }
    wall.tiles.value = [...wall.tiles.value, emptyTile(key, coming.file)];
    await this.load(key, coming, null);
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

  remove(key: number): void {
    const { wall, stage } = this.parts;
    const place = wall.tiles.value.findIndex((tile) => tile.key === key);
    if (place < 0) return;
    this.loading.get(key)?.abort();
    stage.remove(key);
    const load = this.loads.get(key);
    this.loads.delete(key);
    wall.tiles.value = wall.tiles.value.filter((tile) => tile.key !== key);
    if (load === undefined) return;
    this.gone.push({ load, place });
    wall.removed.value = this.gone.map(({ load: { avatar } }) => avatar.facts.name || avatar.facts.file);
  }

  /** The last one that was removed stands at its place again. */
  async bringBack(): Promise<void> {
    const { wall } = this.parts;
    const last = wall.full.value ? undefined : this.gone.pop();
    if (last === undefined) return;
    wall.removed.value = wall.removed.value.slice(0, -1);
    const { load, place } = last;
    const key = this.nextKey++;
    const tiles = [...wall.tiles.value];
    tiles.splice(place, 0, emptyTile(key, load.file.name));
    wall.tiles.value = tiles;
    const controller = new AbortController();
    this.loading.set(key, controller);
    const { signal } = controller;
    const work = this.queue.then(async () => {
      try {
        const drawn = await this.loader.draw(load, signal, (status) => this.edit(key, { status }));
        this.put(key, load, drawn, signal);
      } catch (error) {
        if (!signal.aborted) this.fail(key, load.file.name, error);
      } finally {
        this.loading.delete(key);
      }
    });
    this.queue = work;
    await work;
  }

  private edit(key: number, change: Partial<WallTile>): void {
    const { tiles } = this.parts.wall;
    tiles.value = tiles.value.map((tile) => (tile.key === key ? { ...tile, ...change } : tile));
  }
}

function emptyTile(key: number, file: string): WallTile {
  return {
    key,
    file,
    name: file,
    status: "waiting",
    progress: null,
    before: null,
    after: null,
    fault: null,
  };
}

function readyTile({ avatar, report }: WallLoad): Partial<WallTile> {
  return {
    name: avatar.facts.name || avatar.facts.file,
    status: "ready",
    progress: null,
    before: report.score.before,
    after: report.score.after,
  };
}
