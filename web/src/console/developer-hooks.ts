// `window.doppel` of the page: the library's interface for the open avatar, and what developers and tests need of the page itself.
// It keeps no state.

import type { Actions } from "../commands/actions";
import type { Session } from "../commands/session";
import type { FaceEngine } from "../core/face-engine";
import type { BodyTheatre } from "../loop/body-theatre";
import type { BridgeLink } from "../loop/bridge-link";
import type { CompanyTheatre } from "../loop/company-theatre";
import type { FaceTheatre } from "../loop/face-theatre";
import type { FrameLoop } from "../loop/frame-loop";
import type { WallTheatre } from "../loop/wall-theatre";
import type { Stage } from "../stage/stage";
import type { Store } from "../state/store";
import type { BodyParameterName, BodyValue } from "../tables/body-parameters";
import type { PageFace } from "./page-face";

export interface HookParts {
  readonly body: Pick<BodyTheatre, "open">;
  readonly bridge: BridgeLink;
  readonly remote: { takeAuthority(): void; readonly state: { readonly revision: number } };
  readonly face: PageFace;
  readonly actions: Pick<Actions, "openFile" | "body">;
  readonly session: Pick<Session, "settle">;
  readonly loop: Pick<FrameLoop, "start" | "stop" | "step">;
  readonly theatre: FaceTheatre;
  readonly company: CompanyTheatre;
  readonly wallTheatre: Pick<WallTheatre, "state">;
  readonly store: Store;
  readonly stage: Stage;
  readonly engine: Pick<FaceEngine, "faceInput">;
}

/** The page's own part; docs/page.md lists it. */
function pageHooks({
  body,
  bridge,
  remote,
  face,
  actions,
  session,
  loop,
  theatre,
  company,
  wallTheatre,
  store,
  stage,
  engine,
}: HookParts) {
  return {
    /** The older name of `feed`. */
    feedFace: (values: ArrayLike<number>) => face.feed(values),
    open: (name: string, content: Blob) => actions.openFile(name, content),
    pause: () => loop.stop(),
    resume: () => loop.start(),
    /** The older name of `update`. */
    step: (dt: number) => loop.step(dt),
    /** The picture of now, also where `?render=off` leaves pictures out. */
    draw: () => {
      stage.invalidate();
      stage.render(0);
    },
    /** The meters and dots of this frame once more, for measuring what the panels take of it. */
    paint: () => store.live.paint(),
    /** What is being loaded: download, read, measure, draw; null for nothing. */
    loading: () => store.loading.value?.stage ?? null,
    /** On the graphics unit, and of the wasm module, bytes. */
    memory: () => ({ ...stage.memory(), wasm: engine.faceInput().buffer.byteLength }),
    limits: stage.limits,
    state: () => {
      session.settle();
      return {
        avatar: store.avatar.value,
        profile: store.profile.value,
        report: store.report.value,
        input: Array.from(store.live.input),
        output: Array.from(store.live.output),
        position: store.live.framePosition,
        frame: store.live.frame,
        camera: stage.cameraRig.position.toArray(),
      };
    },
    /** The body: what the skeleton was found to be, what is in force, this frame's meters and status. */
    body: () => ({
      rig: store.bodyRig.rig.value,
      problem: store.bodyRig.problem.value,
      performers: store.bodyRig.performers.value,
      follows: store.bodyRig.follows.value,
      settings: body.open?.inForce() ?? null,
      meters: Array.from(store.live.bodyMeters),
      frameNumber: bridge.source.frame?.frameNumber ?? -1,
      status: store.live.bodyStatus[0] ?? 0,
    }),
    /** The avatars on the stage: id, how far they are loaded, whom they follow. */
    cast: () =>
      store.cast.members.value.map(({ key, id, name, file, status, leader }) => ({
        key,
        id,
        name,
        file,
        status,
        leader,
        performer: store.cast.follows.value.get(key) ?? null,
        isOpen: store.cast.open.value === key,
      })),
    /** The props: what was set, and where each is drawn in this frame, metres. */
    props: () => ({
      list: store.props.list.value,
      settings: store.props.settings.value,
      drawn: stage.props.root.children.map(({ name, visible, position, quaternion, children }) => ({
        key: name,
        visible,
        position: position.toArray(),
        rotation: quaternion.toArray(),
        parts: children.length,
      })),
    }),
    /** One parameter of the body, as the panel sets it: undone like that. False where there is no such, or of another type. */
    setBody: (name: BodyParameterName, value: BodyValue) => actions.body.setParameter(name, value),
    /** The stream: what is known of the connection, and latencies from the bridge's network card to the bones, seconds. */
    bridge: () => ({
      ...store.bridge.value,
      roundTrip: bridge.source.roundTrip,
      frames: store.live.latency.count,
      latencyMedian: store.live.latency.percentile(0.5),
      latencyP95: store.live.latency.percentile(0.95),
    }),
    /** The remote control: what is known of the connection, and whether this page answers. */
    remote: () => store.remote.value,
    takeAuthority: () => remote.takeAuthority(),
    /** What the page shares with the others of its bridge: whether it does, the scene's revision, the output's camera. */
    scene: () => ({
      isShared: store.scene.isShared.value,
      revision: remote.state.revision,
      camera: store.scene.camera.value,
    }),
    connectBridge: (address: string) => bridge.connect(address),
    disconnectBridge: () => bridge.disconnect(),
    /** By place on the wall: the values that reached the avatar in this frame, what goes to it, and its residual in percent. */
    wall: () => wallTheatre.state(),
    theatre,
    company,
  };
}

export type DeveloperHooks = PageFace & ReturnType<typeof pageHooks>;

/** The face with the page's own calls beside the library's. */
export function developerHooks(parts: HookParts): DeveloperHooks {
  return Object.assign(parts.face, pageHooks(parts));
}
