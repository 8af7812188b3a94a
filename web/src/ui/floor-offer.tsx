// Offers a floor for a channel that idles above 0 on the input that drives the face now.
// What idles is found by the watch on the input.
import { offeredFloors } from "../commands/calibration-actions";
import type { ChannelInfo } from "../state/store";
import { useApp, useText } from "./context";

export function FloorOffer({ channel }: { channel: ChannelInfo }) {
  const text = useText();
  const { store, actions } = useApp();
  const floor = offeredFloors(store).get(channel.name);
  if (floor === undefined) return null;
  return (
    <div class="substitute" title={text("panel.floorHint")}>
      <p>{text("panel.floorOffer")}</p>
      <button
        type="button"
        class="button button-plain button-small"
        onClick={() => void actions.acceptFloors(channel.name)}
      >
        {text("panel.acceptFloor", { value: text.number(floor, 2) })}
      </button>
    </div>
  );
}
