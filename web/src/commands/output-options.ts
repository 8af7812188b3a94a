// The output view as the page's address names it: `?view=output`, what of the scene it shows, and the address itself for OBS.
// It shows nothing.
import { BRIDGE_PARAMETER, TOKEN_PARAMETER } from "./find-bridge";

const VIEW_PARAMETER = "view";
const OUTPUT = "output";
const CAMERA_PARAMETER = "camera";
const FRONT = "front";
const FLOOR_PARAMETER = "floor";
const ON = "on";
const AVATARS_PARAMETER = "avatars";

export interface OutputOptions {
  /** `front`: all that is shown, whatever camera the scene has. */
  readonly camera: "scene" | "front";
  readonly floor: boolean;
  /** Ids of those that are shown; null: all. */
  readonly avatars: readonly string[] | null;
}

/** @returns null for a page that is no output */
export function outputOptions(page: string): OutputOptions | null {
  const { searchParams } = new URL(page);
  if (searchParams.get(VIEW_PARAMETER) !== OUTPUT) return null;
  const names = (searchParams.get(AVATARS_PARAMETER) ?? "").split(",").map((name) => name.trim());
  const avatars = names.filter((name) => name !== "");
  return {
    camera: searchParams.get(CAMERA_PARAMETER) === FRONT ? "front" : "scene",
    floor: searchParams.get(FLOOR_PARAMETER) === ON,
    avatars: avatars.length === 0 ? null : avatars,
  };
}

/** Address of the output of a control page's bridge. */
export function outputAddress(page: string, { camera, floor, avatars }: OutputOptions): string {
  const from = new URL(page);
  const url = new URL(from.pathname, from);
  url.searchParams.set(VIEW_PARAMETER, OUTPUT);
  for (const name of [BRIDGE_PARAMETER, TOKEN_PARAMETER]) {
    const value = from.searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  if (camera === "front") url.searchParams.set(CAMERA_PARAMETER, FRONT);
  if (floor) url.searchParams.set(FLOOR_PARAMETER, ON);
  if (avatars === null) return url.href;
  // Ids are letters, digits and dashes: the comma is left readable.
  return `${url.href}&${AVATARS_PARAMETER}=${avatars.join(",")}`;
}

const SCENE_PARAMETER = "scene";
const OFF = "off";

/** `?scene=off`: the page shares nothing of its stage. */
export function sharesScene(page: string): boolean {
  return new URL(page).searchParams.get(SCENE_PARAMETER) !== OFF;
}
