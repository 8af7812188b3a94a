// The timeline of a recording: overview, playhead, in and out points; by pointer and by keys.
// The position moves outside of rendering, with the frames.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Activity, Playback } from "../state/playback";
import { hasRange } from "../state/playback";
import { useApp, useText } from "./context";
import { TimelineHandle } from "./timeline-handle";
import { TimelinePainter } from "./timeline-painter";
import { TimelinePosition } from "./timeline-position";
import { timeText } from "./timeline-time";

interface Pointed {
  readonly seconds: number;
  /** 0..1 of the track. */
  readonly share: number;
}

export function TimelineTrack({ playback, activity }: { playback: Playback; activity: Activity }) {
  const text = useText();
  const { store, actions } = useApp();
  const { duration, inPoint, outPoint } = playback;
  const rail = useRef<HTMLDivElement>(null);
  const overview = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLCanvasElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useEffect(() => {
    if (overview.current === null || playhead.current === null) return undefined;
    const painter = new TimelinePainter(overview.current, playhead.current, store.live, activity, duration);
    const stop = store.live.onFrame(() => painter.paint());
    return () => {
      stop();
      painter.dispose();
    };
  }, [store, activity, duration]);
  // Sliders may take the face over while a hand is on the timeline.
  useEffect(() => () => actions.setScrubbing(false), [actions]);

  const shareAt = (clientX: number): number => {
    const box = rail.current?.getBoundingClientRect();
    return box === undefined || box.width === 0
      ? 0
      : Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
  };
  const point = (event: PointerEvent): number => {
    const share = shareAt(event.clientX);
    setPointed({ share, seconds: share * duration });
    return share * duration;
  };
  const percent = (seconds: number) => `${(100 * seconds) / duration}%`;
  const dragged = (apply: (seconds: number) => void) => (clientX: number) =>
    apply(shareAt(clientX) * duration);
  return (
    <div class="timeline" data-testid="timeline">
      <TimelinePosition playback={playback} />
      {/* Keys are the position's, which is a slider of its own. */}
      <div
        ref={rail}
        class="timeline-rail"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.parentElement?.querySelector<HTMLElement>(".timeline-position")?.focus();
          actions.setScrubbing(true);
          actions.seek(point(event));
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          const seconds = point(event);
          if (event.currentTarget.hasPointerCapture(event.pointerId)) actions.seek(seconds);
        }}
        onLostPointerCapture={(event) => {
          actions.setScrubbing(false);
          if (event.pointerType !== "mouse") setPointed(null);
        }}
        onPointerLeave={() => setPointed(null)}
      >
        <canvas ref={overview} class="timeline-layer" />
        {hasRange(playback) && (
          <>
            <span class="timeline-shade" style={{ left: 0, width: percent(inPoint) }} />
            <span class="timeline-shade" style={{ left: percent(outPoint), right: 0 }} />
            <span
              class="timeline-loop"
              style={{ left: percent(inPoint), width: percent(outPoint - inPoint) }}
            />
          </>
        )}
        <canvas ref={playhead} class="timeline-layer" />
        {pointed !== null && <Tip pointed={pointed} activity={activity} />}
      </div>
      <TimelineHandle
        side="in"
        label={text("timeline.in")}
        seconds={inPoint}
        playback={playback}
        drag={dragged((seconds) => actions.setRange(seconds, outPoint))}
        move={(seconds) => actions.setRange(Math.max(0, seconds), outPoint)}
      />
      <TimelineHandle
        side="out"
        label={text("timeline.out")}
        seconds={outPoint}
        playback={playback}
        drag={dragged((seconds) => actions.setRange(inPoint, seconds))}
        move={(seconds) => actions.setRange(inPoint, Math.min(duration, seconds))}
      />
    </div>
  );
}

function Tip({ pointed, activity }: { pointed: Pointed; activity: Activity }) {
  const text = useText();
  const { share, seconds } = pointed;
  // A body recording has no face to tell of.
  const hasFace = activity.jaw.length > 0;
  const at = Math.min(activity.jaw.length - 1, Math.floor(share * activity.jaw.length));
  return (
    <span class="timeline-tip" style={{ "--at": String(share) }} aria-hidden="true">
      <strong>{timeText(seconds)}</strong>
      {hasFace && (
        <>
          <span class="tip-jaw">
            {text("timeline.jaw")} {text.number(activity.jaw[at] ?? 0, 2)}
          </span>
          <span class="tip-blink">
            {text("timeline.blink")} {text.number(activity.blink[at] ?? 0, 2)}
          </span>
        </>
      )}
    </span>
  );
}
