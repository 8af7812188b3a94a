// Which avatar the page opens with, from its address: `?avatar=none`, the name of a sample, or an address.
// It opens nothing.
import { type SampleName, sampleByName } from "../state/samples";

export const AVATAR_PARAMETER = "avatar";
const NO_AVATAR = "none";

/** `any`: the sample that a waiting link was made for, else the first one. */
export type FirstAvatar =
  | { readonly kind: "none" | "any" }
  | { readonly kind: "sample"; readonly name: SampleName }
  /** Absolute; relative ones are meant from the page's own. */
  | { readonly kind: "address"; readonly address: string };

/** @param page address of the page, with its parameters */
export function firstAvatar(page: string): FirstAvatar {
  const wanted = new URL(page).searchParams.get(AVATAR_PARAMETER)?.trim() ?? "";
  if (wanted === "") return { kind: "any" };
  if (wanted === NO_AVATAR) return { kind: "none" };
  const sample = sampleByName(wanted);
  if (sample !== undefined) return { kind: "sample", name: sample.name };
  return { kind: "address", address: absolute(wanted, page) };
}

/**
 * The page's address for a link: without the avatar that it was opened with, which may be another one by now. An address stays
 * where its avatar is the open one, so that the link opens it again.
 */
export function pageAddress(page: string, openAddress: string | null): URL {
  const url = new URL(page);
  const wanted = firstAvatar(page);
  if (wanted.kind !== "address" || wanted.address !== openAddress) url.searchParams.delete(AVATAR_PARAMETER);
  url.hash = "";
  return url;
}

// What is no address at all is handed on as it is; opening it says so.
function absolute(address: string, page: string): string {
  try {
    return new URL(address, page).href;
  } catch {
    return address;
  }
}
