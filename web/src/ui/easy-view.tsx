// The easy view: strength and five sliders for the parts of the face that everybody knows, each with its preview.
// What it sets are gains of groups, and for the gaze those of all channels that turn the eyes.
import type { TextKey } from "../i18n/translate";
import { AUTOMATIC_GAIN, MAX_GAIN, userGain } from "../state/profile";
import { groupGain } from "../state/profile-settings";
import { useApp, useText } from "./context";
import { Fixes } from "./fixes";
import { GroupPreview } from "./group-preview";
import { PanelSlider } from "./panel-slider";
import { ClosedAtSlider, SoloNotice, StrengthSlider } from "./settings";

const easyGroups = ["Eye", "Brow", "Mouth", "Jaw"] as const;
const GAZE = "eyeLook";

export function EasyView() {
  const text = useText();
  return (
    <section class="easy" aria-label={text("panel.parts")} id="channels" tabIndex={-1}>
      <StrengthSlider />
      <div class="easy-parts">
        {easyGroups.map((group) => (
          <GroupSlider key={group} group={group} />
        ))}
        <GazeSlider />
      </div>
      <ClosedAtSlider />
      <SoloNotice />
      <Fixes />
    </section>
  );
}

function GroupSlider({ group }: { group: string }) {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const gain = groupGain(profile, group);
  const name = text(`group.${group}` as TextKey);
  return (
    <PanelSlider
      name={name}
      label={text("panel.gainOf", { group: name })}
      hint={text("terms.groupGain")}
      value={gain}
      max={MAX_GAIN}
      origin={AUTOMATIC_GAIN}
      valueText={`× ${text.number(gain, 2)}`}
      disabled={profile === null}
      onInput={(value) => void actions.setGroupGain(group, value)}
      onReset={() => void actions.setGroupGain(group, AUTOMATIC_GAIN)}
    >
      <GroupPreview group={group} name={name} onClick={() => actions.previewGroup(group)} />
    </PanelSlider>
  );
}

function GazeSlider() {
  const text = useText();
  const { store, actions } = useApp();
  const profile = store.profile.value;
  const channels = store.channels.map(({ name }) => name).filter((name) => name.startsWith(GAZE));
  const gains = channels.map((channel) => (profile === null ? AUTOMATIC_GAIN : userGain(profile, channel)));
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
  const equal = gains.every((gain) => gain === gains[0]);
  const set = (value: number) => void actions.setGains({ key: "change.gaze" }, channels, value);
  return (
    <PanelSlider
      name={text("panel.gaze")}
      label={text("panel.gainOf", { group: text("panel.gaze") })}
      hint={text("panel.gazeHint")}
      value={mean}
      max={MAX_GAIN}
      origin={AUTOMATIC_GAIN}
      valueText={equal ? `× ${text.number(mean, 2)}` : text("panel.mixed")}
      disabled={profile === null}
      onInput={set}
      onReset={() => set(AUTOMATIC_GAIN)}
    >
      <GroupPreview
        group={GAZE}
        name={text("panel.gaze")}
        onClick={() => actions.previewChannels(GAZE, channels)}
      />
    </PanelSlider>
  );
}
