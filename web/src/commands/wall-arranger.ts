// Where the wall's avatars stand: follows tiles and the open avatar, and shows them in a grid.
// It loads and frees nothing.

import type { Store } from "../state/store";
import { MAX_WALL, OPEN_AVATAR, type Wall, type WallPlace, wallGrid, wallPlaces } from "../state/wall";
import type { History } from "./history";
import type { Calibrator, Drawn } from "./ports";
import type { Session } from "./session";
import type { WallLoad } from "./wall-loader";

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

export interface WallArrangerParts {
  readonly store: Store;
  readonly wall: Wall;
  readonly history: History;
  readonly session: Pick<Session, "document">;
  readonly stage: WallStage;
  readonly calibrator: Pick<Calibrator, "reportDocument">;
}

export class WallArranger {
  private shown = false;
  /** Measured avatar that the open place's residual is for. */
  private open: WallLoad["avatar"] | null = null;
  /** What is shown now, so that progress of loading moves no picture. */
  private arranged = "";

  /** @param isLoaded true for the keys of tiles that have an avatar to show */
  constructor(
    private readonly parts: WallArrangerParts,
    private readonly isLoaded: (key: number) => boolean,
  ) {
    parts.store.report.subscribe(() => this.followOpen());
    parts.wall.tiles.subscribe(() => this.followTiles());
  }

  get isShown(): boolean {
    return this.shown;
  }

  show(on: boolean): void {
    this.shown = on;
    this.arranged = "";
    if (on) this.arrange();
    else this.parts.stage.hide();
  }

  /** @param step -1 one place forward, 1 one place back */
  async move(key: number, step: -1 | 1): Promise<void> {
    const { wall, history } = this.parts;
    const from = wall.tiles.value.findIndex((other) => other.key === key);
    const [tile, beside] = [wall.tiles.value[from], wall.tiles.value[from + step]];
    if (tile === undefined || beside === undefined) return;
    await history.execute({
      label: { key: "change.wallMove", parameters: { name: tile.name } },
      do: () => this.swap(key, step),
      undo: () => this.swap(key, step === 1 ? -1 : 1),
    });
  }

  private swap(key: number, step: -1 | 1): void {
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
    const tiles = wall.tiles.value.map((tile) => (this.isLoaded(tile.key) ? tile.key : null));
    const places: WallPlace[] = wall.withOpen.value ? [OPEN_AVATAR, ...tiles] : tiles;
    const { columns, rows } = wallGrid(wallPlaces(wall));
    const arranged = `${columns} ${rows} ${places}`;
    if (arranged === this.arranged) return;
    this.arranged = arranged;
    stage.show(places, columns, rows);
  }
}
