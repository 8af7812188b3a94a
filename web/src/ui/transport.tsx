// Playback of the source that drives the face: play, position, loop, speed, and what the source is.
// The position moves outside of rendering, with the frames.
import { useEffect, useRef } from "preact/hooks";
import { playbackSpeeds } from "../commands/actions";
import type { Playback } from "../state/store";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";

/** Frames between two updates of the position: ten a second at 60 frames. */
const POSITION_EVERY_FRAMES = 6;

export function Transport({ pick }: { pick: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const playback = store.playback.value;
  const timed = playback.kind === "recording";
  return (
    <section class="transport" aria-label={text("transport.region")}>
      <IconButton
        icon={playback.playing ? "pause" : "play"}
        label={text(playback.playing ? "transport.pause" : "transport.play")}
        shortcut={text("keys.space")}
        tone="accent"
        onClick={() => actions.togglePlay()}
      />
      <SourceName playback={playback} />
      {timed && <Position duration={playback.duration} />}
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
    </section>
  );
}

function SourceName({ playback }: { playback: Playback }) {
  const text = useText();
  const { actions } = useApp();
  if (playback.kind === "manual") {
    return (
      <span class="source source-idle">
        <Icon name="hand" />
        <span class="source-name">{text("transport.manual")}</span>
        <button type="button" class="button button-plain" onClick={() => actions.release()}>
          {text("transport.release")}
        </button>
      </span>
    );
  }
  if (playback.kind === "recording") {
    return (
      <span class="source" title={playback.name}>
        <span class="source-name">{playback.name}</span>
      </span>
    );
  }
  if (playback.kind === "live") {
    return (
      <span class="source source-idle">
        <span class="source-name">{text("transport.live")}</span>
        <button type="button" class="button button-plain" onClick={() => actions.release()}>
          {text("transport.leaveLive")}
        </button>
      </span>
    );
  }
  return (
    <span class="source source-idle" title={text("transport.idleHint")}>
      <span class="source-name">{text("transport.idle")}</span>
      <span class="source-hint">{text("transport.idleHint")}</span>
    </span>
  );
}

function Position({ duration }: { duration: number }) {
  const text = useText();
  const { store, actions } = useApp();
  const slider = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const dragging = useRef(false);
  useEffect(() => {
    return store.live.onFrame(() => {
      if (store.live.frame % POSITION_EVERY_FRAMES !== 0) return;
      const seconds = store.live.position;
      if (time.current !== null) time.current.textContent = seconds.toFixed(1);
      if (slider.current === null || dragging.current) return;
      slider.current.value = String(seconds);
      slider.current.style.setProperty("--fill-to", `${(100 * seconds) / duration}%`);
    });
  }, [store, duration]);
  return (
    <div class="position">
      <input
        ref={slider}
        class="slider"
        type="range"
        aria-label={text("transport.position")}
        min={0}
        max={duration}
        step={0.01}
        defaultValue="0"
        style={{ "--fill-from": "0%", "--fill-to": "0%" }}
        onPointerDown={() => {
          dragging.current = true;
        }}
        onPointerUp={() => {
          dragging.current = false;
        }}
        onInput={(event) => {
          const seconds = event.currentTarget.valueAsNumber;
          event.currentTarget.style.setProperty("--fill-to", `${(100 * seconds) / duration}%`);
          actions.seek(seconds);
        }}
      />
      <span class="time">
        <span ref={time}>0.0</span>
        {` / ${duration.toFixed(1)}`}
      </span>
    </div>
  );
}
