// The output for OBS: its address with what it is to show, and its camera.
// The address is worked out with the commands; the picture is the output page's own.
import { useRef, useState } from "preact/hooks";
import { type OutputOptions, outputAddress } from "../commands/output-options";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";
import { Icon } from "./icons";

/** The way to it, where this page shares its stage. */
export function OutputButton() {
  const text = useText();
  const { store, scene } = useApp();
  const [isOpen, setOpen] = useState(false);
  if (scene === null || !store.scene.isShared.value) return null;
  return (
    <>
      <IconButton icon="output" label={text("output.title")} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={text("output.title")} close={() => setOpen(false)}>
          <Output />
        </Dialog>
      )}
    </>
  );
}

function Output() {
  const text = useText();
  const { actions } = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<OutputOptions>({ camera: "scene", floor: false, avatars: null });
  const [told, setTold] = useState<"profile.linkCopied" | "profile.linkShown" | null>(null);
  const address = outputAddress(location.href, options);
  const copy = async () => {
    const allowed = await actions.copy(address);
    if (!allowed) field.current?.select();
    setTold(allowed ? "profile.linkCopied" : "profile.linkShown");
  };
  const change = (part: Partial<OutputOptions>) => {
    setOptions({ ...options, ...part });
    setTold(null);
  };
  return (
    <section class="output-part" data-testid="output">
      <p class="field-hint">{text("output.hint")}</p>
      <label class="field">
        <span>{text("output.address")}</span>
        <input
          ref={field}
          class="input"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div class="form-buttons">
        <span role="status">{told === null ? "" : text(told)}</span>
        <button type="button" class="button button-accent" onClick={() => void copy()}>
          <Icon name="copy" />
          {text("output.copy")}
        </button>
      </div>
      <label class="output-check">
        <input
          type="checkbox"
          checked={options.camera === "front"}
          onChange={({ currentTarget }) => change({ camera: currentTarget.checked ? "front" : "scene" })}
        />
        {text("output.front")}
      </label>
      <label class="output-check">
        <input
          type="checkbox"
          checked={options.floor}
          onChange={({ currentTarget }) => change({ floor: currentTarget.checked })}
        />
        {text("output.floor")}
      </label>
      <OutputCamera />
    </section>
  );
}

function OutputCamera() {
  const text = useText();
  const { store, scene, comparison } = useApp();
  const onStage = comparison.state.mode.value === "stage";
  const { camera } = store.scene;
  return (
    <>
      <h3>{text("output.camera")}</h3>
      <p class="field-hint">
        {text(
          onStage ? (camera.value === null ? "output.cameraAll" : "output.cameraSent") : "output.cameraNeeds",
        )}
      </p>
      <div class="form-buttons">
        {camera.value !== null && (
          <button type="button" class="button button-plain" onClick={() => void scene?.sendCamera(false)}>
            {text("output.showAll")}
          </button>
        )}
        <button
          type="button"
          class="button button-plain"
          disabled={!onStage}
          onClick={() => void scene?.sendCamera(true)}
        >
          <Icon name="output" />
          {text("output.sendCamera")}
        </button>
      </div>
    </>
  );
}
