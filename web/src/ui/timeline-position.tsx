// The position on the timeline as a slider for keys and screen readers; it lies over the track unseen and shows its focus there.
// The pointer is the track's. The value follows the frames outside of rendering.
import { useEffect, useRef } from "preact/hooks";
import type { Playback } from "../state/playback";
import { useApp, useText } from "./context";
import { PacedTime } from "./paced-time";
import { keyedMove } from "./timeline-keys";
import { timeText } from "./timeline-time";

/** Frames between two updates of what is read out: ten a second, and one while somebody listens to it as it plays. */
const EVERY_FRAMES = 6;
const EVERY_FRAMES_HEARD = 60;

export function TimelinePosition({ playback }: { playback: Playback }) {
  const text = useText();
  const { store, actions } = useApp();
  const { duration, frameRate } = playback;
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const pace = new PacedTime(store.live);
    return store.live.onFrame(() => {
      const element = slider.current;
      if (element === null) return;
      const { playing } = store.playback.value;
      const heard = playing && document.activeElement === element;
      if (!pace.isDue(playing, heard ? EVERY_FRAMES_HEARD : EVERY_FRAMES)) return;
      const { position } = store.live;
      element.value = String(position);
      element.setAttribute("aria-valuetext", timeText(position));
    });
  }, [store]);
  return (
    <input
      ref={slider}
      class="timeline-position"
      type="range"
      aria-label={text("transport.position")}
      min={0}
      max={duration}
      step="any"
      defaultValue="0"
      onInput={(event) => actions.seek(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === " ") {
          event.preventDefault();
          actions.togglePlay();
          return;
        }
        const from = store.live.position;
        const to = keyedMove(event, from, duration, frameRate);
        if (to === null) return;
        event.preventDefault();
        // One frame is seen only where the picture stands still.
        if (Math.abs(to - from) < 0.5 && store.playback.value.playing) actions.pause();
        actions.seek(to);
      }}
    />
  );
}
