// The avatars on the wall: an engine slot and a drawn copy for each, in the places that they are shown at, and their residuals.
// It decides nothing about calibrations and loads no files; the open avatar's slots are the face theatre's.
import type { AvatarCopy } from "../avatar/avatar-copy";
import type { AvatarDrawing } from "../avatar/avatar-drawing";
import type { Profile, Report } from "../core/documents";
import type { FaceEngine } from "../core/face-engine";
import type { GridCell, Stage } from "../stage/stage";
import { faceChannelCount } from "../tables/face-channels";
import type { Cast, FaceTheatre } from "./face-theatre";
import type { Actor, FrameLoop } from "./frame-loop";
import { Residual } from "./residual";

/** Engine slots that the wall takes: one for each avatar that is added. */
export const WALL_CAPACITY = 9;

/** A place on the wall: the open avatar, an added one by its number, or nothing yet. */
export type WallPlace = "open" | number | null;

interface Guest {
  readonly drawing: AvatarDrawing;
  readonly copy: AvatarCopy;
  readonly handle: number;
  readonly residual: Residual;
}

export interface WallParts {
  readonly engine: FaceEngine;
  readonly stage: Stage;
  readonly loop: FrameLoop;
  readonly theatre: FaceTheatre;
  /** Values of this frame. */
  readonly input: Float32Array;
  /** By place; written in `measure`. */
  readonly residuals: Float32Array;
}

export class WallTheatre {
  private readonly guests = new Map<number, Guest>();
  private places: readonly WallPlace[] = [];
  private open: Residual | null = null;
  private shown = false;
  private raw = false;

  /** Channel that acts alone, -1 for all. */
  private alone = -1;

  constructor(private readonly parts: WallParts) {
    parts.theatre.followActAlone((channel) => {
      this.alone = channel;
      for (const { handle } of this.guests.values()) parts.engine.setSolo(handle, channel);
    });
  }

  /** Either the avatar is there afterwards, or nothing has changed and the drawing is the caller's to free. */
  add(number: number, drawing: AvatarDrawing, cast: Cast, profile: Profile, report: Report): void {
    const { engine, stage } = this.parts;
    const residual = new Residual(report, cast.measurement);
    const handle = engine.addAvatar(cast.description.routes, cast.measurement);
    try {
      engine.setProfile(handle, profile);
      engine.setBypass(handle, this.raw);
      engine.setSolo(handle, this.alone);
      const copy = drawing.createCopy();
      stage.addScene(number, copy.root, drawing.head);
      this.guests.set(number, { drawing, copy, handle, residual });
    } catch (error) {
      engine.removeAvatar(handle);
      throw error;
    }
    this.cast();
  }

  /** Frees everything of it. */
  remove(number: number): void {
    const guest = this.guests.get(number);
    if (guest === undefined) return;
    this.guests.delete(number);
    this.cast();
    this.parts.stage.removeScene(number);
    this.parts.engine.removeAvatar(guest.handle);
    guest.drawing.dispose();
  }

  /** What the open avatar's residual is read from; null while none is open. */
  setOpen(cast: Cast | null, report: Report | null): void {
    this.open = cast === null || report === null ? null : new Residual(report, cast.measurement);
  }

  setRaw(on: boolean): void {
    this.raw = on;
    for (const { handle } of this.guests.values()) this.parts.engine.setBypass(handle, on);
    this.arrange();
  }

  /** Shows these places, row by row. */
  show(places: readonly WallPlace[], columns: number, rows: number): void {
    this.places = places;
    this.grid = { columns, rows };
    this.shown = true;
    this.cast();
    this.arrange();
  }

  /** The stage is another's from now on; avatars stay loaded and cost no time. */
  hide(): void {
    this.shown = false;
    this.cast();
  }

  /** Once a frame, after the engine: works out the residuals of what is shown. */
  measure(): void {
    const { residuals } = this.parts;
    for (let place = 0; place < residuals.length; place++) {
      residuals[place] = this.shown ? this.residualAt(place) : Number.NaN;
    }
  }

  /** For developers and tests. */
  state(): { input: number[]; output: number[]; weights: number[]; residual: number | null }[] {
    const { engine, residuals } = this.parts;
    const copied = (rows: Float32Array, at: number, count: number) => [...rows.subarray(at, at + count)];
    return this.places.map((cell, place) => {
      const row = this.rowAt(place);
      const residual = residuals[place] ?? Number.NaN;
      if (row < 0) return { input: [], output: [], weights: [], residual: null };
      const influences: number[] = [];
      const guest = typeof cell === "number" ? this.guests.get(cell) : undefined;
      guest?.copy.root.traverse((object) => {
        influences.push(...((object as { morphTargetInfluences?: number[] }).morphTargetInfluences ?? []));
      });
      return {
        input: copied(engine.faceInput(), row * faceChannelCount, faceChannelCount),
        output: copied(engine.faceOutput(), row * faceChannelCount, faceChannelCount),
        weights: influences,
        residual: Number.isNaN(residual) ? null : residual,
      };
    });
  }

  /** Engine row that a place shows, -1 for none. */
  private rowAt(place: number): number {
    const cell = this.places[place];
    if (cell === undefined || cell === null) return -1;
    const { engine, theatre } = this.parts;
    if (cell === "open") return theatre.rowOf(this.raw ? "raw" : "calibrated");
    const guest = this.guests.get(cell);
    return guest === undefined ? -1 : engine.row(guest.handle);
  }

  private grid = { columns: 1, rows: 1 };

  private residualAt(place: number): number {
    const cell = this.places[place];
    const row = this.rowAt(place);
    if (cell === undefined || cell === null || row < 0) return Number.NaN;
    const residual = cell === "open" ? this.open : this.guests.get(cell)?.residual;
    if (residual === undefined || residual === null) return Number.NaN;
    const { engine, input, loop } = this.parts;
    return residual.at(input, 0, loop.inputScale, engine.faceOutput(), row * faceChannelCount);
  }

  private arrange(): void {
    if (!this.shown) return;
    const cells = this.places.map((place): GridCell => {
      if (place !== "open") return place;
      return this.raw ? "raw" : "calibrated";
    });
    this.parts.stage.setLayout({ mode: "grid", ...this.grid, cells });
  }

  private cast(): void {
    const { engine, loop } = this.parts;
    const guests = this.shown ? [...this.guests.values()] : [];
    loop.setGuests(
      guests.map(
        ({ copy, handle }): Actor => ({
          row: engine.row(handle),
          apply: copy.apply.bind(copy),
          setInputRange: (range) => engine.setInputRange(handle, range),
          secondary: copy.secondary,
        }),
      ),
    );
    this.arrange();
  }
}
