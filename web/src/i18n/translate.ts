// Looks a text up in a language and fills its placeholders; also number formats and the choice of a first language.
// It holds no state: which language is on is kept in the store.
import { en, type TextKey, type Texts } from "./en";
import { ko } from "./ko";

export type { TextKey } from "./en";

export const languages = { en, ko } as const satisfies Record<string, Texts>;
export type Language = keyof typeof languages;
/** Names of the languages, each in itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", ko: "한국어" };

export type TextParameters = Readonly<Record<string, string | number>>;

/** Keeps a percent sign on the line of its number. */
const NO_BREAK_PERCENT = "\u00a0%";

/** Numbers as the panels write theirs: 2,318. Digits after the point are the caller's to choose, and none is lost here. */
const grouped: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat("en", { maximumFractionDigits: 20 }),
  ko: new Intl.NumberFormat("ko", { maximumFractionDigits: 20 }),
};

/** Fills `{name}` placeholders; one without a value stays visible, so that a mistake is seen. */
export function translate(language: Language, key: TextKey, parameters?: TextParameters): string {
  const text: string = languages[language][key];
  if (parameters === undefined) return text;
  return text.replaceAll(" %", NO_BREAK_PERCENT).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? grouped[language].format(value) : value;
  });
}

/** The language for a list of preferences such as `navigator.languages`: the first that exists, else English. */
export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const primary = preference.toLowerCase().split("-")[0];
    if (primary !== undefined && isLanguage(primary)) return primary;
  }
  return "en";
}

export function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(en, text);
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
