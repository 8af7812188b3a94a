// What a user can set in the calibration panel beside single gains: floors, lids, locks, groups, symmetry, resets, substitutes.
// Changes of the calibration are whole documents through the session; solo and previews change nothing.
import { BlinkPeaks } from "../state/blink-peaks";
import type { PanelView } from "../state/panel";
import type { Profile } from "../state/profile";
import { AUTOMATIC_GAIN, substituteOf, withChannel, withSubstitute } from "../state/profile";
import {
  automaticChannel,
  blinkChannels,
  MIN_CLOSED_AT,
  withCalibrated,
  withClosedAt,
  withFloors,
  withGains,
  withGroupGain,
  withoutSettings,
  withSymmetry,
} from "../state/profile-settings";
import { type ResponsePoint, substituteVerdicts } from "../state/report";
import { type Note, pushMessage, type Store } from "../state/store";
import { faceChannelCount, faceChannelIndex } from "../tables/face-channels";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import type { MeasuredAvatar } from "./ports";
import { previewSteps } from "./preview-steps";

export type Edit = (
  label: Note,
  edited: (profile: Profile) => Profile,
  mergeKey?: string,
) => Promise<boolean>;

export type CalibrationActions = ReturnType<typeof createCalibrationActions>;

export function createCalibrationActions(parts: ActionParts, attempt: Attempt, edit: Edit) {
  return {
    ...channelActions(parts, edit),
    ...groupActions(parts, edit),
    ...wholeActions(parts, attempt, edit),
    ...viewActions(parts),
  };
}

function channelActions({ session, calibrator, history }: ActionParts, edit: Edit) {
  const label = (key: string, channel: string): Note => ({ key, parameters: { channel } });
  return {
    setFloor: (channel: string, floor: number) =>
      edit(label("change.floor", channel), (p) => withChannel(p, channel, { floor }), `floor:${channel}`),
    setChannelClosedAt: (channel: string, closedAt: number) =>
      edit(
        label("change.closedAtOf", channel),
        (p) => withChannel(p, channel, { closedAt }),
        `closed:${channel}`,
      ),
    setLocked: (channel: string, locked: boolean) =>
      edit(label(locked ? "change.lock" : "change.unlock", channel), (p) =>
        withChannel(p, channel, { locked }),
      ),
    setMuted: (channel: string, muted: boolean) =>
      edit(label(muted ? "change.mute" : "change.unmute", channel), (p) =>
        withChannel(p, channel, { muted }),
      ),
    /** Settings go, and the automatic values are the measurement's again. */
    resetChannel: (channel: string) => {
      const avatar = session.document?.avatar;
      if (avatar === undefined) return Promise.resolve(false);
      history.seal();
      return edit(label("change.resetChannel", channel), (p) => {
        const bare = withoutSettings(p, [channel]);
        return withCalibrated(bare, calibrator.calibrate(avatar, bare), [channel]);
      });
    },
    /** The channel's response as it would be with the automatic gain: what a drag of the curve is reckoned from. */
    automaticResponse: (channel: string): readonly ResponsePoint[] => {
      const document = session.document;
      if (document === null) return [];
      const plain = withChannel(document.profile, channel, { userGain: AUTOMATIC_GAIN, muted: false });
      return calibrator.reportChannel(document.avatar, plain, faceChannelIndex(channel)).points;
    },
  };
}

function groupActions({ store, session, calibrator, history, theatre }: ActionParts, edit: Edit) {
  const channelsOf = (group: string) =>
    store.channels.filter((channel) => channel.group === group).map((channel) => channel.name);
  const label = (key: string, group: string): Note => ({ key, parameters: { group } });
  /** Plays channels one after the other, both sides together; with the same key once more it ends. */
  const previewChannels = (key: string, channels: readonly string[]) => {
    const { panel } = store;
    if (panel.previewingGroup.value === key) return theatre.preview(-1);
    const moving = channels.filter((name) => moves(store, faceChannelIndex(name)));
    if (moving.length === 0) return;
    theatre.previewSteps(previewSteps(moving));
    panel.previewingGroup.value = key;
  };
  return {
    setGroupGain: (group: string, gain: number) =>
      edit(label("change.groupGain", group), (p) => withGroupGain(p, group, gain), `group:${group}`),
    /** The group's gain and all settings of its channels are the automatic ones again. */
    resetGroup: (group: string) => {
      const avatar = session.document?.avatar;
      if (avatar === undefined) return Promise.resolve(false);
      history.seal();
      const channels = channelsOf(group);
      return edit(label("change.resetGroup", group), (p) => {
        const bare = withoutSettings(withGroupGain(p, group, AUTOMATIC_GAIN), channels);
        return withCalibrated(bare, calibrator.calibrate(avatar, bare), channels);
      });
    },
    previewGroup: (group: string) => previewChannels(group, channelsOf(group)),
    previewChannels,
    /** One gain for several channels, such as all that turn the eyes. */
    setGains: (note: Note, channels: readonly string[], gain: number) =>
      edit(note, (p) => withGains(p, channels, gain), note.key),
  };
}

function wholeActions(parts: ActionParts, attempt: Attempt, edit: Edit) {
  const { store, session, calibrator, player } = parts;
  const recalibrated = (label: Note, edited: (profile: Profile) => Profile, mergeKey?: string) => {
    const avatar: MeasuredAvatar | undefined = session.document?.avatar;
    if (avatar === undefined) return Promise.resolve(false);
    return edit(label, (p) => calibrator.calibrate(avatar, edited(p)), mergeKey);
  };
  return {
    /** A pair's ratios depend on it, so they are taken from the measurement anew; locked channels stay. */
    setSymmetry: (symmetry: number) =>
      recalibrated({ key: "change.symmetry" }, (p) => withSymmetry(p, symmetry), "symmetry"),
    /** Ratios and ranges from the measurement anew; settings and locked channels stay. */
    recalibrate: () => recalibrated({ key: "change.recalibrate" }, (p) => p),
    setClosedAt: (value: number) =>
      edit({ key: "change.closedAt" }, (p) => withClosedAt(p, value, value), "closedAt"),
    /** Learns from the recording that plays, else from the blinks seen on the live input. */
    learnClosedAt: (): Promise<boolean> => {
      const learned = learnedClosedAt(store, player.recorded());
      if (learned === null) {
        pushMessage(store, { kind: "info", title: { key: "panel.closedAtUnknown" } });
        return Promise.resolve(false);
      }
      return edit({ key: "change.closedAtLearned" }, (p) => withClosedAt(p, ...learned));
    },
    /** The floors that the input suggests, all of them or one channel's. */
    acceptFloors: (channel?: string) => {
      const floors = offeredFloors(store);
      const wanted =
        channel === undefined ? floors : new Map([...floors].filter(([name]) => name === channel));
      if (wanted.size === 0) return Promise.resolve(false);
      const note: Note =
        channel === undefined ? { key: "change.floors" } : { key: "change.floor", parameters: { channel } };
      return edit(note, (p) => withFloors(p, wanted));
    },
    /** The first substitute of each channel that is offered one and uses none. */
    acceptSubstitutes: () =>
      attempt({ key: "error.change" }, () => {
        const offered = [...offeredSubstitutes(store)];
        return session.changeMeasured({ key: "change.substitutes" }, (p) =>
          offered.reduce((edited, [name, id]) => withSubstitute(edited, name, id), p),
        );
      }),
  };
}

function viewActions({ store, theatre }: ActionParts) {
  return {
    setView: (view: PanelView) => {
      store.panel.view.value = view;
    },
    /** The channel alone; once more gives the others back. */
    toggleSolo: (channel: number) => {
      const { solo } = store.panel;
      solo.value = solo.value === channel ? -1 : channel;
      theatre.solo(solo.value);
    },
  };
}

function moves(store: Store, channel: number): boolean {
  const verdict = store.report.value?.channels[channel]?.verdict;
  return verdict !== undefined && verdict !== "missing" && verdict !== "empty";
}

/** Floors that are offered and higher than what is set, by channel name. */
export function offeredFloors(store: Store): ReadonlyMap<string, number> {
  const profile = store.profile.value;
  const offers = new Map<string, number>();
  if (profile === null) return offers;
  for (const { name, index } of store.channels) {
    const floor = store.panel.idleFloors.value.get(index) ?? 0;
    const set = profile.calibration.channels[name]?.floor ?? automaticChannel.floor;
    if (floor > set && moves(store, index)) offers.set(name, floor);
  }
  return offers;
}

/** Best substitute by channel name, of channels that are offered one and use none. */
export function offeredSubstitutes(store: Store): ReadonlyMap<string, string> {
  const profile = store.profile.value;
  const offers = new Map<string, string>();
  if (profile === null) return offers;
  for (const { name, index } of store.channels) {
    const verdict = store.report.value?.channels[index]?.verdict;
    const best = store.avatar.value?.substitutes[name]?.[0];
    if (verdict === undefined || best === undefined || !substituteVerdicts.has(verdict)) continue;
    if (substituteOf(profile, name) === undefined) offers.set(name, best);
  }
  return offers;
}

/** Inputs at which left and right lids count as closed; a side with too few blinks takes the other's. */
function learnedClosedAt(
  store: Store,
  recorded: { readonly rowCount: number; readonly values: Float32Array } | null,
): [number, number] | null {
  const { watch } = store.panel;
  const [left, right] = recorded === null ? [watch.left, watch.right] : recordedPeaks(recorded);
  const first = left.median() ?? right.median();
  const second = right.median() ?? left.median();
  if (first === null || second === null) return null;
  return [Math.max(first, MIN_CLOSED_AT), Math.max(second, MIN_CLOSED_AT)];
}

/** A recording whose values go beyond this is one of 0..100. As the core reads it. */
const PERCENT_EVIDENCE = 2;

function recordedPeaks({
  rowCount,
  values,
}: {
  rowCount: number;
  values: Float32Array;
}): [BlinkPeaks, BlinkPeaks] {
  const scale = values.some((value) => value > PERCENT_EVIDENCE) ? 1 / 100 : 1;
  const peaksOf = (channel: string) => {
    const peaks = new BlinkPeaks();
    const at = faceChannelIndex(channel);
    for (let row = 0; row < rowCount; row++) peaks.add((values[row * faceChannelCount + at] ?? 0) * scale);
    return peaks;
  };
  return [peaksOf(blinkChannels[0]), peaksOf(blinkChannels[1])];
}
