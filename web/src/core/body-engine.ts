// Typed facade of the engine's bodies: performers and props by handle, rows by avatar, documents as objects.
// It calculates nothing, and has no frame of its own: `FaceEngine.step` solves bodies and faces together.

import type { BodyStatus, DoppelCore, Engine } from "../../../wasm/bind/doppel-core";
import {
  type BodyParameterName,
  type BodyValue,
  bodyParameter,
  parameterNumber,
} from "../tables/body-parameters";
import type {
  AutoCalibration,
  BodyDescription,
  BodyLayout,
  BodyReport,
  BodySettings,
  BodyTransfer,
  CalibrationPose,
  PoseFault,
  PropSlot,
  PropType,
} from "./body-documents";
import { MemoryView } from "./memory-view";

export type { BodyStatus };

/** All methods with a handle throw `invalid-handle`, and `invalid-argument` for an avatar without a body. */
export class BodyEngine {
  readonly layout: BodyLayout;
  /** Bits of `status()`. */
  readonly statusBits: BodyStatus;
  private readonly inputView: MemoryView<Float32Array>;
  private readonly timeView: MemoryView<Float64Array>;
  private readonly rowView: MemoryView<Float32Array>;
  private readonly poseView: MemoryView<Float32Array>;
  private readonly meterView: MemoryView<Float32Array>;
  private readonly statusView: MemoryView<Uint32Array>;
  private readonly limbView: MemoryView<Float32Array>;
  private readonly propView: MemoryView<Float32Array>;

  constructor(
    module: DoppelCore,
    private readonly engine: Engine,
  ) {
    // Read once: behind the names stand calls.
    this.layout = constantsOf(module.BodyLayout);
    this.statusBits = constantsOf(module.BodyStatus);
    this.inputView = new MemoryView(() => engine.performerInput());
    this.timeView = new MemoryView(() => engine.performerTime());
    this.rowView = new MemoryView(() => engine.bodies());
    this.poseView = new MemoryView(() => engine.bodyPoses());
    this.meterView = new MemoryView(() => engine.bodyMeters());
    this.statusView = new MemoryView(() => engine.bodyStatus());
    this.limbView = new MemoryView(() => engine.bodyLimbs());
    this.propView = new MemoryView(() => engine.propPoses());
  }

  /** @returns handle. Throws `capacity-exceeded`, `invalid-argument`. */
  addPerformer(description: BodyDescription): number {
    return this.engine.addPerformer(JSON.stringify(description));
  }

  removePerformer(performer: number): void {
    this.engine.removePerformer(performer);
  }

  /** Row of the performer in `performerInput` and `performerTime`. */
  performerRow(performer: number): number {
    return this.engine.performerRow(performer);
  }

  performerReport(performer: number): BodyReport {
    return JSON.parse(this.engine.performerReport(performer)) as BodyReport;
  }

  /** Gives an avatar a body, or another one. Throws `invalid-argument`; the old one stays then. */
  setBody(avatar: number, description: BodyDescription): void {
    this.engine.setBody(avatar, JSON.stringify(description));
  }

  report(avatar: number): BodyReport {
    return JSON.parse(this.engine.bodyReport(avatar)) as BodyReport;
  }

  settings(avatar: number): BodySettings {
    return JSON.parse(this.engine.bodySettings(avatar)) as BodySettings;
  }

  /** In whole: what is absent gets its default; without a calibration it is the one from both rest poses. Throws `invalid-profile`. */
  setSettings(avatar: number, settings: BodySettings): void {
    this.engine.setBodySettings(avatar, JSON.stringify(settings));
    if (settings.calibration === undefined) this.engine.resetBodyCalibration(avatar);
  }

  /** Numbers outside the range become its nearer end. Throws `invalid-argument` (no such name or choice, another type). */
  setParameter(avatar: number, name: BodyParameterName, value: BodyValue): void {
    const parameter = bodyParameter(name);
    this.engine.setBodyParameter(avatar, name, parameterNumber(parameter, value) ?? Number.NaN);
  }

  /** @param performer null for nobody */
  followPerformer(avatar: number, performer: number | null): void {
    this.engine.followPerformer(avatar, performer ?? 0);
  }

  /** Throws `invalid-argument` where an avatar would follow itself, by whatever way. */
  followBody(avatar: number, leader: number, transfer: BodyTransfer = {}): void {
    this.engine.followBody(avatar, leader, JSON.stringify(transfer));
  }

  setTransfer(avatar: number, transfer: BodyTransfer): void {
    this.engine.setTransfer(avatar, JSON.stringify(transfer));
  }

  /** @param force also where the pose is clearly none */
  calibrate(avatar: number, pose: CalibrationPose, force = false): PoseFault {
    return this.engine.calibrateBody(avatar, pose, force) as PoseFault;
  }

  resetCalibration(avatar: number): void {
    this.engine.resetBodyCalibration(avatar);
  }

  /** False without a performer's frame. */
  calibrateHeadForward(avatar: number): boolean {
    return this.engine.calibrateHeadForward(avatar);
  }

  /**
   * Begins to find scale and head; two steps later `autoCalibration` tells.
   * @param force also where the performer crouches or bows
   */
  autoCalibrate(avatar: number, force = false): PoseFault {
    return this.engine.autoCalibrate(avatar, force) as PoseFault;
  }

  autoCalibration(avatar: number): AutoCalibration {
    return {
      stage: this.engine.autoCalibrationStage(avatar) as AutoCalibration["stage"],
      fault: this.engine.autoCalibrationFault(avatar) as PoseFault,
    };
  }

  /** avatarScale by the heights of the necks; null where it can not be told. Changes nothing. */
  neckHeightScale(avatar: number): number | null {
    return this.engine.neckHeightScale(avatar) || null;
  }

  /** floorHeight at which legs are `comfort` (0..1) of their length. Changes nothing. */
  autoFloorHeight(avatar: number, comfort: number): number {
    return this.engine.autoFloorHeight(avatar, comfort);
  }

  /** @param id the caller's, 1 to 16777216 */
  addProp(id: number, type: PropType): void {
    this.engine.addProp(id, type);
  }

  removeProp(id: number): void {
    this.engine.removeProp(id);
  }

  setPropType(id: number, type: PropType): void {
    this.engine.setPropType(id, type);
  }

  /** Metres, from the prop's origin in its own axes. */
  setPropSeat(id: number, [x, y, z]: readonly [number, number, number]): void {
    this.engine.setPropSeat(id, x, y, z);
  }

  /** Once a frame; allocates nothing. False: not known, held, or not finite. Position in metres, rotation x, y, z, w. */
  placeProp(
    id: number,
    position: Float32Array,
    positionAt: number,
    rotation: Float32Array,
    rotationAt: number,
  ): boolean {
    return this.engine.placeProp(
      id,
      position[positionAt] ?? Number.NaN,
      position[positionAt + 1] ?? Number.NaN,
      position[positionAt + 2] ?? Number.NaN,
      rotation[rotationAt] ?? 0,
      rotation[rotationAt + 1] ?? 0,
      rotation[rotationAt + 2] ?? 0,
      rotation[rotationAt + 3] ?? 1,
    );
  }

  attachProp(id: number, avatar: number, slot: PropSlot): void {
    this.engine.attachProp(id, avatar, slot);
  }

  /** The prop keeps its pose. */
  detachProp(id: number): void {
    this.engine.detachProp(id);
  }

  // Views: asked for every frame, not kept.

  /** capacity x performerJoints x jointStride, written by the page. */
  performerInput(): Float32Array {
    return this.inputView.get();
  }

  /** capacity: the source's own seconds. */
  performerTime(): Float64Array {
    return this.timeView.get();
  }

  /** capacity x bodyStride. */
  rows(): Float32Array {
    return this.rowView.get();
  }

  /** capacity x poseStride: turns from the T-pose and places of the human bones, world space. */
  poses(): Float32Array {
    return this.poseView.get();
  }

  /** capacity x meterStride, in the order of `bodyMeterNames`. */
  meters(): Float32Array {
    return this.meterView.get();
  }

  /** capacity x limbStride: what inverse kinematics was asked for; see the module's typings. */
  limbs(): Float32Array {
    return this.limbView.get();
  }

  /** capacity. */
  status(): Uint32Array {
    return this.statusView.get();
  }

  /** maxProps x propStride. */
  propPoses(): Float32Array {
    return this.propView.get();
  }
}

/** embind's constants are calls behind properties of a function; a plain object is read faster and can be listed. */
function constantsOf<Constants extends object>(source: Constants): Constants {
  const names = Object.entries(Object.getOwnPropertyDescriptors(source))
    .filter(([, property]) => property.get !== undefined)
    .map(([name]) => name as keyof Constants);
  return Object.fromEntries(names.map((name) => [name, source[name]])) as unknown as Constants;
}
