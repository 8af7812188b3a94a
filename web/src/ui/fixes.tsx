// What one click can mend: substitutes that are offered and not used, floors for channels that leak.
// Single ones are offered with their channels.
import { offeredFloors, offeredSubstitutes } from "../commands/calibration-actions";
import { useApp, useText } from "./context";

export function Fixes() {
  const text = useText();
  const { store, actions } = useApp();
  const substitutes = offeredSubstitutes(store).size;
  const floors = offeredFloors(store).size;
  if (substitutes === 0 && floors === 0) return null;
  return (
    <section class="fixes" aria-label={text("panel.fixes")}>
      {substitutes > 0 && (
        <div class="fix">
          <span>{text("panel.fixSubstitutes", { count: substitutes })}</span>
          <button
            type="button"
            class="button button-plain button-small"
            disabled={store.busy.value}
            onClick={() => void actions.acceptSubstitutes()}
          >
            {text("panel.acceptSubstitutes")}
          </button>
        </div>
      )}
      {floors > 0 && (
        <div class="fix" title={text("panel.floorHint")}>
          <span>{text("panel.fixFloors", { count: floors })}</span>
          <button
            type="button"
            class="button button-plain button-small"
            onClick={() => void actions.acceptFloors()}
          >
            {text("panel.acceptFloors")}
          </button>
        </div>
      )}
    </section>
  );
}
