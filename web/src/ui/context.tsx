// What every panel is handed: store, actions, language, and the element that the stage draws into.
// No markup of its own.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Actions } from "../commands/actions";
import type { CalibrationFlow } from "../commands/calibration-flow";
import type { CastActions } from "../commands/cast-actions";
import type { ComparisonActions } from "../commands/comparison-actions";
import type { MotionExportActions } from "../commands/motion-export-actions";
import type { PropActions } from "../commands/prop-actions";
import type { RecordingActions } from "../commands/recording-actions";
import type { ReportActions } from "../commands/report-actions";
import type { SceneActions } from "../commands/scene-sharing";
import type { WallActions } from "../commands/wall-actions";
import { boneLabel } from "../i18n/bone-labels";
import { channelLabel } from "../i18n/channel-labels";
import { isTextKey, type Language, type TextKey, type TextParameters, translate } from "../i18n/translate";
import type { Comparison } from "../state/comparison";
import type { Preferences } from "../state/preferences";
import type { Note, Store } from "../state/store";
import type { Wall } from "../state/wall";

export interface AppParts {
  readonly store: Store;
  readonly actions: Actions;
  readonly preferences: Preferences<Language>;
  readonly comparison: { readonly state: Comparison; readonly actions: ComparisonActions };
  readonly report: ReportActions;
  readonly cast: CastActions;
  readonly flow: CalibrationFlow;
  readonly props: PropActions;
  readonly recordings: RecordingActions;
  /** Null for a page that shares nothing. */
  readonly scene: SceneActions | null;
  readonly motionExport: MotionExportActions;
  readonly wall: { readonly state: Wall; readonly actions: WallActions };
  /** Holds the stage's canvas. */
  readonly stageElement: HTMLElement;
  resetCamera(): void;
  /** Turns, zooms or resets by the name of a key; false where the key means nothing. */
  cameraKey(name: string): boolean;
}

const AppContext = createContext<AppParts | null>(null);
export const AppProvider = AppContext.Provider;

export function useApp(): AppParts {
  const parts = useContext(AppContext);
  if (parts === null) throw new Error("useApp: no AppProvider above");
  return parts;
}

export interface Text {
  (key: TextKey, parameters?: TextParameters): string;
  note(note: Note): string;
  channel(name: string): string;
  bone(name: string): string;
  number(value: number, digits: number): string;
  readonly language: Language;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Made once for each language and number of digits: making one takes longer than a row of the table. */
function numberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  numberFormats.set(key, made);
  return made;
}

/** Texts in the language that is on; the component renders again when it changes. */
export function useText(): Text {
  const language = useApp().preferences.language.value;
  const text = (key: TextKey, parameters?: TextParameters) => translate(language, key, parameters);
  return Object.assign(text, {
    note: (note: Note) => translate(language, note.key as TextKey, translated(language, note)),
    channel: (name: string) => channelLabel(language, name),
    bone: (name: string) => boneLabel(language, name),
    number: (value: number, digits: number) => numberFormat(language, digits).format(value),
    language,
  });
}

/** Keys of the texts that such parameters stand for. */
const named: Readonly<Record<string, (value: string | number) => string>> = {
  group: (value) => `group.${value}`,
  word: (value) => `word.${value}`,
  parameter: (value) => `param.${value}`,
  section: (value) => `bodySection.${value}`,
  preset: (value) => `handPreset.${value}`,
};

// A name that is empty stands for "without a name"; groups, parameters and the like go by their own texts.
function translated(language: Language, note: Note): TextParameters | undefined {
  if (note.parameters === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(note.parameters).map(([key, value]) => {
      if (key === "name" && value === "") return [key, translate(language, "link.unnamed")];
      if (key === "bone") return [key, boneLabel(language, String(value))];
      const own = named[key]?.(value);
      return [key, own !== undefined && isTextKey(own) ? translate(language, own) : value];
    }),
  );
}
