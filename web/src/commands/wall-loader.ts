// Loads one avatar for the wall: measures it, finds the profile that is its own, draws it.
// It shows nothing and keeps nothing; what it returns is the caller's to free.
import type { Report as CoreReport } from "../core/documents";
import { mappingOf } from "../state/mapping";
import type { Profile } from "../state/profile";
import { ownId } from "./library";
import type { Shelf } from "./library-shelf";
import type { AvatarFile, Calibrator, Drawer, Drawn, MeasuredAvatar, Measurer } from "./ports";

export interface WallLoad {
  readonly file: AvatarFile;
  readonly avatar: MeasuredAvatar;
  readonly profile: Profile;
  readonly report: CoreReport;
}

export interface WallLoaderParts {
  readonly measurer: Measurer;
  readonly drawer: Drawer;
  readonly calibrator: Calibrator;
  readonly shelf: Pick<Shelf, "all">;
}

export type WallStep = (status: "measure" | "draw", progress: number | null) => void;

export class WallLoader {
  constructor(private readonly parts: WallLoaderParts) {}

  /**
   * @param given a profile that was handed over for it; else what the browser has saved for it, else what the measurement says
   * @throws whatever the reader, the probe or the core refuse it with; AbortError when cancelled
   */
  async measure(
    file: AvatarFile,
    signal: AbortSignal,
    step: WallStep,
    given: Profile | null,
  ): Promise<WallLoad> {
    const { measurer, calibrator } = this.parts;
    const measured = (profile: Profile | null) => {
      step("measure", null);
      return measurer.measure(file, {
        signal,
        substitutes: profile?.calibration.substitutes ?? {},
        mapping: mappingOf(profile),
        onProgress: (progress) => {
          if (!signal.aborted) step("measure", progress);
        },
      });
    };
    let avatar = await measured(given);
    signal.throwIfAborted();
    const own = given ?? (await this.saved(avatar.facts.fingerprint));
    const routed = { ...own?.calibration.substitutes, ...mappingOf(own) };
    if (given === null && Object.keys(routed).length > 0) avatar = await measured(own);
    signal.throwIfAborted();
    const profile = own ?? calibrator.calibrate(avatar, null);
    return { file, avatar, profile, report: calibrator.reportDocument(avatar, profile) };
  }

  draw({ file, avatar }: WallLoad, signal: AbortSignal, step: WallStep): Promise<Drawn> {
    step("draw", null);
    return this.parts.drawer.draw(file, avatar, signal);
  }

  // A browser that stores nothing has no profile, and one that cannot be read any more is none: the library says so where it matters.
  private async saved(fingerprint: string): Promise<Profile | null> {
    try {
      const record = (await this.parts.shelf.all()).find(({ id }) => id === ownId(fingerprint));
      return record === undefined ? null : this.parts.calibrator.check(record.text).profile;
    } catch {
      return null;
    }
  }
}
