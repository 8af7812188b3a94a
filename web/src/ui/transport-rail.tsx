// The lower line of the transport: timeline, held channels, or what stands there without either: idle, live, on its way, refused.
// It is as high whatever it shows.
import type { Playback } from "../state/playback";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { TimelineHeld } from "./timeline-held";
import { TimelineTrack } from "./timeline-track";

export function TransportRail({ playback }: { playback: Playback }) {
  const { store } = useApp();
  const take = store.take.value;
  if (take?.kind === "loading") return <TakeLoading file={take.file} progress={take.progress} />;
  if (playback.kind === "manual") return <TimelineHeld />;
  if (playback.kind === "recording" && playback.activity !== null) {
    return <TimelineTrack playback={playback} activity={playback.activity} />;
  }
  if (take?.kind === "failed") return <TakeFailed file={take.file} />;
  return <NoTake live={playback.kind === "live"} />;
}

function NoTake({ live }: { live: boolean }) {
  const text = useText();
  return (
    <div class={live ? "take-none" : "take-none take-idle"} data-testid="no-take">
      <span class="take-text">{text(live ? "timeline.live" : "timeline.none")}</span>
      {!live && <DemoButtons />}
    </div>
  );
}

/** Of a face, and of a body. */
function DemoButtons() {
  const text = useText();
  const { actions } = useApp();
  return (
    <>
      <button
        type="button"
        class="button button-quiet"
        title={text("timeline.demoHint")}
        onClick={() => void actions.openDemo()}
      >
        <Icon name="play" />
        {text("timeline.demo")}
      </button>
      <BodyDemoButton />
    </>
  );
}

export function BodyDemoButton() {
  const text = useText();
  const { actions } = useApp();
  return (
    <button
      type="button"
      class="button button-quiet"
      title={text("timeline.bodyDemoHint")}
      onClick={() => void actions.openBodyDemo()}
    >
      <Icon name="figure" />
      {text("timeline.bodyDemo")}
    </button>
  );
}

function TakeFailed({ file }: { file: string }) {
  const text = useText();
  const { actions } = useApp();
  return (
    <div class="take-none take-failed" data-testid="take-failed">
      <Icon name="error" />
      <span class="take-text">{text("timeline.failed", { file })}</span>
      <DemoButtons />
      <IconButton icon="close" label={text("message.dismiss")} onClick={() => actions.dismissTake()} />
    </div>
  );
}

function TakeLoading({ file, progress }: { file: string; progress: number | null }) {
  const text = useText();
  const percent = progress === null ? undefined : Math.round(progress * 100);
  return (
    <div class="take-none take-loading" role="status" data-testid="take-loading">
      <span class="take-text">{text("timeline.loading", { file })}</span>
      <div
        class={percent === undefined ? "progress progress-open" : "progress"}
        role="progressbar"
        aria-label={text("timeline.loading", { file })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ transform: `scaleX(${percent === undefined ? 1 : percent / 100})` }} />
      </div>
    </div>
  );
}
