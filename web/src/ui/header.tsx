// The bar at the top: what is open, history, profile, language, keys.
// It opens menus; what their entries do is the actions'.
import { type Language, languageNames, languages } from "../i18n/translate";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Icon } from "./icons";
import { ProfileMenu } from "./profile-menu";
import { TourButton } from "./tour";

export function Header({ pick, showKeys }: { pick: () => void; showKeys: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const { undo, redo } = store.history.value;
  const avatar = store.avatar.value;
  return (
    <header class="header">
      <h1 class="brand">
        <svg class="brand-mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <circle cx="7.5" cy="10" r="5.5" />
          <circle cx="12.5" cy="10" r="5.5" />
        </svg>
        <span>{text("app.name")}</span>
        <span class="brand-tagline">{text("app.tagline")}</span>
      </h1>
      <div class="header-file">
        {avatar !== null && (
          <span class="file-name" title={avatar.file}>
            {avatar.file}
          </span>
        )}
        {avatar !== null && (
          <>
            <IconButton icon="swap" label={text("open.replace")} shortcut="Ctrl+O" onClick={pick} />
            <IconButton icon="trash" label={text("open.remove")} onClick={() => actions.removeAvatar()} />
          </>
        )}
      </div>
      <div class="header-group">
        <IconButton
          icon="undo"
          label={
            undo === null ? text("history.undo") : text("history.undoNamed", { change: text.note(undo) })
          }
          shortcut="Ctrl+Z"
          disabled={undo === null}
          onClick={() => void actions.undo()}
        />
        <IconButton
          icon="redo"
          label={
            redo === null ? text("history.redo") : text("history.redoNamed", { change: text.note(redo) })
          }
          shortcut="Ctrl+Shift+Z"
          disabled={redo === null}
          onClick={() => void actions.redo()}
        />
      </div>
      <ProfileMenu />
      <div class="header-group">
        <LanguageChoice />
        <TourButton />
        <IconButton icon="keyboard" label={text("keys.show")} shortcut="?" onClick={showKeys} />
      </div>
    </header>
  );
}

function LanguageChoice() {
  const text = useText();
  const { preferences } = useApp();
  return (
    <label class="select" title={text("app.language")}>
      <Icon name="language" />
      <span class="visually-hidden">{text("app.language")}</span>
      <select
        value={text.language}
        onChange={(event) => preferences.setLanguage(event.currentTarget.value as Language)}
      >
        {(Object.keys(languages) as Language[]).map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
