// Types of the JSON documents that cross the boundary to the core: measurement, profile, report, routes.
// It does not validate: the core does, and what it returns has these forms. Unknown fields are carried along untyped.

import type { FaceChannelName, FaceGroupName } from "../tables/face-channels";
import type { BodySettings } from "./body-documents";

/** What a channel's route is able to do. A measurement leaves channels without a route out. */
export type Presence = "missing" | "empty" | "binary" | "moves";

/** What decided the saturation weight. */
export type SaturationFrom = "none" | "response" | "fold" | "lids" | "lips";

/** How the eye's turning was found. */
export type GazeFrom = "none" | "bone" | "eyeball";

/** A channel's movement at one weight. Metres. */
export interface ProbePoint {
  readonly weight: number;
  readonly travel: number;
  readonly rms: number;
}

/** One channel of a measurement, at weight 1 where nothing else is said. Lengths in metres. */
export interface ChannelMeasurement {
  readonly presence: Presence;
  readonly travel: number;
  /** Travel as a share of the avatar's own `faceHeight`. */
  readonly travelPerFace: number;
  /** Extent of the moved surface along `up`, from the head bone. */
  readonly low: number;
  readonly high: number;
  readonly rms: number;
  readonly max: number;
  readonly movedVertices: number;
  readonly curve: readonly ProbePoint[];
  /** Weights, 0..1. */
  readonly deadZone: number;
  readonly saturation: number;
  readonly saturationFrom: SaturationFrom;
  readonly travelAtSaturation: number;
  /** 0 where no turning was found. */
  readonly gazeDegrees: number;
  readonly gazeFrom: GazeFrom;
  readonly lidClosure: number;
  readonly lateral: number;
}

export interface Measurement {
  /** Unit vector, avatar space. */
  readonly up: readonly [number, number, number];
  /** Metres; 0 where nothing moves. */
  readonly faceHeight: number;
  /** Fewer than three regions of the face move. */
  readonly lowConfidence: boolean;
  /** mouthClose weight per jawOpen weight that brings the lip gap back to rest. */
  readonly coupling: number;
  /** Open lid gap, left and right, metres. */
  readonly lidGap: readonly [number, number];
  readonly channels: Readonly<Partial<Record<FaceChannelName, ChannelMeasurement>>>;
}

/** A reference holds at least this; any measurement is one too. */
export interface ReferenceFace {
  readonly name?: string;
  readonly up: readonly [number, number, number];
  readonly faceHeight: number;
  readonly channels: Readonly<
    Partial<
      Record<
        FaceChannelName,
        Pick<ChannelMeasurement, "travel" | "low" | "high" | "rms"> & { readonly gazeDegrees?: number }
      >
    >
  >;
}

export type RemapMethod = "range_match" | "adaptive_remap" | "linear";
export const remapMethods: readonly RemapMethod[] = ["range_match", "adaptive_remap", "linear"];

/** One channel's settings in a profile; absent fields have the defaults of docs/calibration.md. */
export interface ProfileChannel {
  readonly gamma?: number;
  readonly ratio?: number;
  readonly deadZone?: number;
  readonly saturation?: number;
  readonly userGain?: number;
  readonly floor?: number;
  readonly closedAt?: number;
  readonly locked?: boolean;
  readonly muted?: boolean;
}

/** The calibration and the user's settings, as in a file. */
export interface Profile {
  readonly version: number;
  readonly avatarName?: string;
  readonly platform?: string;
  readonly created?: string;
  readonly avatar?: { readonly fingerprint?: string };
  readonly calibration: {
    readonly method: RemapMethod;
    readonly symmetry?: number;
    readonly overall?: number;
    readonly groupGain?: Readonly<Record<string, number>>;
    readonly channels: Readonly<Partial<Record<FaceChannelName, ProfileChannel>>>;
    /** Channel name to the id of the substitute that drives it. */
    readonly substitutes?: Readonly<Record<string, string>>;
    /** Target to channel, pair or nothing (see docs/profiles.md); the core keeps it and does not read it. */
    readonly mapping?: Readonly<Record<string, unknown>>;
  };
  /** The body's parameters and calibration; absent: all defaults. */
  readonly retargeting?: BodySettings;
  readonly checksum?: string;
}

export interface DocumentWarning {
  /** JSON path. */
  readonly path: string;
  readonly message: string;
}

/** What `calibrate` may be told; everything is optional. */
export interface CalibrateOptions {
  readonly method?: RemapMethod;
  /** 0..1. */
  readonly symmetry?: number;
  readonly avatarName?: string;
  readonly platform?: string;
  /** ISO 8601. */
  readonly created?: string;
  readonly fingerprint?: string;
  /** A profile whose user settings survive and whose locked channels stay as they are. */
  readonly keep?: Profile;
}

/** What became of a channel; every channel has exactly one. */
export type Verdict = "effective" | "weak" | "strong" | "binary" | "empty" | "missing";

/** All verdicts, the ones that need nobody's attention first. */
export const verdicts: readonly Verdict[] = ["effective", "binary", "strong", "weak", "empty", "missing"];

/** One channel of the report. Lists have one number for each of the report's inputs. */
export interface ChannelReport {
  readonly verdict: Verdict;
  /** How the channel is matched on this avatar. */
  readonly class: "amplitude" | "closure" | "gaze" | "coupled" | "binary";
  readonly group: FaceGroupName;
  /** Metres, at weight 1. */
  readonly travel: number;
  readonly travelPerFace: number;
  readonly rms: number;
  readonly low: number;
  readonly high: number;
  readonly movedVertices: number;
  /** The ratio that the calibration uses; null where the channel has none: missing, empty, binary. */
  readonly ratio: number | null;
  /** Before clamp and symmetry; null where there is nothing to compare. */
  readonly measuredRatio: number | null;
  readonly ratioFrom: "none" | "travel" | "rms" | "angle";
  /** Weights in force, 0..1. */
  readonly deadZone: number;
  readonly saturation: number;
  readonly saturationFrom: SaturationFrom;
  readonly gazeDegrees: number;
  /** Id of the substitute that the profile has accepted. */
  readonly substitute: string | null;
  /** It takes part in the score. */
  readonly scored: boolean;
  /** Visible travel as a share of the face height that both faces have in common: what the reference shows for the input, */
  readonly reference: readonly number[];
  /** what the avatar shows for the same weight, */
  readonly raw: readonly number[];
  /** and for the calibrated weight, */
  readonly calibrated: readonly number[];
  /** which is this. */
  readonly output: readonly number[];
}

export interface Report {
  readonly method: RemapMethod;
  /** Metres, over the channels that both faces have. */
  readonly faceHeight: number;
  readonly referenceFaceHeight: number;
  readonly lowConfidence: boolean;
  readonly coupling: number;
  readonly inputs: readonly number[];
  /** 0..100; null where no channel can be scored. */
  readonly score: { readonly before: number | null; readonly after: number | null };
  readonly channels: Readonly<Record<FaceChannelName, ChannelReport>>;
}

/** How values are read: 0..1, 0..100, or found out from ten frames above 2. */
export type InputRange = "auto" | "unit" | "percent";

/** Routes as the reader makes them; the core checks what is inside. */
export interface RoutesDocument {
  readonly slotCount: number;
  readonly expressions: readonly object[];
  readonly channels: Readonly<Record<string, object>>;
}
