// One avatar's body on the stage: with or without a skeleton, its settings, whom it is to follow, and where it stands.
// It chooses no performer: the theatre does, for all of them at once.
import type { Posed } from "../avatar/body-bones";
import type {
  AutoCalibration,
  BodySettings,
  BodyTransfer,
  CalibrationPose,
  PoseFault,
} from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import type { BodyRig } from "../state/body-rig";
import type { Wanted } from "./assign-performers";
import { BodyCast, type BodyFile, jointNames, mappedBones } from "./body-cast";

/** Another avatar whose pose it copies, and how. */
export interface Leading {
  readonly leader: number;
  readonly transfer: BodyTransfer;
}

export class BodyMember {
  cast: BodyCast | null = null;
  /** Why there is no body; "" where there is one. */
  problem = "";
  joints: readonly string[] = [];
  /** By hand: of live performers, and of the recording that is open. */
  wantedLive: Wanted;
  wantedTake: Wanted;
  leading: Leading | null = null;
  /** Key of the performer that it follows. */
  performer: string | null = null;
  /** Metres to the side of where it would stand: others are there. */
  aside = 0;
  /** Bones by hand that a body was made with last, or was to be, as text. */
  private mapped = "";
  private parts: { handle: number; file: BodyFile; copies: readonly Posed[] } | null = null;

  constructor(
    private readonly engine: FaceEngine,
    readonly key: number,
    /** As the profile has them. */
    public settings: BodySettings,
    /** Has a member follow a performer by its key, null: nobody. Throws RangeError where there is no such. */
    private readonly choose: (member: BodyMember, performer: string | null) => void,
  ) {}

  get rig(): BodyRig | null {
    return this.cast?.rig ?? null;
  }

  get height(): number {
    return this.parts?.file.height ?? 0;
  }

  /** The avatar, or another one in its place. It follows nobody until the theatre says whom. */
  setAvatar(handle: number, file: BodyFile, copies: readonly Posed[]): void {
    this.cast?.stand();
    this.cast = null;
    this.problem = "";
    this.parts = { handle, file, copies };
    this.mapped = mappedBones(this.settings);
    this.joints = jointNames(file);
    try {
      this.cast = new BodyCast(this.engine, handle, file, copies, this.settings);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Other copies show it from now on; its pose goes on. */
  setCopies(copies: readonly Posed[]): void {
    if (this.parts === null) return;
    this.parts = { ...this.parts, copies };
    this.cast?.setCopies(copies);
  }

  /** True where other bones by hand made another body of it. */
  setSettings(settings: BodySettings): boolean {
    const { parts } = this;
    const isMapped = parts !== null && mappedBones(settings) !== this.mapped;
    if (!isMapped) this.cast?.setSettings(settings);
    this.settings = settings;
    if (isMapped) this.setAvatar(parts.handle, parts.file, parts.copies);
    return isMapped;
  }

  /** After the engine's step. Allocates nothing. False where it follows nobody who has a pose. */
  pose(x: number, z: number): boolean {
    if (this.cast !== null) return this.cast.pose(x, z);
    const copies = this.parts?.copies ?? [];
    for (let index = 0; index < copies.length; ++index) copies[index]?.root.position.set(x, 0, z);
    return false;
  }

  get isActive(): boolean {
    return this.cast?.isActive ?? false;
  }

  leave(): void {
    this.cast?.stand();
  }

  wantAs({ wantedLive, wantedTake, leading }: BodyMember): void {
    Object.assign(this, { wantedLive, wantedTake, leading });
  }

  follow(performer: string | null): void {
    this.choose(this, performer);
  }

  calibrate(pose: CalibrationPose, force = false): PoseFault {
    return this.cast?.calibrate(pose, force) ?? "missing-bones";
  }

  calibrateHeadForward(): boolean {
    return this.cast?.calibrateHeadForward() ?? false;
  }

  autoCalibrate(force: boolean): PoseFault {
    return this.cast?.autoCalibrate(force) ?? "missing-bones";
  }

  autoCalibration(): AutoCalibration | null {
    return this.cast?.autoCalibration() ?? null;
  }

  neckHeightScale(): number | null {
    return this.cast?.neckHeightScale() ?? null;
  }

  autoFloorHeight(comfort: number): number | null {
    return this.cast?.autoFloorHeight(comfort) ?? null;
  }

  inForce(): BodySettings | null {
    return this.cast?.inForce() ?? null;
  }

  tryOut(settings: BodySettings): void {
    this.cast?.putSettings(settings);
  }

  restore(): void {
    this.cast?.putSettings();
  }
}
