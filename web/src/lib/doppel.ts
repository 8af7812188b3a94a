// The library's front door: loads the core once, and binds faces to the avatars of a page.
// It draws nothing and runs no loop.

import type { Core } from "../core/core";
import type { InputRange } from "../core/documents";
import { loadCoreBytes } from "../core/load-core-bytes";
import type { ProbeFile } from "../probe/probe-messages";
import { BodyStage, type BodyStageOptions } from "./body-stage";
import { type BytesSource, bytesOf } from "./bytes";
import { DoppelError } from "./errors";
import { Face } from "./face";
import { readFileJson } from "./file-json";
import { coreFile } from "./files";
import { findByAssociations, findByNames } from "./find-parts";
import { defaultWorker, type MeasureParts, measure, type Routing } from "./measure";
import type { SceneGltf, SceneHolder, SceneObject } from "./scene-types";

export interface DoppelOptions {
  /** The core's file or where it is. Default: `doppel-core.wasm` beside the module. */
  readonly wasm?: BytesSource;
  /** False measures on the page's own thread. A function starts the worker `probe.js` from elsewhere. Default true. */
  readonly worker?: boolean | (() => Worker);
}

export interface BindOptions {
  /** The avatar's file, GLB or VRM, unchanged: what the scene was loaded from. An address is fetched. */
  readonly bytes: BytesSource;
  /**
   * What the page has loaded from it: the GLTF that three.js's loader returned (best), the VRM of three-vrm, or the Object3D.
   * Left out, nothing is written and the page reads `weights()`.
   */
  readonly scene?: SceneGltf | SceneHolder | SceneObject;
  /** A copy of the GLTF's scene (`SkeletonUtils.clone`), where that is what the page shows. */
  readonly copy?: SceneObject;
  /** Name for messages and profiles. Default: the last part of the address, else "avatar". */
  readonly name?: string;
  /** Files that a .gltf names, by their names. */
  readonly beside?: Readonly<Record<string, Blob>>;
  /** How values are read: 0..1, 0..100, or found out from ten frames above 2. Default "auto". */
  readonly inputRange?: InputRange;
  /** 0..1 of the measuring. */
  readonly onProgress?: (progress: number) => void;
  /** Ends the measuring; `bind` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const DEFAULT_NAME = "avatar";

function nameOf({ name, bytes }: BindOptions): string {
  if (name !== undefined) return name;
  if (typeof bytes !== "string" && !(bytes instanceof URL)) return DEFAULT_NAME;
  const [path = ""] = String(bytes).split(/[?#]/);
  return path.split("/").at(-1) || DEFAULT_NAME;
}

const isGltf = (scene: object): scene is SceneGltf => "parser" in scene && "scene" in scene;
const isHolder = (scene: object): scene is SceneHolder => "scene" in scene;

function findScene({ scene, copy }: BindOptions, bytes: Uint8Array) {
  if (scene === undefined) return null;
  const json = readFileJson(bytes);
  if (isGltf(scene)) return { json, parts: findByAssociations(scene, copy ?? scene.scene) };
  return { json, parts: findByNames(json, copy ?? (isHolder(scene) ? scene.scene : scene)) };
}

function workerOf(option: DoppelOptions["worker"]): MeasureParts["worker"] {
  if (option === false || typeof option === "function") return option;
  return defaultWorker;
}

export class Doppel {
  private readonly faces = new Set<Face>();
  private readonly stages = new Set<BodyStage>();
  private isDisposed = false;

  private constructor(
    private readonly core: Core,
    private readonly measuring: MeasureParts,
  ) {}

  /**
   * Loads the core. One is enough for all faces of a page.
   * @throws DoppelError `fetch-failed`; CoreUnavailableError `core-unavailable` where WebAssembly may not run
   */
  static async load(options: DoppelOptions = {}): Promise<Doppel> {
    const wasm = await bytesOf(options.wasm ?? coreFile());
    const core = await loadCoreBytes(wasm);
    return new Doppel(core, { core, wasm, worker: workerOf(options.worker) });
  }

  /** Version of the core. */
  get version(): string {
    return this.core.version;
  }

  /**
   * Measures an avatar, calibrates it, and binds a face to what the page has loaded of it. The scene is not changed before the first
   * `update`.
   * @throws DoppelError `fetch-failed`, `scene-mismatch`; the reader's ReadError; ProbeError; the signal's reason
   */
  async bind(options: BindOptions): Promise<Face> {
    this.alive();
    const bytes = await bytesOf(options.bytes);
    const file: ProbeFile = {
      name: nameOf(options),
      content: new Blob([bytes as BlobPart]),
      ...(options.beside && { beside: options.beside }),
    };
    const measureWith = (routing: Routing, first = false) =>
      measure(this.measuring, file, {
        ...routing,
        ...(first && { signal: options.signal, onProgress: options.onProgress }),
      });
    const measured = await measureWith({ substitutes: {}, mapping: {} }, true);
    this.alive();
    const face = Face.of({
      core: this.core,
      measured,
      measureWith,
      scene: findScene(options, bytes),
      inputRange: options.inputRange ?? "auto",
      disposed: (gone) => this.faces.delete(gone),
    });
    this.faces.add(face);
    return face;
  }

  /** A stage for bodies: performers, avatars that follow them, props. */
  createBodyStage(options: BodyStageOptions = {}): BodyStage {
    this.alive();
    const stage = BodyStage.of(this.core, options, (gone) => this.stages.delete(gone));
    this.stages.add(stage);
    return stage;
  }

  /** Disposes of all stages and faces. Further calls throw `disposed`. */
  dispose(): void {
    this.isDisposed = true;
    for (const stage of [...this.stages]) stage.dispose();
    for (const face of [...this.faces]) face.dispose();
  }

  private alive(): void {
    if (this.isDisposed) throw new DoppelError("disposed", "the library was disposed of");
  }
}
