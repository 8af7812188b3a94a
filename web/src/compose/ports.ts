// What the commands are handed of measuring, of theatres and of stages, with the types that they know.
// No behaviour of its own.
import type { AvatarDrawing } from "../avatar/avatar-drawing";
import { avatarFacts } from "../commands/avatar-facts";
import type { CastStage } from "../commands/cast";
import type { Drawn, MeasuredAvatar, Measurer, Theatre } from "../commands/ports";
import type { WallStage } from "../commands/wall-arranger";
import type { Profile as CoreProfile } from "../core/documents";
import type { BodyTheatre } from "../loop/body-theatre";
import type { CompanyTheatre } from "../loop/company-theatre";
import type { FaceTheatre } from "../loop/face-theatre";
import type { WallTheatre } from "../loop/wall-theatre";
import { probeFile } from "../probe/probe-client";
import type { Profile } from "../state/profile";

/** Channels between two updates of the progress that is shown; each one costs a paint. */
const PROGRESS_EVERY_CHANNELS = 13;

export const measurer: Measurer = {
  async measure(file, { signal, substitutes, mapping, onProgress }) {
    const result = await probeFile(file, {
      signal,
      substitutes,
      mapping,
      onProgress: (stage, done, total) => {
        if (stage === "measure" && done % PROGRESS_EVERY_CHANNELS === 0) onProgress(done / total);
      },
    });
    const { description, measurement, fingerprint, unknownSubstitutes, targets } = result;
    return {
      facts: avatarFacts(description, fingerprint, targets),
      description,
      measurement,
      unknownSubstitutes,
    };
  },
};

/** The theatre knows the core's documents; the session hands it the store's, which are the same. */
export function theatrePort(theatre: FaceTheatre): Theatre {
  const core = (profile: Profile) => profile as unknown as CoreProfile;
  return {
    show: (drawn: Drawn, avatar: MeasuredAvatar, profile: Profile, key?: number) =>
      theatre.show(drawn as Drawn & AvatarDrawing, avatar, core(profile), key),
    redraw: (drawn) => theatre.redraw(drawn as Drawn & AvatarDrawing),
    previewTargets: (slots) => theatre.previewTargets(slots),
    reroute: (avatar, profile) => theatre.reroute(avatar, core(profile)),
    setProfile: (profile) => theatre.setProfile(core(profile)),
    clear: () => theatre.clear(),
    preview: (channel) => theatre.preview(channel),
    previewSteps: (steps) => theatre.previewSteps(steps),
    solo: (channel) => theatre.solo(channel),
  };
}

export function wallStage(theatre: WallTheatre): WallStage {
  return {
    add: (key, drawn, { avatar, profile, report }) =>
      theatre.add(key, drawn as Drawn & AvatarDrawing, avatar, profile as unknown as CoreProfile, report),
    remove: (key) => theatre.remove(key),
    setOpen: (open) => theatre.setOpen(open?.avatar ?? null, open?.report ?? null),
    setRaw: (on) => theatre.setRaw(on),
    show: (places, columns, rows) => theatre.show(places, columns, rows),
    hide: () => theatre.hide(),
  };
}

export function castStage(company: CompanyTheatre, body: BodyTheatre): CastStage {
  const core = (profile: Profile) => profile as unknown as CoreProfile;
  return {
    add: (key, drawn, avatar, profile) =>
      company.add(key, drawn as Drawn & AvatarDrawing, avatar, core(profile)),
    remove: (key) => company.remove(key),
    setProfile: (key, profile) => company.setProfile(key, core(profile)),
    reroute: (key, avatar, profile) => company.reroute(key, avatar, core(profile)),
    stepAside: (key) => company.stepAside(key),
    stepForward: (key) => company.stepForward(key),
    body: (key) => body.member(key),
    meters: (key) => body.metersOf(key),
    want: (key, performer) => body.want(key, performer),
    wanted: (key) => body.member(key)?.wantedLive,
    lead: (key, leader, transfer) => body.lead(key, leader, transfer),
    freeBeside: (key, leader) => body.freeBeside(key, leader),
  };
}
