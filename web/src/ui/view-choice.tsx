// Easy or full: one choice for both panels, each of which says what it shows then.
// The choice itself is the panel's state.
import type { PanelView } from "../state/panel";
import { useApp, useText } from "./context";
import { Segmented } from "./controls";

interface Props {
  readonly easyHint: string;
  readonly fullHint: string;
}

export function ViewChoice({ easyHint, fullHint }: Props) {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <Segmented<PanelView>
      label={text("panel.view")}
      name="panel-view"
      value={store.panel.view.value}
      options={[
        { value: "easy", text: text("panel.easy"), hint: easyHint },
        { value: "full", text: text("panel.full"), hint: fullHint },
      ]}
      onChange={(view) => actions.setView(view)}
    />
  );
}
