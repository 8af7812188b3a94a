// Parts that stand in for measuring, drawing, core and engine, so that session and actions can be tested without any of them.
// Each records what was asked of it and fails when told to.
import { type Actions, createActions } from "../../web/src/commands/actions";
import { Cast } from "../../web/src/commands/cast";
import { History } from "../../web/src/commands/history";
import type {
  AvatarFile,
  Calibrator,
  Drawn,
  MeasuredAvatar,
  Measurer,
  PictureTaker,
  Player,
  Theatre,
} from "../../web/src/commands/ports";
import { Session } from "../../web/src/commands/session";
import type { TargetFacts } from "../../web/src/state/avatar";
import type { Profile } from "../../web/src/state/profile";
import { createStore } from "../../web/src/state/store";
import { faceChannels, faceGroupNames } from "../../web/src/tables/face-channels";
import { makeBodyStage } from "./fake-body";
import { makeCastStage } from "./fake-cast";
import { FakeKept } from "./fake-kept";
import { FakeStorage } from "./fake-shelf";

export const avatarFile = (name = "a.glb"): AvatarFile => ({
  name,
  content: new Blob([new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0])]),
  beside: {},
});

export const makeProfile = (fingerprint: string, gain = 1): Profile => ({
  version: 1,
  avatarName: "someone",
  avatar: { fingerprint },
  calibration: { method: "range_match", channels: { jawOpen: { ratio: 1, userGain: gain } } },
});

/** A target that no name fits. */
export const makeTarget = (name: string, slot: number): TargetFacts => ({
  keys: [name === "" ? `#0/${slot}` : name],
  slots: [slot],
  name,
  index: slot,
  meshes: ["Face"],
  region: "mouth",
  side: "middle",
  travel: 0.01,
  drivers: [],
});

/** The only substitute that the avatars of these parts offer. */
const OFFERED = "target:viseme_aa";

/**
 * @param storage what saved profiles lie in; tabs of one browser share it
 * @param later what runs reports once a slider rests
 */
export function makeParts(storage = new FakeStorage(), later?: (work: () => void) => void) {
  const store = createStore(faceChannels, faceGroupNames);
  const history = new History((state) => {
    store.history.value = state;
  });
  const log: string[] = [];
  const disposed: string[] = [];
  /** Step name -> what it waits for. */
  const holds = new Map<string, Promise<void>>();
  /** Step name -> error to throw there. */
  const failures = new Map<string, Error>();
  /** What the engine has in force. */
  const engine = { avatar: null as MeasuredAvatar | null, profile: null as Profile | null };
  const step = (name: string) => {
    log.push(name);
    const failure = failures.get(name);
    if (failure !== undefined) throw failure;
  };
  const measurer: Measurer = {
    async measure(file, { signal, substitutes, mapping }) {
      step("measure");
      await holds.get("measure");
      signal.throwIfAborted();
      return {
        facts: {
          file: file.name,
          name: file.name,
          format: "glb",
          fingerprint: `f00d${file.name}`,
          height: 1.7,
          licence: { title: "", authors: [], licence: "", terms: {} },
          findings: [],
          targets: ["blob1", "blob2"].map((name, slot) => makeTarget(name, slot)),
          substitutes: { jawOpen: [OFFERED] },
          reduced: false,
        },
        description: (Object.keys(mapping).length > 0 ? { substitutes, mapping } : { substitutes }) as never,
        measurement: {} as never,
        unknownSubstitutes: Object.entries(substitutes)
          .filter(([, id]) => id !== OFFERED)
          .map(([channel, id]) => ({ channel, id })),
      };
    },
  };
  const session: Session = new Session({
    store,
    history,
    measurer,
    drawer: {
      async draw(file): Promise<Drawn> {
        step("draw");
        await Promise.resolve();
        return { missingImages: 0, dispose: () => disposed.push(file.name) };
      },
    },
    ...(later === undefined ? {} : { later }),
    get calibrator() {
      return calibrator;
    },
    get theatre() {
      return theatre;
    },
  });
  const calibrator: Calibrator = {
    calibrate: (avatar, keep) => {
      step("calibrate");
      return keep ?? makeProfile(avatar.facts.fingerprint);
    },
    report: () => {
      step("report");
      return { before: 50, after: 90, lowConfidence: false, channels: [] };
    },
    reportChannel: () => {
      step("reportChannel");
      return {} as never;
    },
    reportDocument: () => ({ score: { before: 50, after: 90 }, channels: {} }) as never,
    check: (text) => {
      step("check");
      return { profile: JSON.parse(text) as Profile, warnings: [] };
    },
    fingerprint: (bytes) => `f00d${bytes.length}`,
    seal: (profile) => JSON.stringify(profile),
    encodeLink: (profile) => `#p=${JSON.stringify(profile)}`,
    decodeLink: (link) => {
      step("decodeLink");
      return JSON.parse(link.slice(3)) as Profile;
    },
  };
  const theatre: Theatre = {
    show: (_drawn, avatar, profile) => {
      step("show");
      Object.assign(engine, { avatar, profile });
    },
    reroute: (avatar, profile) => {
      step("reroute");
      Object.assign(engine, { avatar, profile });
    },
    setProfile: (profile) => {
      step("setProfile");
      engine.profile = profile;
      body.profileSet();
    },
    redraw: () => step("redraw"),
    previewTargets: (slots) => step(`previewTargets ${slots}`),
    clear: () => {
      step("clear");
      Object.assign(engine, { avatar: null, profile: null });
    },
    preview: () => {},
    previewSteps: () => {},
    solo: () => {},
  };
  const saved: { name: string; text: string }[] = [];
  const player: Player = {
    open: (name) => {
      step("openRecording");
      return { kind: "face", name, warnings: [{ code: "above-one", count: 2, message: "2 values above 1" }] };
    },
    play: () => step("play"),
    pause: () => step("pause"),
    seek: () => {},
    setRange: (inPoint, outPoint) => step(`setRange ${inPoint} ${outPoint}`),
    setScrubbing: () => {},
    setLoop: () => {},
    setSpeed: () => {},
    setManual: () => {},
    releaseManual: () => {},
    resetManual: () => {},
    release: () => {},
    recorded: () => null,
    openBody: ({ name }) => {
      step(`openBody ${name}`);
      const warnings = [
        { code: "resampled", count: 2, value: "60", message: "2 curves" },
        { code: "assumed-up", count: 1, value: "z", message: "Z up" },
      ];
      return { kind: "body", name, warnings };
    },
    closeBody: () => step("closeBody"),
  };
  const kept = new FakeKept();
  const pictures = {
    canRecord: true,
    photo: async () => new Blob(["picture"]),
    start: () => step("startVideo"),
    startSequence: async ({ rate, transparent, changed }: Parameters<PictureTaker["startSequence"]>[0]) => {
      step(`startSequence ${rate} ${transparent}`);
      pictures.changed = changed;
      return {
        end: async () => new Blob(["zip"]) as Blob | null,
        discard: async () => step("discardSequence"),
      };
    },
    changed: ((): void => {}) as Parameters<PictureTaker["startSequence"]>[0]["changed"],
    stop: async () => ({ content: new Blob(["video"]), ending: "webm" }),
  };
  const body = makeBodyStage(store, () => engine.profile, step);
  const castStage = makeCastStage(store, body.stage, step);
  const characters = new Cast({
    store,
    session,
    history,
    stage: castStage.stage,
    openChanged: () => actions.avatarChanged(),
    standingChanged: (document) => actions.standingChanged(document),
  });
  const actions: Actions = createActions({
    store,
    session,
    history,
    calibrator,
    player,
    figure: { setShown: (on) => step(`setShown ${on}`) },
    readBody: async (name) => {
      step("readBody");
      await holds.get(`readBody ${name}`);
      return { name };
    },
    theatre,
    characters,
    body: body.stage,
    saver: {
      save: (name, content) => void saved.push({ name, text: String(content) }),
      copy: async () => true,
    },
    shelf: storage.tab(),
    keptAvatars: kept,
    pictures,
  });
  return {
    store,
    history,
    session,
    calibrator,
    actions,
    characters,
    castStage,
    measurer,
    body,
    engine,
    log,
    disposed,
    failures,
    holds,
    saved,
    storage,
    kept,
    pictures,
  };
}
