// Typed facade of the frame engine: avatars by handle, rows by avatar, views that outlive memory growth.
// It calculates nothing; the frame path is the core's.

import type { DoppelCore, Engine } from "../../../wasm/bind/doppel-core";
import { faceChannelCount } from "../tables/face-channels";
import { BodyEngine } from "./body-engine";
import type { InputRange, Measurement, Profile, RoutesDocument } from "./documents";
import { MemoryView } from "./memory-view";

/** Floats an avatar has in `faceBones`: rotation vectors of left eye, right eye and jaw. */
export const faceBoneStride = 9;

export type { InputRange };

export interface FaceCounters {
  /** Input values that were not finite and counted as 0. */
  readonly nonFinite: number;
  /** Input values outside 0..1 that were clamped. */
  readonly clamped: number;
}

export class FaceEngine {
  readonly capacity: number;
  /** Floats an avatar has in `morphs`. */
  readonly morphStride: number;
  /** Bodies of the same avatars, performers and props; `step` solves them too. */
  readonly bodies: BodyEngine;
  private readonly engine: Engine;
  private readonly rows = new Map<number, number>();
  private readonly inputView: MemoryView<Float32Array>;
  private readonly outputView: MemoryView<Float32Array>;
  private readonly morphView: MemoryView<Float32Array>;
  private readonly boneView: MemoryView<Float32Array>;
  private readonly statusView: MemoryView<Uint32Array>;
  private readonly counterView: MemoryView<Uint32Array>;

  /** @param capacity avatars that fit at once */
  constructor(module: DoppelCore, capacity: number) {
    const engine = new module.Engine(capacity);
    this.engine = engine;
    this.capacity = engine.capacity;
    this.morphStride = engine.morphStride;
    this.bodies = new BodyEngine(module, engine);
    this.inputView = new MemoryView(() => engine.faceInput());
    this.outputView = new MemoryView(() => engine.faceOutput());
    this.morphView = new MemoryView(() => engine.morphs());
    this.boneView = new MemoryView(() => engine.faceBones());
    this.statusView = new MemoryView(() => engine.status());
    this.counterView = new MemoryView(() => engine.counters());
  }

  /**
   * @param measurement null for none: then the lids are not guarded
   * @returns the avatar's handle. Throws `capacity-exceeded`, `invalid-argument`, `invalid-measurement`.
   */
  addAvatar(routes: RoutesDocument, measurement: Measurement | null): number {
    const handle = this.engine.addAvatar(
      JSON.stringify(routes),
      measurement === null ? "" : JSON.stringify(measurement),
    );
    this.rows.set(handle, this.engine.row(handle));
    return handle;
  }

  /** Throws `invalid-handle`. */
  removeAvatar(handle: number): void {
    this.engine.removeAvatar(handle);
    this.rows.delete(handle);
  }

  /** Row of the avatar in every view. Throws `invalid-handle`. */
  row(handle: number): number {
    return this.rows.get(handle) ?? this.engine.row(handle);
  }

  /** Applies a profile in whole, or throws and leaves the old one in force. */
  setProfile(handle: number, profile: Profile): void {
    this.engine.setProfile(handle, JSON.stringify(profile));
  }

  /** True: values reach the avatar as they came. */
  setBypass(handle: number, on: boolean): void {
    this.engine.setBypass(handle, on);
  }

  setInputRange(handle: number, range: InputRange): void {
    this.engine.setInputRange(handle, range);
  }

  /** Only this channel acts; -1 for all. */
  setSolo(handle: number, channel: number): void {
    this.engine.setSolo(handle, channel);
  }

  /** Solves one frame of all avatars. `dt` in seconds. Returns the status bits of all rows together. */
  step(dt: number): number {
    return this.engine.step(dt);
  }

  /** capacity x 52, written by the page. Asked for every frame, not kept: memory growth detaches it. */
  faceInput(): Float32Array {
    return this.inputView.get();
  }

  /** capacity x 52. Asked for every frame, not kept. */
  faceOutput(): Float32Array {
    return this.outputView.get();
  }

  /** capacity x morphStride. Asked for every frame, not kept. */
  morphs(): Float32Array {
    return this.morphView.get();
  }

  /** capacity x 9. Asked for every frame, not kept. */
  faceBones(): Float32Array {
    return this.boneView.get();
  }

  /** capacity. Asked for every frame, not kept. */
  status(): Uint32Array {
    return this.statusView.get();
  }

  counters(handle: number): FaceCounters {
    const at = this.row(handle) * 2;
    const counters = this.counterView.get();
    return { nonFinite: counters[at] ?? 0, clamped: counters[at + 1] ?? 0 };
  }

  /** Writes 52 values to the avatar's input row. */
  setInput(handle: number, values: ArrayLike<number>): void {
    this.faceInput().set(values, this.row(handle) * faceChannelCount);
  }

  /** Copy of the avatar's 52 calibrated values. */
  output(handle: number): Float32Array {
    const at = this.row(handle) * faceChannelCount;
    return this.faceOutput().slice(at, at + faceChannelCount);
  }

  /** Frees the engine; nothing may be called afterwards. */
  delete(): void {
    this.rows.clear();
    this.engine.delete();
  }
}
