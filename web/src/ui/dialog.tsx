// A modal dialog on the browser's own element: focus is held inside, Escape closes it.
// No content of its own.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useText } from "./context";
import { IconButton } from "./controls";

export interface DialogProps {
  title: string;
  close: () => void;
  /** Room for two columns; default false. */
  wide?: boolean;
  /** Along the edge of the page, so that the avatar stays in sight; default false. */
  side?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, close, wide = false, side = false, children }: DialogProps) {
  const text = useText();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the key for that is Escape
    <dialog
      ref={element}
      class={side ? "dialog dialog-side" : wide ? "dialog dialog-wide" : "dialog"}
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
    </dialog>
  );
}
