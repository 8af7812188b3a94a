// One bound face: takes frames, calibrates them in an engine of its own, and writes morphs and bones into the page's scene.
// It runs no loop, draws nothing, and owns no part of the scene.

import type { Core } from "../core/core";
import type { InputRange, Profile, Report } from "../core/documents";
import type { FaceEngine } from "../core/face-engine";
import type { AvatarDescription, MorphSlot } from "../reader/avatar-description";
import { type FaceChannelName, faceChannelCount, faceChannelNames } from "../tables/face-channels";
import { adopt, type Calibrated, calibrate, type ProfileSource, routingOf, sameRouting } from "./calibrated";
import { DoppelError } from "./errors";
import {
  type Applied,
  type ApplyOptions,
  type FaceControl,
  type FaceFrame,
  type MeasuredOn,
  readFrame,
} from "./face-control";
import type { FileJson } from "./file-json";
import type { FoundParts } from "./find-parts";
import type { Measured, Routing } from "./measure";
import { SceneWriter } from "./scene-writer";

/**
 * What a face is made of; `Doppel.bind` puts it together.
 * @internal
 */
export interface FaceParts {
  readonly core: Core;
  readonly measured: Measured;
  /** Measures the file again with other substitutes or a mapping by hand. */
  readonly measureWith: (routing: Routing) => Promise<Measured>;
  /** Null: the face is bound to no scene, and the page reads `weights`. */
  readonly scene: { readonly json: FileJson; readonly parts: FoundParts } | null;
  readonly inputRange: InputRange;
  readonly disposed: (face: Face) => void;
}

/** The only avatar of a face's engine. */
const ENGINE_CAPACITY = 1;

export class Face implements FaceControl {
  readonly channels: readonly FaceChannelName[] = faceChannelNames;
  private readonly engine: FaceEngine;
  private handle: number;
  private current: Calibrated<Measured>;
  private writer: SceneWriter | null;
  private readonly row = new Float32Array(faceChannelCount);
  private applying: Promise<unknown> = Promise.resolve();
  private isDisposed = false;
  private isRaw = false;

  private constructor(private readonly parts: FaceParts) {
    const { core, measured } = parts;
    this.current = { measured, profile: calibrate(core, measured) };
    this.writer = this.writerFor(measured);
    this.engine = core.createEngine(ENGINE_CAPACITY);
    try {
      this.handle = this.addAvatar(this.current);
    } catch (error) {
      this.engine.delete();
      throw error;
    }
  }

  /**
   * `Doppel.bind` makes faces.
   * @internal
   */
  static of(parts: FaceParts): Face {
    return new Face(parts);
  }

  /** Name of the file, as bound. */
  get file(): string {
    return this.current.measured.description.file;
  }

  /** SHA-256 of the avatar's file, lower-case hex: by this profiles and links know it. */
  get fingerprint(): string {
    return this.current.measured.fingerprint;
  }

  /** What the reader found in the file: licence, bones, names that fit no channel, substitutes that it offers. */
  get description(): AvatarDescription {
    return this.current.measured.description;
  }

  /** The file's morph targets, in the order of `weights`. */
  get slots(): readonly MorphSlot[] {
    return this.current.measured.description.slots;
  }

  /**
   * What the face was bound to; null: to no scene.
   * @internal
   */
  sceneObjects(): FoundParts | null {
    this.alive();
    return this.parts.scene?.parts ?? null;
  }

  get measuredOn(): MeasuredOn {
    return this.current.measured.measuredOn;
  }

  feed(values: FaceFrame): void {
    this.alive();
    readFrame(values, this.row);
  }

  update(dt: number): void {
    const engine = this.alive();
    engine.setInput(this.handle, this.row);
    engine.step(dt);
    this.writer?.write(engine.morphs(), engine.faceBones());
  }

  input(): Float32Array {
    return this.row.slice();
  }

  values(): Float32Array {
    return this.alive().output(this.handle);
  }

  /** Copy of the weight of each morph target of the file after the last `update`, in the order of `slots`. */
  weights(): Float32Array {
    return this.alive().morphs().slice(0, this.slots.length);
  }

  /** Copy of the turns of left eye, right eye and jaw after the last `update`: three rotation vectors (axis times angle), radians, avatar space. */
  turns(): Float32Array {
    return this.alive().faceBones().slice();
  }

  /** Values reach the avatar as they come, for comparison. Default false. */
  setRaw(on: boolean): void {
    this.alive().setBypass(this.handle, on);
    this.isRaw = on;
  }

  profile(): Profile {
    return this.current.profile;
  }

  report(): Report {
    const { core } = this.parts;
    const { measured, profile } = this.current;
    return core.report(measured.measurement, core.referenceFace(), profile);
  }

  link(): string {
    return this.parts.core.encodeLink(this.current.profile);
  }

  async applyProfile(profile: Profile | string, options: ApplyOptions = {}): Promise<Applied> {
    const text = typeof profile === "string" ? profile : JSON.stringify(profile);
    const { profile: checked, warnings } = this.parts.core.checkProfile(text);
    const messages = warnings.map(({ path, message }) => `${path}: ${message}`);
    return this.apply(checked, "file", messages, options);
  }

  async applyLink(link: string, options: ApplyOptions = {}): Promise<Applied> {
    return this.apply(this.parts.core.decodeLink(link), "link", [], options);
  }

  /** Back to the automatic calibration: no gains, no substitutes, no mapping by hand. */
  async reset(): Promise<void> {
    await this.inTurn(async () => {
      const { core, measureWith } = this.parts;
      const none: Routing = { substitutes: {}, mapping: {} };
      const isBare = sameRouting(routingOf(this.current.profile), none);
      const measured = isBare ? this.current.measured : await measureWith(none);
      this.enforce({ measured, profile: calibrate(core, measured) });
    });
  }

  /** Puts what the face drove back to rest and frees its engine. The scene stays the page's. Further calls throw `disposed`. */
  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.writer?.reset();
    this.engine.delete();
    this.parts.disposed(this);
  }

  private apply(
    profile: Profile,
    from: ProfileSource,
    warnings: readonly string[],
    { byName = false }: ApplyOptions,
  ): Promise<Applied> {
    return this.inTurn(async () => {
      const { core, measureWith } = this.parts;
      const next = await adopt(core, this.current, profile, { from, byName, measureWith });
      this.enforce(next);
      return {
        byName: next.byName,
        warnings,
        unknownSubstitutes: [...next.leftOut.substitutes, ...next.measured.unknownSubstitutes],
        unknownTargets: [...next.leftOut.targets, ...(next.measured.description.unknownTargets ?? [])],
      };
    });
  }

  /** One after the other: a profile that has to be measured for is not overtaken by one that has not. */
  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const run = this.applying.then(() => {
      this.alive();
      return change();
    });
    this.applying = run.catch(() => {});
    return run;
  }

  /** In whole, or it throws and what was in force stays. */
  private enforce(next: Calibrated<Measured>): void {
    const engine = this.alive();
    if (next.measured === this.current.measured) {
      engine.setProfile(this.handle, next.profile);
    } else {
      const writer = this.writerFor(next.measured);
      this.exchange(next);
      this.writer?.reset();
      this.writer = writer;
    }
    this.current = { measured: next.measured, profile: next.profile };
  }

  /** The engine holds one avatar: the old one goes first and comes back where the new one is refused. */
  private exchange(next: Calibrated<Measured>): void {
    this.engine.removeAvatar(this.handle);
    try {
      this.handle = this.addAvatar(next);
    } catch (error) {
      this.handle = this.addAvatar(this.current);
      throw error;
    }
  }

  private addAvatar({ measured, profile }: Calibrated<Measured>): number {
    const handle = this.engine.addAvatar(measured.description.routes, measured.measurement);
    try {
      this.engine.setProfile(handle, profile);
    } catch (error) {
      this.engine.removeAvatar(handle);
      throw error;
    }
    this.engine.setInputRange(handle, this.parts.inputRange);
    this.engine.setBypass(handle, this.isRaw);
    return handle;
  }

  private writerFor(measured: Measured): SceneWriter | null {
    const { scene } = this.parts;
    return scene === null ? null : new SceneWriter(measured.description, scene.json, scene.parts);
  }

  private alive(): FaceEngine {
    if (this.isDisposed) throw new DoppelError("disposed", `${this.file}: the face was disposed of`);
    return this.engine;
  }
}
