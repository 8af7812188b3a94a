// Joins the page to the scene that all pages of a bridge share, and makes the page that only shows it.
// What is shared, and who leads, is scene-sharing.ts.

import { createAttempt } from "../commands/attempt";
import type { ComparisonActions } from "../commands/comparison-actions";
import { avatarsWanted } from "../commands/opening-cast";
import type { OutputOptions } from "../commands/output-options";
import { type SceneSharing, type SceneSharingPicture, shareScene } from "../commands/scene-sharing";
import { browserPorts } from "../sources/browser-ports";
import type { Stage } from "../stage/stage";
import type { StageElement } from "../stage/stage-element";
import { memberAt } from "../state/cast";
import type { Comparison } from "../state/comparison";
import { changesOf, type Store } from "../state/store";
import { exposeToDevelopers, joinBridge } from "./opening";
import type { Parts } from "./parts";

export function share(
  parts: Parts,
  store: Store,
  picture: SceneSharingPicture,
  isOutput: boolean,
): SceneSharing {
  const { remote, characters: cast, bodies: stage } = parts;
  return shareScene(
    {
      ...parts,
      store,
      cast,
      stage,
      connection: remote,
      remoteAddress: () => remote.state.address || null,
      after: browserPorts.after,
      attempt: createAttempt(store),
    },
    picture,
    { isOutput, isOwn: avatarsWanted(location.href) !== null },
  );
}

/** The shared scene's part of what the page shows: mode and camera. */
export function pagePicture(
  { cameraRig }: Stage,
  { mode }: Comparison,
  { begin }: Pick<ComparisonActions, "begin">,
): SceneSharingPicture {
  return {
    mode: () => mode.value,
    camera: () => cameraRig.ownPlace,
    shown: () => cameraRig.place,
    restore: (view) => {
      // The wall is not shared: it would be empty.
      if (view.mode !== "wall") begin(view.mode);
      cameraRig.hold(view.camera);
    },
    onChange: (listener) => {
      cameraRig.onMoved(listener);
      mode.subscribe(() => {
        cameraRig.hold(null);
        listener();
      });
    },
  };
}

/** The picture alone, for a browser source: all that it shows comes from the bridge's scene. */
export function startOutput(
  parts: Parts,
  store: Store,
  { stage }: StageElement,
  options: OutputOptions,
): void {
  stage.setLayout({ mode: "together" });
  stage.setTransparent(true);
  stage.setFloorShown(options.floor);
  parts.body.setTogether(true);
  const { cameraRig } = stage;
  const picture: SceneSharingPicture = {
    mode: () => "stage",
    camera: () => null,
    shown: () => cameraRig.place,
    restore: () => {},
    onChange: () => {},
  };
  share(parts, store, picture, true);
  if (options.camera === "scene") store.scene.camera.subscribe((place) => cameraRig.hold(place));
  const { avatars } = options;
  if (avatars !== null) {
    const show = () => {
      for (const { key, id } of store.cast.members.value) parts.company.setShown(key, avatars.includes(id));
      const open = memberAt(store.cast, store.cast.open.value);
      parts.theatre.setShown(open === undefined || avatars.includes(open.id));
    };
    changesOf(store, show);
    store.cast.open.subscribe(show);
  }
  parts.loop.start();
  exposeToDevelopers(parts, store, { stage });
  void joinBridge(parts, store.live, true);
}
