// Joins the scene's keeper with everything that it looks at, and gives the panels what a user can do with the shared scene.
// It keeps nothing itself.
import type { SceneCamera } from "../state/scene";
import { changesOf } from "../state/store";
import { type AssetStore, createAssetStore } from "./asset-store";
import type { Attempt } from "./attempt";
import { assetAddress } from "./find-bridge";
import type { Calibrator } from "./ports";
import { SceneAssets } from "./scene-assets";
import { type SceneConnection, SceneKeeper } from "./scene-keeper";
import { type ScenePicture, SceneStage, type SceneStageParts } from "./scene-stage";

export interface SceneSharingParts extends Omit<SceneStageParts, "assets" | "picture"> {
  readonly calibrator: Pick<Calibrator, "fingerprint">;
  readonly connection: SceneConnection;
  /** Address of the remote control; null while no bridge is known. */
  readonly remoteAddress: () => string | null;
  readonly after: (seconds: number, work: () => void) => void;
  readonly attempt: Attempt;
}

export interface SceneSharingPicture extends ScenePicture {
  /** Where the camera stands now. */
  readonly shown: () => SceneCamera;
  onChange(listener: () => void): void;
}

export interface SceneSharingOptions {
  readonly isOutput: boolean;
  readonly isOwn: boolean;
}

/** Seconds that a page waits at most for the scene before it opens something by itself; no longer where nobody answers. */
const WAIT_FOR_SCENE = 15;

export interface SceneSharing {
  /** Whether the page has opened with the bridge's scene. */
  readonly begun: Promise<boolean>;
  readonly actions: SceneActions;
}

export interface SceneActions {
  /** This page leads from now on. */
  takeOver(): void;
  /** Output pages stand where this page's camera does; null: they show all that is there. */
  sendCamera(on: boolean): Promise<boolean>;
}

export function shareScene(
  parts: SceneSharingParts,
  picture: SceneSharingPicture,
  { isOutput, isOwn }: SceneSharingOptions,
): SceneSharing {
  const { store, connection, calibrator, after, history, attempt } = parts;
  const bridge: AssetStore = createAssetStore((hash) => {
    const remote = parts.remoteAddress();
    return remote === null ? null : assetAddress(remote, hash);
  });
  const assets = new SceneAssets({ store, bridge, calibrator });
  const stage = new SceneStage({ ...parts, assets, picture });
  const begun = new Promise<boolean>((resolve) => {
    const keeper = new SceneKeeper({
      store,
      connection,
      stage,
      assets,
      after,
      isOutput,
      isOwn,
      begun: resolve,
    });
    changesOf(store, keeper.changed);
    store.scene.camera.subscribe(keeper.changed);
    store.props.settings.subscribe(keeper.changed);
    picture.onChange(keeper.changed);
    after(WAIT_FOR_SCENE, () => resolve(false));
    connection.subscribe({
      stateChanged: ({ connection: link }) => {
        if (link === "waiting") resolve(false);
      },
    });
  });
  const { camera } = store.scene;
  return {
    begun,
    actions: {
      takeOver: () => connection.takeAuthority(),
      sendCamera: (on) => {
        const [before, next] = [camera.value, on ? picture.shown() : null];
        const set = (to: SceneCamera | null) => {
          camera.value = to;
        };
        return attempt({ key: "error.change" }, () =>
          history.execute({
            label: { key: on ? "change.outputCamera" : "change.outputCameraOff" },
            do: () => set(next),
            undo: () => set(before),
          }),
        );
      },
    },
  };
}
