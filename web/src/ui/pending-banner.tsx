// A profile that waits: for its avatar, or for the user's word on applying it to another one.
// It applies nothing by itself.
import { useApp, useText } from "./context";
import { Icon } from "./icons";

export function PendingBanner() {
  const text = useText();
  const { store, actions } = useApp();
  const pending = store.pendingLink.value;
  if (pending === null) return null;
  const name = pending.avatarName || text("link.unnamed");
  // What the page opens by itself was not the user's choice: the profile waits, and may be tried on it.
  const isOnSample = store.origin.value?.kind === "sample";
  const avatar = store.avatar.value?.name || store.avatar.value?.file || text("link.unnamed");
  return (
    <section class="banner" role="status" data-testid="pending-link">
      <Icon name="link" />
      <div class="banner-body">
        {pending.asks && !isOnSample ? (
          <>
            <strong>{text("link.otherTitle")}</strong>
            <p>{text("link.otherText", { name, avatar })}</p>
          </>
        ) : (
          <p>{pending.fingerprint === "" ? text("link.waitingAny") : text("link.waiting", { name })}</p>
        )}
        <div class="banner-buttons">
          {pending.asks && (
            <button
              type="button"
              class={isOnSample ? "button button-plain" : "button button-accent"}
              onClick={() => void actions.applyPendingByName()}
            >
              {isOnSample ? text("link.try", { avatar }) : text("link.apply")}
            </button>
          )}
          <button type="button" class="button button-plain" onClick={() => actions.discardPending()}>
            {text("link.discard")}
          </button>
        </div>
      </div>
    </section>
  );
}
