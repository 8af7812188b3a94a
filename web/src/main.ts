// The composition root: makes the page out of its parts and begins. No behaviour of its own.

import { keepPageOffline } from "./commands/browser-page";
import { createComparisonActions } from "./commands/comparison-actions";
import { openCast, playFaceOnceLive } from "./commands/opening-cast";
import { outputOptions, sharesScene } from "./commands/output-options";
import { exposeToDevelopers, followReducedMotion, joinBridge, openFirst } from "./compose/opening";
import { compose } from "./compose/parts";
import { pagePicture, share, startOutput } from "./compose/sharing";
import type { Core } from "./core/core";
import { loadCore } from "./core/load-core";
import { isLanguage, preferredLanguage } from "./i18n/translate";
import { createStageElement, type StageElement } from "./stage/stage-element";
import { rememberBodyPanel } from "./state/body-panel";
import { createComparison } from "./state/comparison";
import { rememberGuide } from "./state/guide";
import { rememberView } from "./state/panel";
import { createPreferences } from "./state/preferences";
import { rememberProps } from "./state/props";
import { createStore, type Note, pushMessage } from "./state/store";
import { createWall } from "./state/wall";
import { faceChannels, faceGroupNames } from "./tables/face-channels";
import { mountApp } from "./ui/app";
import { mountFault } from "./ui/fault";
import { mountOutput } from "./ui/output-view";

async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>("#app");
  if (root === null) throw new Error("index.html: no #app");
  const storage = (() => {
    try {
      return localStorage;
    } catch {
      return null;
    }
  })();
  const preferences = createPreferences(storage, isLanguage, preferredLanguage(navigator.languages));
  const store = createStore(faceChannels, faceGroupNames);
  rememberView(store.panel, storage);
  rememberBodyPanel(store.bodyPanel, storage);
  rememberGuide(store.guide, storage);
  rememberProps(store.props.settings, storage);
  const fault = (note: Note) => mountFault(root, preferences.language.value, note);
  let element: StageElement;
  try {
    element = createStageElement(() => pushMessage(store, { kind: "warning", title: { key: "error.lost" } }));
  } catch {
    fault({ key: "app.noWebgl" });
    return;
  }
  let core: Core;
  try {
    core = await loadCore();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fault({ key: "app.coreFailed", parameters: { reason } });
    return;
  }
  const wall = createWall();
  const parts = compose(core, store, element, wall, storage);
  const { stage } = element;
  const output = outputOptions(location.href);
  if (output !== null) {
    startOutput(parts, store, element, output);
    mountOutput(root, element.element, store, preferences.language.value);
    return;
  }
  const comparison = createComparison(storage);
  const compare = createComparisonActions(
    comparison,
    {
      showPair: (mode, divider) => stage.setLayout({ mode, divider }),
      showTogether: (on) => {
        if (on) stage.setLayout({ mode: "together" });
        parts.body.setTogether(on);
      },
    },
    parts.wallActions.show,
  );
  const isShared = sharesScene(location.href);
  const scene = isShared ? share(parts, store, pagePicture(stage, comparison, compare), false) : null;
  mountApp(root, {
    store,
    actions: parts.actions,
    preferences,
    comparison: { state: comparison, actions: compare },
    cast: parts.cast,
    flow: parts.flow,
    props: parts.props,
    recordings: parts.recordings,
    scene: scene?.actions ?? null,
    motionExport: parts.motionExport,
    wall: { state: wall, actions: parts.wallActions },
    report: parts.report,
    stageElement: element.element,
    resetCamera: () => {
      stage.cameraRig.resetByHand();
      parts.body.reframe();
    },
    cameraKey: (name) => element.stage.cameraRig.key(name),
  });
  followReducedMotion(parts.player);
  parts.loop.start();
  const openHash = () => {
    if (location.hash.startsWith("#p=")) void parts.actions.openLink(location.hash);
  };
  addEventListener("hashchange", openHash);
  openHash();
  exposeToDevelopers(parts, store, element);
  const playFace = () => void parts.actions.openDemo();
  keepPageOffline();
  const hasBridge = await new Promise((resolve) => {
    void joinBridge(parts, store.live, false, () => resolve(false)).then(resolve);
  });
  // A scene of the bridge's is opened in place of what the page opens by itself.
  if (hasBridge && scene !== null && (await scene.begun)) {
    playFaceOnceLive(store, playFace);
    return;
  }
  openFirst(parts.actions);
  openCast(location.href, {
    store,
    fillTo: parts.cast.fillTo,
    playFace,
    begin: compare.begin,
    mode: () => comparison.mode.value,
  });
}

void start();
