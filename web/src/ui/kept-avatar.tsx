// The avatar that this browser keeps for the next visit, and the way to make it forget.
// It opens nothing; the page does that at its start.
import { useApp, useText } from "./context";

const BYTES_PER_MEGABYTE = 1024 * 1024;

export function KeptAvatar() {
  const text = useText();
  const { store, actions } = useApp();
  const kept = store.library.kept.value;
  if (kept === null) return null;
  const size = text.number(kept.bytes / BYTES_PER_MEGABYTE, 1);
  return (
    <div class="profiles-kept" data-testid="kept-avatar">
      <p>{text("kept.text", { file: kept.file, size })}</p>
      <button type="button" class="button button-plain" onClick={() => void actions.kept.forget()}>
        {text("kept.forget")}
      </button>
    </div>
  );
}
