// Typings of the wasm module, written by hand; a boundary test compares them with the built module in both directions.
// Nothing else: no behaviour lives here.

/** Error thrown by every cold call: `code` is one of the names in `wasm/src/base/error.hpp`. */
export interface DoppelError extends Error {
  readonly code: string;
}

/**
 * Measures one avatar's face. Call order: `setRoutes`, `addVertices` / `addTriangles` / `addTarget` in any number,
 * `measureChannel` for each of the 52, `finish`. Free with `delete()`.
 */
export interface FaceProbe {
  /** JSON of `FaceRoutes` (see docs/architecture.md). Throws `invalid-json`, `invalid-argument` with the JSON path. */
  setRoutes(json: string): void;
  /** Rest up direction of the head bone, avatar space; used where the face's own up cannot be measured. */
  setHeadUp(x: number, y: number, z: number): void;
  /** Rest position of the head bone in avatar space, metres: the origin of every `low` and `high`. Default 0, 0, 0. */
  setHeadOrigin(x: number, y: number, z: number): void;
  /** Rest position of a face bone in avatar space, metres. `bone`: 0 left eye, 1 right eye, 2 jaw. */
  setBonePivot(bone: number, x: number, y: number, z: number): void;
  /**
   * @param positions n x 3, mesh space as stored
   * @param joints n x influences indices into `matrices`; length 0 for an unskinned mesh
   * @param weights n x influences
   * @param matrices column-major 4x4 each, avatar space: jointWorld x inverseBind, or the node's world matrix alone
   * @param faceBones for each matrix the face bone that carries it, or -1; length 0: none
   * @returns id of the buffer. Throws `invalid-geometry`.
   */
  addVertices(
    positions: Float32Array,
    joints: Uint16Array,
    weights: Float32Array,
    matrices: Float64Array,
    faceBones: Int8Array,
  ): number;
  addTriangles(buffer: number, indices: Uint32Array): void;
  /** Morph deltas (n x 3, mesh space) of a slot on a buffer. Two calls for one pair add up. */
  addTarget(buffer: number, slot: number, deltas: Float32Array): void;
  measureChannel(channel: number): void;
  /** JSON of the measurement: a superset of the reference file's form. */
  finish(): string;
  delete(): void;
}

/** Calibrates and routes the faces of all avatars, one `step` a frame. Free with `delete()`. */
export interface Engine {
  /** Avatars that fit at once; also the number of rows of every view. */
  readonly capacity: number;
  /** Floats in a row of `morphs`. */
  readonly morphStride: number;
  /**
   * @param routes JSON of `FaceRoutes`
   * @param measurement JSON from `FaceProbe.finish`, or "" for none (then the lids are not guarded)
   * @returns generation-checked handle. Throws `capacity-exceeded`, `invalid-json`, `invalid-argument`, `invalid-measurement`.
   */
  addAvatar(routes: string, measurement: string): number;
  /** Throws `invalid-handle`. */
  removeAvatar(handle: number): void;
  /** Row index of the avatar in every view. Throws `invalid-handle`. */
  row(handle: number): number;
  /** Applies a profile document in whole. Throws as `checkProfile` does and leaves the old one in force. */
  setProfile(handle: number, json: string): void;
  /** True: the 52 values reach the avatar as they came (clamped to 0..1), for comparison. Default false. */
  setBypass(handle: number, on: boolean): void;
  /** How input is read: "auto" (latched to percent after 10 frames above 2), "unit" (0..1) or "percent" (0..100). Default auto. */
  setInputRange(handle: number, range: "auto" | "unit" | "percent"): void;
  /** Solo: only this channel acts (-1: all). mouthClose is played over jawOpen 0.5. */
  setSolo(handle: number, channel: number): void;
  /**
   * Solves one frame of every avatar. Never throws, never allocates. `dt` in seconds, clamped to 0..0.1.
   * @returns OR of the status bits of all rows
   */
  step(dt: number): number;
  /** capacity x 52, written by the page: raw values of this frame. */
  faceInput(): Float32Array;
  /** capacity x 52: calibrated values of this frame. */
  faceOutput(): Float32Array;
  /** capacity x morphStride: weight of each morph slot, limited to 1, to be written once. */
  morphs(): Float32Array;
  /** capacity x 9: rotation vectors (axis x angle, radians, avatar space) of left eye, right eye, jaw. */
  faceBones(): Float32Array;
  /** capacity: status bits of each row, `FaceStatus`. */
  status(): Uint32Array;
  /** capacity x 2: how many input values were not finite, and how many were clamped, since the avatar was added. */
  counters(): Uint32Array;

  // Bodies. World space: metres, Y up, right-handed; an avatar at rest faces +Z.
  /**
   * @param performer JSON of a `BodyDescription` (docs/architecture.md), at most `BodyLayout.performerJoints` joints
   * @returns handle of its own kind. Throws `capacity-exceeded`, `invalid-json`, `invalid-argument`.
   */
  addPerformer(performer: string): number;
  /** Who followed it keeps the pose. Throws `invalid-handle`. */
  removePerformer(performer: number): void;
  /** Row of the performer in `performerInput` and `performerTime`. Throws `invalid-handle`. */
  performerRow(performer: number): number;
  /** JSON as `describeBody` gives. Throws `invalid-handle`. */
  performerReport(performer: number): string;
  /** Gives the avatar a body, or another one; the old one stays where this throws: `invalid-handle`, `invalid-json`, `invalid-argument`. */
  setBody(avatar: number, body: string): void;
  /** JSON as `describeBody` gives. All below throw `invalid-handle`, and `invalid-argument` where the avatar has no body. */
  bodyReport(avatar: number): string;
  /** JSON of `$.retargeting`: parameters that are not at their default, and the calibration in force. */
  bodySettings(avatar: number): string;
  /** Puts a whole `$.retargeting` into force: what is absent gets its default, a calibration only where there is one. Throws `invalid-profile`. */
  setBodySettings(avatar: number, settings: string): void;
  /**
   * One parameter by its name; booleans as 0 and 1, choices as their index. Numbers outside the range become its nearer end.
   * Throws `invalid-argument` (no such name, not finite, no such choice).
   */
  setBodyParameter(avatar: number, name: string, value: number): void;
  /** @param performer 0 for nobody. Calibrated from both rest poses. */
  followPerformer(avatar: number, performer: number): void;
  /** @param transfer JSON `{ hipOffset?, syncRootScale?, transferHeadScale? }`. Throws where an avatar would follow itself. */
  followBody(avatar: number, leader: number, transfer: string): void;
  setTransfer(avatar: number, transfer: string): void;
  /**
   * Calibrates from the pose in which the performer is now.
   * @param pose "T" or "I"
   * @param force also where the pose is clearly none
   * @returns "none", or why nothing changed: "missing-bones", "not-upright", "crouching", "arms-not-level", "arms-not-down"
   */
  calibrateBody(avatar: number, pose: string, force: boolean): string;
  /** Back to the calibration from both rest poses. */
  resetBodyCalibration(avatar: number): void;
  /** Sets the head's rotation offset so that it looks forward now. False without a performer's frame. */
  calibrateHeadForward(avatar: number): boolean;
  /**
   * Begins the automatic calibration: avatarScale 1, a step, avatarScale by the heights of the necks, a step, head forward. Then the
   * settings hold both. A performer that crouches or bows, now or at one of those steps, is refused unless `force`: the settings are as before.
   * @returns as `calibrateBody`; "missing-bones" also without a performer's frame
   */
  autoCalibrate(avatar: number, force: boolean): string;
  /** Of the last `autoCalibrate`: "none" (never asked for), "scaling" or "turning" (a step is waited for), "done", "refused". */
  autoCalibrationStage(avatar: number): string;
  /** Why the last `autoCalibrate` was refused, as `calibrateBody`; else "none". */
  autoCalibrationFault(avatar: number): string;
  /** avatarScale by the heights of the necks, 0.1 to 3; 0 where it can not be told. Changes nothing. */
  neckHeightScale(avatar: number): number;
  /** floorHeight at which legs are `comfort` (0..1) of their length. Changes nothing. Throws where the avatar follows nobody. */
  autoFloorHeight(avatar: number, comfort: number): number;

  // Props, by ids of the caller's: 1 to 16777216.
  /** @param type "none", "object", "chair" or "hand". Throws where the id is known or all places are taken. */
  addProp(id: number, type: string): void;
  removeProp(id: number): void;
  setPropType(id: number, type: string): void;
  /** The seat of a chair, or where a hand takes a prop, from its origin in its own axes, metres. */
  setPropSeat(id: number, x: number, y: number, z: number): void;
  /** Hot: neither throws nor allocates. False: not known, held by an avatar, or not finite. */
  placeProp(
    id: number,
    x: number,
    y: number,
    z: number,
    qx: number,
    qy: number,
    qz: number,
    qw: number,
  ): boolean;
  /** @param slot "leftHand", "rightHand" or "head" */
  attachProp(id: number, avatar: number, slot: string): void;
  /** The prop keeps its pose. */
  detachProp(id: number): void;
  /** maxProps x propStride: id (0: a free place), position, rotation x, y, z, w, as of the last step. */
  propPoses(): Float32Array;

  /** capacity x performerJoints x jointStride, written by the page: local translation (metres) and rotation x, y, z, w of each joint. */
  performerInput(): Float32Array;
  /** capacity: the source's own time of the frame, seconds, NaN for none yet; the same time again is no new frame. */
  performerTime(): Float64Array;
  /** capacity x bodyStride: 55 local rotations, the hips' local translation, scales, rotations of the roll joints; see `BodyLayout`. */
  bodies(): Float32Array;
  /**
   * capacity x poseStride, world space: how far each of the 55 bones is turned from the T-pose (x, y, z, w), then from `posePositions` on
   * where its joint is (metres). Of bones that the avatar lacks nothing is said.
   */
  bodyPoses(): Float32Array;
  /** capacity x meterStride; the order stands in `web/src/tables/body-meters.ts`. */
  bodyMeters(): Float32Array;
  /**
   * capacity x limbStride: arms left, right, legs left, right. Each has the target of wrist or ankle (world, metres: 3), to which side elbow
   * or knee bends (unit, 0 where the weight is: 3), and the weight of inverse kinematics (0..1). 0 where no performer is followed.
   */
  bodyLimbs(): Float32Array;
  /** capacity: bits of each row, `BodyStatus`; 0 where nothing is followed. */
  bodyStatus(): Uint32Array;
  delete(): void;
}

/** Numbers by which the rows of bodies are read. */
export interface BodyLayout {
  readonly performerJoints: number;
  readonly jointStride: number;
  readonly bodyStride: number;
  /** Where a body's row has the hips' translation (3), avatarScale, headScale and the roll joints' rotations (4 each). */
  readonly hips: number;
  readonly scale: number;
  readonly headScale: number;
  readonly rolls: number;
  readonly maxRolls: number;
  readonly poseStride: number;
  /** Where a pose has the joints' places (3 each). */
  readonly posePositions: number;
  readonly meterStride: number;
  readonly limbStride: number;
  readonly maxProps: number;
  readonly propStride: number;
}

/** Bits of `Engine.bodyStatus()`. */
export interface BodyStatus {
  /** It follows a performer or another avatar. */
  readonly active: number;
  /** The source had numbers that are none; their joints stood still. */
  readonly nonFinite: number;
  /** The pelvis was lowered so that a foot is reached. */
  readonly pelvisDrop: number;
  /** A foot is more than 1 mm off its target. */
  readonly footReach: number;
  /** A hand is more than 5 mm off its target. */
  readonly handReach: number;
}

/** Bits of `Engine.status()`. */
export interface FaceStatus {
  /** A value was not finite and counted as 0. */
  readonly nonFinite: number;
  /** A value was outside 0..1 (after range detection) and was clamped. */
  readonly clamped: number;
  /** Values of 0..100 were detected and are divided by 100 from now on. */
  readonly percent: number;
  /** The lids were held at closed: blink, squint, look-down together would have passed it. */
  readonly lidGuard: number;
}

export interface DoppelCore {
  readonly FaceProbe: new () => FaceProbe;
  readonly Engine: new (capacity: number) => Engine;
  /** Version of the core, of `package.json`. */
  version(): string;
  /** JSON: channel, group, class, human bone and error tables, for the equality test. */
  tables(): string;
  /** JSON of the built-in reference face (measurement form). */
  referenceFace(): string;
  /** Lower-case hex SHA-256. The avatar's fingerprint. */
  sha256(bytes: Uint8Array): string;
  /**
   * Calibrates an avatar against a reference.
   * @param options JSON: `{ method?, symmetry?, avatarName?, platform?, created?, fingerprint?, keep? }`; `keep` is a profile whose
   *   user settings (gains, floors, locks, mutes, method, substitutes, unknown fields) survive and whose locked channels stay as they are
   * @returns profile JSON
   */
  calibrate(measurement: string, reference: string, options: string): string;
  /**
   * Per channel verdict, numbers, visible travel against the reference at six inputs, and the score before and after.
   * @returns JSON as documented in docs/calibration.md
   */
  report(measurement: string, reference: string, profile: string): string;
  /**
   * Validates a profile document and returns it in canonical form, unknown fields kept. Throws `invalid-json`, `invalid-profile`,
   * `unsupported-version`; the message starts with the JSON path. A checksum that does not match is kept in `warnings` of the answer.
   * @returns JSON `{ "profile": {...}, "warnings": [{ "path", "message" }] }`
   */
  checkProfile(json: string): string;
  /** Canonical profile JSON with its checksum, ready for a file. */
  sealProfile(json: string): string;
  /** Share link fragment `#p=...` (under 400 characters). */
  encodeLink(profile: string): string;
  /** Profile JSON from a fragment or a whole address. Throws `invalid-link`, `unsupported-version`. */
  decodeLink(link: string): string;
  /** One channel's curve: calibrated outputs for the inputs, gains at 1. `method`: range_match, adaptive_remap, linear. */
  remap(
    method: string,
    ratio: number,
    deadZone: number,
    saturation: number,
    inputs: Float64Array,
  ): Float64Array;
  readonly FaceStatus: FaceStatus;
  readonly BodyStatus: BodyStatus;
  readonly BodyLayout: BodyLayout;
  /**
   * What a skeleton is found to be: human bones, findings, rest pose, measures, chains, roll joints.
   * @param body JSON of a `BodyDescription`
   * @returns JSON of a `BodyReport`
   */
  describeBody(body: string): string;
  /** Validates a `$.retargeting` and returns it in canonical form, unknown fields kept. Throws `invalid-profile`, `unsupported-version`. */
  checkBody(settings: string): string;
  /** JSON: every body parameter, `[{ name, type, unit?, minimum?, maximum?, default, choices?, seed }]`. */
  bodyParameters(): string;
}

/** What Emscripten's factory takes. `wasmBinary` is required under Node. */
export interface DoppelCoreOptions {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (path: string, prefix: string) => string;
}

declare const createDoppelCore: (options?: DoppelCoreOptions) => Promise<DoppelCore>;
export default createDoppelCore;
