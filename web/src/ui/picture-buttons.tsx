// A picture, a video or a sequence of pictures of the stage, from the bar above it; what runs says for how long, or how many.
// The files are the actions'.
import { useEffect, useState } from "preact/hooks";
import { pictureRates } from "../state/capture";
import { useApp, useText } from "./context";
import { IconButton, Segmented } from "./controls";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { clockText } from "./timeline-time";

export function PictureButtons() {
  const text = useText();
  const { store, actions } = useApp();
  const { pictures } = actions;
  const [isOpen, setOpen] = useState(false);
  const since = store.videoSince.value;
  const sequence = store.capture.sequence.value;
  return (
    <div class="picture-buttons">
      <IconButton icon="photo" label={text("view.photo")} onClick={() => void pictures.takePhoto()} />
      {pictures.canRecord && sequence === null && (
        <IconButton
          icon="video"
          label={text(since === null ? "view.video" : "view.endVideo")}
          pressed={since !== null}
          tone={since === null ? "quiet" : "plain"}
          onClick={() => void pictures.toggleVideo()}
        />
      )}
      {since !== null && <Elapsed since={since} />}
      {since === null && sequence === null && (
        <span class="sequence-button">
          <IconButton icon="sequence" label={text("sequence.title")} onClick={() => setOpen(true)} />
        </span>
      )}
      {sequence !== null && <RunningSequence />}
      {isOpen && (
        <Dialog title={text("sequence.title")} close={() => setOpen(false)}>
          <SequenceChoice close={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  );
}

function RunningSequence() {
  const text = useText();
  const { store, actions } = useApp();
  const { written, late } = store.capture.sequence.value ?? { written: 0, late: 0 };
  return (
    <>
      <IconButton
        icon="stop"
        label={text("sequence.end")}
        tone="plain"
        onClick={() => void actions.pictures.endSequence()}
      />
      <output class="video-time" aria-live="off">
        {text(late === 0 ? "sequence.count" : "sequence.countLate", { written, late })}
      </output>
      <IconButton
        icon="close"
        label={text("sequence.discard")}
        onClick={() => void actions.pictures.discardSequence()}
      />
    </>
  );
}

function SequenceChoice({ close }: { readonly close: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const { rate, transparent } = store.capture;
  const begin = () => {
    close();
    void actions.pictures.beginSequence();
  };
  return (
    <section class="output-part" data-testid="sequence">
      <label class="output-check">
        <input
          type="checkbox"
          checked={transparent.value}
          onChange={({ currentTarget }) => {
            transparent.value = currentTarget.checked;
          }}
        />
        {text("sequence.transparent")}
      </label>
      <h3>{text("sequence.rate")}</h3>
      <Segmented<string>
        label={text("sequence.rate")}
        name="picture-rate"
        value={String(rate.value)}
        options={pictureRates.map((each) => ({
          value: String(each),
          text: each === null ? text("sequence.every") : String(each),
        }))}
        onChange={(value) => {
          rate.value = pictureRates.find((each) => String(each) === value) ?? null;
        }}
      />
      <p class="field-hint">
        {text(rate.value === null ? "sequence.everyHint" : "sequence.rateHint")}{" "}
        {text("showDirectoryPicker" in globalThis ? "sequence.folder" : "sequence.zip")}
      </p>
      <div class="form-buttons">
        <button type="button" class="button button-accent" onClick={begin}>
          <Icon name="sequence" />
          {text("sequence.begin")}
        </button>
      </div>
    </section>
  );
}

function Elapsed({ since }: { since: number }) {
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <output class="video-time" aria-live="off">
      {clockText((Date.now() - since) / 1000)}
    </output>
  );
}
