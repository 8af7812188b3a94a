// Tests that the languages hold the same texts, that every text asked for exists, and how a first language is chosen.
// They judge no wording.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { channelLabel } from "../../../web/src/i18n/channel-labels";
import { en } from "../../../web/src/i18n/en";
import { ko } from "../../../web/src/i18n/ko";
import {
  isTextKey,
  type Language,
  languages,
  preferredLanguage,
  translate,
} from "../../../web/src/i18n/translate";
import { motionWarningCodes } from "../../../web/src/sources/motion/motion-clip";
import { faceChannelNames, faceGroupNames } from "../../../web/src/tables/face-channels";

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
const all = Object.keys(languages) as Language[];

test("every key exists in every language, with a text", () => {
  for (const language of all) {
    expect(Object.keys(languages[language]).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(languages[language]))
      expect(text.trim(), `${language} ${key}`).not.toBe("");
  }
});

test("a text has the same placeholders in every language", () => {
  for (const [key, text] of Object.entries(en)) {
    expect(placeholders(ko[key as keyof typeof ko]), key).toEqual(placeholders(text));
  }
});

test("English has no Hangul, and only names and units are left in Latin in Korean", () => {
  for (const [key, text] of Object.entries(en)) expect(/[\uac00-\ud7a3]/.test(text), key).toBe(false);
  const latin = Object.entries(ko).filter(([, text]) => !/[\uac00-\ud7a3]/.test(text));
  expect(latin.map(([key]) => key).sort()).toEqual([
    "app.name",
    "detail.gazeValue",
    "detail.travelValue",
    "props.metres",
  ]);
});

test("no Korean text leaves a particle open after a name that is filled in", () => {
  const open = Object.entries(ko).filter(([, text]) => /\((으|은|는|이|가|을|를|과|와)\)/.test(text));
  expect(open.map(([key]) => key)).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

test("every key that a room names outside of the types exists", () => {
  const keys = ["commands", "ui", "state", "remote"].flatMap((room) =>
    sources(`web/src/${room}`).flatMap((text) =>
      [...text.matchAll(/key: "([\w.-]+)"/g)].map((match) => match[1] ?? ""),
    ),
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !isTextKey(key))).toEqual([]);
});

test("every text is used: its key stands in a room as it is, or begins as one that is put together there", () => {
  const folders = ["commands", "ui", "state", "remote"].flatMap((room) => sources(`web/src/${room}`));
  const rooms = [readFileSync("web/src/main.ts", "utf8"), ...folders].join("\n");
  const beginnings = [...rooms.matchAll(/`([a-z][\w]*\.)\$\{/g)].map((match) => match[1] ?? "");
  expect(beginnings.length).toBeGreaterThan(3);
  const unused = Object.keys(en).filter(
    (key) => !rooms.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test("every notice of a recording has a text", () => {
  const source = readFileSync("web/src/sources/recording.ts", "utf8");
  const union = source.slice(
    source.indexOf("RecordingWarningCode ="),
    source.indexOf("export interface RecordingWarning"),
  );
  const codes = [...union.matchAll(/\| "([\w-]+)"/g)].map((match) => match[1] ?? "");
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) expect(isTextKey(`recording.${code}`), code).toBe(true);
});

test("every channel and every group has a label of its own in every language", () => {
  for (const language of all) {
    const labels = faceChannelNames.map((name) => channelLabel(language, name));
    expect(new Set(labels).size).toBe(faceChannelNames.length);
    for (const [index, name] of faceChannelNames.entries()) expect(labels[index]).not.toBe(name);
    for (const group of faceGroupNames) expect(isTextKey(`group.${group}`)).toBe(true);
  }
  expect(channelLabel("en", "eyeBlinkLeft")).toBe("Eye closed, left");
  expect(channelLabel("en", "unheardOf")).toBe("unheardOf");
});

test("placeholders are filled, and one without a value stays visible", () => {
  expect(translate("en", "error.tooLarge", { file: "a.glb", size: 600 })).toBe("a.glb is too large: 600 MB");
  expect(translate("en", "error.tooLarge", { file: "a.glb" })).toContain("{size}");
});

test("numbers are grouped, and a percent sign stays with its number", () => {
  const shares = { raw: 2318, calibrated: 564.5 };
  for (const language of ["en", "ko"] as const) {
    const text = translate(language, "reason.strong", shares);
    expect(text).toContain("2,318\u00a0%");
    expect(text).toContain("564.5\u00a0%");
    expect(text).not.toContain(" %");
  }
});

test("the first language is the first preference that exists, else English", () => {
  expect(preferredLanguage(["fr", "ko-KR", "en"])).toBe("ko");
  expect(preferredLanguage(["EN-us"])).toBe("en");
  expect(preferredLanguage(["fr", "de"])).toBe("en");
  expect(preferredLanguage(["constructor"])).toBe("en");
  expect(preferredLanguage([])).toBe("en");
});

test("every notice of a reader of body recordings has a text", () => {
  expect(motionWarningCodes.filter((code) => !isTextKey(`motion.${code}`))).toEqual([]);
});

test("the words that readers of body recordings give as a value have texts, and no others are kept", () => {
  const words = ["local", "global", "added", "absolute", "y", "z"];
  const kept = Object.keys(en).filter((key) => key.startsWith("word."));
  expect(kept.sort()).toEqual(words.map((word) => `word.${word}`).sort());
});
