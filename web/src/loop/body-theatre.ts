// The open avatar's body: whom it follows, in a recording or live, what it is set to, and its frame in the pictures.
// It solves nothing and decides nothing; what the user sets comes as `$.retargeting` of the profile, in whole.
import type { Posed } from "../avatar/body-bones";
import type {
  BodyDescription,
  BodyReport,
  BodySettings,
  CalibrationPose,
  PoseFault,
} from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import { recordedPerformer } from "../retarget/recorded-performer";
import type { BodyInput } from "../sources/body-input";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { MotionInput } from "../sources/motion-input";
import type { MotionSource } from "../sources/motion-source";
import type { BodyRig, PerformerFacts } from "../state/body-rig";
import type { LatencyMeter } from "../state/latency";
import { BodyCast, type BodyFile, jointNames, mappedBones } from "./body-cast";
import type { BodyFigure } from "./body-figure";
import { BodyPerformers } from "./body-performers";
import type { BodyView } from "./take-deck";

/** Where each frame's meters and what happened go for display. */
export interface BodyLive {
  readonly bodyMeters: Float32Array;
  readonly bodyStatus: Uint32Array;
  readonly latency: LatencyMeter;
}

export interface BodyListener {
  /**
   * @param problem why there is no rig; "" where there is one or no avatar is open
   * @param joints names of all that a bone may be given to
   */
  rigChanged(rig: BodyRig | null, problem: string, joints: readonly string[]): void;
  /** @param follows key of the one that is followed */
  performersChanged(performers: readonly PerformerFacts[], follows: string | null): void;
}

/** What it needs of the camera. */
export interface BodyCamera {
  /** All of a body that stands at the origin, metres. */
  frameBody(height: number): void;
  frameHead(): void;
}

/** The avatar that is open, with or without a skeleton. */
interface Opened {
  readonly handle: number;
  readonly file: BodyFile;
  readonly copies: readonly Posed[];
  /** Bones by hand that a body was made with last, or was to be, as text. */
  readonly mapped: string;
}

/** Seconds in which a live avatar comes most of the way back to the middle: steps and sways are seen, walking away is not. */
const CENTRING = 0.25;

type Figure = Pick<BodyFigure, "show" | "advance" | "shiftX" | "shiftZ" | "setAvatarHeight">;

export class BodyTheatre implements BodyView {
  private opened: Opened | null = null;
  private cast: BodyCast | null = null;
  private settings: BodySettings = {};
  private recording: MotionInput | null = null;
  private live: BodyInput | null = null;
  private readonly performers: BodyPerformers;
  /** Key of whom the user wants; undefined: whoever is first. */
  private wanted: string | null | undefined;
  /** Live, the avatar stays in the middle: it is brought there at once when it begins to move, and then more slowly than it walks. */
  private isCentred = false;
  /** The frame of now came live; its age is measured when it is on the bones. */
  private isLiveFrame = false;
  /** The loop's clock, and its step, seconds. */
  private now = 0;
  private elapsed = 0;
  private shiftX = 0;
  private shiftZ = 0;

  constructor(
    private readonly engine: FaceEngine,
    private readonly figure: Figure,
    private readonly camera: BodyCamera,
    private readonly display: BodyLive,
    private readonly listener: BodyListener,
    /** What a skeleton is found to be: `Core.describeBody`. */
    private readonly reportOf: (description: BodyDescription) => BodyReport,
  ) {
    this.performers = new BodyPerformers(engine.bodies);
  }

  /** The recording whose performers can be followed, in place of live ones; null: there is none any more. */
  show(source: MotionSource | null): void {
    this.figure.show(source);
    this.recording =
      source === null ? null : new MotionInput(source, (clip, performer) => this.measured(clip, performer));
    this.wanted = undefined;
    this.choose();
  }

  /** Live performers; null: there are none any more. */
  setLive(input: BodyInput | null): void {
    this.live = input;
    this.choose();
  }

  /** The live input's list has changed. */
  refresh(): void {
    if (this.performers.refresh()) this.followWanted();
  }

  /** Follows a performer by its key, or with null nobody. Throws RangeError where there is no such. */
  follow(key: string | null): void {
    if (key !== null && this.performers.handleOf(key) === null) {
      const known = this.performers.list.map((performer) => performer.key).join(", ");
      throw new RangeError(`performer: expected one of ${known}, found ${key}`);
    }
    this.wanted = key;
    this.followWanted();
  }

  /** @param copies what is drawn of the avatar; all show the same pose */
  setAvatar(handle: number, file: BodyFile, copies: readonly Posed[]): void {
    this.cast?.stand();
    this.cast = null;
    this.opened = { handle, file, copies, mapped: mappedBones(this.settings) };
    const joints = jointNames(file);
    try {
      this.cast = new BodyCast(this.engine, handle, file, copies, this.settings);
    } catch (error) {
      this.listener.rigChanged(null, error instanceof Error ? error.message : String(error), joints);
      return;
    }
    this.listener.rigChanged(this.cast.rig, "", joints);
    this.figure.setAvatarHeight(file.height);
    this.followWanted();
  }

  /** No avatar is open any more. The engine's slot is the caller's. */
  clear(): void {
    this.cast?.stand();
    this.cast = null;
    this.opened = null;
    this.listener.rigChanged(null, "", []);
  }

  /**
   * Puts the profile's part into force. Throws `invalid-profile`, and has changed nothing then. Bones by hand that give no skeleton are no
   * error: there is no body until others are given.
   */
  setSettings(settings: BodySettings = {}): void {
    const { cast, opened } = this;
    const isMapped = opened !== null && mappedBones(settings) !== opened.mapped;
    if (!isMapped) cast?.setSettings(settings);
    this.settings = settings;
    if (isMapped) this.setAvatar(opened.handle, opened.file, opened.copies);
  }

  /** Before the engine's step: the performers' poses of now. */
  advance(now: number): void {
    this.figure.advance(now);
    this.elapsed = Math.max(0, now - this.now);
    this.now = now;
    this.isLiveFrame = this.live?.advance?.() ?? false;
    this.performers.write();
  }

  /** After the engine's step: its row on the copies, its meters on display. */
  pose(): void {
    const { cast, display } = this;
    const { bodies } = this.engine;
    display.bodyStatus[0] = cast === null ? 0 : (bodies.status()[cast.row] ?? 0);
    if (cast?.isActive) this.place(cast);
    if (cast === null || !cast.pose(this.shiftX, this.shiftZ)) {
      display.bodyMeters.fill(0);
      return;
    }
    if (this.isLiveFrame && this.recording === null) display.latency.add(this.live?.age?.() ?? Number.NaN);
    const meters = bodies.meters();
    const from = cast.row * bodies.layout.meterStride;
    for (let index = 0; index < display.bodyMeters.length; ++index) {
      display.bodyMeters[index] = meters[from + index] ?? 0;
    }
  }

  /** From the pose that the followed performer is in. What is then in force is read by `inForce`. */
  calibrate(pose: CalibrationPose, force = false): PoseFault {
    return this.cast?.calibrate(pose, force) ?? "missing-bones";
  }

  calibrateHeadForward(): boolean {
    return this.cast?.calibrateHeadForward() ?? false;
  }

  neckHeightScale(): number | null {
    return this.cast?.neckHeightScale() ?? null;
  }

  /** Null where the avatar follows nobody. */
  autoFloorHeight(comfort: number): number | null {
    return this.cast?.autoFloorHeight(comfort) ?? null;
  }

  /** As the engine has them, the calibration in them; null without a body. */
  inForce(): BodySettings | null {
    return this.cast?.inForce() ?? null;
  }

  /** In force until the next settings; the profile knows nothing of them. */
  tryOut(settings: BodySettings): void {
    this.cast?.putSettings(settings);
  }

  /** The engine again as the profile has it, after a calibration that was looked at and not kept. */
  restore(): void {
    this.cast?.putSettings();
  }

  /** Floor, ankles and standing feet of a recording's performer. One without hips has none; it can not be followed either. */
  private measured(clip: MotionClip, performer: MotionPerformer): object {
    try {
      const { joints: _, ...rest } = recordedPerformer(this.reportOf, clip, performer).description;
      return rest;
    } catch {
      return {};
    }
  }

  private choose(): void {
    this.cast?.stand();
    this.performers.setInput(this.recording ?? this.live);
    this.followWanted();
  }

  private followWanted(): void {
    const { cast, performers, wanted } = this;
    // Whom the user chose and who has gone is waited for: the avatar stays with nobody else's moves.
    const key = wanted === undefined ? performers.first : wanted;
    const handle = performers.handleOf(key);
    const had = cast?.isFollowing ?? false;
    cast?.follow(handle);
    this.isCentred = false;
    this.listener.performersChanged(performers.list, handle === null ? null : key);
    if (cast === null || this.recording !== null || this.live === null) return;
    if (handle !== null && !had) this.camera.frameBody(cast.file.height);
    if (handle === null && had) this.camera.frameHead();
  }

  /** Where the copies stand in this frame: with a recording's stick figure, live in the middle. */
  private place(cast: BodyCast): void {
    if (this.recording !== null) {
      this.shiftX = this.figure.shiftX;
      this.shiftZ = this.figure.shiftZ;
      return;
    }
    const share = this.isCentred ? 1 - Math.exp(-this.elapsed / CENTRING) : 1;
    this.isCentred = true;
    const { bodies } = this.engine;
    const { poseStride, posePositions } = bodies.layout;
    const poses = bodies.poses();
    const hips = cast.row * poseStride + posePositions;
    const x = -(poses[hips] ?? 0);
    const z = -(poses[hips + 2] ?? 0);
    this.shiftX += share * (x - this.shiftX);
    this.shiftZ += share * (z - this.shiftZ);
  }
}
