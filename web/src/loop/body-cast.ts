// One avatar's body: its skeleton and settings in the engine, and each frame's row on its drawn copies.
// It solves nothing and knows no performers but the one whose handle it is given.
import { type AvatarBody, avatarBody, bodyBones, type Posed } from "../avatar/body-bones";
import { BodyWriter } from "../avatar/body-writer";
import type {
  AutoCalibration,
  BodyDescription,
  BodySettings,
  BodyTransfer,
  CalibrationPose,
  PoseFault,
} from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import type { BodyRig } from "../state/body-rig";
import { rigOf } from "./rig-of";

export type BodyFile = Parameters<typeof avatarBody>[0] & { readonly height: number };

export class BodyCast {
  readonly row: number;
  readonly rig: BodyRig;
  private readonly body: AvatarBody;
  private writers: readonly BodyWriter[] = [];
  private shown: readonly Posed[] = [];
  private isPosed = false;
  /** Undefined: not said yet. */
  private performer: number | null | undefined;
  private leader: number | null = null;
  private transfer: BodyTransfer | null = null;

  /**
   * @param handle of the avatar's slot, the caller's
   * @param copies what is drawn of the avatar; all show the same pose
   * @throws `invalid-argument` where the file has no skeleton with hips
   */
  constructor(
    private readonly engine: FaceEngine,
    readonly handle: number,
    readonly file: BodyFile,
    copies: readonly Posed[],
    private settings: BodySettings,
  ) {
    const { bodies } = engine;
    this.body = avatarBody(file, nodesByName(file, settings));
    bodies.setBody(handle, this.body.description);
    const report = bodies.report(handle);
    this.row = engine.row(handle);
    this.rig = rigOf(report, this.body.description.joints);
    this.setCopies(copies);
    this.putSettings();
  }

  /** As the engine was told. */
  get description(): BodyDescription {
    return this.body.description;
  }

  /** Other copies show the pose from now on; those before stand as in the file. */
  setCopies(copies: readonly Posed[]): void {
    this.stand();
    const { bodies } = this.engine;
    const report = bodies.report(this.handle);
    this.shown = copies;
    this.writers = copies.map(
      (copy) => new BodyWriter(bodyBones(copy, this.body, report, bodies.layout), bodies.layout),
    );
  }

  /**
   * Whoever is followed already goes on without a break; until another one's first frame the pose is kept.
   * @param performer the engine's handle, null: nobody
   */
  follow(performer: number | null): void {
    if (performer === this.performer && this.leader === null) return;
    if (performer === null) this.stand();
    this.performer = performer;
    this.leader = this.transfer = null;
    this.engine.bodies.followPerformer(this.handle, performer);
    this.putSettings();
  }

  /** Copies the pose of another avatar from now on. Throws `invalid-argument` where that one follows this one. */
  followBody(leader: number, transfer: BodyTransfer): void {
    if (leader === this.leader) {
      if (transfer !== this.transfer) this.engine.bodies.setTransfer(this.handle, transfer);
    } else {
      this.stand();
      this.engine.bodies.followBody(this.handle, leader, transfer);
      this.putSettings();
    }
    this.performer = undefined;
    this.leader = leader;
    this.transfer = transfer;
  }

  get isFollowing(): boolean {
    return typeof this.performer === "number" || this.leader !== null;
  }

  /** Throws `invalid-profile`, and has changed nothing then. Another map by hand needs another cast. */
  setSettings(settings: BodySettings): void {
    const before = this.settings;
    this.settings = settings;
    try {
      this.putSettings();
    } catch (error) {
      this.settings = before;
      throw error;
    }
  }

  /** It follows somebody who has a pose. */
  get isActive(): boolean {
    const { bodies } = this.engine;
    return ((bodies.status()[this.row] ?? 0) & bodies.statusBits.active) !== 0;
  }

  /**
   * After the engine's step: the frame on the copies, which stand at `x` and `z`, metres, besides. Allocates nothing.
   * @returns false where it follows nobody who has a pose: it stands as in its file then, in the size that is set
   */
  pose(x: number, z: number): boolean {
    const { bodies } = this.engine;
    const rows = bodies.rows();
    const at = this.row * bodies.layout.bodyStride;
    const { isActive } = this;
    // Who is followed has had no frame yet: what is shown stays.
    if (!isActive && this.isPosed && this.isFollowing) return true;
    if (!isActive) this.stand();
    for (let index = 0; index < this.writers.length; ++index) {
      if (isActive) this.writers[index]?.apply(rows, at);
      else this.writers[index]?.size(rows, at);
    }
    for (let index = 0; index < this.shown.length; ++index) this.shown[index]?.root.position.set(x, 0, z);
    this.isPosed = isActive;
    return isActive;
  }

  /** The pose of the file, at the origin. */
  stand(): void {
    if (!this.isPosed) return;
    this.isPosed = false;
    for (const writer of this.writers) writer.reset();
    for (const { root } of this.shown) root.position.set(0, 0, 0);
  }

  calibrate(pose: CalibrationPose, force: boolean): PoseFault {
    return this.engine.bodies.calibrate(this.handle, pose, force);
  }

  calibrateHeadForward(): boolean {
    return this.engine.bodies.calibrateHeadForward(this.handle);
  }

  autoCalibrate(force: boolean): PoseFault {
    return this.engine.bodies.autoCalibrate(this.handle, force);
  }

  autoCalibration(): AutoCalibration {
    return this.engine.bodies.autoCalibration(this.handle);
  }

  neckHeightScale(): number | null {
    return this.engine.bodies.neckHeightScale(this.handle);
  }

  /** Null where it follows nobody. */
  autoFloorHeight(comfort: number): number | null {
    return typeof this.performer === "number"
      ? this.engine.bodies.autoFloorHeight(this.handle, comfort)
      : null;
  }

  inForce(): BodySettings {
    return this.engine.bodies.settings(this.handle);
  }

  /** @param settings in force until the next; default: the profile's */
  putSettings(settings = this.settings): void {
    this.engine.bodies.setSettings(this.handle, settings);
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

/** What a bone may be given to: a name stands for its first joint, so each stands once. */
export function jointNames({ nodes }: BodyFile): readonly string[] {
  return [...new Set(nodes.map(({ name }) => name).filter((name) => name !== ""))];
}

export const mappedBones = (settings: BodySettings): string => JSON.stringify(bonesByHand(settings));

function nodesByName({ nodes }: BodyFile, settings: BodySettings): Record<string, number> {
  return Object.fromEntries(
    Object.entries(bonesByHand(settings)).flatMap(([bone, name]) => {
      const node = nodes.find((candidate) => candidate.name === name);
      return node === undefined ? [] : [[bone, node.index]];
    }),
  );
}
