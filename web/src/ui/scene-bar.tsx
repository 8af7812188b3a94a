// What this page is among those that share the stage: whether it leads or follows, and a file that is on its way to the bridge.
// It holds no choice; where no other page is there, it says nothing.
import { useApp, useText } from "./context";

export function SceneBar() {
  const text = useText();
  const { store, scene } = useApp();
  const { isShared, upload } = store.scene;
  const { isAuthority, pages } = store.remote.value;
  if (scene === null || !isShared.value) return null;
  const sending = upload.value;
  const parameters = sending && {
    file: sending.file,
    percent: text.number(Math.round(100 * sending.progress), 0),
  };
  if (parameters === null && pages < 2) return null;
  return (
    <fieldset class="scene-bar" aria-label={text("scene.region")} data-testid="scene-bar">
      <output class="scene-state" title={text(isAuthority ? "scene.leads.hint" : "scene.follows.hint")}>
        {parameters === null
          ? text(isAuthority ? "scene.leads" : "scene.follows")
          : text("scene.upload", parameters)}
      </output>
      {!isAuthority && parameters === null && (
        <button type="button" class="button button-plain button-small" onClick={() => scene.takeOver()}>
          {text("scene.takeOver")}
        </button>
      )}
    </fieldset>
  );
}
