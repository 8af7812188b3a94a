// The application shell: header, stage column, calibration panel, and what lies above them.
// It arranges panels; each knows its own business.
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BodyPanel } from "./body-panel";
import { CastView } from "./cast-view";
import { ChannelTable } from "./channel-table";
import { type AppParts, AppProvider, useApp, useText } from "./context";
import { Detail } from "./detail";
import { DropLayer } from "./drop-layer";
import { EasyView } from "./easy-view";
import { FilePicker } from "./file-picker";
import { Header } from "./header";
import { KeysDialog } from "./keys-dialog";
import { LicenceCard } from "./licence-card";
import { Messages } from "./messages";
import { PanelTabs, TAB_PANEL } from "./panel-tabs";
import { PendingBanner } from "./pending-banner";
import { ProfileDialogs } from "./profile-menu";
import { useShortcuts } from "./shortcuts";
import { Summary } from "./summary";
import { Tour } from "./tour";
import { Transport } from "./transport";
import { NARROW, useMedia } from "./use-media";
import { Viewer } from "./viewer";
import "./styles/index.css";

function App() {
  const text = useText();
  const { store, actions, comparison } = useApp();
  const narrow = useMedia(NARROW);
  const avatar = store.avatar.value;
  const easy = store.panel.view.value === "easy";
  const { tab } = store.bodyPanel;
  const [keysShown, setKeysShown] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => picker.current?.click();
  useShortcuts({ pick, showKeys: () => setKeysShown((shown) => !shown) });
  return (
    <div class="app" data-view={store.panel.view.value} data-tab={tab.value}>
      <a class="skip" href="#channels">
        {text("app.skip")}
      </a>
      <Tour />
      <Header pick={pick} showKeys={() => setKeysShown(true)} />
      {narrow && <PendingBanner />}
      <main class="stage-column">
        <Viewer pick={pick} />
        <Transport pick={pick} />
        {narrow && comparison.state.mode.value === "stage" && <CastView />}
        {!easy && tab.value === "face" && <Detail />}
      </main>
      <aside class="panel" aria-label={text("summary.region")}>
        {!narrow && <PendingBanner />}
        {narrow && avatar !== null && <LicenceCard avatar={avatar} />}
        <PanelTabs />
        <div class="tab-panel" role="tabpanel" id={TAB_PANEL} aria-labelledby={`tab-${tab.value}`}>
          {tab.value === "body" ? <BodyPanel pick={pick} /> : <FacePanel easy={easy} />}
        </div>
      </aside>
      <FilePicker
        input={picker}
        testId="file-input"
        accept=".vrm,.glb,.gltf,.csv,.json,.bvh,.vrma,.bin,.png,.jpg,.jpeg,.ktx2"
        picked={(files) => void actions.openFiles(files)}
      />
      {store.panel.dialogs.value === 0 && <Messages />}
      <DropLayer />
      <ProfileDialogs pick={pick} />
      {keysShown && <KeysDialog close={() => setKeysShown(false)} />}
    </div>
  );
}

function FacePanel({ easy }: { easy: boolean }) {
  return (
    <>
      <Summary />
      {easy ? <EasyView /> : <ChannelTable />}
    </>
  );
}

/** The document's language follows the page's: fonts, hyphenation and screen readers go by it. */
function DocumentLanguage({ parts }: { parts: AppParts }) {
  useEffect(
    () =>
      effect(() => {
        document.documentElement.lang = parts.preferences.language.value;
      }),
    [parts],
  );
  return null;
}

export function mountApp(element: HTMLElement, parts: AppParts): void {
  render(
    <AppProvider value={parts}>
      <DocumentLanguage parts={parts} />
      <App />
    </AppProvider>,
    element,
  );
}
