// Everything a user can ask for, as functions that panels call: each ends in a changed state or in a message.
// No drawing, no markup; a failure never leaves a half-changed state.
import type { AvatarFacts } from "../state/avatar";
import {
  type Profile,
  type RemapMethod,
  withMethod,
  withOverall,
  withSubstitute,
  withUserGain,
} from "../state/profile";
import { dismissMessage, type Note, pushMessage, type Store } from "../state/store";
import { describeError } from "./describe-error";
import { fetchAvatar } from "./fetch-avatar";
import { type FileKind, fileKind } from "./file-kind";
import type { History } from "./history";
import type { AvatarFile, Calibrator, Player, Saver, Theatre } from "./ports";
import type { Session } from "./session";

/** Largest file that is read, bytes. Above it browsers fail in ways that name no cause. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Order in which the files of one drop are opened. */
const KIND_ORDER: readonly (FileKind | null)[] = ["avatar", "recording", "profile", "unknown", null];
/** What a .gltf may refer to. */
const GLTF_PARTS = /\.(bin|png|jpe?g|webp|ktx2)$/i;
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Speeds that the transport offers. */
export const playbackSpeeds: readonly number[] = [0.25, 0.5, 1, 2];

export interface ActionParts {
  readonly store: Store;
  readonly session: Session;
  readonly history: History;
  readonly calibrator: Calibrator;
  readonly player: Player;
  readonly theatre: Theatre;
  readonly saver: Saver;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(parts: ActionParts) {
  const { store, session, history, calibrator, player, saver, theatre } = parts;

  const fail = (title: Note, error: unknown): void => {
    if (error instanceof DOMException && error.name === "AbortError") {
      pushMessage(store, { kind: "info", title: { key: "loading.cancelled" } });
      return;
    }
    pushMessage(store, { kind: "error", ...describeError(title, error) });
  };

  const attempt = async (title: Note, work: () => unknown): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      fail(title, error);
      return false;
    }
  };

  const currentProfile = (): Profile | null => session.document?.profile ?? null;

  /** Applies a profile that came from outside, or asks where it was made for another avatar. */
  async function adopt(profile: Profile, label: Note): Promise<boolean> {
    const avatar = store.avatar.value;
    const fingerprint = profile.avatar?.fingerprint ?? "";
    if (avatar === null || (fingerprint !== "" && !isSameAvatar(avatar, fingerprint))) {
      store.pendingLink.value = {
        profile,
        fingerprint,
        avatarName: profile.avatarName ?? "",
        asks: avatar !== null,
      };
      return false;
    }
    store.pendingLink.value = null;
    return attempt({ key: "error.change" }, () => session.changeMeasured(label, profile));
  }

  async function openAvatar(file: AvatarFile): Promise<void> {
    const opened = await attempt({ key: "error.file", parameters: { file: file.name } }, async () => {
      const count = await session.open(file);
      if (count === 0) return;
      const title: Note = { key: "warning.images", parameters: { file: file.name, count } };
      pushMessage(store, { kind: "warning", title });
    });
    const pending = store.pendingLink.value;
    if (!opened || pending === null) return;
    if (await adopt(pending.profile, { key: "change.link" })) {
      pushMessage(store, { kind: "info", title: { key: "link.applied" } });
    }
  }

  async function openProfile(name: string, content: Blob): Promise<void> {
    await attempt({ key: "error.profile", parameters: { file: name } }, async () => {
      const { profile, warnings } = calibrator.check(await content.text());
      for (const detail of warnings) {
        pushMessage(store, {
          kind: "warning",
          title: { key: "profile.warning", parameters: { file: name, detail } },
        });
      }
      if (store.avatar.value === null) {
        pushMessage(store, { kind: "info", title: { key: "profile.needsAvatar" } });
      }
      if (await adopt(profile, { key: "change.load" })) {
        pushMessage(store, { kind: "info", title: { key: "profile.loaded", parameters: { file: name } } });
      }
    });
  }

  async function openRecording(name: string, content: Blob): Promise<void> {
    await attempt({ key: "error.recording", parameters: { file: name } }, async () => {
      const { warnings } = player.open(name, await content.text());
      pushMessage(store, {
        kind: "info",
        title: { key: "recording.opened", parameters: { file: name } },
        texts: warnings.map(({ code, count }) => ({ key: `recording.${code}`, parameters: { count } })),
      });
    });
  }

  // A file that is too large or cannot be read has no kind; `openFile` says why.
  async function kindOf(name: string, content: Blob): Promise<FileKind | null> {
    if (content.size > MAX_FILE_BYTES) return null;
    try {
      return await fileKind(name, content);
    } catch (error) {
      fail({ key: "error.file", parameters: { file: name } }, error);
      return null;
    }
  }

  /** Opens one file, whatever it is. `beside` are the files that came with it. */
  async function openFile(
    name: string,
    content: Blob,
    beside: Readonly<Record<string, Blob>> = {},
  ): Promise<void> {
    if (content.size > MAX_FILE_BYTES) {
      pushMessage(store, {
        kind: "error",
        title: { key: "error.tooLarge", parameters: { file: name, size: megabytes(content.size) } },
        texts: [{ key: "error.tooLargeDetail", parameters: { limit: megabytes(MAX_FILE_BYTES) } }],
      });
      return;
    }
    const kind = await kindOf(name, content);
    if (kind === null) return;
    if (kind === "avatar") return openAvatar({ name, content, beside });
    if (kind === "recording") return openRecording(name, content);
    if (kind === "profile") return openProfile(name, content);
    pushMessage(store, {
      kind: "error",
      title: { key: "error.kind", parameters: { file: name } },
      texts: [{ key: "error.kindDetail" }],
    });
  }

  /** Avatars first, profiles last, so that a drop of several files ends with all of them in force; parts of a .gltf go with it. */
  async function openFiles(files: Iterable<File>): Promise<void> {
    const list = [...files];
    const document = list.find((file) => /\.gltf$/i.test(file.name));
    const parts = document === undefined ? [] : list.filter((file) => GLTF_PARTS.test(file.name));
    const beside = Object.fromEntries(parts.map((file) => [file.name, file]));
    const rest = list.filter((file) => !parts.includes(file));
    const kinds = await Promise.all(rest.map((file) => kindOf(file.name, file)));
    const order = rest.map((file, index) => ({ file, rank: KIND_ORDER.indexOf(kinds[index] ?? null) }));
    order.sort((a, b) => a.rank - b.rank);
    for (const { file } of order) await openFile(file.name, file, file === document ? beside : {});
  }

  async function openAddress(address: string): Promise<void> {
    const title: Note = { key: "error.address", parameters: { file: address } };
    await attempt(title, async () => {
      const { name, content } = await session.download(address, (signal, report) =>
        fetchAvatar(address, signal, report, MAX_FILE_BYTES),
      );
      await openFile(name, content);
    });
  }

  function openLink(link: string): Promise<boolean> {
    return attempt({ key: "error.link" }, async () => {
      const profile = calibrator.decodeLink(link);
      const applied = await adopt(profile, { key: "change.link" });
      if (applied) pushMessage(store, { kind: "info", title: { key: "link.applied" } });
    });
  }

  const edit = (label: Note, edited: (profile: Profile) => Profile, mergeKey?: string): Promise<boolean> => {
    const profile = currentProfile();
    if (profile === null) return Promise.resolve(false);
    return attempt({ key: "error.change" }, () => session.change(label, edited(profile), mergeKey));
  };

  return {
    openFiles,
    openFile,
    openAddress,
    openLink,
    cancelLoading: () => session.cancel(),
    removeAvatar: () => session.remove(),
    dismiss: (id: number) => dismissMessage(store, id),

    setGain: (channel: string, gain: number) =>
      edit(
        { key: "change.gain", parameters: { channel } },
        (p) => withUserGain(p, channel, gain),
        `gain:${channel}`,
      ),
    setOverall: (value: number) => edit({ key: "change.overall" }, (p) => withOverall(p, value), "overall"),
    setMethod: (method: RemapMethod) => edit({ key: "change.method" }, (p) => withMethod(p, method)),
    endGesture: () => history.seal(),
    setSubstitute: (channel: string, id: string | undefined) => {
      const profile = currentProfile();
      if (profile === null) return Promise.resolve(false);
      const label: Note = { key: "change.substitute", parameters: { channel } };
      return attempt({ key: "error.change" }, () =>
        session.changeMeasured(label, withSubstitute(profile, channel, id)),
      );
    },
    undo: () => attempt({ key: "error.change" }, () => history.undo()),
    redo: () => attempt({ key: "error.change" }, () => history.redo()),

    saveProfile: () => {
      const document = session.document;
      if (document === null) return;
      const name = `${fileStem(document.avatar.facts.file)}.doppel.json`;
      void attempt({ key: "error.change" }, () => {
        saver.save(name, calibrator.seal(document.profile));
        pushMessage(store, { kind: "info", title: { key: "profile.saved", parameters: { file: name } } });
      });
    },
    /** The whole address with the profile in its fragment; "" while no avatar is open. */
    link: (): string => {
      const profile = currentProfile();
      return profile === null ? "" : calibrator.encodeLink(profile);
    },
    copy: (text: string) => saver.copy(text),
    notify: (note: Note) => pushMessage(store, { kind: "info", title: note }),
    /** Applies the waiting profile to the open avatar by channel name: user settings are kept, ratios measured anew. */
    applyPendingByName: async () => {
      const pending = store.pendingLink.value;
      const document = session.document;
      if (pending === null || document === null) return;
      store.pendingLink.value = null;
      await attempt({ key: "error.change" }, async () => {
        const kept = calibrator.calibrate(document.avatar, offered(pending.profile, document.avatar.facts));
        await session.changeMeasured({ key: "change.link" }, kept);
        pushMessage(store, { kind: "info", title: { key: "link.applied" } });
      });
    },
    discardPending: () => {
      store.pendingLink.value = null;
    },

    play: () => player.play(),
    pause: () => player.pause(),
    togglePlay: () => (store.playback.value.playing ? player.pause() : player.play()),
    seek: (seconds: number) => player.seek(seconds),
    setLoop: (on: boolean) => player.setLoop(on),
    setSpeed: (speed: number) => player.setSpeed(speed),
    setManual: (channel: number, value: number) => player.setManual(channel, value),
    releaseManual: () => player.releaseManual(),
    preview: (channel: number) => theatre.preview(channel),

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

/** Links may carry a shortened fingerprint: the beginning of the whole one. */
export function isSameAvatar(avatar: AvatarFacts, fingerprint: string): boolean {
  return fingerprint !== "" && avatar.fingerprint.startsWith(fingerprint.toLowerCase());
}

// Substitutes that this avatar does not offer are left out.
function offered(profile: Profile, facts: AvatarFacts): Profile {
  const substitutes = Object.entries(profile.calibration.substitutes ?? {}).filter(([channel, id]) =>
    facts.substitutes[channel]?.includes(id),
  );
  return {
    ...profile,
    calibration: { ...profile.calibration, substitutes: Object.fromEntries(substitutes) },
  };
}

function fileStem(name: string): string {
  return name.replace(/\.[^.]+$/, "") || "avatar";
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(bytes < 10 * BYTES_PER_MEGABYTE ? 1 : 0);
}
