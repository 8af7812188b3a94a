// Which channels the table shows, in which order: groups, search, "needs attention".
// It changes nothing; table and keyboard share it.
import { offeredFloors } from "../commands/calibration-actions";
import { channelLabel } from "../i18n/channel-labels";
import type { Language } from "../i18n/translate";
import { attentionVerdicts } from "../state/report";
import type { ChannelInfo, Store } from "../state/store";

/** Channels in table order. The search finds the ARKit name and the label in the language that is on. */
export function visibleChannels(store: Store, language: Language): readonly ChannelInfo[] {
  const wanted = store.search.value.trim().toLowerCase();
  const report = store.report.value;
  const attention = store.attentionOnly.value && report !== null;
  const leaking = attention ? offeredFloors(store) : null;
  const fits = (channel: ChannelInfo): boolean => {
    const verdict = report?.channels[channel.index]?.verdict;
    const asks = (verdict !== undefined && attentionVerdicts.has(verdict)) || leaking?.has(channel.name);
    if (attention && !asks) return false;
    if (wanted === "") return true;
    const label = channelLabel(language, channel.name).toLowerCase();
    return channel.name.toLowerCase().includes(wanted) || label.includes(wanted);
  };
  return store.groups.flatMap((group) =>
    store.channels.filter((channel) => channel.group === group && fits(channel)),
  );
}
