// What every part of the control page is handed: what can be done, and texts in the language that is on.
// No markup of its own.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Language, type TextKey, type TextParameters, translate } from "../i18n/translate";
import type { Preferences } from "../state/preferences";
import type { Control } from "./control";

export interface ControlParts {
  readonly control: Control;
  readonly preferences: Preferences<Language>;
}

const ControlContext = createContext<ControlParts | null>(null);
export const ControlProvider = ControlContext.Provider;

export function useControl(): ControlParts {
  const parts = useContext(ControlContext);
  if (parts === null) throw new Error("useControl: no ControlProvider above");
  return parts;
}

export type ControlText = (key: TextKey, parameters?: TextParameters) => string;

/** The component renders again when the language changes. */
export function useControlText(): ControlText {
  const language = useControl().preferences.language.value;
  return (key, parameters) => translate(language, key, parameters);
}
