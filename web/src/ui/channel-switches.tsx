// Mute, solo and lock of one channel: in the table and in the detail alike.
// Solo is of the view and not of the calibration.
import type { ChannelInfo } from "../state/store";
import { useApp, useText } from "./context";
import { Icon, type IconName } from "./icons";

interface SwitchesProps {
  channel: ChannelInfo;
  muted: boolean;
  locked: boolean;
  soloed: boolean;
  disabled: boolean;
  tabIndex?: number;
}

export function ChannelSwitches({ channel, muted, locked, soloed, disabled, tabIndex }: SwitchesProps) {
  const text = useText();
  const { actions } = useApp();
  const common = { disabled, tabIndex };
  return (
    <span class="switches">
      <Switch
        {...common}
        icon="mute"
        tone="mute"
        on={muted}
        label={text("panel.mute", { channel: text.channel(channel.name) })}
        onClick={() => void actions.setMuted(channel.name, !muted)}
      />
      <Switch
        {...common}
        icon="solo"
        tone="solo"
        on={soloed}
        label={text("panel.solo", { channel: text.channel(channel.name) })}
        onClick={() => actions.toggleSolo(channel.index)}
      />
      <Switch
        {...common}
        icon={locked ? "lock" : "unlock"}
        tone="lock"
        on={locked}
        label={text("panel.lock", { channel: text.channel(channel.name) })}
        onClick={() => void actions.setLocked(channel.name, !locked)}
      />
    </span>
  );
}

interface SwitchProps {
  icon: IconName;
  tone: "mute" | "solo" | "lock";
  on: boolean;
  label: string;
  disabled: boolean;
  tabIndex: number | undefined;
  onClick: () => void;
}

function Switch({ icon, tone, on, label, disabled, tabIndex, onClick }: SwitchProps) {
  return (
    <button
      type="button"
      class={`switch switch-${tone}`}
      aria-label={label}
      aria-pressed={on}
      title={label}
      disabled={disabled}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
