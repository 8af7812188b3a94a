// The running avatar: its two engine slots, its two drawn copies, and the camera on its head.
// It decides nothing about the calibration; it puts documents into force in whole.
import type { AvatarCopy } from "../avatar/avatar-copy";
import type { AvatarDrawing } from "../avatar/avatar-drawing";
import type { Measurement, Profile, RoutesDocument } from "../core/documents";
import type { FaceEngine } from "../core/face-engine";
import type { Stage } from "../stage/stage";
import { faceChannelCount } from "../tables/face-channels";
import type { BodyTheatre } from "./body-theatre";
import type { FrameLoop } from "./frame-loop";
import type { SourcePlayer } from "./player";

/** Face bones at rest: three rotation vectors. */
const NO_TURNS = new Float32Array(9);

/** Slots of the engine that it takes: raw and calibrated, and both again while one avatar is exchanged for another. */
export const ENGINE_CAPACITY = 4;

/** What the theatre needs of a measured avatar. */
export interface Cast {
  readonly description: Parameters<BodyTheatre["setAvatar"]>[1] & {
    readonly routes: RoutesDocument;
    readonly slots: readonly { readonly rest?: number }[];
  };
  readonly measurement: Measurement;
}

interface Slots {
  readonly raw: number;
  readonly calibrated: number;
}

/** Channel of the input row that carries the weight while bare targets are previewed. */
const PREVIEW_CHANNEL = 0;

interface Show {
  readonly key: number;
  drawing: AvatarDrawing;
  rawCopy: AvatarCopy;
  calibratedCopy: AvatarCopy;
  slots: Slots;
}

/** An avatar that was open and is to go on beside another, or the other way round: what is drawn and what the engine has of it. */
export interface Held {
  readonly drawing: AvatarDrawing;
  readonly cast: Cast;
  /** The calibrated copy, and its slot in the engine. */
  readonly copy: AvatarCopy;
  readonly handle: number;
}

export class FaceTheatre {
  private readonly companions: ((channel: number) => void)[] = [];
  private running: Show | null = null;
  private cast: Cast | null = null;
  /** Channel that the user wants alone, -1 for none. */
  private soloed = -1;
  /** Slots that are previewed, and the row that shows them alone. */
  private targets: readonly number[] = [];
  private shownTargets = new Float32Array(0);

  constructor(
    private readonly engine: FaceEngine,
    private readonly stage: Stage,
    private readonly loop: FrameLoop,
    private readonly player: SourcePlayer,
    private readonly body: BodyTheatre,
  ) {}

  /** Others that show the same values follow: a channel that acts alone, -1 for all. */
  followActAlone(companion: (channel: number) => void): void {
    this.companions.push(companion);
  }

  /** @param key by which the avatar is known among all that stand on the stage */
  show(drawing: AvatarDrawing, cast: Cast, profile: Profile, key = 0): void {
    const slots = this.addSlots(cast, profile);
    let next: Show;
    try {
      const rawCopy = drawing.createCopy();
      const calibratedCopy = drawing.createCopy();
      next = { key, drawing, rawCopy, calibratedCopy, slots };
    } catch (error) {
      this.removeSlots(slots);
      throw error;
    }
    this.clear();
    this.putOn(next);
    if (!this.stage.isTogether) this.stage.cameraRig.frame(drawing.head);
    this.body.setSettings(profile.retargeting);
    this.castBody(cast);
  }

  /** The open avatar leaves the panels and stays on the stage: it is the caller's. Null where none is open. */
  release(): Held | null {
    const { running, cast } = this;
    if (running === null || cast === null) return null;
    const { drawing, calibratedCopy: copy, slots } = running;
    this.player.startPreview(-1);
    this.running = null;
    this.cast = null;
    this.castActors();
    this.engine.removeAvatar(slots.raw);
    drawing.discard(running.rawCopy);
    copy.root.removeFromParent();
    this.body.setCopies(running.key, [copy]);
    return { drawing, cast, copy, handle: slots.calibrated };
  }

  /** One that stood beside the open one is open from now on; none may be open. Either it is, or nothing has changed. */
  adopt({ drawing, cast, copy, handle }: Held, key: number): void {
    const { routes } = cast.description;
    const raw = this.engine.addAvatar(routes, cast.measurement);
    let rawCopy: AvatarCopy;
    try {
      this.engine.setBypass(raw, true);
      rawCopy = drawing.createCopy();
    } catch (error) {
      this.engine.removeAvatar(raw);
      throw error;
    }
    this.cast = cast;
    this.putOn({ key, drawing, rawCopy, calibratedCopy: copy, slots: { raw, calibrated: handle } });
    this.body.setOpen(key, [rawCopy, copy]);
    if (!this.stage.isTogether) this.frameHead();
  }

  private putOn(show: Show): void {
    this.running = show;
    this.stage.add("raw", show.rawCopy.root);
    this.stage.add("calibrated", show.calibratedCopy.root);
    this.castActors();
  }

  reroute(cast: Cast, profile: Profile): void {
    const running = this.running;
    if (running === null) return;
    const slots = this.addSlots(cast, profile);
    this.removeSlots(running.slots);
    running.slots = slots;
    // First the new slot: the body's old one is gone.
    this.castBody(cast);
    this.body.setSettings(profile.retargeting);
    for (const copy of [running.rawCopy, running.calibratedCopy]) copy.setRest(cast.description.slots);
    this.castActors();
  }

  /** Another drawing of the same avatar; the camera stays where it is. */
  redraw(drawing: AvatarDrawing): void {
    const running = this.running;
    if (running === null) return;
    const rawCopy = drawing.createCopy();
    const calibratedCopy = drawing.createCopy();
    running.drawing.dispose();
    Object.assign(running, { drawing, rawCopy, calibratedCopy });
    this.stage.add("raw", rawCopy.root);
    this.stage.add("calibrated", calibratedCopy.root);
    this.castActors();
    if (this.cast !== null) this.castBody(this.cast);
  }

  /** The camera before the avatar's head again; where there is none, where it stands at first. */
  frameHead(): void {
    this.stage.cameraRig.frame(this.running?.drawing.head ?? null);
  }

  setProfile(profile: Profile): void {
    if (this.running === null) return;
    // It reads the whole document and refuses it before anything has changed.
    this.engine.setProfile(this.running.slots.calibrated, profile);
    this.body.setSettings(profile.retargeting);
  }

  clear(): void {
    const running = this.running;
    if (running === null) return;
    this.running = null;
    this.cast = null;
    this.body.clear();
    this.player.startPreview(-1);
    this.castActors();
    this.removeSlots(running.slots);
    running.drawing.dispose();
    this.stage.cameraRig.frame(null);
  }

  /** The channel alone, on both copies; -1 ends it. */
  preview(channel: number): void {
    this.showTargets([]);
    this.actAlone(channel < 0 ? this.soloed : channel);
    this.player.startPreview(channel);
  }

  /** Sets of channels one after the other, on both copies. */
  previewSteps(steps: readonly (readonly number[])[]): void {
    this.showTargets([]);
    this.actAlone(-1);
    this.player.startPreviewSteps(steps);
  }

  /** The preview is over: what was soloed is so again. */
  previewEnded(): void {
    this.showTargets([]);
    this.actAlone(this.soloed);
  }

  /** Bare slots alone, on both copies, whatever drives them; an empty list ends it. */
  previewTargets(slots: readonly number[]): void {
    if (this.running === null) return;
    this.showTargets(slots);
    this.player.startPreview(slots.length > 0 ? PREVIEW_CHANNEL : -1);
  }

  /** Whether the open avatar is seen, calibrated. */
  setShown(on: boolean): void {
    if (this.running !== null) this.running.calibratedCopy.root.visible = on;
  }

  /** Solo on or, with -1, off. It outlasts previews, other routes and other avatars. */
  solo(channel: number): void {
    this.soloed = channel;
    this.actAlone(channel);
  }

  private actAlone(channel: number): void {
    for (const companion of this.companions) companion(channel);
    if (this.running === null) return;
    this.engine.setSolo(this.running.slots.raw, channel);
    this.engine.setSolo(this.running.slots.calibrated, channel);
  }

  /** Engine row of one of the two copies, -1 while no avatar is open. */
  rowOf(view: "raw" | "calibrated"): number {
    return this.running === null ? -1 : this.engine.row(this.running.slots[view]);
  }

  /** For tests. */
  get copies(): { raw: AvatarCopy; calibrated: AvatarCopy; drawing: AvatarDrawing } | null {
    const running = this.running;
    if (running === null) return null;
    return { raw: running.rawCopy, calibrated: running.calibratedCopy, drawing: running.drawing };
  }

  private castBody(cast: Cast): void {
    const running = this.running;
    if (running === null) return;
    this.cast = cast;
    this.body.setAvatar(
      running.slots.calibrated,
      cast.description,
      [running.rawCopy, running.calibratedCopy],
      running.key,
    );
  }

  private addSlots(cast: Cast, profile: Profile): Slots {
    const { routes } = cast.description;
    const raw = this.engine.addAvatar(routes, cast.measurement);
    let calibrated: number | null = null;
    try {
      this.engine.setBypass(raw, true);
      calibrated = this.engine.addAvatar(routes, cast.measurement);
      this.engine.setProfile(calibrated, profile);
      return { raw, calibrated };
    } catch (error) {
      this.engine.removeAvatar(raw);
      if (calibrated !== null) this.engine.removeAvatar(calibrated);
      throw error;
    }
  }

  private removeSlots(slots: Slots): void {
    this.engine.removeAvatar(slots.raw);
    this.engine.removeAvatar(slots.calibrated);
  }

  /** Writes the input's weight on the previewed slots and nothing else. */
  private targetWriter(slot: number, copy: AvatarCopy): AvatarCopy["apply"] {
    const weightAt = this.engine.row(slot) * faceChannelCount + PREVIEW_CHANNEL;
    const { shownTargets, targets } = this;
    return () => {
      const weight = this.engine.faceInput()[weightAt] ?? 0;
      for (let index = 0; index < targets.length; index++) shownTargets[targets[index] ?? 0] = weight;
      copy.apply(shownTargets, 0, NO_TURNS, 0);
    };
  }

  private showTargets(slots: readonly number[]): void {
    if (slots.length === 0 && this.targets.length === 0) return;
    this.targets = slots;
    this.shownTargets = new Float32Array(slots.length > 0 ? this.engine.morphStride : 0);
    this.castActors();
  }

  private castActors(): void {
    const running = this.running;
    if (running === null) {
      this.loop.setActors([], -1);
      return;
    }
    this.actAlone(this.soloed);
    const { slots, rawCopy, calibratedCopy } = running;
    const actor = (slot: number, copy: AvatarCopy) => ({
      row: this.engine.row(slot),
      apply: this.targets.length > 0 ? this.targetWriter(slot, copy) : copy.apply.bind(copy),
      setInputRange: (range: "auto" | "percent") => this.engine.setInputRange(slot, range),
      secondary: copy.secondary,
    });
    const calibrated = actor(slots.calibrated, calibratedCopy);
    this.loop.setActors([actor(slots.raw, rawCopy), calibrated], calibrated.row);
  }
}
