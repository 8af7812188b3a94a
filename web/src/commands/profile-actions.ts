// Profiles and links that come from outside, and the profile that goes out: put into force whole, kept waiting for their avatar, saved.
// A profile that was made for another avatar is never applied unasked.
import { isFingerprintOf } from "../core/foreign-profile";
import type { AvatarFacts } from "../state/avatar";
import { mappingOf, offeredMapping, withMapping } from "../state/mapping";
import type { Profile } from "../state/profile";
import { type Note, pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { fileStem } from "./file-stem";
import type { Autosave } from "./library-autosave";
import type { SavedProfile } from "./library-shelf";

export { isFingerprintOf };

export type ProfileActions = ReturnType<typeof createProfileActions>;

export function createProfileActions(parts: ActionParts, attempt: Attempt, autosave: Autosave) {
  const { store, session, calibrator, saver } = parts;

  const inform = (title: Note) => pushMessage(store, { kind: "info", title });

  /** Puts a profile into force as it is, and says which of its substitutes this avatar does not offer. */
  async function apply(label: Note, profile: Profile): Promise<void> {
    const unknown = await session.changeMeasured(label, () => profile, { recalibrate: false });
    for (const { channel, id } of unknown) {
      const title: Note = { key: "substitute.unknown", parameters: { channel, source: id } };
      pushMessage(store, { kind: "warning", title });
    }
    for (const target of session.document?.avatar.description.unknownTargets ?? []) {
      pushMessage(store, { kind: "warning", title: { key: "mapping.unknown", parameters: { target } } });
    }
  }

  /** Applies a profile that came from outside, or asks where it was made for another avatar. */
  async function adopt(profile: Profile, label: Note): Promise<boolean> {
    const avatar = store.avatar.value;
    const fingerprint = profile.avatar?.fingerprint ?? "";
    if (avatar === null || (fingerprint !== "" && !isFingerprintOf(avatar.fingerprint, fingerprint))) {
      store.pendingLink.value = {
        profile,
        fingerprint,
        avatarName: profile.avatarName ?? "",
        asks: avatar !== null,
      };
      return false;
    }
    store.pendingLink.value = null;
    return attempt({ key: "error.change" }, async () => {
      const whole = keepingMapping(profile, store.profile.value);
      await autosave.keepOwn(whole);
      await apply(label, whole);
    });
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
    if (await adopt(pending.profile, { key: "change.link" })) inform({ key: "link.applied" });
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
    for (const detail of warnings) {
      pushMessage(store, {
        kind: "warning",
        title: { key: "profile.warning", parameters: { file, detail } },
      });
    }
  }

  async function openProfile(name: string, content: Blob): Promise<void> {
    await attempt({ key: "error.profile", parameters: { file: name } }, async () => {
      const { profile, warnings } = calibrator.check(await content.text());
      warn(name, warnings);
      if (await adopt(profile, { key: "change.load" })) {
        inform({ key: "profile.loaded", parameters: { file: name } });
      }
    });
  }

  function openLink(link: string): Promise<boolean> {
    return attempt({ key: "error.link" }, async () => {
      const profile = calibrator.decodeLink(link);
      if (await adopt(profile, { key: "change.link" })) inform({ key: "link.applied" });
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
    const kept = calibrator.calibrate(
      document.avatar,
      offered(profile, document.avatar.facts, document.profile),
    );
    await session.changeMeasured(label, () => kept);
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

  return { afterOpen, openProfile, openLink, applyPendingByName, putSaved, saveProfile, link };
}

/** Links carry no mapping by hand, nor do files from before it: the one in force is the avatar's matter and stays. */
function keepingMapping(profile: Profile, inForce: Profile | null): Profile {
  return Object.keys(mappingOf(profile)).length > 0 ? profile : withMapping(profile, mappingOf(inForce));
}

/** Substitutes and mapped targets that this avatar does not have are left out; what is mapped on it already stays. */
function offered(foreign: Profile, facts: AvatarFacts, inForce: Profile): Profile {
  const mapping = { ...offeredMapping(mappingOf(foreign), facts.targets), ...mappingOf(inForce) };
  const profile = withMapping(foreign, mapping);
  const substitutes = Object.entries(profile.calibration.substitutes ?? {}).filter(([channel, id]) =>
    facts.substitutes[channel]?.includes(id),
  );
  return {
    ...profile,
    calibration: { ...profile.calibration, substitutes: Object.fromEntries(substitutes) },
  };
}
