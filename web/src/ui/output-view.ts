// The output view: the picture alone on nothing, for a browser source. What goes wrong is said to the console, not over the picture;
// only that there is no bridge is, in small type.
import type { Language } from "../i18n/translate";
import { translate } from "../i18n/translate";
import type { Store } from "../state/store";
import "./styles/index.css";

/** Seconds without a bridge after which it is said. */
const PATIENCE = 5;

export function mountOutput(
  root: HTMLElement,
  stageElement: HTMLElement,
  store: Store,
  language: Language,
): void {
  document.documentElement.dataset.view = "output";
  // A dark page has a dark ground of the browser's own.
  document.querySelector('meta[name="color-scheme"]')?.remove();
  root.replaceChildren(stageElement);
  const notice = document.createElement("p");
  notice.className = "output-notice";
  notice.lang = language;
  notice.textContent = translate(language, "output.noBridge");
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.bridge.subscribe(({ connection }) => {
    clearTimeout(timer);
    notice.remove();
    if (connection !== "open") timer = setTimeout(() => root.append(notice), PATIENCE * 1000);
  });
  let told = 0;
  store.messages.subscribe((messages) => {
    for (const { id, kind, title, texts = [], detail = "" } of messages) {
      if (id <= told) continue;
      told = id;
      const lines = [title, ...texts].map((note) => translate("en", note.key as never, note.parameters));
      console[kind === "error" ? "error" : "warn"]([...lines, detail].filter(Boolean).join("\n"));
    }
  });
}
