// The control page for a phone or tablet: who is connected, what can be done, what came of it.
// It is a controller like any other: the page with the avatars does the work.
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Language, languageNames, languages, type TextKey } from "../i18n/translate";
import type { Preferences } from "../state/preferences";
import { IconButton } from "../ui/controls";
import { Icon } from "../ui/icons";
import { ControlProvider, useControl, useControlText } from "./context";
import type { Control } from "./control";
import type { ControlState } from "./control-state";
import { Calibration, CharacterChoice, Hands, Values } from "./sections";
import "./styles/remote.css";

export function mountControl(
  element: HTMLElement,
  control: Control,
  preferences: Preferences<Language>,
): void {
  render(
    <ControlProvider value={{ control, preferences }}>
      <App />
    </ControlProvider>,
    element,
  );
}

function App() {
  const { control } = useControl();
  const { characters, connection } = control.state;
  const isThere = connection.value === "open" && characters.value.length > 0;
  useDocumentLanguage();
  return (
    <div class="remote">
      <Header />
      <main class="remote-main">
        {isThere ? (
          <>
            <CharacterChoice />
            <Calibration />
            <Hands />
            <Values />
          </>
        ) : (
          <Nothing />
        )}
      </main>
      <Outcome />
      <Countdown />
    </div>
  );
}

/** Fonts, line breaks and screen readers go by it. */
function useDocumentLanguage(): void {
  const { preferences } = useControl();
  useEffect(
    () =>
      effect(() => {
        document.documentElement.lang = preferences.language.value;
      }),
    [preferences],
  );
}

function Header() {
  const { control, preferences } = useControl();
  const text = useControlText();
  const state = stateOf(control.state);
  const others = (Object.keys(languages) as Language[]).filter((name) => name !== preferences.language.value);
  return (
    <header class="remote-header">
      <h1>
        {text("app.name")} <span>{text("remote.title")}</span>
      </h1>
      <output class="remote-state" data-testid="connection">
        <span class="bridge-dot" data-well={state === "connected"} aria-hidden="true" />
        {text(`remote.${state}`)}
      </output>
      {others.map((language) => (
        <button
          key={language}
          type="button"
          class="button"
          lang={language}
          onClick={() => preferences.setLanguage(language)}
        >
          <Icon name="language" />
          {languageNames[language]}
        </button>
      ))}
    </header>
  );
}

function stateOf({ connection, pages, refused }: ControlState) {
  if (connection.value === "open") return pages.value > 0 ? "connected" : "noPage";
  if (refused.value) return "refused";
  return connection.value === "waiting" ? "waiting" : "connecting";
}

/** What stands there without an avatar: what is missing, and what to do about it. */
function Nothing() {
  const { control } = useControl();
  const text = useControlText();
  const state = stateOf(control.state);
  // It takes a moment.
  if (state === "connecting") return null;
  const reason = state === "connected" ? "noAvatar" : state;
  return (
    <section class="remote-nothing">
      <Icon name={reason === "refused" ? "lock" : "figure"} />
      <h2>{text(`remote.${reason}`)}</h2>
      <p>{text(`remote.${reason}Text`)}</p>
    </section>
  );
}

/** What came of the last action; stays until the next. What takes long is said meanwhile: nothing else can be pressed. */
function Outcome() {
  const { control } = useControl();
  const text = useControlText();
  const outcome = control.state.outcome.value;
  return (
    <div class="remote-outcome" role="status" data-testid="outcome">
      {outcome === null && control.state.busy.value && (
        <div class="remote-toast" data-kind="busy">
          <Icon name="countdown" />
          <p>{text("remote.busy")}</p>
        </div>
      )}
      {outcome !== null && (
        <div class="remote-toast" data-kind={outcome.kind}>
          <Icon name={outcome.kind === "good" ? "info" : "warning"} />
          <p>
            {text(outcome.note.key as TextKey, outcome.note.parameters)}
            {outcome.reason !== undefined && <small>{text(outcome.reason.key as TextKey)}</small>}
            {outcome.detail !== undefined && <small lang="en">{outcome.detail}</small>}
          </p>
          {outcome.canForce && (
            <button type="button" class="button button-plain" onClick={() => control.force()}>
              {text("calibrate.anyway")}
            </button>
          )}
          <IconButton
            icon="close"
            label={text("remote.dismiss")}
            onClick={() => {
              control.state.outcome.value = null;
            }}
          />
        </div>
      )}
    </div>
  );
}

function Countdown() {
  const { control } = useControl();
  const text = useControlText();
  const cancel = useRef<HTMLButtonElement>(null);
  const left = control.state.countdown.value;
  const isCounting = left !== null;
  useEffect(() => {
    if (isCounting) cancel.current?.focus();
  }, [isCounting]);
  if (left === null) return null;
  return (
    <div class="remote-countdown" role="alertdialog" aria-label={text("remote.calibrate")}>
      <output>{left}</output>
      <button
        ref={cancel}
        type="button"
        class="button button-plain remote-big"
        onClick={() => control.cancel()}
      >
        {text("remote.cancel")}
      </button>
    </div>
  );
}
