// The avatars that stand beside the open one: an engine slot and a drawn copy for each. The open one's are the face theatre's.
// It decides nothing about calibrations and loads no files; whom their bodies follow is the body's theatre's.
import type { AvatarCopy } from "../avatar/avatar-copy";
import type { AvatarDrawing } from "../avatar/avatar-drawing";
import type { Profile } from "../core/documents";
import type { FaceEngine } from "../core/face-engine";
import type { Stage } from "../stage/stage";
import type { BodyTheatre } from "./body-theatre";
import type { Cast, FaceTheatre, Held } from "./face-theatre";
import type { Actor, FrameLoop } from "./frame-loop";

/** Engine slots that it takes: with the open avatar ten stand on the stage. */
export const COMPANY_CAPACITY = 9;

export interface CompanyParts {
  readonly engine: FaceEngine;
  readonly stage: Pick<Stage, "addTogether" | "removeTogether">;
  readonly loop: Pick<FrameLoop, "setCompany">;
  readonly theatre: FaceTheatre;
  readonly body: BodyTheatre;
}

export class CompanyTheatre {
  private readonly held = new Map<number, Held>();
  /** Channel that acts alone, -1 for all. */
  private alone = -1;

  constructor(private readonly parts: CompanyParts) {
    parts.theatre.followActAlone((channel) => {
      this.alone = channel;
      for (const { handle } of this.held.values()) parts.engine.setSolo(handle, channel);
    });
  }

  /** Either the avatar is there afterwards, or nothing has changed and the drawing is the caller's to free. */
  add(key: number, drawing: AvatarDrawing, cast: Cast, profile: Profile): void {
    const { engine, body } = this.parts;
    const handle = engine.addAvatar(cast.description.routes, cast.measurement);
    try {
      engine.setProfile(handle, profile);
      const copy = drawing.createCopy();
      this.put(key, { drawing, cast, copy, handle });
    } catch (error) {
      engine.removeAvatar(handle);
      throw error;
    }
    const held = this.held.get(key);
    if (held !== undefined) body.add(key, handle, cast.description, [held.copy], profile.retargeting ?? {});
  }

  /** Frees everything of it; unknown ones are none. */
  remove(key: number): void {
    const held = this.take(key);
    if (held === null) return;
    this.parts.body.remove(key);
    this.parts.engine.removeAvatar(held.handle);
    held.drawing.dispose();
  }

  /** Throws what the engine refuses it with, and has changed nothing then. */
  setProfile(key: number, profile: Profile): void {
    const held = this.held.get(key);
    if (held === undefined) return;
    this.parts.engine.setProfile(held.handle, profile);
    this.parts.body.setSettingsOf(key, profile.retargeting);
  }

  /** The same drawing measured or routed otherwise. */
  reroute(key: number, cast: Cast, profile: Profile): void {
    const { engine, body } = this.parts;
    const before = this.held.get(key);
    if (before === undefined) return;
    const handle = engine.addAvatar(cast.description.routes, cast.measurement);
    try {
      engine.setProfile(handle, profile);
    } catch (error) {
      engine.removeAvatar(handle);
      throw error;
    }
    const { drawing, copy } = before;
    this.put(key, { drawing, copy, cast, handle });
    copy.setRest(cast.description.slots);
    // First the new slot: the body's old one is gone.
    body.member(key)?.setAvatar(handle, cast.description, [copy]);
    body.setSettingsOf(key, profile.retargeting);
    engine.removeAvatar(before.handle);
    body.refollow();
  }

  /** The open avatar steps aside, and stands beside whoever comes next. False where none is open. */
  stepAside(key: number): boolean {
    const held = this.parts.theatre.release();
    if (held === null) return false;
    this.put(key, held);
    return true;
  }

  /** One of them is open from now on; none may be. */
  stepForward(key: number): boolean {
    const held = this.take(key);
    if (held === null) return false;
    try {
      this.parts.theatre.adopt(held, key);
    } catch (error) {
      this.put(key, held);
      throw error;
    }
    return true;
  }

  /** Whether it is seen; unknown ones are none. */
  setShown(key: number, on: boolean): void {
    const root = this.held.get(key)?.copy.root;
    if (root !== undefined) root.visible = on;
  }

  /** For tests. */
  copyOf(key: number): AvatarCopy | null {
    return this.held.get(key)?.copy ?? null;
  }

  private put(key: number, held: Held): void {
    this.held.set(key, held);
    this.parts.stage.addTogether(held.copy.root);
    this.parts.engine.setSolo(held.handle, this.alone);
    this.cast();
  }

  private take(key: number): Held | null {
    const held = this.held.get(key);
    if (held === undefined) return null;
    this.held.delete(key);
    this.parts.stage.removeTogether(held.copy.root);
    this.cast();
    return held;
  }

  private cast(): void {
    const { engine, loop } = this.parts;
    loop.setCompany(
      [...this.held.values()].map(
        ({ copy, handle }): Actor => ({
          row: engine.row(handle),
          apply: copy.apply.bind(copy),
          setInputRange: (range) => engine.setInputRange(handle, range),
          secondary: copy.secondary,
        }),
      ),
    );
  }
}
