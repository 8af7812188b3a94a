// Types of the JSON documents of bodies: description, report, settings, transfer.
// It does not validate: the core does, and what it returns has these forms. Unknown fields are carried along untyped.
import type { BodyParameterName, BodyValue } from "../tables/body-parameters";
import type { HumanBoneName } from "../tables/human-bones";

export type Vector3 = readonly [number, number, number];
/** x, y, z, w. */
export type Rotation = readonly [number, number, number, number];

/** A joint at rest, in its parent's space (a root: in avatar or world space). Absent: 0, no rotation, 1. */
export interface JointDescription {
  readonly name: string;
  /** Index into the same list, in any order; -1 or absent: a root. */
  readonly parent?: number;
  /** Metres. */
  readonly translation?: Vector3;
  readonly rotation?: Rotation;
  readonly scale?: Vector3;
}

export interface FootSole {
  readonly heel: Vector3;
  /** Under the toes' joint. */
  readonly ball: Vector3;
  /** Tip of the toes. */
  readonly toe: Vector3;
  /** From the middle of each to one edge; the other lies opposite. Absent: 0. */
  readonly heelEdge?: Vector3;
  readonly ballEdge?: Vector3;
  readonly toeEdge?: Vector3;
  /** The tip moves with the foot, not with the toes. Absent: false. */
  readonly rigid?: boolean;
}

/** A skeleton: an avatar's (model space, facing +Z) or a performer's (world). */
export interface BodyDescription {
  readonly joints: readonly JointDescription[];
  /** The bind pose of the same joints, where the file has one. */
  readonly bind?: readonly JointDescription[];
  /** Indices into `joints` where the file or the user says so; the rest is found by name and shape. */
  readonly humanoid?: Readonly<Partial<Record<HumanBoneName, number>>>;
  /** Ankle joint above the sole, standing, metres. */
  readonly ankleHeight?: number;
  /** Where feet meet the floor, from the foot's joint in the T-pose, metres. */
  readonly soles?: Readonly<Partial<Record<"left" | "right", FootSole>>>;
  /** Head joint to crown, metres. */
  readonly headSize?: number;
  /** "Up" in a joint's own axes while the foot stands flat. Absent: as at rest. */
  readonly standing?: Readonly<Partial<Record<"leftFoot" | "rightFoot" | "leftToes" | "rightToes", Vector3>>>;
  /** Height of a performer's floor in its world, metres. Absent: 0. */
  readonly floor?: number;
}

export interface BodyFinding {
  readonly kind: "missing" | "ambiguous" | "guessed" | "rejected";
  readonly bone: HumanBoneName;
  /** English, names the joints. */
  readonly text: string;
}

/** What a skeleton was found to be. Joints are indices into the description. Lengths in metres at scale 1. */
export interface BodyReport {
  /** All bones are there that a body needs. */
  readonly complete: boolean;
  readonly humanoid: Readonly<Partial<Record<HumanBoneName, number>>>;
  readonly findings: readonly BodyFinding[];
  readonly spine: readonly number[];
  readonly neck: readonly number[];
  /** In the order of the row's roll rotations. */
  readonly rolls: readonly { readonly joint: number; readonly bone: HumanBoneName }[];
  readonly rest: {
    readonly kind: "T" | "A" | "I" | "other";
    /** Left, right: below level. */
    readonly armDegrees: readonly [number, number];
    readonly headingDegrees: number;
  };
  readonly tPositions: Readonly<Partial<Record<HumanBoneName, Vector3>>>;
  readonly measures: {
    readonly height: number;
    readonly leg: readonly [number, number];
    readonly arm: readonly [number, number];
    readonly ankleHeight: number;
    readonly hipsToThigh: number;
    readonly standingHips: number;
    readonly shoulderWidth: number;
    readonly hipWidth: number;
    readonly head: number;
  };
}

export type CalibrationPose = "T" | "I";

/** Why a performer's pose is clearly no calibration pose; "none": it was taken. */
export type PoseFault =
  | "none"
  | "missing-bones"
  | "not-upright"
  | "crouching"
  | "arms-not-level"
  | "arms-not-down";

/** How far the automatic calibration is. What it found is in the settings when it is done. */
export interface AutoCalibration {
  readonly stage: "none" | "scaling" | "turning" | "done" | "refused";
  /** "none" unless it was refused. */
  readonly fault: PoseFault;
}

export interface BodyCalibration {
  readonly pose: CalibrationPose;
  /** Taken from the performer's pose, not from the rest poses. */
  readonly live?: boolean;
  /** Radians. */
  readonly heading?: number;
  /** x and z, metres. */
  readonly origin?: readonly [number, number];
  /** Metres above the floor. */
  readonly initialHipsHeight?: number;
  readonly rotationOffsets: Readonly<Partial<Record<HumanBoneName, Rotation>>>;
}

/** How an avatar follows another avatar. Absent: 0 and false. */
export interface BodyTransfer {
  /** Metres, world; sign of x is Unity's. */
  readonly hipOffset?: Vector3;
  readonly syncRootScale?: boolean;
  readonly transferHeadScale?: boolean;
}

/** `$.retargeting` of a profile. */
export interface BodySettings {
  readonly version?: number;
  /** What is absent has its default. */
  readonly parameters?: Readonly<Partial<Record<BodyParameterName, BodyValue>>>;
  readonly calibration?: BodyCalibration;
  readonly transfer?: readonly BodyTransfer[];
}

/** Numbers by which the rows of bodies are read; the same in the module's typings. */
export interface BodyLayout {
  readonly performerJoints: number;
  readonly jointStride: number;
  /** Floats of a body's row: the rotations of the human bones in their table's order (4 each), then what stands below. */
  readonly bodyStride: number;
  /** Where a row has the hips' translation (3), avatarScale, headScale and the roll joints' rotations (4 each). */
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

export type PropType = "none" | "object" | "chair" | "hand";
export type PropSlot = "leftHand" | "rightHand" | "head";
