// Everything a user can ask for, as functions that panels call: each ends in a changed state or in a message.
// No drawing, no markup; a failure never leaves a half-changed state.
import {
  type Profile,
  type RemapMethod,
  withMethod,
  withOverall,
  withSubstitute,
  withUserGain,
} from "../state/profile";
import { dismissMessage, type Note, type Store } from "../state/store";
import { createAttempt } from "./attempt";
import { createBodyActions } from "./body-actions";
import { createBoneActions } from "./bone-actions";
import { createCalibrationActions } from "./calibration-actions";
import type { Characters } from "./characters";
import { createGuideActions } from "./guide-actions";
import type { History } from "./history";
import { createKeptActions, type KeptAvatars } from "./kept-avatar";
import { Library } from "./library";
import { createLibraryActions } from "./library-actions";
import { Autosave } from "./library-autosave";
import type { Shelf } from "./library-shelf";
import { createMappingActions } from "./mapping-actions";
import { createOpenActions } from "./open-actions";
import { createPictureActions } from "./picture-actions";
import type {
  BodyReader,
  BodyStage,
  Calibrator,
  Figure,
  PictureTaker,
  Player,
  Saver,
  Theatre,
} from "./ports";
import { createProfileActions } from "./profile-actions";
import { createSampleActions } from "./sample-actions";
import type { Document, Session } from "./session";
import { createTakeActions } from "./take-actions";

/** Speeds that the transport offers. */
export const playbackSpeeds: readonly number[] = [0.25, 0.5, 1, 2];

export interface ActionParts {
  readonly store: Store;
  readonly session: Session;
  readonly history: History;
  readonly calibrator: Calibrator;
  readonly player: Player;
  readonly figure: Figure;
  readonly readBody: BodyReader;
  readonly theatre: Theatre;
  readonly characters: Characters;
  /** Whose performer can be chosen before an avatar is open. */
  readonly body: Pick<BodyStage, "follow">;
  readonly saver: Saver;
  readonly shelf: Shelf;
  readonly keptAvatars: KeptAvatars;
  readonly pictures: PictureTaker;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(parts: ActionParts) {
  const { store, session, history, calibrator, player, saver, theatre } = parts;
  const attempt = createAttempt(store);
  const library = new Library(parts.shelf, store, Date.now);
  const autosave = new Autosave({ store, session, calibrator, library }, Date.now);
  const mapping = createMappingActions(parts, attempt);
  const profiles = createProfileActions(parts, attempt, autosave);
  const takes = createTakeActions(parts, attempt);
  const bones = createBoneActions(parts, attempt);
  const kept = createKeptActions(parts, (file) => openAvatar(file));
  const openers = { profiles, takes, mapping, bones, kept };
  const { openFiles, openFile, openAddress, openAvatar } = createOpenActions(parts, attempt, openers);
  const { openSample, openFirstSample } = createSampleActions(parts, profiles);

  const edit = (label: Note, edited: (profile: Profile) => Profile, mergeKey?: string): Promise<boolean> => {
    const profile = session.document?.profile;
    if (profile === undefined) return Promise.resolve(false);
    return attempt({ key: "error.change" }, () => session.change(label, edited(profile), mergeKey));
  };

  return {
    ...takes,
    ...createCalibrationActions(parts, attempt, edit),
    openFiles,
    openFile,
    openAddress,
    openSample,
    openFirstSample,
    openLink: profiles.openLink,
    applyPendingByName: profiles.applyPendingByName,
    saveProfile: profiles.saveProfile,
    library: createLibraryActions(parts, attempt, library, autosave, profiles),
    mapping,
    bones,
    body: createBodyActions(parts, attempt),
    /** Another avatar is in the panels: what waits to be saved of the one before is saved. */
    avatarChanged: () => autosave.avatarChanged(),
    standingChanged: (document: Document) => autosave.otherChanged(document),
    guide: createGuideActions(parts),
    kept,
    pictures: createPictureActions(parts, attempt),
    /** What waits to be saved is written at once: the page may go. */
    flushProfiles: () => autosave.flushAtOnce(),
    link: profiles.link,
    leftOut: profiles.leftOut,
    cancelLoading: () => session.cancel(),
    removeAvatar: () => {
      void kept.removed(store.avatar.value?.file ?? "");
      session.remove();
    },
    dismiss: (id: number) => dismissMessage(store, id),

    setGain: (channel: string, gain: number) =>
      edit(
        { key: "change.gain", parameters: { channel } },
        (p) => withUserGain(p, channel, gain),
        `gain:${channel}`,
      ),
    setOverall: (value: number) => edit({ key: "change.overall" }, (p) => withOverall(p, value), "overall"),
    /** Each method has ratios of its own, so they are taken from the measurement anew; settings and locked channels stay. */
    setMethod: (method: RemapMethod) => {
      const avatar = session.document?.avatar;
      if (avatar === undefined) return Promise.resolve(false);
      return edit({ key: "change.method" }, (p) => calibrator.calibrate(avatar, withMethod(p, method)));
    },
    endGesture: () => history.seal(),
    setSubstitute: (channel: string, id: string | undefined) => {
      const label: Note = { key: "change.substitute", parameters: { channel } };
      return attempt({ key: "error.change" }, () =>
        session.changeMeasured(label, (profile) => withSubstitute(profile, channel, id)),
      );
    },
    undo: () => attempt({ key: "error.change" }, () => history.undo()),
    redo: () => attempt({ key: "error.change" }, () => history.redo()),

    copy: (text: string) => saver.copy(text),
    discardPending: () => {
      store.pendingLink.value = null;
    },

    play: () => player.play(),
    pause: () => player.pause(),
    togglePlay: () => (store.playback.value.playing ? player.pause() : player.play()),
    setLoop: (on: boolean) => player.setLoop(on),
    setSpeed: (speed: number) => player.setSpeed(speed),
    setManual: (channel: number, value: number) => player.setManual(channel, value),
    release: () => player.release(),
    preview: (channel: number) => {
      store.panel.previewingGroup.value = null;
      theatre.preview(channel);
    },

    select: (channel: number) => {
      store.selected.value = channel;
    },
    setSearch: (text: string) => {
      store.search.value = text;
    },
    setAttentionOnly: (on: boolean) => {
      store.attentionOnly.value = on;
    },
  };
}
