// The open avatar's body: gives the engine skeletons, performers and settings, and puts each frame's row on the drawn copies.
// It solves nothing and decides nothing; what the user sets comes as `$.retargeting` of the profile, in whole.
import { type AvatarBody, avatarBody, bodyBones, type Posed } from "../avatar/body-bones";
import { BodyWriter } from "../avatar/body-writer";
import type { BodyReport, BodySettings, CalibrationPose, PoseFault } from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import { performerJoints, writePerformerRow } from "../sources/motion/performer-joints";
import type { MotionSource } from "../sources/motion-source";
import type { BodyRig } from "../state/body-rig";
import type { BodyFigure } from "./body-figure";
import { rigOf } from "./rig-of";
import type { BodyView } from "./take-deck";

type Description = Parameters<typeof avatarBody>[0] & { readonly height: number };

/** Where each frame's meters and what happened go for display. */
export interface BodyLive {
  readonly bodyMeters: Float32Array;
  readonly bodyStatus: Uint32Array;
}

export interface BodyListener {
  /** @param problem why there is no rig; "" where there is one or no avatar is open */
  rigChanged(rig: BodyRig | null, problem: string): void;
  performersChanged(performers: readonly BodyRig[], follows: number | null): void;
}

/** What is moved: one avatar in the engine, and its copies in the pictures. */
interface Cast {
  readonly handle: number;
  readonly row: number;
  readonly description: Description;
  readonly copies: readonly Posed[];
  body: AvatarBody;
  writers: readonly BodyWriter[];
  /** Human bones by hand that `body` was made with, as text. */
  mapped: string;
}

interface Performer {
  readonly handle: number;
  readonly row: number;
}

export class BodyTheatre implements BodyView {
  private cast: Cast | null = null;
  private settings: BodySettings = {};
  private source: MotionSource | null = null;
  private performers: readonly Performer[] = [];
  private following: number | null = null;
  private shownRevision = -1;
  private isPosed = false;

  constructor(
    private readonly engine: FaceEngine,
    private readonly figure: Pick<BodyFigure, "show" | "advance" | "shiftX" | "shiftZ" | "setAvatarHeight">,
    private readonly live: BodyLive,
    private readonly listener: BodyListener,
  ) {}

  /** The recording whose performers can be followed; null: there is none any more. */
  show(source: MotionSource | null): void {
    const { bodies } = this.engine;
    this.figure.show(source);
    this.stand();
    if (this.cast !== null && this.following !== null) bodies.followPerformer(this.cast.handle, null);
    for (const { handle } of this.performers) bodies.removePerformer(handle);
    this.source = source;
    this.shownRevision = -1;
    const rigs: BodyRig[] = [];
    this.performers = (source?.clip.performers ?? []).flatMap((performer) => {
      const { joints } = performerJoints(performer);
      try {
        const handle = bodies.addPerformer({ joints });
        rigs.push(rigOf(bodies.performerReport(handle), joints));
        return [{ handle, row: bodies.performerRow(handle) }];
      } catch {
        // A performer without hips, or one too many: the stick figure shows it all the same.
        return [];
      }
    });
    this.following = this.performers.length > 0 ? 0 : null;
    this.follow(this.following);
    this.listener.performersChanged(rigs, this.following);
  }

  /** Follows another performer of the recording, or with null nobody. Throws RangeError where there is no such. */
  follow(performer: number | null): void {
    const chosen = performer === null ? null : (this.performers[performer] ?? null);
    if (performer !== null && chosen === null) {
      throw new RangeError(`performer: expected 0 to ${this.performers.length - 1}, found ${performer}`);
    }
    this.following = performer;
    this.stand();
    if (this.cast === null) return;
    this.engine.bodies.followPerformer(this.cast.handle, chosen?.handle ?? null);
    this.putSettings();
  }

  /** @param copies what is drawn of the avatar; all show the same pose */
  setAvatar(handle: number, description: Description, copies: readonly Posed[]): void {
    this.cast = null;
    const mapped = mappedBones(this.settings);
    try {
      this.cast = this.makeCast(handle, description, copies, mapped);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.listener.rigChanged(null, reason);
      return;
    }
    this.figure.setAvatarHeight(description.height);
    this.follow(this.following);
  }

  /** No avatar is open any more. The engine's slot is the caller's. */
  clear(): void {
    this.stand();
    this.cast = null;
    this.listener.rigChanged(null, "");
  }

  /** Puts the profile's part into force. Throws `invalid-profile`, and has changed nothing then. */
  setSettings(settings: BodySettings = {}): void {
    const { cast } = this;
    const before = this.settings;
    this.settings = settings;
    if (cast === null) return;
    try {
      const mapped = mappedBones(settings);
      if (mapped === cast.mapped) this.putSettings();
      else this.setAvatar(cast.handle, cast.description, cast.copies);
    } catch (error) {
      this.settings = before;
      throw error;
    }
  }

  /** Before the engine's step: the performers' poses of now. */
  advance(now: number): void {
    this.figure.advance(now);
    const { source, performers } = this;
    if (source === null || source.timeline.revision === this.shownRevision) return;
    this.shownRevision = source.timeline.revision;
    const { bodies } = this.engine;
    const { performerJoints: most, jointStride } = bodies.layout;
    const input = bodies.performerInput();
    const times = bodies.performerTime();
    for (let index = 0; index < performers.length; ++index) {
      const performer = performers[index];
      const pose = source.poses[index];
      if (performer === undefined || pose === undefined) continue;
      writePerformerRow(pose, most, input, performer.row * most * jointStride);
      times[performer.row] = source.timeline.position;
    }
  }

  /** After the engine's step: its row on the copies, its meters on display. */
  pose(): void {
    const { cast, live } = this;
    const { bodies } = this.engine;
    const status = cast === null ? 0 : (bodies.status()[cast.row] ?? 0);
    live.bodyStatus[0] = status;
    if (cast === null || (status & bodies.statusBits.active) === 0) {
      this.stand();
      return;
    }
    const rows = bodies.rows();
    const { bodyStride, meterStride } = bodies.layout;
    for (let index = 0; index < cast.writers.length; ++index)
      cast.writers[index]?.apply(rows, cast.row * bodyStride);
    const { shiftX, shiftZ } = this.figure;
    for (let index = 0; index < cast.copies.length; ++index)
      cast.copies[index]?.root.position.set(shiftX, 0, shiftZ);
    const meters = bodies.meters();
    const from = cast.row * meterStride;
    for (let index = 0; index < live.bodyMeters.length; ++index) {
      live.bodyMeters[index] = meters[from + index] ?? 0;
    }
    this.isPosed = true;
  }

  /** From the pose that the followed performer is in. The settings in force are read by `inForce`. */
  calibrate(pose: CalibrationPose, force = false): PoseFault {
    return this.cast === null ? "missing-bones" : this.engine.bodies.calibrate(this.cast.handle, pose, force);
  }

  calibrateHeadForward(): boolean {
    return this.cast !== null && this.engine.bodies.calibrateHeadForward(this.cast.handle);
  }

  neckHeightScale(): number | null {
    return this.cast === null ? null : this.engine.bodies.neckHeightScale(this.cast.handle);
  }

  /** Null where the avatar follows nobody. */
  autoFloorHeight(comfort: number): number | null {
    if (this.cast === null || this.following === null) return null;
    return this.engine.bodies.autoFloorHeight(this.cast.handle, comfort);
  }

  /** As the engine has them, the calibration in them; null without a body. */
  inForce(): BodySettings | null {
    return this.cast === null ? null : this.engine.bodies.settings(this.cast.handle);
  }

  /** The engine again as the profile has it, after a calibration that was looked at and not kept. */
  restore(): void {
    if (this.cast !== null) this.putSettings();
  }

  private makeCast(handle: number, description: Description, copies: readonly Posed[], mapped: string): Cast {
    const { bodies } = this.engine;
    const body = avatarBody(description, nodesByName(description, this.settings));
    bodies.setBody(handle, body.description);
    const report: BodyReport = bodies.report(handle);
    const writers = copies.map(
      (copy) => new BodyWriter(bodyBones(copy, body, report, bodies.layout), bodies.layout),
    );
    this.listener.rigChanged(rigOf(report, body.description.joints), "");
    return { handle, row: this.engine.row(handle), description, copies, body, writers, mapped };
  }

  private putSettings(): void {
    const { cast, settings } = this;
    if (cast === null) return;
    const { bodies } = this.engine;
    bodies.setSettings(cast.handle, settings);
    // A profile without a calibration means the one from both rest poses, whatever was in force before.
    if (settings.calibration === undefined) bodies.resetCalibration(cast.handle);
  }

  /** The pose of the file, at the origin. */
  private stand(): void {
    if (!this.isPosed || this.cast === null) return;
    this.isPosed = false;
    for (const writer of this.cast.writers) writer.reset();
    for (const { root } of this.cast.copies) root.position.set(0, 0, 0);
    this.live.bodyMeters.fill(0);
  }
}

/** Human bones by hand as the profile names them: bone to joint name. The core keeps the field and does not read it. */
function bonesByHand(settings: BodySettings): Readonly<Record<string, string>> {
  const { humanoid } = settings as { readonly humanoid?: unknown };
  if (typeof humanoid !== "object" || humanoid === null) return {};
  return Object.fromEntries(
    Object.entries(humanoid).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

const mappedBones = (settings: BodySettings) => JSON.stringify(bonesByHand(settings));

function nodesByName({ nodes }: Description, settings: BodySettings): Record<string, number> {
  const byHand = Object.entries(bonesByHand(settings));
  return Object.fromEntries(
    byHand.flatMap(([bone, name]) => {
      const node = nodes.find((candidate) => candidate.name === name);
      return node === undefined ? [] : [[bone, node.index]];
    }),
  );
}
