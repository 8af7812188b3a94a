// What a page does with one calibrated face: the same for the library's faces and for `window.doppel` of Doppel's own page.
// Types, and how a frame is read; no face is made here.

import type { Profile, Report } from "../core/documents";
import { type FaceChannelName, faceChannelCount, faceChannelIndex } from "../tables/face-channels";
import { DoppelError } from "./errors";

/**
 * One frame of the performer's face, 0..1: 52 values in alphabetical order of the ARKit names, or values by name, where names that are
 * left out are 0.
 */
export type FaceFrame = ArrayLike<number> | Readonly<Partial<Record<FaceChannelName, number>>>;

/** Where an avatar was measured. On the page's own thread it stands still for a second or so. */
export type MeasuredOn = "worker" | "page";

export interface ApplyOptions {
  /** Where the profile was made for another avatar: apply it by channel name. Default false, which refuses it. */
  readonly byName?: boolean;
}

export interface Applied {
  /** The profile was made for another avatar: its user settings are in force, the ratios are this avatar's own. */
  readonly byName: boolean;
  /** What was odd about a file, such as a checksum that does not fit; empty for a link. */
  readonly warnings: readonly string[];
  /**
   * Substitutes that the profile names and this avatar does not offer; their channels keep their own way. A link holds codes and no
   * names: there `id` is `link:` and the code.
   */
  readonly unknownSubstitutes: readonly { readonly channel: string; readonly id: string }[];
  /** Targets that the profile maps by hand and this avatar does not have, or that it maps to what is no channel. */
  readonly unknownTargets: readonly string[];
}

export interface FaceControl {
  /** The 52 channels in the order of every row. */
  readonly channels: readonly FaceChannelName[];
  /**
   * Values for the next `update`; they hold until others come. Values that are not finite count as 0.
   * @throws DoppelError `invalid-frame`
   */
  feed(values: FaceFrame): void;
  /** One frame. `dt` in seconds, at most 0.1 of which counts. */
  update(dt: number): void;
  /** Copy of the 52 values that were fed. */
  input(): Float32Array;
  /** Copy of the 52 calibrated values of the last `update`. */
  values(): Float32Array;
  /** The calibration in force, as in a profile file. */
  profile(): Profile;
  /** What became of each channel, and the score before and after. */
  report(): Report;
  /** The calibration as `#p=...`, to be put behind any address. What targets are mapped to by hand is not in it. */
  link(): string;
  /**
   * Puts a profile into force: a file's text or its parsed content. Measures again where it accepts other substitutes.
   * @throws DoppelError `other-avatar`; the core's `invalid-json`, `invalid-profile`, `unsupported-version` with the JSON path
   */
  applyProfile(profile: Profile | string, options?: ApplyOptions): Promise<Applied>;
  /**
   * The same from a link: a whole address or the part from `#p=` on.
   * @throws DoppelError `other-avatar`; the core's `invalid-link`, `unsupported-version`
   */
  applyLink(link: string, options?: ApplyOptions): Promise<Applied>;
}

/** A name that MediaPipe sends beside the channels. */
const NEUTRAL = "_neutral";

function invalid(found: string): DoppelError {
  return new DoppelError(
    "invalid-frame",
    `frame: expected ${faceChannelCount} values, or values by ARKit channel name; found ${found}`,
  );
}

/** Reads a frame into a row of 52. Nothing is allocated; nothing is changed where it throws `invalid-frame`. */
export function readFrame(frame: FaceFrame, row: Float32Array): void {
  if ("length" in frame && typeof frame.length === "number") {
    const list = frame as ArrayLike<number>;
    if (list.length !== faceChannelCount) throw invalid(`${list.length} values`);
    row.set(list);
    return;
  }
  const named = frame as Readonly<Record<string, number>>;
  for (const name in named) {
    if (faceChannelIndex(name) < 0 && name !== NEUTRAL) throw invalid(`"${name}"`);
  }
  row.fill(0);
  for (const name in named) {
    const index = faceChannelIndex(name);
    if (index >= 0) row[index] = named[name] ?? 0;
  }
}
