// The divider between the two pictures: dragged, moved by keys, back to the middle by double click or Home.
// It draws the handle only; what is seen at either side is the stage's.
import { useRef } from "preact/hooks";
import { DIVIDER_MAX, DIVIDER_MIN } from "../state/comparison";
import { useApp, useText } from "./context";

const PERCENT = 100;
/** Shares of the width that one key press moves. */
const KEY_STEP = 0.02;
const KEY_LEAP = 0.1;

export function SplitDivider() {
  const text = useText();
  const { comparison } = useApp();
  const { state, actions } = comparison;
  const held = useRef(false);
  const divider = state.divider.value;
  const shown = Math.round(divider * PERCENT);
  const place = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (frame !== undefined && frame.width > 0)
      actions.moveDivider((event.clientX - frame.left) / frame.width);
  };
  const release = () => {
    if (!held.current) return;
    held.current = false;
    actions.settleDivider();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value is the pattern for a splitter
    <div
      class={`split-divider split-divider-${state.mode.value}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={text("compare.divider")}
      aria-valuemin={Math.round(DIVIDER_MIN * PERCENT)}
      aria-valuemax={Math.round(DIVIDER_MAX * PERCENT)}
      aria-valuenow={shown}
      aria-valuetext={text("compare.dividerValue", { percent: shown })}
      title={text("compare.dividerHint")}
      tabIndex={0}
      style={{ left: `${divider * PERCENT}%` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = true;
      }}
      onPointerMove={(event) => {
        if (held.current) place(event);
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onDblClick={() => actions.resetDivider()}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = keyed(event.key, divider, event.shiftKey ? KEY_LEAP : KEY_STEP);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (next === "middle") actions.resetDivider();
        else {
          actions.moveDivider(next);
          actions.settleDivider();
        }
      }}
    >
      <span class="split-handle" aria-hidden="true" />
    </div>
  );
}

function keyed(key: string, divider: number, step: number): number | "middle" | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return divider - step;
    case "ArrowRight":
    case "ArrowUp":
      return divider + step;
    case "PageDown":
      return divider - KEY_LEAP;
    case "PageUp":
      return divider + KEY_LEAP;
    case "Home":
    case "Enter":
      return "middle";
    default:
      return null;
  }
}
