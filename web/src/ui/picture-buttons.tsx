// A picture or a video of the stage, from the bar above it; the button of a video that runs says for how long.
// The files are the actions'.
import { useEffect, useState } from "preact/hooks";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";

export function PictureButtons() {
  const text = useText();
  const { store, actions } = useApp();
  const since = store.videoSince.value;
  return (
    <div class="picture-buttons">
      <IconButton icon="photo" label={text("view.photo")} onClick={() => void actions.pictures.takePhoto()} />
      {actions.pictures.canRecord && (
        <IconButton
          icon="video"
          label={text(since === null ? "view.video" : "view.endVideo")}
          pressed={since !== null}
          tone={since === null ? "quiet" : "plain"}
          onClick={() => void actions.pictures.toggleVideo()}
        />
      )}
      {since !== null && <Elapsed since={since} />}
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <output class="video-time" aria-live="off">
      {shown}
    </output>
  );
}
