// The wall's part of the bar above the pictures: raw or calibrated for all, and bringing back what was removed.
// It holds no state.
import { useApp, useText } from "./context";
import { IconButton, Segmented } from "./controls";

type Shown = "raw" | "calibrated";
const shownChoices: readonly Shown[] = ["raw", "calibrated"];

export function WallBar() {
  const text = useText();
  const { wall } = useApp();
  const { raw, removed, full } = wall.state;
  const last = removed.value.at(-1);
  return (
    <>
      <Segmented<Shown>
        label={text("wall.shown")}
        name="wall-shown"
        value={raw.value ? "raw" : "calibrated"}
        options={shownChoices.map((value) => ({ value, text: text(`view.${value}`) }))}
        onChange={(value) => wall.actions.setRaw(value === "raw")}
      />
      {last !== undefined && (
        <IconButton
          icon="undo"
          label={text("wall.bringBack", { name: last })}
          text={text("wall.bringBack", { name: last })}
          disabled={full.value}
          onClick={() => void wall.actions.bringBack()}
        />
      )}
    </>
  );
}
