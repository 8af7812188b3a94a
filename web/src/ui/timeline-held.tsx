// The channels that are held by hand: a slider each, let go one by one or all together.
// Which channels there are, and what the others do meanwhile, is the player's.
import type { TextKey } from "../i18n/translate";
import { useApp, useText } from "./context";
import { IconButton, Slider } from "./controls";

/** The control that has the focus when the list is gone. */
const PLAY_BUTTON = ".transport .button-accent";

export function TimelineHeld() {
  const text = useText();
  const { store, actions } = useApp();
  const held = [...store.manual.value].sort(([a], [b]) => a - b);
  const release = (element: Element, channel: number) => {
    const item = element.closest("li");
    const slider = (beside: Element | null | undefined) =>
      beside?.querySelector<HTMLElement>("input[type=range]");
    const next = slider(item?.nextElementSibling) ?? slider(item?.previousElementSibling);
    (next ?? document.querySelector<HTMLElement>(PLAY_BUTTON))?.focus();
    actions.releaseManual(channel);
  };
  return (
    <div class="held" data-testid="held">
      <ul class="held-list" aria-label={text("held.list")}>
        {held.map(([index, value]) => {
          const name = store.channels[index]?.name ?? "";
          return (
            <li
              key={index}
              class={index === store.selected.value ? "held-item held-selected" : "held-item"}
              onKeyDown={(event) => {
                if (event.key !== "Delete" && event.key !== "Backspace") return;
                event.preventDefault();
                release(event.currentTarget, index);
              }}
            >
              <button type="button" class="held-name" title={name} onClick={() => actions.select(index)}>
                {text.channel(name)}
              </button>
              <Slider
                label={text("held.value", { channel: text.channel(name) })}
                value={value}
                min={0}
                max={1}
                step={0.01}
                valueText={text.number(value, 2)}
                onInput={(next) => actions.setManual(index, next)}
              />
              <output class="value">{text.number(value, 2)}</output>
              <IconButton
                icon="close"
                label={text("held.release", { channel: text.channel(name) })}
                shortcut={text("keys.delete")}
                onClick={() => {
                  const item = document.activeElement ?? document.body;
                  release(item, index);
                }}
              />
            </li>
          );
        })}
      </ul>
      <AddChannel held={store.manual.value} />
    </div>
  );
}

/** One more channel, held at 0 until its slider moves. */
function AddChannel({ held }: { held: ReadonlyMap<number, number> }) {
  const text = useText();
  const { store, actions } = useApp();
  return (
    <label class="select held-add">
      <span class="visually-hidden">{text("held.add")}</span>
      <select
        value=""
        title={text("held.add")}
        onChange={(event) => {
          const field = event.currentTarget;
          const index = Number(field.value);
          if (field.value === "") return;
          field.value = "";
          actions.setManual(index, 0);
          actions.select(index);
        }}
      >
        <option value="">+ {text("table.channel")}</option>
        {store.groups.map((group) => (
          <optgroup key={group} label={text(`group.${group}` as TextKey)}>
            {store.channels
              .filter((channel) => channel.group === group && !held.has(channel.index))
              .map((channel) => (
                <option key={channel.index} value={channel.index}>
                  {text.channel(channel.name)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
