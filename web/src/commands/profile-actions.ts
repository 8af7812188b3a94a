// Profiles and links that come from outside, and the profile that goes out: put into force whole, kept waiting for their avatar, saved.
// A profile that was made for another avatar is never applied unasked.
import { isFingerprintOf, isMadeFor, notInLink, type UnknownOffer } from "../core/foreign-profile";
import { mappingOf } from "../state/mapping";
import type { Profile } from "../state/profile";
import { type Note, pushMessage } from "../state/store";
import { isLinkSubstitute } from "../tables/substitute-code";
import type { ActionParts } from "./actions";
import { foreignProfile, ownProfile, type ProfileSource } from "./adopted-profile";
import type { Attempt } from "./attempt";
import { fileStem } from "./file-stem";
import type { Autosave } from "./library-autosave";
import type { SavedProfile } from "./library-shelf";

export { isFingerprintOf };

export type ProfileActions = ReturnType<typeof createProfileActions>;

/** What a link of the profile in force does not carry although it acts on the face. */
export interface LeftOut {
  /** Channels whose substitute is not in it. */
  readonly substitutes: readonly string[];
  /** How many targets are mapped by hand. */
  readonly mapped: number;
}

export function createProfileActions(parts: ActionParts, attempt: Attempt, autosave: Autosave) {
  const { store, session, calibrator, saver } = parts;

  const inform = (title: Note) => pushMessage(store, { kind: "info", title });

  /** Puts a profile into force as it is, and says which of its substitutes this avatar does not offer. */
  async function apply(label: Note, profile: Profile): Promise<void> {
    const unknown = await session.changeMeasured(label, () => profile, { recalibrate: false });
    tellUnknown(unknown);
    tellUnknownTargets(session.document?.avatar.description.unknownTargets ?? []);
  }

  function tellUnknownTargets(targets: readonly string[]): void {
    for (const target of targets) {
      pushMessage(store, { kind: "warning", title: { key: "mapping.unknown", parameters: { target } } });
    }
  }

  /** By its name, or by its channel where a link holds no more than a code. */
  function tellUnknown(unknown: readonly UnknownOffer[]): void {
    for (const { channel, id } of unknown) {
      const title: Note = isLinkSubstitute(id)
        ? { key: "substitute.unknownOfLink", parameters: { channel } }
        : { key: "substitute.unknown", parameters: { channel, source: id } };
      pushMessage(store, { kind: "warning", title });
    }
  }

  /** Applies a profile that came from outside, or asks where it was made for another avatar. */
  async function adopt(profile: Profile, from: ProfileSource, label: Note): Promise<boolean> {
    const avatar = store.avatar.value;
    const { document } = session;
    const waiting = {
      profile,
      from,
      fingerprint: profile.avatar?.fingerprint ?? "",
      avatarName: profile.avatarName ?? "",
      asks: false,
    };
    // It is for what is on its way, or will ask then.
    const wait = () => {
      store.pendingLink.value = waiting;
      return false;
    };
    if (session.isOpening) return wait();
    if (avatar === null || document === null || !isMadeFor(profile, avatar.fingerprint)) {
      store.pendingLink.value = { ...waiting, asks: avatar !== null };
      return false;
    }
    store.pendingLink.value = null;
    const own = ownProfile(profile, from, avatar, document.profile);
    let isOvertaken = false;
    const done = await attempt({ key: "error.change" }, async () => {
      try {
        await autosave.keepOwn(own.profile);
        if (session.isOpening) isOvertaken = true;
        else await apply(label, own.profile);
      } catch (error) {
        isOvertaken = session.isOpening || store.avatar.value !== avatar;
        if (!isOvertaken) throw error;
      }
    });
    // What was opened meanwhile may be the same file once more: it waits for it, or asks it now.
    if (isOvertaken) return adopt(profile, from, label);
    if (done) tellUnknown(own.unknown);
    return done;
  }

  /**
   * An avatar is open: what it was last left with comes back, then what waits for it is adopted; so a link can be undone to the
   * user's own.
   * @param adopt false: what waits goes on waiting
   */
  async function afterOpen(adopt = true): Promise<void> {
    const label: Note = { key: "change.own" };
    await autosave.bringBack((saved, byName) => putSaved(saved, byName, label));
    if (adopt) await adoptPending();
  }

  async function adoptPending(): Promise<void> {
    const pending = store.pendingLink.value;
    if (pending === null) return;
    if (await adopt(pending.profile, pending.from, { key: "change.link" })) inform({ key: "link.applied" });
  }

  /** Puts a saved profile into force; `byName` as for another avatar: settings are kept, ratios are this avatar's. */
  function putSaved(saved: SavedProfile, byName: boolean, label: Note): Promise<boolean> {
    return attempt({ key: "library.unreadable", parameters: { name: saved.name } }, () => {
      const { profile, warnings } = calibrator.check(saved.text);
      warn(saved.name, warnings);
      return byName ? applyByName(profile, label) : apply(label, profile);
    });
  }

  function warn(file: string, warnings: readonly string[]): void {
    if (warnings.length === 0) return;
    const title: Note = { key: "profile.warnings", parameters: { file, count: warnings.length } };
    pushMessage(store, { kind: "warning", title, detail: warnings.join("\n") });
  }

  async function openProfile(name: string, content: Blob): Promise<void> {
    await attempt({ key: "error.profile", parameters: { file: name } }, async () => {
      const { profile, warnings } = calibrator.check(await content.text());
      warn(name, warnings);
      if (await adopt(profile, "file", { key: "change.load" })) {
        inform({ key: "profile.loaded", parameters: { file: name } });
      }
    });
  }

  function openLink(link: string): Promise<boolean> {
    return attempt({ key: "error.link" }, async () => {
      const profile = calibrator.decodeLink(link);
      if (await adopt(profile, "link", { key: "change.link" })) inform({ key: "link.applied" });
    });
  }

  /** Applies the waiting profile to the open avatar by channel name: user settings are kept, ratios measured anew. */
  async function applyPendingByName(): Promise<void> {
    const pending = store.pendingLink.value;
    if (pending === null || session.document === null) return;
    store.pendingLink.value = null;
    await attempt({ key: "error.change" }, async () => {
      await autosave.keepOwn();
      await applyByName(pending.profile, { key: "change.link" });
      inform({ key: "link.applied" });
    });
  }

  async function applyByName(profile: Profile, label: Note): Promise<void> {
    const document = session.document;
    if (document === null) return;
    const fitted = foreignProfile(profile, document.avatar.facts, document.profile);
    const kept = calibrator.calibrate(document.avatar, fitted.profile);
    await session.changeMeasured(label, () => kept);
    tellUnknown(fitted.unknown);
    tellUnknownTargets(fitted.unknownTargets);
  }

  function saveProfile(): void {
    const document = session.document;
    if (document === null) return;
    const name = `${fileStem(document.avatar.facts.file)}.doppel.json`;
    void attempt({ key: "error.change" }, () => {
      saver.save(name, calibrator.seal(document.profile));
      inform({ key: "profile.saved", parameters: { file: name } });
    });
  }

  /** The fragment of a link, `#p=...`; "" while no avatar is open. */
  function link(): string {
    const document = session.document;
    return document === null ? "" : calibrator.encodeLink(document.profile);
  }

  /** Found by reading the link as a friend's page does. */
  function leftOut(): LeftOut {
    const document = session.document;
    if (document === null) return { substitutes: [], mapped: 0 };
    const { profile, avatar } = document;
    const linked = calibrator.decodeLink(calibrator.encodeLink(profile));
    return {
      substitutes: notInLink(profile, linked, avatar.facts.substitutes),
      mapped: Object.keys(mappingOf(profile)).length,
    };
  }

  return { afterOpen, openProfile, openLink, applyPendingByName, putSaved, saveProfile, link, leftOut };
}
