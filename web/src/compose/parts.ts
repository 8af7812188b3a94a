// Makes everything that users can do, on what runs every frame, and hands each part what it needs.
// No behaviour of its own.

import { Decoders } from "../avatar/decoders";
import type { PropDrawing } from "../avatar/prop-model";
import { type Actions, createActions } from "../commands/actions";
import { createAttempt } from "../commands/attempt";
import { AvatarDrawer, drawProp } from "../commands/avatar-drawer";
import { createBodyChanges } from "../commands/body-changes";
import { askJson, onPageHidden } from "../commands/browser-page";
import { browserSaver } from "../commands/browser-saver";
import { createCalibrationFlow } from "../commands/calibration-flow";
import { Cast } from "../commands/cast";
import { createCastActions } from "../commands/cast-actions";
import { CastKeeper } from "../commands/cast-keeper";
import { CoreCalibrator } from "../commands/core-calibrator";
import { History } from "../commands/history";
import { DatabaseKeptAvatars } from "../commands/kept-avatar-database";
import { DatabaseShelf } from "../commands/library-database";
import { createMotionExportActions } from "../commands/motion-export-actions";
import { createPropActions } from "../commands/prop-actions";
import { createRecordingActions } from "../commands/recording-actions";
import { startRemoteControl } from "../commands/remote-control";
import { createRemoteTime } from "../commands/remote-time";
import { createReportActions } from "../commands/report-actions";
import { Session } from "../commands/session";
import { playTone } from "../commands/tone";
import { createWallActions } from "../commands/wall-actions";
import { createWhenIdle } from "../commands/when-idle";
import type { Core } from "../core/core";
import { CompanyTheatre } from "../loop/company-theatre";
import { readBodyFile } from "../reader/body-client";
import { exportInWorker } from "../retarget/export-client";
import { browserPorts } from "../sources/browser-ports";
import { RemotePage } from "../sources/remote-page";
import type { StageElement } from "../stage/stage-element";
import { memberAt } from "../state/cast";
import { createCastMemory } from "../state/cast-memory";
import type { TextStorage } from "../state/preferences";
import type { Store } from "../state/store";
import type { Wall } from "../state/wall";
import { composeLoop } from "./loop";
import { castStage, measurer, theatrePort, wallStage } from "./ports";

export const isHidden = () => document.visibilityState === "hidden";

/** What the page is made of. */
export type Parts = ReturnType<typeof compose>;

export function compose(
  core: Core,
  store: Store,
  element: StageElement,
  wall: Wall,
  storage: TextStorage | null,
) {
  const { stage } = element;
  const running = composeLoop(core, store, element, wall);
  const { engine, figure, body, player, bridge, loop, theatre, wallTheatre, pictures } = running;
  const history = new History((state) => {
    store.history.value = state;
  });
  const calibrator = new CoreCalibrator(core, core.referenceFace(), () => new Date().toISOString());
  const decoders = new Decoders(stage.renderer);
  const drawer = new AvatarDrawer(decoders, stage.limits);
  const port = theatrePort(theatre);
  const shelf = new DatabaseShelf();
  const later = createWhenIdle();
  const session = new Session({ store, history, measurer, drawer, calibrator, theatre: port, later });
  const company = new CompanyTheatre({ engine, stage, loop, theatre, body });
  const bodies = castStage(company, body);
  const characters: Cast = new Cast({
    store,
    session,
    history,
    stage: bodies,
    openChanged: () => void actions.avatarChanged(),
    standingChanged: (document) => actions.standingChanged(document),
  });
  const actions: Actions = createActions({
    store,
    session,
    history,
    calibrator,
    player,
    figure,
    readBody: readBodyFile,
    theatre: port,
    characters,
    body,
    saver: browserSaver,
    shelf,
    keptAvatars: new DatabaseKeptAvatars(),
    pictures,
  });
  const memory = createCastMemory(storage);
  const keeper = new CastKeeper({
    store,
    history,
    cast: characters,
    measurer,
    drawer,
    calibrator,
    shelf,
    arrived: (key) => {
      const id = memberAt(store.cast, key)?.id ?? "";
      bodies.want(key, memory.wanted(id));
    },
  });
  const cast = createCastActions(
    { store, cast: characters, keeper, memory, stage: bodies },
    createAttempt(store),
  );
  const flow = createCalibrationFlow(
    {
      store,
      characters,
      changes: createBodyChanges(history, characters),
      history,
      check: (performer, pose) => body.check(performer, pose),
      after: browserPorts.after,
      frame: () => store.live.nextFrame(),
      tone: playTone,
    },
    createAttempt(store),
  );
  const motionExport = createMotionExportActions(
    {
      store,
      saver: browserSaver,
      exporter: {
        begin: () => {
          const { motion } = body;
          if (motion === null) return null;
          const { clip, performer, description, settings, props } = motion;
          const name = session.document?.avatar.description.name ?? "";
          const asked = { clip, performer, avatar: { description, name }, settings, props };
          return {
            take: clip.name,
            write: (format, options) => exportInWorker({ ...asked, format }, options),
          };
        },
      },
    },
    createAttempt(store),
  );
  const props = createPropActions(
    {
      store,
      history,
      stage: {
        setModel: (key, model) => stage.props.setModel(key, (model as PropDrawing | null)?.object ?? null),
      },
      loadModel: (name, content) => drawProp(decoders, name, content),
    },
    createAttempt(store),
  );
  const recordings = createRecordingActions({ store, bridge, ask: askJson }, createAttempt(store));
  onPageHidden(actions.flushProfiles);
  const report = createReportActions({ store, session, calibrator, saver: browserSaver });
  const wallActions = createWallActions({
    store,
    wall,
    session,
    history,
    measurer,
    drawer,
    calibrator,
    shelf,
    stage: wallStage(wallTheatre),
    openFiles: actions.openFiles,
  });
  const remote = new RemotePage(browserPorts);
  startRemoteControl({
    store,
    history,
    characters,
    connection: remote,
    time: createRemoteTime({
      live: store.live,
      tick: () => loop.tick(browserPorts.now()),
      isHidden,
      stream: bridge.source,
    }),
    now: browserPorts.now,
  });
  return {
    remote,
    history,
    keeper,
    bodies,
    actions,
    cast,
    flow,
    props,
    recordings,
    motionExport,
    characters,
    company,
    calibrator,
    report,
    wallActions,
    session,
    ...running,
  };
}
