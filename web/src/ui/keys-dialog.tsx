// Help: the list of keyboard shortcuts and what the words of the table mean.
// It binds none; shortcuts.ts does, from the same table.
import { useText } from "./context";
import { Dialog } from "./dialog";
import { shortcuts } from "./shortcuts";
import { Terms } from "./terms";

export function KeysDialog({ close }: { close: () => void }) {
  const text = useText();
  const named: Readonly<Record<string, string>> = {
    " ": text("keys.space"),
    Escape: text("keys.escape"),
    Up: "↑",
    Down: "↓",
    Left: "←",
    Right: "→",
  };
  const shown = (key: string) => named[key] ?? key;
  return (
    <Dialog title={text("keys.title")} close={close} wide>
      <div class="help">
        <section>
          {" "}
          <h3>{text("terms.title")}</h3>
          <Terms />
        </section>
        <section>
          {" "}
          <h3>{text("keys.list")}</h3>
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
        </section>
      </div>
    </Dialog>
  );
}
