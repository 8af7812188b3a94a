// Makes engine, theatres and frame loop, and has them tell the store what is to be shown.
// No behaviour of its own; what users can do is composed in parts.ts.
import { tellRefusedRecording } from "../commands/recording-actions";
import { watchInput } from "../commands/watch-input";
import type { Core } from "../core/core";
import { BodyFigure } from "../loop/body-figure";
import { BodyIk } from "../loop/body-ik";
import { BodyTheatre } from "../loop/body-theatre";
import { BridgeLink } from "../loop/bridge-link";
import { COMPANY_CAPACITY } from "../loop/company-theatre";
import { ENGINE_CAPACITY, FaceTheatre } from "../loop/face-theatre";
import { FrameLoop } from "../loop/frame-loop";
import { SourcePlayer } from "../loop/player";
import { WALL_CAPACITY, WallTheatre } from "../loop/wall-theatre";
import { browserPorts } from "../sources/browser-ports";
import type { FrameSource } from "../sources/frame-source";
import { PictureRecorder } from "../stage/picture-recorder";
import type { StageElement } from "../stage/stage-element";
import { batch } from "../state/batch";
import { followProps } from "../state/props";
import type { Store } from "../state/store";
import type { Wall } from "../state/wall";

/** Room to each side of a live body that the camera frames, metres. */
const BODY_ROOM = 0.7;

/** The camera looks down on several avatars, degrees: the floor shows who stands behind whom. */
const STAGE_ELEVATION = 9;

/** `?render=off`: everything but the drawing, for measuring what a page takes where there is no graphics unit. */
const isDrawing = () => new URL(location.href).searchParams.get("render") !== "off";
const NO_PICTURE = { render: () => {} };

/** Engine, stage and loop: all that runs every frame. */
export function composeLoop(core: Core, store: Store, { stage }: Pick<StageElement, "stage">, wall: Wall) {
  const engine = core.createEngine(ENGINE_CAPACITY + COMPANY_CAPACITY + WALL_CAPACITY);
  const figure = new BodyFigure(stage, () => theatre?.frameHead());
  const camera = {
    frameBody: (height: number) =>
      stage.cameraRig.frameBetween([-BODY_ROOM, 0, -BODY_ROOM], [BODY_ROOM, height, BODY_ROOM]),
    frameHead: () => theatre?.frameHead(),
  };
  const ik = new BodyIk(engine.bodies, stage);
  const body = new BodyTheatre(
    engine,
    figure,
    camera,
    store.live,
    {
      rigChanged: (rig, problem, joints) =>
        batch(() => {
          store.bodyRig.rig.value = rig;
          store.bodyRig.problem.value = problem;
          store.bodyRig.joints.value = joints;
        }),
      performersChanged: (performers, follows) => {
        store.bodyRig.performers.value = performers;
        store.bodyRig.follows.value = follows;
      },
      membersChanged: (follows) => {
        store.cast.follows.value = follows;
      },
      propsChanged: (props) => {
        store.props.list.value = props.map(({ key, name }) => ({ key, name }));
      },
    },
    (description) => core.describeBody(description),
    {
      setFloor: stage.setFloor,
      frameBetween: (low, high) => stage.cameraRig.frameBetween(low, high, STAGE_ELEVATION),
    },
    stage.props,
    ik,
  );
  store.bodyPanel.ik.subscribe((on) => ik.setShown(on));
  followProps(store.props, store.cast.members, (props) => body.setProps(props));
  const player: SourcePlayer = new SourcePlayer(
    {
      stateChanged: (state) => {
        store.playback.value = state;
      },
      manualChanged: (values) => {
        store.manual.value = values;
      },
      previewChanged: (channel) => {
        store.previewing.value = channel;
        if (channel >= 0) return;
        store.panel.previewingGroup.value = null;
        theatre?.previewEnded();
      },
      bodyChanged: (body) => {
        store.body.value = body === null ? null : { ...body, shown: true };
      },
    },
    body,
  );
  const bridge = new BridgeLink(
    browserPorts,
    body,
    (facts) => {
      store.bridge.value = facts;
    },
    (code, message) => tellRefusedRecording(store, code, message),
  );
  let theatre: FaceTheatre | null = null;
  const pictures = new PictureRecorder(stage, browserPorts.now);
  const afterSource = (source: FrameSource) => {
    player.afterSource(source);
    store.live.position = player.position;
    store.live.framePosition = player.position;
  };
  const loop = new FrameLoop(
    engine,
    isDrawing() ? pictures : NO_PICTURE,
    store.live,
    player.idle,
    afterSource,
    core.status.percent,
  );
  player.attach(loop);
  store.bodyPanel.springs.subscribe((on) => loop.setSprings(on));
  watchInput(store);
  theatre = new FaceTheatre(engine, stage, loop, player, body);
  const { input } = store.live;
  const { residuals } = wall;
  const wallTheatre = new WallTheatre({ engine, stage, loop, theatre, input, residuals });
  store.live.onFrame(() => wallTheatre.measure());
  return { engine, figure, body, player, bridge, loop, theatre, wallTheatre, pictures };
}
