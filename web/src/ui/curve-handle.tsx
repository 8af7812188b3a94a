// Takes hold of a response curve: drag it up or down, or use the arrow keys, and the channel's gain follows.
// It draws only its knob; the curve and what the gain does are the core's.
import { useRef } from "preact/hooks";
import { MAX_GAIN, userGain } from "../state/profile";
import type { ResponsePoint } from "../state/report";
import type { ChannelInfo } from "../state/store";
import { useApp, useText } from "./context";
import { gainFor, valueAt } from "./curve-gain";

/** Input at which the knob sits. */
const KNOB_INPUT = 0.6;
const STEP = 0.01;
const LARGE_STEP = 0.1;

interface CurveHandleProps {
  channel: ChannelInfo;
  points: readonly ResponsePoint[];
  /** Movement at the upper edge. */
  top: number;
}

export function CurveHandle({ channel, points, top }: CurveHandleProps) {
  const text = useText();
  const { store, actions } = useApp();
  const held = useRef<{ input: number; automatic: readonly ResponsePoint[] } | null>(null);
  const knob = useRef<HTMLDivElement>(null);
  const profile = store.profile.value;
  if (profile === null) return null;
  const gain = userGain(profile, channel.name);
  const muted = profile.calibration.channels[channel.name]?.muted === true;
  if (muted) return null;
  const set = (wanted: number) => {
    const next = Math.min(Math.max(Math.round(wanted / STEP) * STEP, 0), MAX_GAIN);
    void actions.setGain(channel.name, Number(next.toFixed(2)));
  };
  const drag = (event: PointerEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const share = (at: number, size: number) => Math.min(Math.max(at / size, 0), 1);
    const movement = (1 - share(event.clientY - area.top, area.height)) * top;
    if (held.current === null) {
      const input = Math.max(share(event.clientX - area.left, area.width), STEP);
      held.current = { input, automatic: actions.automaticResponse(channel.name) };
      actions.endGesture();
    }
    const wanted = gainFor(held.current.automatic, held.current.input, movement);
    if (wanted !== null) set(wanted);
  };
  const end = () => {
    if (held.current === null) return;
    held.current = null;
    actions.endGesture();
  };
  return (
    <div
      class="curve-handle"
      title={text("panel.curveHint")}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        knob.current?.focus();
        drag(event);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) drag(event);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <div
        ref={knob}
        class="curve-knob"
        role="slider"
        tabIndex={0}
        aria-label={text("panel.curveHandle", { channel: channel.name })}
        aria-valuemin={0}
        aria-valuemax={MAX_GAIN}
        aria-valuenow={gain}
        aria-valuetext={`× ${text.number(gain, 2)}`}
        style={{
          left: `${100 * KNOB_INPUT}%`,
          top: `${100 * (1 - Math.min(1, valueAt(points, KNOB_INPUT, "calibrated") / top))}%`,
        }}
        onKeyDown={(event) => {
          const wanted = keyedGain(event.key, gain);
          if (wanted === null) return;
          event.preventDefault();
          set(wanted);
        }}
        onKeyUp={() => actions.endGesture()}
        onBlur={() => actions.endGesture()}
      />
    </div>
  );
}

function keyedGain(key: string, gain: number): number | null {
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return gain + STEP;
    case "ArrowDown":
    case "ArrowLeft":
      return gain - STEP;
    case "PageUp":
      return gain + LARGE_STEP;
    case "PageDown":
      return gain - LARGE_STEP;
    case "Home":
      return 0;
    case "End":
      return MAX_GAIN;
    default:
      return null;
  }
}
