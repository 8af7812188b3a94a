// What the commands need of the rest of the application, as interfaces: the composition root fills them, tests replace them.
// No behaviour lives here.

import type { AvatarDescription } from "../avatar/description";
import type { AutoCalibration, BodySettings, PoseFault } from "../core/body-documents";
import type { Report as CoreReport, Measurement } from "../core/documents";
import type { AvatarFacts, AvatarOrigin } from "../state/avatar";
import type { Mapping } from "../state/mapping";
import type { Profile } from "../state/profile";
import type { ChannelReport, Report } from "../state/report";

/** A file as the browser has it; nothing is copied until it is read. */
export interface AvatarFile {
  readonly name: string;
  readonly content: Blob;
  /** Files that were dropped together with a .gltf, by their names. */
  readonly beside: Readonly<Record<string, Blob>>;
  readonly origin?: AvatarOrigin;
}

/** A substitute that was asked for and that the avatar does not offer. */
export interface UnknownSubstitute {
  readonly channel: string;
  readonly id: string;
}

export interface MeasuredAvatar {
  readonly facts: AvatarFacts;
  /** Without geometry; accepted substitutes are in its routes. */
  readonly description: AvatarDescription;
  readonly measurement: Measurement;
  readonly unknownSubstitutes: readonly UnknownSubstitute[];
}

export interface MeasureOptions {
  readonly signal: AbortSignal;
  /** Accepted substitutes, by channel name. */
  readonly substitutes: Readonly<Record<string, string>>;
  /** Targets mapped to channels by hand. */
  readonly mapping: Mapping;
  /** 0..1 of the measuring. */
  onProgress(progress: number): void;
}

export interface Measurer {
  /** Rejects with an error whose message names file, place and expectation. */
  measure(file: AvatarFile, options: MeasureOptions): Promise<MeasuredAvatar>;
}

/** A drawn avatar that is not shown yet. */
export interface Drawn {
  /** Images of the file that could not be decoded; the avatar is drawn without them. */
  readonly missingImages: number;
  dispose(): void;
}

export interface Drawer {
  /** @param whole with all morph targets, also those that nothing drives; default false */
  draw(file: AvatarFile, avatar: MeasuredAvatar, signal: AbortSignal, whole?: boolean): Promise<Drawn>;
}

/** The calibration functions of the core. All throw with a message that names place and expectation. */
export interface Calibrator {
  /** A profile for a measurement; `keep` is one whose user settings survive. */
  calibrate(avatar: MeasuredAvatar, keep: Profile | null): Profile;
  report(avatar: MeasuredAvatar, profile: Profile): Report;
  /** One channel of the report, for a fraction of its time. */
  reportChannel(avatar: MeasuredAvatar, profile: Profile, channel: number): ChannelReport;
  /** The same as the core writes it: what is exported. */
  reportDocument(avatar: MeasuredAvatar, profile: Profile): CoreReport;
  check(text: string): { profile: Profile; warnings: readonly string[] };
  /** Text of a profile file, checksum in. */
  seal(profile: Profile): string;
  /** Lower-case hex SHA-256 of a file, by which profiles and links know their avatar. */
  fingerprint(bytes: Uint8Array): string;
  /** `#p=...` */
  encodeLink(profile: Profile): string;
  decodeLink(link: string): Profile;
}

/** The running avatar: engine slots and what is seen. Every call either succeeds or changes nothing. */
export interface Theatre {
  /**
   * Puts an avatar on the stage in place of the one before, which is freed.
   * @param key its number among all that stand there
   */
  show(drawn: Drawn, avatar: MeasuredAvatar, profile: Profile, key?: number): void;
  /** The same drawing with other routes: a substitute was accepted or given up. */
  reroute(avatar: MeasuredAvatar, profile: Profile): void;
  /** Another drawing of the same avatar in place of the one that is shown, which is freed. */
  redraw(drawn: Drawn): void;
  setProfile(profile: Profile): void;
  clear(): void;
  /** Plays one channel alone, 0 to 1 and back; -1 ends it. */
  preview(channel: number): void;
  /** Plays sets of channels one after the other, each 0 to 1 and back. */
  previewSteps(steps: readonly (readonly number[])[]): void;
  /** Only this channel acts, until it is set again; -1 for all. */
  solo(channel: number): void;
  /** Plays bare morph slots alone, 0 to 1 and back, on a drawing with all targets; an empty list ends it. */
  previewTargets(slots: readonly number[]): void;
}

/** What a reader of recordings gives notice of. */
export interface RecordingNotice {
  readonly code: string;
  readonly count: number;
  readonly message: string;
  /** What was taken, such as a unit; only of body recordings. */
  readonly value?: string;
}

/** A loaded recording; opaque to the commands. */
export interface RecordingInfo {
  /** What it drives: the face, or a body beside it on the same timeline. */
  readonly kind: "face" | "body";
  readonly name: string;
  readonly warnings: readonly RecordingNotice[];
}

export interface Player {
  /** Throws with a message that names file, place and expectation; what played goes on playing then. */
  open(name: string, text: string): RecordingInfo;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  /** Seconds between which the recording loops; put in order and into the recording. */
  setRange(inPoint: number, outPoint: number): void;
  /** True while a hand is on the timeline. */
  setScrubbing(on: boolean): void;
  setLoop(on: boolean): void;
  setSpeed(speed: number): void;
  /** Value of a slider set by hand; the sliders take over from the recording. */
  setManual(channel: number, value: number): void;
  /** Lets one slider go; with the last one the face goes back to the recording. */
  releaseManual(channel: number): void;
  /** All sliders that are held go to 0. */
  resetManual(): void;
  /** Sliders or live values no longer drive the face. */
  release(): void;
  /** The recording that drives the face, as rows of 52 values; null where something else does. */
  recorded(): { readonly rowCount: number; readonly values: Float32Array } | null;
  /** The body plays from the start, beside a face recording where there is one. */
  openBody(clip: BodyClip): RecordingInfo;
  /** The body recording goes; a face recording goes on. */
  closeBody(): void;
}

/** The open avatar's body in the engine. What is set for good goes through the profile's `retargeting`. */
export interface BodyStage {
  /** Follows a performer by its key, null: nobody. Throws RangeError where there is no such. */
  follow(performer: string | null): void;
  /** From the pose of now; what is then in force is read by `inForce`. */
  calibrate(pose: "T" | "I", force?: boolean): PoseFault;
  /** Sets the head's offset in the engine; false without a frame. */
  calibrateHeadForward(): boolean;
  /** Begins to find scale and head in the engine; two of its steps later `autoCalibration` tells. `force`: also from a crouch. */
  autoCalibrate(force: boolean): PoseFault;
  /** How far that is; what was found is then read by `inForce`. Null without a body. */
  autoCalibration(): AutoCalibration | null;
  /** avatarScale by the heights of the necks, null where it can not be told. */
  neckHeightScale(): number | null;
  /** floorHeight at which legs are `comfort` (0..1) of their length; null where nobody is followed. */
  autoFloorHeight(comfort: number): number | null;
  /** The engine's settings as a `retargeting` of a profile; null without a body. */
  inForce(): BodySettings | null;
  /** Settings that are looked at before they are kept, or given up by `restore`. */
  tryOut(settings: BodySettings): void;
  /** The profile's settings again, after a calibration that is not kept. */
  restore(): void;
}

/** The stick figure of a body recording. */
export interface Figure {
  setShown(on: boolean): void;
}

/** A body recording that was read and does not play yet; opaque to the commands. */
export interface BodyClip {
  readonly name: string;
}

/** Reads a body recording of any kind, apart from the page. Rejects with a message that names file, place and expectation. */
export type BodyReader = (name: string, content: Blob) => Promise<BodyClip>;

/** The stage's pictures as files. */
export interface PictureTaker {
  readonly canRecord: boolean;
  photo(): Promise<Blob>;
  /** Throws where the browser cannot. */
  start(): void;
  /** Null where no video runs. */
  stop(): Promise<{ readonly content: Blob; readonly ending: string } | null>;
  /** Rejects with an AbortError where the user chose no folder. */
  startSequence(options: {
    readonly name: string;
    /** Pictures a second; null: every one that is drawn. */
    readonly rate: number | null;
    readonly transparent: boolean;
    readonly changed: (count: { readonly written: number; readonly late: number }, fault: unknown) => void;
  }): Promise<{
    /** The ZIP; null where the pictures are in a folder already. */
    end(): Promise<Blob | null>;
    discard(): Promise<void>;
  }>;
}

/** Hands a file to the user. */
export interface Saver {
  save(name: string, content: string | Blob): void;
  /** Copies to the clipboard; false where that is not allowed. */
  copy(text: string): Promise<boolean>;
}
