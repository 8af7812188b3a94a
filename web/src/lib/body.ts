// One avatar's body on a stage: what it follows, its settings and calibration, and the writing into the page's scene.
// It solves nothing and has no frame of its own: `BodyStage.update` moves all bodies.
import { bodyBones } from "../avatar/body-bones";
import { BodyWriter } from "../avatar/body-writer";
import type {
  BodyReport,
  BodySettings,
  BodyTransfer,
  CalibrationPose,
  PoseFault,
} from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import { avatarBody } from "../reader/body-description";
import { type BodyMeterName, bodyMeterNames } from "../tables/body-meters";
import {
  type BodyParameterName,
  type BodyValue,
  bodyParameter,
  bodyParameters,
} from "../tables/body-parameters";
import { type Hand, handPreset, handPresets, presetParameters } from "../tables/hand-presets";
import { DoppelError } from "./errors";
import type { Face } from "./face";
import type { Performer } from "./performer";
import type { SceneObject } from "./scene-types";
import { cacheKey, type SettingsCache } from "./settings-cache";

/** What a frame of the body cost, in the units of `bodyMeterNames`. */
export type BodyMeters = Readonly<Record<BodyMeterName, number>>;

/** @internal */
export interface BodyParts {
  readonly engine: FaceEngine;
  readonly face: Face;
  readonly handle: number;
  readonly cache: SettingsCache | null;
  /** Human bones by hand: node of the file for each. */
  readonly humanoid: Readonly<Record<string, number>>;
  readonly disposed: (body: Body) => void;
}

export class Body {
  /** @internal */
  readonly handle: number;
  private readonly engine: FaceEngine;
  private readonly writer: BodyWriter | null;
  private isDisposed = false;
  private isPosed = false;

  private constructor(private readonly parts: BodyParts) {
    const { engine, face, handle, humanoid } = parts;
    this.engine = engine;
    this.handle = handle;
    const body = avatarBody(face.description, humanoid);
    engine.bodies.setBody(handle, body.description);
    const scene = face.sceneObjects();
    this.writer =
      scene === null
        ? null
        : new BodyWriter(
            bodyBones(
              {
                root: posed(scene.root, face.file),
                objectOf: (node) => {
                  const object = scene.nodes.get(node);
                  return object === undefined ? undefined : posed(object, face.file);
                },
              },
              body,
              engine.bodies.report(handle),
              engine.bodies.layout,
            ),
            engine.bodies.layout,
          );
  }

  /**
   * `BodyStage.bind` makes bodies.
   * @internal
   */
  static of(parts: BodyParts): Body {
    return new Body(parts);
  }

  /** What the skeleton was found to be. Joints are indices into the avatar's description. */
  report(): BodyReport {
    return this.alive().bodies.report(this.handle);
  }

  /** Follows a performer from the next `update` on, calibrated from both rest poses; null: nobody, the pose stands. */
  follow(performer: Performer | null): void {
    this.alive().bodies.followPerformer(this.handle, performer?.handle ?? null);
  }

  /** Follows another body (pose transfer). Throws `invalid-argument` where a body would follow itself, by whatever way. */
  followBody(leader: Body, transfer: BodyTransfer = {}): void {
    this.alive().bodies.followBody(this.handle, leader.handle, transfer);
  }

  /** How it follows the other body from now on. */
  setTransfer(transfer: BodyTransfer): void {
    this.alive().bodies.setTransfer(this.handle, transfer);
  }

  /**
   * Calibrates from the pose that the performer is in.
   * @param force also where the pose is clearly none
   * @returns "none" where it was done, else what is wrong with the pose; nothing changed then
   */
  calibrate(pose: CalibrationPose, force = false): PoseFault {
    return this.alive().bodies.calibrate(this.handle, pose, force);
  }

  /** Back to the calibration from both rest poses. */
  resetCalibration(): void {
    this.alive().bodies.resetCalibration(this.handle);
  }

  /** The head looks as in T with the performer's head as it is now. False without a pose. */
  calibrateHeadForward(): boolean {
    return this.alive().bodies.calibrateHeadForward(this.handle);
  }

  /** The avatarScale at which the necks are equally high, 0.1 to 3; null where it can not be told. Changes nothing. */
  neckHeightScale(): number | null {
    return this.alive().bodies.neckHeightScale(this.handle);
  }

  /** The floorHeight at which legs are `comfort` (0..1) of their length. Changes nothing. */
  autoFloorHeight(comfort: number): number {
    return this.alive().bodies.autoFloorHeight(this.handle, comfort);
  }

  /** A parameter's value in force. */
  get(name: BodyParameterName): BodyValue {
    return this.settings().parameters?.[name] ?? bodyParameter(name).default;
  }

  /** Numbers outside the range become its nearer end. Throws `invalid-argument` (no such name or choice, another type). */
  set(name: BodyParameterName, value: BodyValue): void {
    this.alive().bodies.setParameter(this.handle, name, value);
  }

  /** One parameter, or all of them, to the default. */
  reset(name?: BodyParameterName): void {
    const names = name === undefined ? bodyParameters.map((row) => row.name) : [name];
    for (const each of names) this.set(each, bodyParameter(each).default);
  }

  /**
   * Puts a hand into one of the six shapes and lets the sliders act on it.
   * @param preset Korean name or English alias
   * @throws DoppelError `invalid-argument` where there is no such preset
   */
  setHandPreset(preset: string, hand: Hand = "both"): void {
    const found = handPreset(preset);
    if (found === undefined) {
      const known = handPresets.map(({ name, alias }) => `${name} (${alias})`).join(", ");
      throw new DoppelError("invalid-argument", `preset: '${preset}' is none; known are ${known}`);
    }
    for (const [name, value] of presetParameters(found, hand)) this.set(name, value);
    this.set("fingerShaped.enabled", true);
    if (hand !== "right") this.set("fingerShaped.leftHandEnabled", true);
    if (hand !== "left") this.set("fingerShaped.rightHandEnabled", true);
  }

  /** All settings and the calibration, as `retargeting` stands in a profile file. */
  settings(): BodySettings {
    return this.alive().bodies.settings(this.handle);
  }

  /** In whole: what is absent gets its default. Throws `invalid-profile` with the JSON path, and changes nothing then. */
  applySettings(settings: BodySettings): void {
    this.alive().bodies.setSettings(this.handle, settings);
  }

  /** Settings of an earlier visit are kept for this avatar's file. */
  get hasCachedSettings(): boolean {
    return (this.parts.cache?.getItem(this.key) ?? null) !== null;
  }

  /** Keeps the settings in force for the next visit. False where there is no place to keep them. */
  saveSettings(): boolean {
    const settings = JSON.stringify(this.settings());
    if (this.parts.cache === null) return false;
    try {
      this.parts.cache.setItem(this.key, settings);
      return true;
    } catch {
      // The place is full or may not be written.
      return false;
    }
  }

  /** Puts kept settings into force. False where there are none. Throws `invalid-profile` where they are damaged. */
  loadSettings(): boolean {
    const text = this.parts.cache?.getItem(this.key) ?? null;
    if (text === null) return false;
    let settings: unknown;
    try {
      settings = JSON.parse(text);
    } catch (cause) {
      throw new DoppelError("invalid-settings", `${this.key}: expected JSON`, { cause });
    }
    this.applySettings(settings as BodySettings);
    return true;
  }

  /** Forgets what is kept for this avatar's file. */
  clearCachedSettings(): void {
    this.parts.cache?.removeItem(this.key);
  }

  /** True while it follows somebody who has a pose. */
  get isActive(): boolean {
    const { bodies } = this.alive();
    const status = bodies.status()[this.engine.row(this.handle)] ?? 0;
    return (status & bodies.statusBits.active) !== 0;
  }

  /** What the last `update` cost and which weights were in force. */
  meters(): BodyMeters {
    const { bodies } = this.alive();
    const from = this.engine.row(this.handle) * bodies.layout.meterStride;
    const values = bodies.meters().slice(from, from + bodyMeterNames.length);
    return Object.fromEntries(bodyMeterNames.map((name, index) => [name, values[index] ?? 0])) as BodyMeters;
  }

  /** Copy of the row of the last `update`; see `BodyStage.layout`. For other renderers. */
  row(): Float32Array {
    const { bodies } = this.alive();
    const from = this.engine.row(this.handle) * bodies.layout.bodyStride;
    return bodies.rows().slice(from, from + bodies.layout.bodyStride);
  }

  /** Puts the bones back to the file's pose and takes the body off the stage. The scene stays the page's. */
  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    if (this.isPosed) this.writer?.reset();
    this.parts.disposed(this);
  }

  /**
   * Writes the last step's row into the scene.
   * @internal
   */
  write(): void {
    const { bodies } = this.engine;
    const row = this.engine.row(this.handle);
    if (((bodies.status()[row] ?? 0) & bodies.statusBits.active) === 0) return;
    this.isPosed = true;
    this.writer?.apply(bodies.rows(), row * bodies.layout.bodyStride);
  }

  private get key(): string {
    return cacheKey(this.parts.face.fingerprint);
  }

  private alive(): FaceEngine {
    if (this.isDisposed)
      throw new DoppelError("disposed", `${this.parts.face.file}: the body was disposed of`);
    return this.engine;
  }
}

function posed(object: SceneObject, file: string) {
  const { quaternion, position, scale } = object;
  if (position === undefined || scale === undefined) {
    throw new DoppelError("scene-mismatch", `${file}: expected objects with position and scale in the scene`);
  }
  return { quaternion, position, scale };
}
