// The keyboard shortcuts: one table that is both shown and bound.
// Keys of single widgets (sliders, the stage) are theirs and do not stand here.
import { useLayoutEffect } from "preact/hooks";
import type { TextKey } from "../i18n/translate";
import { type AppParts, useApp } from "./context";
import { visibleChannels } from "./visible-channels";

interface Shortcut {
  readonly label: TextKey;
  /** Shown form; the first of a pair is for "previous" where two are listed with one meaning each. */
  readonly keys: readonly string[];
}

export const shortcuts: readonly Shortcut[] = [
  { label: "keys.play", keys: [" "] },
  { label: "keys.inOut", keys: ["I", "O"] },
  { label: "keys.clearRange", keys: ["X"] },
  { label: "keys.frame", keys: [",", "."] },
  { label: "keys.undo", keys: ["Ctrl+Z"] },
  { label: "keys.redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"] },
  { label: "keys.open", keys: ["Ctrl+O"] },
  { label: "keys.save", keys: ["Ctrl+S"] },
  { label: "keys.search", keys: ["/"] },
  { label: "keys.move", keys: ["K", "J"] },
  { label: "keys.easy", keys: ["E"] },
  { label: "keys.tab", keys: ["B"] },
  { label: "keys.rows", keys: ["Up", "Down"] },
  { label: "keys.rowGain", keys: ["Left", "Right"] },
  { label: "keys.rowPreview", keys: ["P"] },
  { label: "keys.rowSwitches", keys: ["M", "S", "L"] },
  { label: "keys.rowReset", keys: ["Delete"] },
  { label: "keys.curve", keys: ["Down", "Up"] },
  { label: "keys.camera", keys: ["0"] },
  { label: "keys.dismiss", keys: ["Escape"] },
  { label: "keys.help", keys: ["?"] },
];

export interface ShortcutTargets {
  pick: () => void;
  showKeys: () => void;
}

export function useShortcuts(targets: ShortcutTargets): void {
  const app = useApp();
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const handled =
        event.ctrlKey || event.metaKey ? withControl(event, app, targets) : plain(event, app, targets);
      if (handled) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

function withControl(event: KeyboardEvent, app: AppParts, targets: ShortcutTargets): boolean {
  if (isTyping(event.target)) return false;
  switch (event.key.toLowerCase()) {
    case "z":
      void (event.shiftKey ? app.actions.redo() : app.actions.undo());
      return true;
    case "y":
      void app.actions.redo();
      return true;
    case "o":
      targets.pick();
      return true;
    case "s":
      app.actions.saveProfile();
      return true;
    default:
      return false;
  }
}

function plain(event: KeyboardEvent, app: AppParts, targets: ShortcutTargets): boolean {
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return false;
  switch (event.key) {
    case " ":
      if (isControl(event.target)) return false;
      app.actions.togglePlay();
      return true;
    case "i":
    case "I":
      return app.actions.setInPoint();
    case "o":
    case "O":
      return app.actions.setOutPoint();
    case "x":
    case "X":
      return app.actions.clearRange();
    case ",":
      return app.actions.stepFrames(-1);
    case ".":
      return app.actions.stepFrames(1);
    case "/":
      document.querySelector<HTMLInputElement>("#channel-search")?.focus();
      return true;
    case "j":
    case "J":
      return move(app, 1);
    case "k":
    case "K":
      return move(app, -1);
    case "e":
    case "E":
      app.actions.setView(app.store.panel.view.value === "easy" ? "full" : "easy");
      return true;
    case "b":
    case "B":
      app.actions.body.setTab(app.store.bodyPanel.tab.value === "body" ? "face" : "body");
      return true;
    case "0":
      app.resetCamera();
      return true;
    case "Escape":
      return dismissNewest(app);
    case "?":
      targets.showKeys();
      return true;
    default:
      return false;
  }
}

function move(app: AppParts, step: number): boolean {
  const channels = visibleChannels(app.store, app.preferences.language.value);
  const at = channels.findIndex((channel) => channel.index === app.store.selected.value);
  const next = channels[Math.min(Math.max(at + step, 0), channels.length - 1)];
  if (next === undefined) return true;
  app.actions.select(next.index);
  document.querySelector(`[data-channel="${next.index}"]`)?.scrollIntoView({ block: "nearest" });
  return true;
}

function dismissNewest({ store, actions }: AppParts): boolean {
  const newest = store.messages.value.at(-1);
  if (newest === undefined) return false;
  actions.dismiss(newest.id);
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return target.type !== "range" && target.type !== "radio" && target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

// Space presses buttons and opens selects; it is theirs.
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, select, summary, a, input") !== null;
}
