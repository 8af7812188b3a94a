// Saving what the body recording does to the open avatar: two forms, how far it is, and a way out.
// It writes nothing; where no recording moves the avatar there is nothing of it.
import { useApp, useText } from "./context";
import { Icon } from "./icons";

export function MotionExport() {
  const text = useText();
  const { store, motionExport } = useApp();
  const under = store.exporting.value;
  if (store.body.value === null || store.bodyRig.rig.value === null) return null;
  const disabled = store.bodyRig.follows.value === null;
  if (under !== null) {
    const percent = Math.round(under.progress * 100);
    return (
      <div class="motion-export" role="status" data-testid="motion-export">
        <span class="motion-export-file">{text("export.writing", { file: under.file })}</span>
        <div
          class="progress"
          role="progressbar"
          aria-label={text("export.writing", { file: under.file })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ transform: `scaleX(${under.progress})` }} />
        </div>
        <button type="button" class="button button-plain button-small" onClick={() => motionExport.cancel()}>
          {text("loading.cancel")}
        </button>
      </div>
    );
  }
  return (
    <fieldset class="motion-export" aria-label={text("export.region")} data-testid="motion-export">
      <span class="motion-export-file" title={text("export.hint")}>
        {text("export.region")}
      </span>
      {(["vrma", "bvh"] as const).map((format) => (
        <button
          key={format}
          type="button"
          class="button button-plain button-small"
          disabled={disabled}
          title={text(`export.${format}.hint`)}
          onClick={() => void motionExport.save(format)}
        >
          <Icon name="save" />
          {text(`export.${format}`)}
        </button>
      ))}
    </fieldset>
  );
}
