// The body panel: what moves the avatar and how it is set up, in sections that fold; an easy view of what everybody needs.
// What a setting does is the core's; what is in a section stands in body-parts.ts.
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { bodySections, type BodySection as SectionName } from "../state/body-panel";
import { isDefault } from "../state/body-settings";
import { bodyParameters } from "../tables/body-parameters";
import { BodyCalibration } from "./body-calibration";
import { BodyFingers, FingerPresets } from "./body-fingers";
import { AutoFloor, NeckScale, SpringsSwitch } from "./body-lines";
import { LimbWeights, QualityMeters } from "./body-meters";
import { sectionParameters } from "./body-parts";
import { BodySection } from "./body-section";
import { BodySkeleton, MapButton } from "./body-skeleton";
import { useApp, useText } from "./context";
import { Icon } from "./icons";
import { MotionExport } from "./motion-export";
import { ParameterRow } from "./parameter-row";
import { BodyDemoButton } from "./transport-rail";
import { ViewChoice } from "./view-choice";

export function BodyPanel({ pick }: { pick: () => void }) {
  const text = useText();
  const { store } = useApp();
  const easy = store.panel.view.value === "easy";
  return (
    <section class="body-panel" id="channels" tabIndex={-1} aria-label={text("body.panel")}>
      <Head />
      <div class="body-scroll">
        <Missing pick={pick} />
        <MotionExport />
        {easy ? <EasySections /> : <FullSections />}
      </div>
    </section>
  );
}

function Head() {
  const text = useText();
  const { store, actions } = useApp();
  const isPlain = useComputed(() =>
    bodyParameters.every(({ name }) => isDefault(store.profile.value, name)),
  ).value;
  return (
    <div class="body-head">
      <ViewChoice easyHint={text("body.easyHint")} fullHint={text("body.fullHint")} />
      <button
        type="button"
        class="button button-plain button-small"
        title={text("body.resetAllHint")}
        disabled={isPlain}
        onClick={() => void actions.body.resetAll()}
      >
        <Icon name="reset" />
        {text("body.resetAll")}
      </button>
    </div>
  );
}

/** What has to come before anything moves: an avatar, a skeleton, a performer. */
function Missing({ pick }: { pick: () => void }) {
  const text = useText();
  const { store } = useApp();
  const { rig, problem, performers } = store.bodyRig;
  const open = (
    <button type="button" class="button button-plain button-small" onClick={pick}>
      <Icon name="open" />
      {text("open.file")}
    </button>
  );
  if (store.avatar.value === null) return <Notice title={text("body.noAvatar")}>{open}</Notice>;
  if (rig.value === null) {
    return (
      <Notice title={text("body.noSkeleton")}>
        <p>{text("body.noSkeletonText")}</p>
        {problem.value !== "" && (
          <p>
            <small lang="en">{problem.value}</small>
          </p>
        )}
        <MapButton />
      </Notice>
    );
  }
  if (performers.value.length === 0) {
    return (
      <Notice title={text("body.noRecording")}>
        <p>{text("body.noRecordingText")}</p>
        {open}
        <BodyDemoButton />
      </Notice>
    );
  }
  return null;
}

function Notice({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="body-missing" role="status" data-testid="body-missing">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

function FullSections() {
  return (
    <>
      {bodySections.map((section) => (
        <BodySection key={section} section={section}>
          {contents(section)}
        </BodySection>
      ))}
    </>
  );
}

/** Null: the section's parameters, one below the other. */
function contents(section: SectionName): ComponentChildren {
  const rows = sectionParameters[section].map((name) => <ParameterRow key={name} name={name} />);
  switch (section) {
    case "calibration":
      return <BodyCalibration />;
    case "floor":
      return (
        <>
          {rows}
          <AutoFloor />
        </>
      );
    case "scale":
      return (
        <>
          {rows}
          <NeckScale />
        </>
      );
    case "motion":
      return (
        <>
          {rows}
          <SpringsSwitch />
        </>
      );
    case "limbs":
      return (
        <>
          <LimbWeights />
          {rows}
        </>
      );
    case "fingers":
      return <BodyFingers />;
    case "quality":
      return <QualityMeters />;
    case "skeleton":
      return <BodySkeleton />;
    default:
      return null;
  }
}

function EasySections() {
  return (
    <>
      <BodySection section="calibration" fixed>
        <BodyCalibration />
      </BodySection>
      <BodySection section="scale" fixed names={["avatarScale"]}>
        <ParameterRow name="avatarScale" />
        <NeckScale />
      </BodySection>
      <BodySection section="floor" fixed>
        <ParameterRow name="floorHeight" />
        <AutoFloor />
      </BodySection>
      <BodySection section="fingers" fixed>
        <ParameterRow name="fingerCopyMode" />
        <ParameterRow name="fingerShaped.enabled" />
        <FingerPresets />
      </BodySection>
      <BodySection section="filter" fixed names={["filter.enabled", "weightSmoothSpeed"]}>
        <ParameterRow name="filter.enabled" />
        <ParameterRow name="weightSmoothSpeed" />
      </BodySection>
    </>
  );
}
