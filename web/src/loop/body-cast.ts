// One avatar's body: its skeleton and settings in the engine, and each frame's row on its drawn copies.
// It solves nothing and knows no performers but the one whose handle it is given.
import { type AvatarBody, avatarBody, bodyBones, type Posed } from "../avatar/body-bones";
import { BodyWriter } from "../avatar/body-writer";
import type { BodySettings, CalibrationPose, PoseFault } from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import type { BodyRig } from "../state/body-rig";
import { rigOf } from "./rig-of";

export type BodyFile = Parameters<typeof avatarBody>[0] & { readonly height: number };

export class BodyCast {
  readonly row: number;
  readonly rig: BodyRig;
  private readonly body: AvatarBody;
  private readonly writers: readonly BodyWriter[];
  private isPosed = false;
  private performer: number | null = null;

  /**
   * @param handle of the avatar's slot, the caller's
   * @param copies what is drawn of the avatar; all show the same pose
   * @throws `invalid-argument` where the file has no skeleton with hips
   */
  constructor(
    private readonly engine: FaceEngine,
    readonly handle: number,
    readonly file: BodyFile,
    readonly copies: readonly Posed[],
    private settings: BodySettings,
  ) {
    const { bodies } = engine;
    this.body = avatarBody(file, nodesByName(file, settings));
    bodies.setBody(handle, this.body.description);
    const report = bodies.report(handle);
    this.row = engine.row(handle);
    this.rig = rigOf(report, this.body.description.joints);
    this.writers = copies.map(
      (copy) => new BodyWriter(bodyBones(copy, this.body, report, bodies.layout), bodies.layout),
    );
    this.putSettings();
  }

  /** @param performer the engine's handle, null: nobody */
  follow(performer: number | null): void {
    this.stand();
    this.performer = performer;
    this.engine.bodies.followPerformer(this.handle, performer);
    this.putSettings();
  }

  get isFollowing(): boolean {
    return this.performer !== null;
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

  /** After the engine's step. False where it follows nobody who has a pose: it stands as in its file then, in the size that is set. Allocates nothing. */
  pose(shiftX: number, shiftZ: number): boolean {
    const { bodies } = this.engine;
    const rows = bodies.rows();
    const at = this.row * bodies.layout.bodyStride;
    if (!this.isActive) {
      this.stand();
      for (let index = 0; index < this.writers.length; ++index) this.writers[index]?.size(rows, at);
      return false;
    }
    for (let index = 0; index < this.writers.length; ++index) this.writers[index]?.apply(rows, at);
    for (let index = 0; index < this.copies.length; ++index)
      this.copies[index]?.root.position.set(shiftX, 0, shiftZ);
    this.isPosed = true;
    return true;
  }

  /** The pose of the file, at the origin. */
  stand(): void {
    if (!this.isPosed) return;
    this.isPosed = false;
    for (const writer of this.writers) writer.reset();
    for (const { root } of this.copies) root.position.set(0, 0, 0);
  }

  calibrate(pose: CalibrationPose, force: boolean): PoseFault {
    return this.engine.bodies.calibrate(this.handle, pose, force);
  }

  calibrateHeadForward(): boolean {
    return this.engine.bodies.calibrateHeadForward(this.handle);
  }

  neckHeightScale(): number | null {
    return this.engine.bodies.neckHeightScale(this.handle);
  }

  /** Null where it follows nobody. */
  autoFloorHeight(comfort: number): number | null {
    return this.performer === null ? null : this.engine.bodies.autoFloorHeight(this.handle, comfort);
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
