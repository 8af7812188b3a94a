// What to look at when the bridge is there and nothing moves: causes, the likeliest first, and what to do about each.
// What the matter is, the bridge says; the card opens by itself once that has lasted.
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { causesOf, isSaidUnasked, troubleOf } from "../state/bridge-trouble";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FaultDetail } from "./fault-detail";

/** How long something has to be the matter before it is said unasked, milliseconds: connecting takes a moment. */
const LASTING_MILLISECONDS = 5000;

export function LiveHelp() {
  const text = useText();
  const { store, actions } = useApp();
  const trouble = useComputed(() => troubleOf(store.bridge.value)).value;
  const message = useComputed(() => store.bridge.value.message).value;
  const shown = store.guide.help.value;
  useEffect(() => {
    // Another trouble, or none any more: what was said holds no longer.
    actions.guide.showHelp(null);
    if (trouble === null || !isSaidUnasked(trouble)) return undefined;
    const timer = setTimeout(() => actions.guide.showHelp(trouble), LASTING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [trouble, actions]);
  if (shown === null || shown !== trouble) return null;
  return (
    <section class="live-help" aria-label={text("live.help")} data-testid="live-help">
      <div class="live-help-head" role="status">
        <h2>{text(`trouble.${shown}`)}</h2>
        <IconButton
          icon="close"
          label={text("live.closeHelp")}
          onClick={() => actions.guide.showHelp(null)}
        />
      </div>
      <p>{text("live.likeliest")}</p>
      <ol>
        {causesOf(shown).map((cause) => (
          <li key={cause}>
            <strong>{text(`cause.${cause}`)}</strong> <span>{withCode(text(`mend.${cause}`))}</span>
          </li>
        ))}
      </ol>
      {message !== "" && <FaultDetail detail={message} />}
    </section>
  );
}

/** Options and commands as such: they are typed as they stand, and not torn apart. */
function withCode(sentence: string) {
  return sentence
    .split(/(--[a-z]+|npm start|ufw allow 1511\/udp)/)
    .map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}
