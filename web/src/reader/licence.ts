// Licence terms and names that a file states about itself.
// It judges nothing: terms are passed on in the file's own words.
import type { LicenceDescription } from "./avatar-description";
import { isObject, type JsonObject, objectAt, textOr } from "./json-values";
import type { VrmJson } from "./vrm-json";

/** Keys of the VRM meta object that are told in fields of their own, or are no terms. */
const NOT_TERMS = new Set(["title", "name", "author", "authors", "texture", "thumbnailImage"]);

function termsOf(meta: JsonObject): Record<string, string> {
  const terms: Record<string, string> = {};
  for (const [key, value] of Object.entries(meta)) {
    if (NOT_TERMS.has(key)) continue;
    if (typeof value === "string" && value !== "") terms[key] = value;
    else if (typeof value === "boolean" || typeof value === "number") terms[key] = String(value);
    else if (Array.isArray(value)) terms[key] = value.filter((entry) => typeof entry === "string").join(", ");
  }
  return terms;
}

function textsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map(textOr).filter((text) => text !== "");
}

function plainLicence(json: JsonObject): LicenceDescription {
  const asset = objectAt(json.asset, "asset");
  const extras = isObject(asset.extras) ? asset.extras : {};
  const copyright = textOr(asset.copyright);
  const authors = textsOf(extras.author);
  return {
    title: textOr(extras.title),
    authors: authors.length > 0 ? authors : textsOf(copyright),
    licence: textOr(extras.license) || textOr(extras.licence),
    terms: { ...(copyright !== "" && { copyright }), ...termsOf(extras) },
  };
}

/** From VRM meta, else from `asset.copyright` and `asset.extras`. */
export function readLicence(vrm: VrmJson, json: JsonObject): LicenceDescription {
  const meta = vrm.vrm.meta;
  if (!isObject(meta)) return plainLicence(json);
  if (vrm.format === "vrm1") {
    return {
      title: textOr(meta.name),
      authors: textsOf(meta.authors),
      licence: textOr(meta.licenseUrl) || textOr(meta.otherLicenseUrl),
      terms: termsOf(meta),
    };
  }
  const named = textOr(meta.licenseName);
  return {
    title: textOr(meta.title),
    authors: textsOf(meta.author),
    licence: named === "Other" || named === "" ? textOr(meta.otherLicenseUrl) || named : named,
    terms: termsOf(meta),
  };
}
