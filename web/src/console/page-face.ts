// The face that is open on Doppel's own page, with the library's interface: for `window.doppel`.
// It applies through the session, so that what it changes can be undone like any other change.

import { foreignProfile, ownProfile, type ProfileSource } from "../commands/adopted-profile";
import type { Calibrator } from "../commands/ports";
import type { Document, Session } from "../commands/session";
import type { Profile as CoreProfile, Report } from "../core/documents";
import { isMadeFor } from "../core/foreign-profile";
import { DoppelError, OtherAvatarError } from "../lib/errors";
import {
  type Applied,
  type ApplyOptions,
  type FaceControl,
  type FaceFrame,
  readFrame,
} from "../lib/face-control";
import type { LiveMeters } from "../state/live";
import type { Profile } from "../state/profile";
import { type FaceChannelName, faceChannelCount, faceChannelNames } from "../tables/face-channels";

export interface PageFaceParts {
  readonly calibrator: Pick<
    Calibrator,
    "calibrate" | "check" | "reportDocument" | "decodeLink" | "encodeLink"
  >;
  readonly session: Pick<Session, "document" | "changeMeasured">;
  readonly player: { feed(values: ArrayLike<number>): void };
  readonly loop: { step(dt: number): void };
  readonly live: Pick<LiveMeters, "input" | "output">;
}

// One document seen by two rooms, as in commands/core-calibrator.ts.
const toCore = (profile: Profile): CoreProfile => profile as unknown as CoreProfile;

export class PageFace implements FaceControl {
  readonly channels: readonly FaceChannelName[] = faceChannelNames;
  private readonly row = new Float32Array(faceChannelCount);

  constructor(private readonly parts: PageFaceParts) {}

  /** The values drive the face from now on, in place of a recording or the idle animation. */
  feed(values: FaceFrame): void {
    readFrame(values, this.row);
    this.parts.player.feed(this.row);
  }

  update(dt: number): void {
    this.parts.loop.step(dt);
  }

  input(): Float32Array {
    return Float32Array.from(this.parts.live.input);
  }

  values(): Float32Array {
    return Float32Array.from(this.parts.live.output);
  }

  profile(): CoreProfile {
    return toCore(this.currentDocument().profile);
  }

  report(): Report {
    const { avatar, profile } = this.currentDocument();
    return this.parts.calibrator.reportDocument(avatar, profile);
  }

  link(): string {
    return this.parts.calibrator.encodeLink(this.currentDocument().profile);
  }

  async applyProfile(profile: CoreProfile | string, options: ApplyOptions = {}): Promise<Applied> {
    const text = typeof profile === "string" ? profile : JSON.stringify(profile);
    const { profile: checked, warnings } = this.parts.calibrator.check(text);
    return this.apply(checked, "file", warnings, options);
  }

  async applyLink(link: string, options: ApplyOptions = {}): Promise<Applied> {
    return this.apply(this.parts.calibrator.decodeLink(link), "link", [], options);
  }

  private async apply(
    profile: Profile,
    from: ProfileSource,
    warnings: readonly string[],
    { byName = false }: ApplyOptions,
  ): Promise<Applied> {
    const { calibrator, session } = this.parts;
    const { avatar, profile: inForce } = this.currentDocument();
    const isOwn = isMadeFor(profile, avatar.facts.fingerprint);
    if (!isOwn && !byName) {
      throw new OtherAvatarError(profile.avatarName ?? "", profile.avatar?.fingerprint ?? "");
    }
    const fitted = isOwn
      ? ownProfile(profile, from, avatar.facts, inForce)
      : foreignProfile(profile, avatar.facts, inForce);
    const wanted = isOwn ? fitted.profile : calibrator.calibrate(avatar, fitted.profile);
    const key = from === "link" ? "change.link" : "change.load";
    const unknown = await session.changeMeasured({ key }, () => wanted, { recalibrate: !isOwn });
    return {
      byName: !isOwn,
      warnings,
      unknownSubstitutes: [...fitted.unknown, ...unknown],
      unknownTargets: [
        ...fitted.unknownTargets,
        ...(this.currentDocument().avatar.description.unknownTargets ?? []),
      ],
    };
  }

  private currentDocument(): Document {
    const { document } = this.parts.session;
    if (document === null) throw new DoppelError("no-avatar", "the page: expected an avatar to be open");
    return document;
  }
}
