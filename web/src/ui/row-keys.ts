// The keys of a row of the channel table: up and down to other rows, and everything that the row offers by one key each.
// They act while the focus is on the row's name or its switches; sliders keep their own arrows.
import { MAX_GAIN } from "../state/profile";
import { channelSettings } from "../state/profile-settings";
import type { ChannelInfo } from "../state/store";
import type { AppParts } from "./context";
import { visibleChannels } from "./visible-channels";

/** Steps of the gain by one key press. */
const GAIN_STEP = 0.05;
/** Rows that a page moves. */
const PAGE_ROWS = 10;

/** Returns true where the key was one of the row's. */
export function rowKey(app: AppParts, channel: ChannelInfo, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const move = rowsToMove(event.key);
  if (move !== 0) return goTo(app, channel.index, move);
  return setting(app, channel, event.key);
}

function rowsToMove(key: string): number {
  switch (key) {
    case "ArrowDown":
      return 1;
    case "ArrowUp":
      return -1;
    case "PageDown":
      return PAGE_ROWS;
    case "PageUp":
      return -PAGE_ROWS;
    case "Home":
      return Number.NEGATIVE_INFINITY;
    case "End":
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

function goTo(app: AppParts, from: number, move: number): boolean {
  const channels = visibleChannels(app.store, app.preferences.language.value);
  const at = channels.findIndex((channel) => channel.index === from);
  const next = channels[Math.min(Math.max(at + move, 0), channels.length - 1)];
  if (next === undefined) return true;
  app.actions.select(next.index);
  const row = document.querySelector<HTMLElement>(`[data-channel="${next.index}"]`);
  row?.querySelector<HTMLElement>(".channel-name")?.focus();
  row?.scrollIntoView({ block: "nearest" });
  return true;
}

function setting({ store, actions }: AppParts, channel: ChannelInfo, key: string): boolean {
  const profile = store.profile.value;
  if (profile === null) return false;
  const settings = channelSettings(profile, channel.name);
  const gain = (change: number) => {
    const wanted = Math.min(Math.max(settings.userGain + change, 0), MAX_GAIN);
    void actions.setGain(channel.name, Math.round(wanted * 100) / 100);
  };
  switch (key) {
    case "ArrowRight":
      gain(GAIN_STEP);
      return true;
    case "ArrowLeft":
      gain(-GAIN_STEP);
      return true;
    case "p":
    case "P":
      actions.preview(channel.index);
      return true;
    case "m":
    case "M":
      void actions.setMuted(channel.name, !settings.muted);
      return true;
    case "s":
    case "S":
      actions.toggleSolo(channel.index);
      return true;
    case "l":
    case "L":
      void actions.setLocked(channel.name, !settings.locked);
      return true;
    case "Delete":
    case "Backspace":
      void actions.resetChannel(channel.name);
      return true;
    default:
      return false;
  }
}
