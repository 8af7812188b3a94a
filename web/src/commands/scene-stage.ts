// The stage as the shared scene sees it: reads a document from what stands there, and makes the stage as a document says.
// Nothing of it enters the history. When documents are written and read is the keeper's.
import type { CompareMode } from "../state/comparison";
import { readPropSettings } from "../state/props";
import {
  SCENE_SCHEMA,
  SCENE_VERSION,
  type SceneCamera,
  type SceneCharacter,
  type SceneDocument,
  type SceneView,
  sameAsset,
  sceneCharacter,
} from "../state/scene";
import { pushMessage, type Store } from "../state/store";
import type { Cast, CastStage } from "./cast";
import type { CastKeeper } from "./cast-keeper";
import { describeError } from "./describe-error";
import type { History } from "./history";
import type { AvatarFile } from "./ports";
import type { SceneAssets } from "./scene-assets";
import { type Session, sameRouting } from "./session";

/** What the scene has of the picture. */
export interface ScenePicture {
  readonly mode: () => CompareMode;
  /** Where the user has put the camera; null where it shows what it shows by itself. */
  readonly camera: () => SceneCamera | null;
  /** As the scene was left: on a page that opens with it. */
  restore(view: SceneView): void;
}

export interface SceneStageParts {
  readonly store: Store;
  readonly session: Session;
  readonly history: History;
  readonly cast: Cast;
  readonly keeper: CastKeeper;
  readonly stage: Pick<CastStage, "want" | "wanted" | "lead">;
  readonly assets: SceneAssets;
  readonly picture: ScenePicture;
}

export class SceneStage {
  /** What came in a document, by number: whole also while it is loaded, or where this page could not load it. */
  private readonly came = new Map<number, SceneCharacter>();
  /** Number of the one that the panels show once it is there. */
  private toOpen: number | null = null;

  constructor(private readonly parts: SceneStageParts) {}

  /** @param changed called when there is more to read than there was */
  read(changed: () => void): SceneDocument {
    const { store, session, picture, cast, assets, stage } = this.parts;
    const characters = store.cast.members.value.flatMap((member) => {
      const { key, status } = member;
      if (status !== "ready") return this.came.get(key) ?? [];
      const standing = cast.standingAt(key);
      if (standing === null) return [];
      const { profile, avatar } = standing.document;
      const asset = assets.nameOf(standing.file, avatar.facts.fingerprint, changed);
      return asset === null ? [] : sceneCharacter(member, asset, profile, stage.wanted(key));
    });
    return {
      schema: SCENE_SCHEMA,
      version: SCENE_VERSION,
      characters,
      open: session.document === null ? null : session.key,
      view: { mode: picture.mode(), camera: picture.camera() },
      output: { camera: store.scene.camera.value },
      props: store.props.settings.value,
    };
  }

  /** Files of those that are ready. */
  files(
    document: SceneDocument,
  ): readonly { readonly file: AvatarFile; readonly asset: SceneCharacter["asset"] }[] {
    return document.characters.flatMap(({ number, asset }) => {
      const file = this.parts.cast.standingAt(number)?.file;
      return file === undefined ? [] : { file, asset };
    });
  }

  /**
   * Makes the stage so. What has to be loaded comes by and by.
   * @param isFirst the page opens with it: what is open and seen is as it was left
   */
  apply(document: SceneDocument, isFirst: boolean): void {
    const { store, history, keeper, picture } = this.parts;
    const before = this.read(() => {});
    const numbers = new Set(document.characters.map(({ number }) => number));
    for (const { key } of store.cast.members.value) if (!numbers.has(key)) keeper.discard(key);
    this.came.clear();
    for (const character of document.characters) {
      this.came.set(character.number, character);
      this.place(
        character,
        before.characters.find(({ number }) => number === character.number),
      );
    }
    store.scene.camera.value = document.output.camera;
    if (!same(before.props, document.props)) store.props.settings.value = readPropSettings(document.props);
    // Its entries would bring back what others have changed since.
    history.clear();
    if (!isFirst) return;
    picture.restore(document.view);
    this.toOpen = document.open;
  }

  private place(character: SceneCharacter, before: SceneCharacter | undefined): void {
    const { cast, keeper, assets, stage } = this.parts;
    const { number, id, name, asset, profile, leader, transfer, performer } = character;
    const isThere = before !== undefined && sameAsset(before.asset, asset);
    if (!isThere || !sameRouting(before.profile, profile)) {
      const brought = { key: number, id, name, file: asset.file, leader, transfer };
      void keeper.bring(brought, assets.coming(asset), profile).then(() => this.settle(number));
      return;
    }
    if (!same(before.profile, profile)) this.setProfile(character);
    if (before.id !== id) cast.edit(number, { id });
    if (before.leader !== leader || !same(before.transfer, transfer)) {
      cast.edit(number, { leader, transfer });
      stage.lead(number, leader, transfer);
    }
    if (stage.wanted(number) !== performer) stage.want(number, performer);
  }

  /** It is loaded, or was refused: what came of it meanwhile is put into force. */
  private settle(number: number): void {
    const { cast, stage } = this.parts;
    const character = this.came.get(number);
    if (character === undefined || !this.isReady(number)) return;
    const { profile, leader, transfer, performer } = character;
    if (!same(cast.standingAt(number)?.document.profile, profile)) this.setProfile(character);
    if (leader !== null) stage.lead(number, leader, transfer);
    if (stage.wanted(number) !== performer) stage.want(number, performer);
    if (this.toOpen !== number) return;
    this.toOpen = null;
    cast.choose(number);
  }

  private isReady(number: number): boolean {
    const { members } = this.parts.store.cast;
    return members.value.some(({ key, status }) => key === number && status === "ready");
  }

  private setProfile({ number, profile, name }: SceneCharacter): void {
    const { session, store, cast } = this.parts;
    const standing = cast.standingAt(number);
    // What is still loading gets it when it is there.
    if (standing === null || !this.isReady(number)) return;
    try {
      session.applyTo(number, { avatar: standing.document.avatar, profile });
    } catch (error) {
      const title = { key: "scene.notApplied", parameters: { name } };
      pushMessage(store, { kind: "error", ...describeError(title, error) });
    }
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
