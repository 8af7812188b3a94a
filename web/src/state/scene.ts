// The scene that pages of one bridge share: its document as it is written and read, and what a page knows of its own part in it.
// It loads nothing and changes nothing on a stage; docs/scene.md is what the document looks like.
import { type Signal, signal } from "@preact/signals";
import { type CastMember, MAX_CAST, plainTransfer, type Transfer } from "./cast";
import type { CompareMode } from "./comparison";
import type { Profile } from "./profile";
import { type SampleName, sampleByName } from "./samples";

export const SCENE_SCHEMA = "doppel.scene";
/** What this page writes, and the newest that it reads. */
export const SCENE_VERSION = 1;

/** Where an avatar's file is: one of Doppel's own, or on the bridge by its SHA-256 in lower-case hex. */
export interface SceneAsset {
  readonly file: string;
  readonly sample?: SampleName;
  readonly hash?: string;
  /** Files beside a .gltf: name and SHA-256. */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface SceneCharacter {
  /** Of its own, the same in all pages; avatars get performers in this order. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly asset: SceneAsset;
  readonly profile: Profile;
  /** Key of the performer that it follows by hand, null for nobody; absent: whoever is free. */
  readonly performer?: string | null;
  /** Number of the one whose pose it copies. */
  readonly leader: number | null;
  readonly transfer: Transfer;
}

/** Where a camera stands and what it looks at, metres. */
export interface SceneCamera {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export interface SceneView {
  readonly mode: CompareMode;
  /** Null: whatever shows all that is to be seen. */
  readonly camera: SceneCamera | null;
}

export interface SceneDocument {
  readonly schema: typeof SCENE_SCHEMA;
  readonly version: number;
  readonly characters: readonly SceneCharacter[];
  /** Number of the one that is open in the panels; null for none. */
  readonly open: number | null;
  /** Of the page that wrote it; a page takes it over when it opens with the scene. */
  readonly view: SceneView;
  /** What output pages show. */
  readonly output: { readonly camera: SceneCamera | null };
  /** Settings of props, in their own form; null while there are none. */
  readonly props: object | null;
}

/** A document that is not taken. `newer`: it was written by a later version; the document is to be left as it is. */
export class SceneError extends Error {
  override readonly name = "SceneError";
  constructor(
    readonly code: "newer" | "invalid",
    message: string,
  ) {
    super(message);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const isPlace = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part));

function expect(holds: boolean, place: string, what: string): asserts holds {
  if (!holds) throw new SceneError("invalid", `${place}: expected ${what}`);
}

/**
 * The scene in a document of any origin; fields that this version does not know are left out.
 * @throws SceneError that names the place and what was expected there
 */
export function readScene(document: object): SceneDocument {
  const { schema, version, characters, open, view, output, props } = document as Fields;
  expect(schema === SCENE_SCHEMA, "schema", `"${SCENE_SCHEMA}"`);
  expect(isNumber(version), "version", "a whole number from 1");
  if (version > SCENE_VERSION)
    throw new SceneError("newer", `version: this page reads up to ${SCENE_VERSION}, found ${version}`);
  expect(Array.isArray(characters), "characters", "a list");
  expect(characters.length <= MAX_CAST, "characters", `at most ${MAX_CAST}`);
  const read = characters.map((each, index) => readCharacter(each, `characters[${index}]`));
  const numbers = new Set(read.map(({ number }) => number));
  expect(numbers.size === read.length, "characters", "numbers of their own");
  return {
    schema: SCENE_SCHEMA,
    version,
    characters: read.map((each) => (numbers.has(each.leader ?? -1) ? each : { ...each, leader: null })),
    open: isNumber(open) ? open : null,
    view: readView(view),
    output: { camera: readCamera(isFields(output) ? output.camera : null, "output.camera") },
    props: isFields(props) ? props : null,
  };
}

function readCharacter(value: unknown, place: string): SceneCharacter {
  expect(isFields(value), place, "an object");
  const { number, id, name, profile, performer, leader, transfer } = value;
  expect(isNumber(number), `${place}.number`, "a whole number from 1");
  expect(isText(id), `${place}.id`, "text");
  expect(isText(name), `${place}.name`, "text");
  expect(isFields(profile) && isFields(profile.calibration), `${place}.profile`, "a profile");
  expect(
    performer === undefined || performer === null || isText(performer),
    `${place}.performer`,
    "text or null",
  );
  return {
    number,
    id,
    name,
    asset: readAsset(value.asset, `${place}.asset`),
    profile: profile as unknown as Profile,
    ...(performer !== undefined && { performer }),
    leader: isNumber(leader) ? leader : null,
    transfer: readTransfer(transfer),
  };
}

function readAsset(value: unknown, place: string): SceneAsset {
  expect(isFields(value), place, "an object");
  const { file, sample, hash, beside } = value;
  expect(isText(file), `${place}.file`, "text");
  const known = typeof sample === "string" ? sampleByName(sample) : undefined;
  if (known !== undefined) return { file, sample: known.name };
  expect(isHash(hash), `${place}.hash`, "64 lower-case hex digits, or a known sample");
  if (!isFields(beside)) return { file, hash };
  expect(Object.values(beside).every(isHash), `${place}.beside`, "names with 64 lower-case hex digits each");
  return { file, hash, beside: beside as Readonly<Record<string, string>> };
}

function readTransfer(value: unknown): Transfer {
  if (!isFields(value)) return plainTransfer;
  const { hipOffset, syncRootScale, transferHeadScale } = value;
  return {
    hipOffset: isPlace(hipOffset) ? hipOffset : plainTransfer.hipOffset,
    syncRootScale: syncRootScale === true,
    transferHeadScale: transferHeadScale === true,
  };
}

function readView(value: unknown): SceneView {
  if (!isFields(value)) return { mode: "stage", camera: null };
  const { mode, camera } = value;
  return {
    mode: mode === "side" || mode === "cut" || mode === "wall" ? mode : "stage",
    camera: readCamera(camera, "view.camera"),
  };
}

function readCamera(value: unknown, place: string): SceneCamera | null {
  if (value === null || value === undefined) return null;
  expect(isFields(value), place, "an object or null");
  const { position, target } = value;
  expect(isPlace(position), `${place}.position`, "three numbers");
  expect(isPlace(target), `${place}.target`, "three numbers");
  return { position, target };
}

/** True where both are of one file. */
export function sameAsset(a: SceneAsset, b: SceneAsset): boolean {
  if (a.sample !== undefined || b.sample !== undefined) return a.sample === b.sample;
  return a.hash === b.hash && JSON.stringify(a.beside ?? {}) === JSON.stringify(b.beside ?? {});
}

/** A member of the cast as a character of the scene. */
export function sceneCharacter(
  { key, id, name, leader, transfer }: CastMember,
  asset: SceneAsset,
  profile: Profile,
  performer: string | null | undefined,
): SceneCharacter {
  const wanted = performer === undefined ? {} : { performer };
  return { number: key, id, name, asset, profile, ...wanted, leader, transfer };
}

/** What a page shows of its own part in the shared scene. */
export interface SceneState {
  /** For output pages. */
  readonly camera: Signal<SceneCamera | null>;
  /** An avatar's file on its way to the bridge; progress 0..1. */
  readonly upload: Signal<{ readonly file: string; readonly progress: number } | null>;
  /** This page takes part: what is changed here reaches the other pages, and theirs this one. */
  readonly isShared: Signal<boolean>;
}

export const createSceneState = (): SceneState => ({
  camera: signal<SceneCamera | null>(null),
  upload: signal<{ readonly file: string; readonly progress: number } | null>(null),
  isShared: signal(false),
});
