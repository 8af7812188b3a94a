// A page with the shared scene, and a bridge that tests hold: what was written and sent is kept, and comes when they say so.
// Nothing is drawn; measuring and the engine are those of fake-parts.ts.
import type { AssetStore } from "../../web/src/commands/asset-store";
import { CastKeeper } from "../../web/src/commands/cast-keeper";
import { SceneAssets } from "../../web/src/commands/scene-assets";
import { type SceneConnection, SceneKeeper } from "../../web/src/commands/scene-keeper";
import { SceneStage } from "../../web/src/commands/scene-stage";
import type { SceneDocument, SceneView } from "../../web/src/state/scene";
import { changesOf } from "../../web/src/state/store";
import { makeParts } from "./fake-parts";

type Listener = Parameters<SceneConnection["subscribe"]>[0];

/** SHA-256 of a file with these bytes, as the fake measurer has it. */
export const fakeHash = (name: string) =>
  Array.from(name, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("")
    .padEnd(64, "0")
    .slice(0, 64);

export function makeScenePage(options: { isOutput?: boolean; isOwn?: boolean; isAuthority?: boolean } = {}) {
  const parts = makeParts();
  const { store, session, history, calibrator, characters, castStage, storage, disposed } = parts;
  const measurer: typeof parts.measurer = {
    measure: async (file, how) => {
      const measured = await parts.measurer.measure(file, how);
      return { ...measured, facts: { ...measured.facts, fingerprint: fakeHash(file.name) } };
    },
  };
  // The session measures by the same names.
  (session as unknown as { parts: { measurer: typeof measurer } }).parts.measurer = measurer;
  const keeper = new CastKeeper({
    store,
    history,
    cast: characters,
    measurer,
    drawer: { draw: async (file) => ({ missingImages: 0, dispose: () => disposed.push(file.name) }) },
    calibrator,
    shelf: storage.tab(),
    arrived: () => {},
  });
  const put: string[] = [];
  const refusals = new Map<string, Error>();
  const bridge: AssetStore = {
    put: async (hash) => {
      const refusal = refusals.get(hash);
      if (refusal !== undefined) throw refusal;
      put.push(hash);
    },
    get: async (hash) => new Blob([hash]),
  };
  const assets = new SceneAssets({ store, bridge, calibrator });
  const restored: SceneView[] = [];
  const stage = new SceneStage({
    store,
    session,
    history,
    cast: characters,
    keeper,
    stage: castStage.stage,
    assets,
    picture: { mode: () => "stage", camera: () => null, restore: (view) => void restored.push(view) },
  });
  let listener: Listener = {};
  const state = { page: null as string | null, isAuthority: options.isAuthority ?? true, revision: 0 };
  const written: { base: number; document: SceneDocument }[] = [];
  const asked: string[] = [];
  const connection: SceneConnection = {
    state,
    subscribe: (heard) => {
      listener = heard;
      return () => {};
    },
    takeAuthority: () => void asked.push("take"),
    askScene: () => void asked.push("scene"),
    storeScene: (base, document) => {
      if (!state.isAuthority) return false;
      written.push({ base, document: JSON.parse(JSON.stringify(document)) as SceneDocument });
      return true;
    },
  };
  let due: (() => void)[] = [];
  const begun: boolean[] = [];
  const sceneKeeper = new SceneKeeper({
    store,
    connection,
    stage,
    assets,
    after: (_, work) => void due.push(work),
    isOutput: options.isOutput ?? false,
    isOwn: options.isOwn ?? false,
    begun: (opens) => void begun.push(opens),
  });
  changesOf(store, sceneKeeper.changed);
  store.scene.camera.subscribe(sceneKeeper.changed);
  const settle = async () => {
    for (let turn = 0; turn < 60; ++turn) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const change = (facts: Partial<typeof state>) => {
    Object.assign(state, facts);
    listener.stateChanged?.({ connection: state.page === null ? "waiting" : "open" });
  };
  return {
    ...parts,
    keeper,
    put,
    refusals,
    restored,
    written,
    asked,
    begun,
    /** What is due comes due, with all that follows from it. */
    pass: async () => {
      await settle();
      const works = due;
      due = [];
      for (const work of works) work();
      await settle();
    },
    change,
    /** The bridge answers the registration with the scene that it has. */
    register: (revision: number, document: object | null) => {
      change({ page: "p1", revision });
      listener.sceneCame?.(revision, document);
    },
    comes: (revision: number, document: object) => {
      state.revision = revision;
      listener.sceneCame?.(revision, document);
    },
    stored: (revision: number) => {
      state.revision = revision;
      listener.sceneStored?.(revision);
    },
    refuse: (code: string) => listener.refused?.({ code, message: code }),
  };
}
