// The bar above the pictures: how avatars are compared, the report, the camera.
// It holds no choice; the actions do what is asked.
import { type CompareMode, compareModes } from "../state/comparison";
import { BodyBar } from "./body-bar";
import { BridgeBar } from "./bridge-bar";
import { useApp, useText } from "./context";
import { IconButton, Segmented } from "./controls";
import { OutputButton } from "./output-dialog";
import { PictureButtons } from "./picture-buttons";
import { ReportButton } from "./report-button";
import { WallBar } from "./wall-bar";

/** What inverse kinematics works with, over the avatar that somebody moves. */
function IkSwitch() {
  const text = useText();
  const { store, comparison } = useApp();
  const { ik } = store.bodyPanel;
  if (store.bodyRig.follows.value === null || comparison.state.mode.value === "wall") return null;
  return (
    <IconButton
      icon="ik"
      label={text("ik.show")}
      pressed={ik.value}
      onClick={() => {
        ik.value = !ik.value;
      }}
    />
  );
}

export function ViewBar() {
  const text = useText();
  const { comparison, resetCamera, store, flow } = useApp();
  const mode = comparison.state.mode.value;
  return (
    <div class="view-bar" role="toolbar" aria-label={text("compare.region")}>
      <Segmented<CompareMode>
        label={text("compare.region")}
        name="compare"
        value={mode}
        options={compareModes.map((value) => ({
          value,
          text: text(`compare.${value}`),
          hint: text(`compare.${value}.hint`),
        }))}
        onChange={(value) => comparison.actions.setMode(value)}
      />
      {mode === "wall" && <WallBar />}
      <div class="view-bar-end">
        <BridgeBar />
        {store.bodyRig.performers.value.length > 0 && (
          <IconButton
            icon="countdown"
            label={text("flow.button.hint")}
            text={text("flow.button")}
            onClick={() => flow.open()}
          />
        )}
        <BodyBar />
        <IkSwitch />
        <ReportButton />
        <PictureButtons />
        <OutputButton />
        <IconButton icon="camera" label={text("view.resetCamera")} shortcut="0" onClick={resetCamera} />
      </div>
    </div>
  );
}
