// A modal dialog on the browser's own element: focus is held inside, Escape closes it.
// No content of its own.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Messages } from "./messages";

export interface DialogProps {
  title: string;
  close: () => void;
  /** Room for two columns; default false. */
  wide?: boolean;
  /** Grows further on a large screen: for what has dozens of parts; default false. */
  widest?: boolean;
  /** Along the edge of the page, so that the avatar stays in sight; default false. */
  side?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, close, wide = false, widest = false, side = false, children }: DialogProps) {
  const text = useText();
  const { store } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    const { dialogs } = store.panel;
    dialog?.showModal();
    dialogs.value += 1;
    return () => {
      dialogs.value -= 1;
      dialog?.close();
    };
  }, [store]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the key for that is Escape
    <dialog
      ref={element}
      class={`dialog${side ? " dialog-side" : ""}${wide ? " dialog-wide" : ""}${widest ? " dialog-widest" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={text("detail.close")} onClick={close} />
        </div>
        {children}
      </div>
      {/* What lies outside of a modal dialog is dimmed, cannot be pressed and is not heard: messages come in here. */}
      <Messages />
    </dialog>
  );
}
