// The tabs at the head of the panel: face and body. Arrow keys lead from one to the other, as on any tab list.
// What a tab shows is the caller's.
import { useRef } from "preact/hooks";
import { panelTabs } from "../state/body-panel";
import { useApp, useText } from "./context";
import { Icon } from "./icons";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const icons = { face: "preview", body: "figure" } as const;

export const TAB_PANEL = "panel-content";

export function PanelTabs() {
  const text = useText();
  const { store, actions } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const chosen = store.bodyPanel.tab.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const at = (panelTabs.indexOf(chosen) + step + panelTabs.length) % panelTabs.length;
    actions.body.setTab(panelTabs[at] ?? "face");
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
    event.preventDefault();
  };
  return (
    <div class="panel-tabs" role="tablist" aria-label={text("tab.label")} ref={list}>
      {panelTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          class="panel-tab"
          aria-selected={tab === chosen}
          aria-controls={TAB_PANEL}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => actions.body.setTab(tab)}
          onKeyDown={onKeyDown}
        >
          <Icon name={icons[tab]} />
          {text(`tab.${tab}`)}
        </button>
      ))}
    </div>
  );
}
