// What a user can do with the wall: add avatars, order them, remove them and bring them back, all of them raw or calibrated.
// None of it touches the open avatar or its history. A file that is refused is told on its own tile.

import type { Profile } from "../state/profile";
import { type SampleName, sampleByName } from "../state/samples";
import { type Note, pushMessage, type Store } from "../state/store";
import {
  MAX_WALL,
  OPEN_AVATAR,
  type Wall,
  type WallPlace,
  type WallTile,
  wallGrid,
  wallPlaces,
} from "../state/wall";
import { describeError } from "./describe-error";
import { fetchAvatar } from "./fetch-avatar";
import { fileKind } from "./file-kind";
import { GLTF_PARTS, MAX_FILE_BYTES } from "./open-actions";
import type { AvatarFile, Drawn } from "./ports";
import { isFingerprintOf } from "./profile-actions";
import { sampleAddress } from "./sample-actions";
import type { Session } from "./session";
import { type WallLoad, WallLoader, type WallLoaderParts } from "./wall-loader";

/** What shows the wall. Every call either succeeds or changes nothing. */
export interface WallStage {
  add(key: number, drawn: Drawn, load: WallLoad): void;
  /** Frees everything of it; unknown ones are none. */
  remove(key: number): void;
  /** The open avatar and its report have changed. */
  setOpen(load: Pick<WallLoad, "avatar" | "report"> | null): void;
  setRaw(on: boolean): void;
  show(places: readonly WallPlace[], columns: number, rows: number): void;
  hide(): void;
}

export interface WallActionParts extends WallLoaderParts {
  readonly store: Store;
  readonly wall: Wall;
  readonly session: Session;
  readonly stage: WallStage;
  /** Opens what is no avatar, and whatever is dropped while the wall is not shown. */
  openFiles(files: Iterable<File>): Promise<void>;
}

export type WallActions = ReturnType<typeof createWallActions>;

/** What is kept of a removed avatar: enough to draw it again without measuring. */
interface Removed {
  readonly load: WallLoad;
  readonly place: number;
}

interface Coming {
  readonly file: string;
  /** Fetches it, where it is not at hand. */
  fetch?(signal: AbortSignal, report: (progress: number | null) => void): Promise<AvatarFile>;
  readonly content?: AvatarFile;
}

export function createWallActions(parts: WallActionParts) {
  return new WallKeeper(parts).actions();
}

class WallKeeper {
  private readonly loader: WallLoader;
  private readonly loads = new Map<number, WallLoad>();
  private readonly loading = new Map<number, AbortController>();
  private readonly gone: Removed[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private nextKey = 1;
  private shown = false;
  /** Measured avatar that the open place's residual is for. */
  private open: WallLoad["avatar"] | null = null;
  /** What is shown now, so that progress of loading moves no picture. */
  private arranged = "";

  constructor(private readonly parts: WallActionParts) {
    this.loader = new WallLoader(parts);
    parts.store.report.subscribe(() => this.followOpen());
    parts.wall.tiles.subscribe(() => this.followTiles());
  }

  actions() {
    const { wall, stage } = this.parts;
    return {
      addFiles: (files: Iterable<File>) => this.addFiles([...files]),
      addSample: (name: SampleName) => this.addSample(name),
      /** What is dropped on the page: avatars go on the wall while it is shown. */
      drop: (files: Iterable<File>) => (this.shown ? this.addFiles([...files]) : this.parts.openFiles(files)),
      remove: (key: number) => this.remove(key),
      bringBack: () => this.bringBack(),
      /** @param step -1 one place forward, 1 one place back */
      move: (key: number, step: -1 | 1) => this.move(key, step),
      setRaw: (on: boolean) => {
        wall.raw.value = on;
        stage.setRaw(on);
      },
      show: (on: boolean) => {
        this.shown = on;
        this.arranged = "";
        if (on) this.arrange();
        else stage.hide();
      },
    };
  }

  private async addFiles(files: readonly File[]): Promise<void> {
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
    await Promise.all(avatars.map((content) => this.add({ file: content.name, content })));
  }

  private async addSample(name: SampleName): Promise<void> {
    const sample = sampleByName(name);
    if (sample === undefined) return;
    await this.add({
      file: sample.file,
      fetch: async (signal, report) => {
        const { content } = await fetchAvatar(sampleAddress(sample), signal, report, MAX_FILE_BYTES);
        return { name: sample.file, content, beside: {} };
      },
    });
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
    const found = [...this.loads].filter(([, load]) =>
      isFingerprintOf(load.avatar.facts.fingerprint, fingerprint),
    );
    for (const [key, load] of found) {
      await this.load(key, { file: load.file.name, content: load.file }, profile);
    }
    return found.length > 0;
  }

  private async add(coming: Coming): Promise<void> {
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

  // One at a time: measuring takes a processor, drawing the graphics unit.
  private load(key: number, coming: Coming, given: Profile | null): Promise<void> {
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

  private remove(key: number): void {
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
  private async bringBack(): Promise<void> {
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

  private move(key: number, step: -1 | 1): void {
    const { wall } = this.parts;
    const tiles = [...wall.tiles.value];
    const from = tiles.findIndex((tile) => tile.key === key);
    const to = from + step;
    const [tile, other] = [tiles[from], tiles[to]];
    if (tile === undefined || other === undefined) return;
    tiles[from] = other;
    tiles[to] = tile;
    wall.tiles.value = tiles;
  }

  private edit(key: number, change: Partial<WallTile>): void {
    const { tiles } = this.parts.wall;
    tiles.value = tiles.value.map((tile) => (tile.key === key ? { ...tile, ...change } : tile));
  }

  // A residual hangs on the measurement alone: what a profile does is in the weights of each frame.
  private followOpen(): void {
    const { store, session, calibrator, stage } = this.parts;
    const document = store.report.value === null ? null : session.document;
    if (document === null) stage.setOpen(null);
    else if (document.avatar !== this.open) {
      const report = calibrator.reportDocument(document.avatar, document.profile);
      stage.setOpen({ avatar: document.avatar, report });
    }
    this.open = document?.avatar ?? null;
    this.followTiles();
  }

  private followTiles(): void {
    const { wall } = this.parts;
    wall.withOpen.value = this.open !== null && wall.tiles.value.length < MAX_WALL;
    if (this.shown) this.arrange();
  }

  private arrange(): void {
    const { wall, stage } = this.parts;
    const tiles = wall.tiles.value.map((tile) => (this.loads.has(tile.key) ? tile.key : null));
    const places: WallPlace[] = wall.withOpen.value ? [OPEN_AVATAR, ...tiles] : tiles;
    const { columns, rows } = wallGrid(wallPlaces(wall));
    const arranged = `${columns} ${rows} ${places}`;
    if (arranged === this.arranged) return;
    this.arranged = arranged;
    stage.show(places, columns, rows);
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
