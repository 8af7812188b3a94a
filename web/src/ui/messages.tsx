// Messages in the corner: what went wrong or right, with the exact reason on demand.
// They never cover the controls they speak of, and only information goes away by itself.
import { useEffect, useState } from "preact/hooks";
import type { Message } from "../state/store";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FaultDetail } from "./fault-detail";
import { Icon } from "./icons";

/** How long information stays, milliseconds; with the pointer or the focus on it, until that leaves. */
const INFORMATION_MILLISECONDS = 6000;

export function Messages() {
  const text = useText();
  const { store } = useApp();
  return (
    <section class="messages">
      <div role="log" aria-live="polite" aria-label={text("message.region")}>
        {store.messages.value.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </div>
    </section>
  );
}

function MessageCard({ message }: { message: Message }) {
  const text = useText();
  const { actions } = useApp();
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  useEffect(() => {
    if (message.kind !== "info" || isHeld) return undefined;
    const timer = setTimeout(() => actions.dismiss(message.id), INFORMATION_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message, actions, isHeld]);
  return (
    <div
      class={`message message-${message.kind}`}
      data-testid={`message-${message.kind}`}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocusIn={hold}
      onFocusOut={letGo}
    >
      <Icon name={message.kind} />
      <div class="message-body">
        <p class="message-title">{text.note(message.title)}</p>
        {message.texts?.map((note) => (
          <p key={note.key}>{text.note(note)}</p>
        ))}
        {message.detail !== undefined && <FaultDetail detail={message.detail} />}
      </div>
      <IconButton icon="close" label={text("message.dismiss")} onClick={() => actions.dismiss(message.id)} />
    </div>
  );
}
