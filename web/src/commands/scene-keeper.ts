// Keeps this page's stage and the bridge's scene alike: writes what the user changes, and takes over what other pages write.
// What stands in a document is scene-stage.ts's; who leads is the bridge's to say (docs/scene.md).
import { readScene, type SceneDocument, SceneError } from "../state/scene";
import { pushMessage, type Store } from "../state/store";
import type { SceneAssets } from "./scene-assets";
import type { SceneStage } from "./scene-stage";

/** Seconds between a change and its being written, and between two writings: a slider's drag is a few a second. */
export const WRITE_AFTER = 0.2;

/** A bridge that has no scene yet. */
const NONE = "null";

/** What the keeper needs of the remote control's connection; `sources/remote-page.ts` has it. */
export interface SceneConnection {
  readonly state: { readonly page: string | null; readonly isAuthority: boolean; readonly revision: number };
  subscribe(listener: {
    stateChanged?(state: { readonly connection: string }): void;
    sceneCame?(revision: number, document: object | null): void;
    sceneStored?(revision: number): void;
    refused?(error: { readonly code: string; readonly message: string }): void;
  }): () => void;
  takeAuthority(): void;
  storeScene(baseRevision: number, document: object): boolean;
  askScene(): void;
}

export interface SceneKeeperParts {
  readonly store: Store;
  readonly connection: SceneConnection;
  readonly stage: SceneStage;
  readonly assets: SceneAssets;
  /** Calls `work` after `seconds`. */
  readonly after: (seconds: number, work: () => void) => void;
  /** It only shows: nothing is ever written. */
  readonly isOutput: boolean;
  /** The page's address says what it begins with: a scene that is there already is not opened, where this page leads. */
  readonly isOwn: boolean;
  /** The bridge has been heard for the first time. @param opens the scene is opened: the page need open nothing by itself */
  readonly begun: (opens: boolean) => void;
}

export class SceneKeeper {
  private isBegun = false;
  private isWaiting = false;
  /** What this page has in common with the bridge: what is read of the stage differs once the user changes something. */
  private common: Known | null = null;
  /** What is on its way to the bridge. */
  private sent: Known | null = null;
  /** The bridge's newest document as it came, as text. */
  private newest = "";
  /** It was written by a later version, or is none: it is left alone. */
  private isBarred = false;
  private isConnected = false;
  private led = false;

  constructor(private readonly parts: SceneKeeperParts) {
    parts.connection.subscribe({
      stateChanged: () => this.connectionChanged(),
      sceneCame: (_, document) => this.came(document),
      sceneStored: () => this.stored(),
      refused: (error) => this.refused(error),
    });
  }

  /** The stage may have changed: it is looked at soon. */
  readonly changed = (): void => {
    if (this.isWaiting || this.parts.isOutput) return;
    this.isWaiting = true;
    this.parts.after(WRITE_AFTER, () => {
      this.isWaiting = false;
      this.look();
    });
  };

  private look(): void {
    const { connection, stage } = this.parts;
    const { page, isAuthority } = connection.state;
    if (page === null || !this.isBegun || this.isBarred || this.sent !== null) return;
    const { shared, view } = known(stage.read(this.changed));
    const isChanged = shared !== this.common?.shared;
    if (isAuthority) {
      if (isChanged || view !== this.common?.view || this.newest === NONE) void this.write();
    }
    // Who changes something leads; a page that has nothing in common with the others yet waits for their scene.
    else if (isChanged && this.common !== null) connection.takeAuthority();
  }

  private async write(): Promise<void> {
    const { connection, stage, assets } = this.parts;
    this.sent = known(stage.read(this.changed));
    await assets.send(stage.files(stage.read(this.changed)));
    const document = stage.read(this.changed);
    this.sent = known(document);
    if (connection.storeScene(connection.state.revision, document)) return;
    this.sent = null;
    this.changed();
  }

  private stored(): void {
    const { sent } = this;
    this.sent = null;
    if (sent === null) return;
    this.common = sent;
    this.newest = sent.whole;
    this.changed();
  }

  private refused({ code, message }: { readonly code: string; readonly message: string }): void {
    const { sent } = this;
    this.sent = null;
    if (sent === null) return;
    if (code === "stale-revision") {
      this.tell("scene.overtaken", "");
      this.parts.connection.askScene();
    }
    if (code !== "too-large") return;
    // Not again before something else changes.
    this.common = sent;
    this.newest = sent.whole;
    this.tell("scene.tooLarge", message);
  }

  private connectionChanged(): void {
    const { page, isAuthority } = this.parts.connection.state;
    const isConnected = page !== null;
    if (isConnected !== this.isConnected) {
      this.isConnected = isConnected;
      this.sent = null;
      if (!isConnected) this.parts.assets.forget();
    }
    this.parts.store.scene.isShared.value = isConnected && !this.isBarred;
    const leads = isAuthority && !this.led;
    this.led = isAuthority;
    // Who took the lead for a change writes it before somebody else takes it away again.
    if (leads && this.isBegun && !this.parts.isOutput) this.look();
    else this.changed();
  }

  private came(document: object | null): void {
    const isFirst = !this.isBegun;
    this.isBegun = true;
    const text = JSON.stringify(document);
    // The same again, after a break: what was changed here meanwhile is written.
    const isNew = text !== this.newest;
    this.newest = text;
    const opens = document !== null && isNew && this.take(document, isFirst);
    if (isFirst) this.parts.begun(opens);
    this.changed();
  }

  /** @returns whether the stage is now as the document says */
  private take(document: object, isFirst: boolean): boolean {
    const { connection, stage, isOwn, isOutput, store } = this.parts;
    try {
      const scene = readScene(document);
      this.isBarred = false;
      const leads = connection.state.isAuthority && !isOutput;
      const stays = isFirst && leads && (isOwn || scene.characters.length === 0);
      if (!stays) stage.apply(scene, isFirst);
      this.common = known(stage.read(this.changed));
      return !stays;
    } catch (error) {
      if (!(error instanceof SceneError)) throw error;
      this.isBarred = true;
      this.tell(error.code === "newer" ? "scene.newer" : "scene.invalid", error.message);
      return false;
    } finally {
      store.scene.isShared.value = this.isConnected && !this.isBarred;
    }
  }

  private tell(key: string, detail: string): void {
    pushMessage(this.parts.store, { kind: "warning", title: { key }, ...(detail !== "" && { detail }) });
  }
}

/** A document as what is compared of it. */
interface Known {
  /** What all pages show alike. Names follow from the files. */
  readonly shared: string;
  /** Of the page that leads. */
  readonly view: string;
  readonly whole: string;
}

function known(document: SceneDocument): Known {
  const { characters, output, props, view, open } = document;
  const nameless = characters.map(({ name: _, ...character }) => character);
  return {
    shared: JSON.stringify([nameless, output, props]),
    view: JSON.stringify([view, open]),
    whole: JSON.stringify(document),
  };
}
