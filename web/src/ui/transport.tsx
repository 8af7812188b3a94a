// Playback of the source that drives the face: what it is, play, time, in and out, loop, speed; below it the timeline or what stands for it.
// The time moves outside of rendering, with the frames.
import { useEffect, useRef } from "preact/hooks";
import { playbackSpeeds } from "../commands/actions";
import { demoText } from "../commands/take-actions";
import { hasRange, type Playback } from "../state/playback";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { PacedTime } from "./paced-time";
import { timeText } from "./timeline-time";
import { TransportRail } from "./transport-rail";

/** Frames between two updates of the time: ten a second at 60 frames. */
const TIME_EVERY_FRAMES = 6;

export function Transport({ pick }: { pick: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const playback = store.playback.value;
  const timed = playback.kind === "recording";
  return (
    <section class={`transport transport-${playback.kind}`} aria-label={text("transport.region")}>
      <div class="transport-row">
        <IconButton
          icon={playback.playing ? "pause" : "play"}
          label={text(playback.playing ? "transport.pause" : "transport.play")}
          shortcut={text("keys.space")}
          tone="accent"
          onClick={() => actions.togglePlay()}
        />
        <SourceName playback={playback} />
        {timed && <Clock duration={playback.duration} />}
        <div class="transport-tools">
          <IconButton
            icon="markIn"
            label={text("timeline.setIn")}
            shortcut="I"
            disabled={!timed}
            onClick={() => actions.setInPoint()}
          />
          <IconButton
            icon="markOut"
            label={text("timeline.setOut")}
            shortcut="O"
            disabled={!timed}
            onClick={() => actions.setOutPoint()}
          />
          <IconButton
            icon="markClear"
            label={text("timeline.clear")}
            shortcut="X"
            disabled={!timed || !hasRange(playback)}
            onClick={() => actions.clearRange()}
          />
          <IconButton
            icon="loop"
            label={text("transport.loop")}
            pressed={playback.loop}
            disabled={!timed}
            onClick={() => actions.setLoop(!playback.loop)}
          />
          <label class="select" title={text("transport.speed")}>
            <span class="visually-hidden">{text("transport.speed")}</span>
            <select
              value={playback.speed}
              disabled={!timed}
              onChange={(event) => actions.setSpeed(Number(event.currentTarget.value))}
            >
              {playbackSpeeds.map((speed) => (
                <option key={speed} value={speed}>
                  {speed}×
                </option>
              ))}
            </select>
          </label>
          <IconButton
            icon="open"
            label={text("transport.openRecording")}
            text={text("transport.openRecording")}
            tone="plain"
            onClick={pick}
          />
        </div>
      </div>
      <TransportRail playback={playback} />
    </section>
  );
}

function SourceName({ playback }: { playback: Playback }) {
  const text = useText();
  const { store, actions } = useApp();
  switch (playback.kind) {
    case "manual":
      return (
        <span class="source">
          <Icon name="hand" />
          <span class="source-name">{text("held.title", { count: store.manual.value.size })}</span>
          <button
            type="button"
            class="button button-quiet"
            title={text("held.resetHint")}
            onClick={() => actions.resetManual()}
          >
            {text("held.reset")}
          </button>
          <button type="button" class="button button-plain" onClick={() => actions.release()}>
            {text("transport.release")}
          </button>
        </span>
      );
    case "recording": {
      const demo = demoText(playback.name);
      return (
        <span class="source source-take" title={playback.name}>
          <span class="source-name">{demo === undefined ? playback.name : text(demo)}</span>
        </span>
      );
    }
    case "live":
      return (
        <span class="source">
          <span class="source-name">{text("transport.live")}</span>
          <button type="button" class="button button-plain" onClick={() => actions.release()}>
            {text("transport.leaveLive")}
          </button>
        </span>
      );
    default:
      return (
        <span class="source" title={text("transport.idleHint")}>
          <span class="source-name">{text("transport.idle")}</span>
        </span>
      );
  }
}

function Clock({ duration }: { duration: number }) {
  const { store } = useApp();
  const time = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const pace = new PacedTime(store.live);
    return store.live.onFrame(() => {
      if (time.current === null || !pace.isDue(store.playback.value.playing, TIME_EVERY_FRAMES)) return;
      time.current.textContent = timeText(store.live.position);
    });
  }, [store]);
  return (
    <span class="time" data-testid="time">
      <span ref={time}>{timeText(0)}</span>
      <span class="time-end">{` / ${timeText(duration)}`}</span>
    </span>
  );
}
