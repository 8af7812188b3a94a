// What is shown where the application cannot run: why, and what would help.
// Nothing else of the page is there then.
import { render } from "preact";
import { type Language, type TextKey, translate } from "../i18n/translate";
import type { Note } from "../state/store";
import "./styles/index.css";

export function mountFault(element: HTMLElement, language: Language, note: Note): void {
  document.documentElement.lang = language;
  render(
    <main class="fault" role="alert">
      <h1>{translate(language, "app.name")}</h1>
      <p>{translate(language, note.key as TextKey, note.parameters)}</p>
    </main>,
    element,
  );
}
