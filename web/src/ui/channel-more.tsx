// What the table has no room for on a narrow screen, below the selected row: range, gain, switches, preview, reset.
// The same controls as in the wide table.
import type { ChannelReport } from "../state/report";
import type { ChannelRowProps } from "./channel-row";
import { ChannelSwitches } from "./channel-switches";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { GainSlider } from "./gain-slider";
import { RangeCell } from "./range-cell";

/** Columns of the narrow table. */
export const NARROW_COLUMNS = 4;

interface ChannelMoreProps extends ChannelRowProps {
  report: ChannelReport;
  moves: boolean;
}

export function ChannelMore(props: ChannelMoreProps) {
  const { channel, report, moves } = props;
  const text = useText();
  const { actions } = useApp();
  return (
    <tr class="more-row selected">
      <td colSpan={NARROW_COLUMNS}>
        <div class="more">
          <span class="more-gain" title={text("terms.gain")}>
            <span class="more-name">{text("table.gain")}</span>
            <GainSlider channel={channel.name} gain={props.gain} disabled={!props.ready || !moves} />
            <output class="value">{`× ${text.number(props.gain, 2)}`}</output>
          </span>
          <span class="more-range" title={text("terms.range")}>
            <span class="more-name">{text("table.range")}</span>
            {moves ? <RangeCell report={report} /> : "–"}
          </span>
          <span class="more-tools">
            <IconButton
              icon="preview"
              label={text("panel.previewOf", { channel: text.channel(channel.name) })}
              disabled={!moves}
              onClick={() => actions.preview(channel.index)}
            />
            <ChannelSwitches
              channel={channel}
              muted={props.muted}
              locked={props.locked}
              soloed={props.soloed}
              disabled={!moves}
            />
            <IconButton
              icon="reset"
              label={text("panel.reset", { channel: channel.name })}
              disabled={!props.ready || props.automatic}
              onClick={() => void actions.resetChannel(channel.name)}
            />
          </span>
        </div>
      </td>
    </tr>
  );
}
