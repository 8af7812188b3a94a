// The list of keyboard shortcuts.
// It binds none; shortcuts.ts does, from the same table.
import { useText } from "./context";
import { Dialog } from "./dialog";
import { shortcuts } from "./shortcuts";

export function KeysDialog({ close }: { close: () => void }) {
  const text = useText();
  const shown = (key: string) => (key === " " ? text("keys.space") : key);
  return (
    <Dialog title={text("keys.title")} close={close}>
      <dl class="keys">
        {shortcuts.map(({ label, keys }) => (
          <div key={label} class="keys-row">
            <dt>{text(label)}</dt>
            <dd>
              {keys.map((combination, index) => (
                <span key={combination}>
                  {index > 0 && <span class="keys-or"> {text("keys.or")} </span>}
                  {combination.split("+").map((key) => (
                    <kbd key={key}>{shown(key)}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
