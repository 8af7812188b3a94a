// One animation frame in one visible order: source, input rows, engine, face, body, constraints, springs, picture, meters.
// It owns no avatar and no source; nothing in `tick` allocates.
import { faceBoneStride } from "../core/face-engine";
import type { FrameSource } from "../sources/frame-source";
import { faceChannelCount } from "../tables/face-channels";
import { IdleFade } from "./idle-fade";

/** Longest step, seconds: after a hidden tab or a stop the face goes on from where it was, without fast-forward. */
export const MAX_STEP_SECONDS = 0.1;
/** Seconds between two frames from which on springs begin anew: what the body did meanwhile is no swing. */
export const PAUSE_SECONDS = 0.5;

/** What the loop needs of the engine: rows of floats, and one call. */
export interface EngineRows {
  readonly morphStride: number;
  step(dt: number): number;
  faceInput(): Float32Array;
  faceOutput(): Float32Array;
  morphs(): Float32Array;
  faceBones(): Float32Array;
}

/** What moves by itself on a drawn copy. */
export interface Secondary {
  /** Nodes that the file ties to others. */
  constrain(): void;
  /** Hair and clothes, so many seconds later. */
  swing(seconds: number): void;
  /** Hair and clothes as the file has them, without any speed. */
  rest(): void;
}

/** A drawn copy and the engine row that it shows. */
export interface Actor {
  readonly row: number;
  apply(morphs: Float32Array, morphOffset: number, bones: Float32Array, boneOffset: number): void;
  /** How the row's values are read from now on. */
  setInputRange(range: "auto" | "percent"): void;
  /** Null where the file has nothing of the kind. */
  readonly secondary: Secondary | null;
}

/** Where the values of this frame go for display. */
export interface Meters {
  readonly input: Float32Array;
  readonly output: Float32Array;
  /** Seconds of all steps so far, in its first place. */
  readonly clock: Float64Array;
  paint(): void;
}

export interface Picture {
  render(dt: number): void;
}

/** Something beside the face that goes by the same clock. */
export interface Companion {
  /** After the face's source, before the engine's step. */
  advance(now: number): void;
  /** After the step, before the picture. */
  pose?(): void;
}

export class FrameLoop {
  private source: FrameSource;
  /** The open avatar's, then those of the others. */
  private actors: readonly Actor[] = [];
  private own: readonly Actor[] = [];
  private guests: readonly Actor[] = [];
  private company: readonly Actor[] = [];
  /** Row whose output the meters show, -1 for none. */
  private meteredRow = -1;
  private companion: Companion | null = null;
  private clock = 0;
  private last = Number.NaN;
  private request = 0;
  /** Sources that were found to send 0..100. Each keeps its own reading: what one sends does not rub off on the next. */
  private readonly percentSources = new WeakSet<FrameSource>();
  private readsPercent = false;
  private hasSprings = true;
  /** The source's newest values, before blending. */
  private readonly taken = new Float32Array(faceChannelCount);
  private readonly fade = new IdleFade();

  constructor(
    private readonly engine: EngineRows,
    private readonly picture: Picture,
    private readonly meters: Meters,
    source: FrameSource,
    /** Called after the source was asked, in every frame; may change the source. */
    private readonly afterSource: (source: FrameSource) => void,
    /** The bit of `step`'s answer that says a row found its values to be 0..100. */
    private readonly percentBit: number,
  ) {
    this.source = source;
  }

  /** Null: there is none. */
  setCompanion(companion: Companion | null): void {
    this.companion = companion;
  }

  /** Another source drives the face; `blend` begins at what is shown. */
  setSource(source: FrameSource, blend = false): void {
    if (source === this.source) return;
    if (blend) this.fade.begin(this.meters.input, this.readsPercent);
    else this.fade.end();
    this.source = source;
    this.setRange();
  }

  /** Ends a blend: what comes next is shown as it is. */
  cut(): void {
    this.fade.end();
  }

  /** @param meteredRow row whose output the meters show */
  setActors(actors: readonly Actor[], meteredRow: number): void {
    this.own = actors;
    this.gather();
    this.meteredRow = meteredRow;
    this.setRange();
  }

  /** Other avatars that get the same values in the same frame. */
  setGuests(guests: readonly Actor[]): void {
    this.guests = guests;
    this.gather();
    this.setRange();
  }

  /** Whether hair and clothes swing; off, they hang as the file has them. */
  setSprings(on: boolean): void {
    this.hasSprings = on;
  }

  /** Avatars that stand beside the open one. */
  setCompany(company: readonly Actor[]): void {
    this.company = company;
    this.gather();
    this.setRange();
  }

  private gather(): void {
    this.actors = [...this.own, ...this.company, ...this.guests];
  }

  /** What the values that came are to be multiplied with: 1, or 0.01 where the source sends percent. */
  get inputScale(): number {
    return this.readsPercent ? 0.01 : 1;
  }

  start(): void {
    if (this.request !== 0) return;
    this.last = Number.NaN;
    const frame = (now: number) => {
      this.request = requestAnimationFrame(frame);
      this.tick(now / 1000);
    };
    this.request = requestAnimationFrame(frame);
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  /** @param now seconds on any clock that does not run backwards */
  tick(now: number): void {
    const elapsed = Number.isNaN(this.last) ? 0 : now - this.last;
    this.last = now;
    this.step(Math.min(Math.max(elapsed, 0), MAX_STEP_SECONDS), elapsed);
  }

  /**
   * One frame of `dt` seconds.
   * @param elapsed since the frame before, seconds, where that was longer
   */
  step(dt: number, elapsed = dt): void {
    this.clock += dt;
    this.meters.clock[0] = this.clock;
    this.source.advance(this.clock);
    this.companion?.advance(this.clock);
    this.source.mailbox.take(this.taken);
    this.meters.input.set(this.taken);
    this.fade.apply(this.meters.input, this.source, dt);
    this.afterSource(this.source);
    this.writeInputs();
    const status = this.engine.step(dt);
    if ((status & this.percentBit) !== 0 && !this.readsPercent) {
      this.readsPercent = true;
      this.percentSources.add(this.source);
    }
    this.writeViews();
    this.companion?.pose?.();
    this.moveSecondary(dt, elapsed > PAUSE_SECONDS);
    this.picture.render(dt);
    this.meters.paint();
  }

  /** Once body and face are on the bones: first what the file ties to them, then what swings with them. */
  private moveSecondary(dt: number, isAnew: boolean): void {
    for (let index = 0; index < this.actors.length; index++) {
      const secondary = this.actors[index]?.secondary;
      if (!secondary) continue;
      secondary.constrain();
      if (isAnew || !this.hasSprings) secondary.rest();
      if (this.hasSprings) secondary.swing(Math.min(dt, MAX_STEP_SECONDS));
    }
  }

  private setRange(): void {
    this.readsPercent = this.percentSources.has(this.source);
    const range = this.readsPercent ? "percent" : "auto";
    for (const actor of this.actors) actor.setInputRange(range);
  }

  private writeInputs(): void {
    const input = this.engine.faceInput();
    for (let index = 0; index < this.actors.length; index++) {
      const actor = this.actors[index];
      if (actor !== undefined) input.set(this.meters.input, actor.row * faceChannelCount);
    }
  }

  private writeViews(): void {
    const morphs = this.engine.morphs();
    const bones = this.engine.faceBones();
    for (let index = 0; index < this.actors.length; index++) {
      const actor = this.actors[index];
      actor?.apply(morphs, actor.row * this.engine.morphStride, bones, actor.row * faceBoneStride);
    }
    if (this.meteredRow < 0) return;
    const output = this.engine.faceOutput();
    const from = this.meteredRow * faceChannelCount;
    for (let channel = 0; channel < faceChannelCount; channel++) {
      this.meters.output[channel] = output[from + channel] ?? 0;
    }
  }
}
