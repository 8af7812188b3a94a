// The two views: labels, empty state, loading, licence. The picture itself is the stage's.
// No three.js: it hosts an element that the stage draws into.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Loading } from "../state/store";
import { CalibrationFlow } from "./calibration-flow";
import { CastView } from "./cast-view";
import { useApp, useText } from "./context";
import { Icon } from "./icons";
import { LicenceCard } from "./licence-card";
import { LiveHelp } from "./live-help";
import { SampleSwitch } from "./sample-switch";
import { SceneBar } from "./scene-bar";
import { SplitDivider } from "./split-divider";
import { TourOffer } from "./tour";
import { NARROW, useMedia } from "./use-media";
import { ViewBar } from "./view-bar";
import { WallView } from "./wall-view";

export function Viewer({ pick }: { pick: () => void }) {
  const text = useText();
  const { store, comparison, stageElement, cameraKey } = useApp();
  const mode = comparison.state.mode.value;
  const onWall = mode === "wall";
  const onStage = mode === "stage";
  const holder = useRef<HTMLElement>(null);
  useEffect(() => {
    holder.current?.append(stageElement);
  }, [stageElement]);
  const narrow = useMedia(NARROW);
  const hasList = onStage && !narrow;
  const isCalibrating = store.calibrationFlow.phase.value !== "closed";
  const avatar = store.avatar.value;
  const loading = store.loading.value;
  const isEmpty = avatar === null && !onWall && store.comingSample.value === null;
  return (
    <section
      class="viewer"
      data-list={hasList && store.cast.isListOpen.value}
      data-flow={isCalibrating}
      aria-label={text("avatar.region")}
    >
      <section
        ref={holder}
        class="viewer-stage"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the camera is turned by keys
        tabIndex={0}
        aria-label={text("view.stage")}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.altKey && cameraKey(event.key))
            event.preventDefault();
        }}
      />
      <ViewBar />
      {onWall && <WallView />}
      {hasList && <CastView />}
      <SceneBar />
      <CalibrationFlow />
      {avatar !== null && !onWall && (
        <>
          {!onStage && <ViewPair />}
          <div class="viewer-foot">
            {!narrow && <LicenceCard avatar={avatar} />}
            <SampleSwitch />
          </div>
        </>
      )}
      {/* A body's stick figure stands without an avatar too: it is not covered. */}
      {isEmpty && store.body.value === null && <EmptyState pick={pick} />}
      {isEmpty && store.body.value !== null && (
        <div class="viewer-foot">
          <SampleSwitch />
        </div>
      )}
      <LiveHelp />
      {loading !== null && <LoadingCard loading={loading} />}
    </section>
  );
}

/** What lies over the two pictures: their labels and the divider between them. */
function ViewPair() {
  const text = useText();
  const share = `${useApp().comparison.state.divider.value * 100}%`;
  const room = (width: string) => ({ "--divider": share, "--label-room": width }) as JSX.CSSProperties;
  return (
    <div class="view-pair">
      <ViewLabel
        side="left"
        title={text("view.raw")}
        hint={text("view.rawHint")}
        tone="raw"
        style={room(share)}
      />
      <ViewLabel
        side="right"
        title={text("view.calibrated")}
        hint={text("view.calibratedHint")}
        tone="calibrated"
        style={room(`calc(100% - ${share})`)}
      />
      <SplitDivider />
    </div>
  );
}

interface ViewLabelProps {
  style: JSX.CSSProperties;
  side: "left" | "right";
  title: string;
  hint: string;
  tone: "raw" | "calibrated";
}

function ViewLabel({ side, title, hint, tone, style }: ViewLabelProps) {
  return (
    <div class={`view-label view-label-${side}`} style={style}>
      <span class={`dot dot-${tone}`} aria-hidden="true" />
      <strong>{title}</strong>
      <span class="view-hint">{hint}</span>
    </div>
  );
}

function EmptyState({ pick }: { pick: () => void }) {
  const text = useText();
  const { actions } = useApp();
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asking) field.current?.focus();
  }, [asking]);
  return (
    <div class="empty" data-testid="empty-state">
      <div class="empty-card">
        <div class="empty-mark" aria-hidden="true">
          <FaceOutline />
          <FaceOutline calibrated />
        </div>
        <h2>{text("empty.title")}</h2>
        <p>{text("empty.text")}</p>
        {asking ? (
          <form
            class="address"
            onSubmit={(event) => {
              event.preventDefault();
              void actions.openAddress(field.current?.value ?? "");
            }}
          >
            <label class="field">
              <span>{text("open.addressLabel")}</span>
              <input
                ref={field}
                class="input"
                type="url"
                required
                placeholder="https://"
                autocomplete="off"
              />
            </label>
            <p class="field-hint">{text("open.addressHint")}</p>
            <div class="form-buttons">
              <button type="button" class="button button-plain" onClick={() => setAsking(false)}>
                {text("open.cancel")}
              </button>
              <button type="submit" class="button button-accent">
                {text("open.addressGo")}
              </button>
            </div>
          </form>
        ) : (
          <div class="empty-buttons">
            <button type="button" class="button button-accent" onClick={pick}>
              <Icon name="open" />
              {text("open.file")}
            </button>
            <button type="button" class="button button-plain" onClick={() => setAsking(true)}>
              <Icon name="link" />
              {text("open.address")}
            </button>
          </div>
        )}
        <div class="empty-samples">
          <span>{text("sample.try")}</span>
          <SampleSwitch />
        </div>
        <TourOffer />
        <ol class="empty-steps">
          <li>{text("empty.step1")}</li>
          <li>{text("empty.step2")}</li>
          <li>{text("empty.step3")}</li>
        </ol>
      </div>
    </div>
  );
}

function FaceOutline({ calibrated = false }: { calibrated?: boolean }) {
  const mouth = calibrated ? "M26 53c4 5 16 5 20 0-4 7-16 7-20 0z" : "M24 50c5 17 19 17 24 0-5 2-19 2-24 0z";
  return (
    <svg class={calibrated ? "face face-calibrated" : "face"} viewBox="0 0 72 80" aria-hidden="true">
      <path d="M12 34c0-18 10-28 24-28s24 10 24 28c0 22-11 40-24 40S12 56 12 34z" />
      <path d="M22 34c2-3 8-3 10 0M40 34c2-3 8-3 10 0" />
      <path d={mouth} />
    </svg>
  );
}

function LoadingCard({ loading }: { loading: Loading }) {
  const text = useText();
  const { actions } = useApp();
  const percent = loading.progress === null ? undefined : Math.round(loading.progress * 100);
  return (
    <div class="loading" role="status" data-testid="loading">
      <div class="loading-card">
        <strong class="loading-title">{text("loading.title", { file: loading.file })}</strong>
        <div
          class={percent === undefined ? "progress progress-open" : "progress"}
          role="progressbar"
          aria-label={text(`loading.${loading.stage}`)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ transform: `scaleX(${percent === undefined ? 1 : percent / 100})` }} />
        </div>
        <div class="loading-foot">
          <span>{text(`loading.${loading.stage}`)}</span>
          <button type="button" class="button button-plain" onClick={() => actions.cancelLoading()}>
            {text("loading.cancel")}
          </button>
        </div>
      </div>
    </div>
  );
}
