// The body recording that is open: its name, whether its stick figure is shown, and a way to close it.
// The figure itself is the stage's.
import { demoText } from "../commands/take-actions";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";

export function BodyBar() {
  const text = useText();
  const { store, actions } = useApp();
  const body = store.body.value;
  if (body === null) return null;
  const { performers, bodies, markers, shown } = body;
  const demo = demoText(body.name);
  const name = demo === undefined ? body.name : text(demo);
  const parts = performers.map((each) => text("body.performers", { name: each.name, count: each.bones }));
  if (bodies + markers > 0) parts.push(text("body.loose", { bodies, markers }));
  return (
    <fieldset class="body-bar" aria-label={text("body.region")} data-testid="body-bar">
      <IconButton
        icon="figure"
        label={text("body.figure")}
        pressed={shown}
        onClick={() => actions.showFigure(!shown)}
      />
      <span class="body-name" title={parts.join("\n")}>
        {name}
      </span>
      <IconButton
        icon="close"
        label={text("body.close", { file: name })}
        onClick={() => actions.closeBody()}
      />
    </fieldset>
  );
}
