// The composition root: makes every part and hands it what it needs. No behaviour of its own.

import type { AvatarDrawing } from "./avatar/avatar-drawing";
import { Decoders } from "./avatar/decoders";
import type { PropDrawing } from "./avatar/prop-model";
import { type Actions, createActions } from "./commands/actions";
import { createAttempt } from "./commands/attempt";
import { AvatarDrawer, drawProp } from "./commands/avatar-drawer";
import { avatarFacts } from "./commands/avatar-facts";
import { createBodyChanges } from "./commands/body-changes";
import { keepPageOffline, onPageHidden } from "./commands/browser-page";
import { browserSaver } from "./commands/browser-saver";
import { createCalibrationFlow } from "./commands/calibration-flow";
import { Cast, type CastStage } from "./commands/cast";
import { createCastActions } from "./commands/cast-actions";
import { CastKeeper } from "./commands/cast-keeper";
import { type ComparisonActions, createComparisonActions } from "./commands/comparison-actions";
import { CoreCalibrator } from "./commands/core-calibrator";
import { findBridge, remoteAddress, serverOnceThere } from "./commands/find-bridge";
import { firstAvatar } from "./commands/first-avatar";
import { History } from "./commands/history";
import { DatabaseKeptAvatars } from "./commands/kept-avatar-database";
import { DatabaseShelf } from "./commands/library-database";
import { createMotionExportActions } from "./commands/motion-export-actions";
import { avatarsWanted, openCast, playFaceOnceLive } from "./commands/opening-cast";
import { type OutputOptions, outputOptions, sharesScene } from "./commands/output-options";
import type { Drawn, MeasuredAvatar, Measurer, Theatre } from "./commands/ports";
import { createPropActions } from "./commands/prop-actions";
import { startRemoteControl } from "./commands/remote-control";
import { createRemoteTime } from "./commands/remote-time";
import { createReportActions } from "./commands/report-actions";
import { type SceneSharing, type SceneSharingPicture, shareScene } from "./commands/scene-sharing";
import { Session } from "./commands/session";
import { playTone } from "./commands/tone";
import { createWallActions } from "./commands/wall-actions";
import type { WallStage } from "./commands/wall-arranger";
import { watchInput } from "./commands/watch-input";
import { createWhenIdle } from "./commands/when-idle";
import { developerHooks } from "./console/developer-hooks";
import { PageFace } from "./console/page-face";
import type { Core } from "./core/core";
import type { Profile as CoreProfile } from "./core/documents";
import { loadCore } from "./core/load-core";
import { isLanguage, preferredLanguage } from "./i18n/translate";
import { BodyFigure } from "./loop/body-figure";
import { BodyIk } from "./loop/body-ik";
import { BodyTheatre } from "./loop/body-theatre";
import { BridgeLink } from "./loop/bridge-link";
import { COMPANY_CAPACITY, CompanyTheatre } from "./loop/company-theatre";
import { ENGINE_CAPACITY, FaceTheatre } from "./loop/face-theatre";
import { FrameLoop } from "./loop/frame-loop";
import { SourcePlayer } from "./loop/player";
import { WALL_CAPACITY, WallTheatre } from "./loop/wall-theatre";
import { probeFile } from "./probe/probe-client";
import { readBodyFile } from "./reader/body-client";
import { exportInWorker } from "./retarget/export-client";
import { browserPorts } from "./sources/browser-ports";
import type { FrameSource } from "./sources/frame-source";
import { RemotePage } from "./sources/remote-page";
import { PictureRecorder } from "./stage/picture-recorder";
import type { Stage } from "./stage/stage";
import { createStageElement, type StageElement } from "./stage/stage-element";
import { batch } from "./state/batch";
import { rememberBodyPanel } from "./state/body-panel";
import { createCastMemory } from "./state/cast-memory";
import { type Comparison, createComparison } from "./state/comparison";
import { rememberGuide } from "./state/guide";
import { rememberView } from "./state/panel";
import { createPreferences, type TextStorage } from "./state/preferences";
import type { Profile } from "./state/profile";
import { followProps, rememberProps } from "./state/props";
import { changesOf, createStore, type Note, pushMessage, type Store } from "./state/store";
import { createWall, type Wall } from "./state/wall";
import { faceChannels, faceGroupNames } from "./tables/face-channels";
import { mountApp } from "./ui/app";
import { mountFault } from "./ui/fault";
import { mountOutput } from "./ui/output-view";

/** Channels between two updates of the progress that is shown; each one costs a paint. */
const PROGRESS_EVERY_CHANNELS = 13;

const measurer: Measurer = {
  async measure(file, { signal, substitutes, mapping, onProgress }) {
    const result = await probeFile(file, {
      signal,
      substitutes,
      mapping,
      onProgress: (stage, done, total) => {
        if (stage === "measure" && done % PROGRESS_EVERY_CHANNELS === 0) onProgress(done / total);
      },
    });
    const { description, measurement, fingerprint, unknownSubstitutes, targets } = result;
    return {
      facts: avatarFacts(description, fingerprint, targets),
      description,
      measurement,
      unknownSubstitutes,
    };
  },
};

/** Room to each side of a live body that the camera frames, metres. */
const BODY_ROOM = 0.7;

/** The camera looks down on several avatars, degrees: the floor shows who stands behind whom. */
const STAGE_ELEVATION = 9;

/** `?render=off`: everything but the drawing, for measuring what a page takes where there is no graphics unit. */
const isDrawing = () => new URL(location.href).searchParams.get("render") !== "off";
const isHidden = () => document.visibilityState === "hidden";
const NO_PICTURE = { render: () => {} };

/** The theatre knows the core's documents; the session hands it the store's, which are the same. */
function theatrePort(theatre: FaceTheatre): Theatre {
  const core = (profile: Profile) => profile as unknown as CoreProfile;
  return {
    show: (drawn: Drawn, avatar: MeasuredAvatar, profile: Profile, key?: number) =>
      theatre.show(drawn as Drawn & AvatarDrawing, avatar, core(profile), key),
    redraw: (drawn) => theatre.redraw(drawn as Drawn & AvatarDrawing),
    previewTargets: (slots) => theatre.previewTargets(slots),
    reroute: (avatar, profile) => theatre.reroute(avatar, core(profile)),
    setProfile: (profile) => theatre.setProfile(core(profile)),
    clear: () => theatre.clear(),
    preview: (channel) => theatre.preview(channel),
    previewSteps: (steps) => theatre.previewSteps(steps),
    solo: (channel) => theatre.solo(channel),
  };
}

function wallStage(theatre: WallTheatre): WallStage {
  return {
    add: (key, drawn, { avatar, profile, report }) =>
      theatre.add(key, drawn as Drawn & AvatarDrawing, avatar, profile as unknown as CoreProfile, report),
    remove: (key) => theatre.remove(key),
    setOpen: (open) => theatre.setOpen(open?.avatar ?? null, open?.report ?? null),
    setRaw: (on) => theatre.setRaw(on),
    show: (places, columns, rows) => theatre.show(places, columns, rows),
    hide: () => theatre.hide(),
  };
}

function castStage(company: CompanyTheatre, body: BodyTheatre): CastStage {
  const core = (profile: Profile) => profile as unknown as CoreProfile;
  return {
    add: (key, drawn, avatar, profile) =>
      company.add(key, drawn as Drawn & AvatarDrawing, avatar, core(profile)),
    remove: (key) => company.remove(key),
    setProfile: (key, profile) => company.setProfile(key, core(profile)),
    reroute: (key, avatar, profile) => company.reroute(key, avatar, core(profile)),
    stepAside: (key) => company.stepAside(key),
    stepForward: (key) => company.stepForward(key),
    body: (key) => body.member(key),
    meters: (key) => body.metersOf(key),
    want: (key, performer) => body.want(key, performer),
    wanted: (key) => body.member(key)?.wantedLive,
    lead: (key, leader, transfer) => body.lead(key, leader, transfer),
  };
}

function compose(core: Core, store: Store, element: StageElement, wall: Wall, storage: TextStorage | null) {
  const { stage } = element;
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
  const bridge = new BridgeLink(browserPorts, body, (facts) => {
    store.bridge.value = facts;
  });
  let theatre: FaceTheatre | null = null;
  const afterSource = (source: FrameSource) => {
    player.afterSource(source);
    store.live.position = player.position;
    store.live.framePosition = player.position;
  };
  const loop = new FrameLoop(
    engine,
    isDrawing() ? stage : NO_PICTURE,
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
    pictures: new PictureRecorder(stage),
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
      const id = store.cast.members.value.find((member) => member.key === key)?.id ?? "";
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
    motionExport,
    characters,
    company,
    calibrator,
    report,
    wallActions,
    wallTheatre,
    body,
    bridge,
    loop,
    player,
    theatre,
    session,
    engine,
  };
}

async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>("#app");
  if (root === null) throw new Error("index.html: no #app");
  const storage = (() => {
    try {
      return localStorage;
    } catch {
      return null;
    }
  })();
  const preferences = createPreferences(storage, isLanguage, preferredLanguage(navigator.languages));
  const store = createStore(faceChannels, faceGroupNames);
  rememberView(store.panel, storage);
  rememberBodyPanel(store.bodyPanel, storage);
  rememberGuide(store.guide, storage);
  rememberProps(store.props.settings, storage);
  const fault = (note: Note) => mountFault(root, preferences.language.value, note);
  let element: StageElement;
  try {
    element = createStageElement(() => pushMessage(store, { kind: "warning", title: { key: "error.lost" } }));
  } catch {
    fault({ key: "app.noWebgl" });
    return;
  }
  let core: Core;
  try {
    core = await loadCore();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fault({ key: "app.coreFailed", parameters: { reason } });
    return;
  }
  const wall = createWall();
  const parts = compose(core, store, element, wall, storage);
  const { stage } = element;
  const output = outputOptions(location.href);
  if (output !== null) {
    startOutput(parts, store, element, output);
    mountOutput(root, element.element, store, preferences.language.value);
    return;
  }
  const comparison = createComparison(storage);
  const compare = createComparisonActions(
    comparison,
    {
      showPair: (mode, divider) => stage.setLayout({ mode, divider }),
      showTogether: (on) => {
        if (on) stage.setLayout({ mode: "together" });
        parts.body.setTogether(on);
      },
    },
    parts.wallActions.show,
  );
  const isShared = sharesScene(location.href);
  const scene = isShared ? share(parts, store, pagePicture(stage, comparison, compare), false) : null;
  mountApp(root, {
    store,
    actions: parts.actions,
    preferences,
    comparison: { state: comparison, actions: compare },
    cast: parts.cast,
    flow: parts.flow,
    props: parts.props,
    scene: scene?.actions ?? null,
    motionExport: parts.motionExport,
    wall: { state: wall, actions: parts.wallActions },
    report: parts.report,
    stageElement: element.element,
    resetCamera: () => {
      stage.cameraRig.resetByHand();
      parts.body.reframe();
    },
    cameraKey: (name) => element.stage.cameraRig.key(name),
  });
  followReducedMotion(parts.player);
  parts.loop.start();
  const openHash = () => {
    if (location.hash.startsWith("#p=")) void parts.actions.openLink(location.hash);
  };
  addEventListener("hashchange", openHash);
  openHash();
  exposeToDevelopers(parts, store, element);
  const playFace = () => void parts.actions.openDemo();
  keepPageOffline();
  const hasBridge = await new Promise((resolve) => {
    void joinBridge(parts, false, () => resolve(false)).then(resolve);
  });
  // A scene of the bridge's is opened in place of what the page opens by itself.
  if (hasBridge && scene !== null && (await scene.begun)) {
    playFaceOnceLive(store, playFace);
    return;
  }
  openFirst(parts.actions);
  openCast(location.href, {
    store,
    fillTo: parts.cast.fillTo,
    playFace,
    begin: compare.begin,
    mode: () => comparison.mode.value,
  });
}

type Parts = ReturnType<typeof compose>;

function share(parts: Parts, store: Store, picture: SceneSharingPicture, isOutput: boolean): SceneSharing {
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
function pagePicture(
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
function startOutput(parts: Parts, store: Store, { stage }: StageElement, options: OutputOptions): void {
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
      const open = store.cast.members.value.find(({ key }) => key === store.cast.open.value);
      parts.theatre.setShown(open === undefined || avatars.includes(open.id));
    };
    changesOf(store, show);
    store.cast.open.subscribe(show);
  }
  parts.loop.start();
  exposeToDevelopers(parts, store, { stage });
  void joinBridge(parts, true);
}

/** Who wants less motion sees an idle face that only blinks. */
function followReducedMotion(player: SourcePlayer): void {
  const query = matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => {
    player.idle.calm = query.matches;
  };
  query.addEventListener("change", follow);
  follow();
}

/** Live from the first moment where a bridge served the page; a hidden page asks it for no frames. */
async function joinBridge({ bridge, remote }: Parts, output: boolean, absent = () => {}): Promise<boolean> {
  document.addEventListener("visibilitychange", () => {
    bridge.setHidden(isHidden());
    remote.setHidden(isHidden());
  });
  const address = await findBridge(location.href, (host) => serverOnceThere(host, absent));
  if (address === null) return false;
  bridge.connect(address);
  remote.connect(remoteAddress(address), { name: document.title, output });
  return true;
}

/** A link is read before: it decides which sample the page opens with. */
function openFirst(actions: Actions): void {
  const first = firstAvatar(location.href);
  // Who comes by the plain address may be new; a link or a named avatar is from somebody who knows what they want.
  if (first.kind === "any" && location.hash === "") void openPlain(actions);
  else if (first.kind === "any") void actions.openFirstSample();
  if (first.kind === "sample") void actions.openSample(first.name);
  if (first.kind === "address") void actions.openAddress(first.address);
}

/** What the user had at the last visit, else a sample. */
async function openPlain(actions: Actions): Promise<void> {
  if (!(await actions.kept.reopen())) await actions.openFirstSample();
  actions.guide.offerTour();
}

/** `window.doppel`: the library's interface for the open avatar, for developers and tests. */
function exposeToDevelopers(parts: Parts, store: Store, element: Pick<StageElement, "stage">): void {
  const face = new PageFace({ ...parts, live: store.live });
  Object.assign(window, { doppel: developerHooks({ ...parts, face, store, stage: element.stage }) });
}

void start();
