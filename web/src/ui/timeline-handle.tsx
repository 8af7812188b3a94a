// The in or the out point of a timeline, as a handle that is dragged or moved by keys.
// Where it may stand is the source's to say.
import type { Playback } from "../state/playback";
import { useText } from "./context";
import { keyedMove } from "./timeline-keys";
import { timeText } from "./timeline-time";

interface HandleProps {
  side: "in" | "out";
  label: string;
  seconds: number;
  playback: Playback;
  /** To where the pointer is. */
  drag: (clientX: number) => void;
  move: (seconds: number) => void;
}

export function TimelineHandle({ side, label, seconds, playback, drag, move }: HandleProps) {
  const text = useText();
  const { duration, frameRate, inPoint, outPoint } = playback;
  const home = side === "in" ? 0 : duration;
  // Dragging past the other point would change places with it; there the handle stops.
  const limited = (to: number) => (side === "in" ? Math.min(to, outPoint) : Math.max(to, inPoint));
  return (
    <div
      class={`timeline-handle timeline-handle-${side}`}
      style={{ "--at": String(seconds / duration) }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={side === "in" ? 0 : inPoint}
      aria-valuemax={side === "in" ? outPoint : duration}
      aria-valuenow={seconds}
      aria-valuetext={timeText(seconds)}
      title={text("timeline.handleHint", { point: label, time: timeText(seconds) })}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event.clientX);
      }}
      onDblClick={() => move(home)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to =
          event.key === "Delete" || event.key === "Backspace"
            ? home
            : keyedMove(event, seconds, duration, frameRate);
        if (to === null) return;
        event.preventDefault();
        move(limited(to));
      }}
    />
  );
}
