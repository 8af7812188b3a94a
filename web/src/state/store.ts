// The typed store: what the user interface shows, as signals. Commands write it, panels read it.
// It holds no engine, no drawing and no history; and nothing that changes every frame (see live.ts).
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AvatarFacts, AvatarOrigin } from "./avatar";
import type { BodyTake, Exporting } from "./body";
import { type BodyPanelState, createBodyPanelState } from "./body-panel";
import { type BodyRigState, createBodyState } from "./body-rig";
import { type BridgeFacts, createBridgeFacts } from "./bridge";
import { type CalibrationFlowState, createCalibrationFlowState } from "./calibration-flow";
import { type CaptureState, createCapture } from "./capture";
import { type CastState, createCastState } from "./cast";
import { createGuideState, type GuideState } from "./guide";
import { createLibraryState, type LibraryState } from "./library";
import { LiveMeters } from "./live";
import { createMappingState, type MappingState } from "./mapping";
import { createPanelState, type PanelState } from "./panel";
import { initialPlayback, type Playback, type TakeState } from "./playback";
import type { Profile } from "./profile";
import { createPropsState, type PropsState } from "./props";
import { createRemoteFacts, type RemoteStateFacts } from "./remote";
import type { Report } from "./report";
import type { SampleName } from "./samples";
import { createSceneState, type SceneState } from "./scene";

export interface ChannelInfo {
  readonly name: string;
  readonly index: number;
  readonly group: string;
}

export type LoadingStage = "download" | "read" | "measure" | "draw";

export interface Loading {
  readonly file: string;
  readonly stage: LoadingStage;
  /** 0..1, or null where it is not known. */
  readonly progress: number | null;
}

/** A text by its key, so that a message changes with the language. */
export interface Note {
  readonly key: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

export interface Message {
  readonly id: number;
  readonly kind: "error" | "warning" | "info";
  readonly title: Note;
  /** Translated explanations, a line each. */
  readonly texts?: readonly Note[];
  /** The exact reason in the words of the part that refused: file, place, expectation. English. */
  readonly detail?: string;
}

export interface PendingLink {
  readonly profile: Profile;
  /** A link says nothing of what is mapped by hand; a file does. */
  readonly from: "file" | "link";
  /** Fingerprint of the avatar that the link was made for; "" where it names none. */
  readonly fingerprint: string;
  readonly avatarName: string;
  /** True once another avatar is open and the user has to decide. */
  readonly asks: boolean;
}

export interface HistoryState {
  readonly undo: Note | null;
  readonly redo: Note | null;
}

export interface Store {
  readonly channels: readonly ChannelInfo[];
  readonly groups: readonly string[];
  readonly avatar: Signal<AvatarFacts | null>;
  /** `null` for a file of the user's, and where no avatar is open. */
  readonly origin: Signal<AvatarOrigin | null>;
  /** Sample that is on its way; what is open stays until it is there. */
  readonly comingSample: Signal<SampleName | null>;
  readonly profile: Signal<Profile | null>;
  readonly report: Signal<Report | null>;
  readonly loading: Signal<Loading | null>;
  readonly messages: Signal<readonly Message[]>;
  readonly playback: Signal<Playback>;
  /** The body recording that is open. */
  readonly body: Signal<BodyTake | null>;
  /** Null: nothing is being written. */
  readonly exporting: Signal<Exporting | null>;
  /** The open avatar's skeleton and whom it follows. */
  readonly bodyRig: BodyRigState;
  readonly bodyPanel: BodyPanelState;
  /** The avatars on the stage. */
  readonly cast: CastState;
  readonly calibrationFlow: CalibrationFlowState;
  readonly props: PropsState;
  readonly bridge: Signal<BridgeFacts>;
  readonly remote: Signal<RemoteStateFacts>;
  /** What this page shares with the others of its bridge. */
  readonly scene: SceneState;
  /** A recording that is on its way or was refused. */
  readonly take: Signal<TakeState | null>;
  readonly pendingLink: Signal<PendingLink | null>;
  readonly history: Signal<HistoryState>;
  readonly selected: Signal<number>;
  readonly search: Signal<string>;
  readonly attentionOnly: Signal<boolean>;
  /** Values set by hand by channel index; an empty map while no slider is held. */
  readonly manual: Signal<ReadonlyMap<number, number>>;
  /** Channel that is being previewed, -1 for none. */
  readonly previewing: Signal<number>;
  readonly library: LibraryState;
  readonly mapping: MappingState;
  readonly busy: ReadonlySignal<boolean>;
  readonly guide: GuideState;
  /** When the video began that is being recorded, milliseconds since 1970; null for none. */
  readonly videoSince: Signal<number | null>;
  readonly capture: CaptureState;
  readonly live: LiveMeters;
  readonly panel: PanelState;
}

/** Index of the channel that is selected at first: the one that everybody looks at. */
const FIRST_SELECTION = "jawOpen";
/** Messages shown at once; older ones give way. */
export const MAX_MESSAGES = 4;

export function createStore(channels: readonly ChannelInfo[], groups: readonly string[]): Store {
  const loading = signal<Loading | null>(null);
  const first = channels.find((channel) => channel.name === FIRST_SELECTION)?.index ?? 0;
  return {
    channels,
    groups,
    avatar: signal<AvatarFacts | null>(null),
    origin: signal<AvatarOrigin | null>(null),
    comingSample: signal<SampleName | null>(null),
    profile: signal<Profile | null>(null),
    report: signal<Report | null>(null),
    loading,
    messages: signal<readonly Message[]>([]),
    playback: signal(initialPlayback),
    body: signal<BodyTake | null>(null),
    exporting: signal<Exporting | null>(null),
    bodyRig: createBodyState(),
    bodyPanel: createBodyPanelState(),
    cast: createCastState(),
    calibrationFlow: createCalibrationFlowState(),
    props: createPropsState(),
    bridge: createBridgeFacts(),
    remote: createRemoteFacts(),
    scene: createSceneState(),
    take: signal<TakeState | null>(null),
    pendingLink: signal<PendingLink | null>(null),
    history: signal<HistoryState>({ undo: null, redo: null }),
    selected: signal(first),
    search: signal(""),
    attentionOnly: signal(false),
    manual: signal<ReadonlyMap<number, number>>(new Map()),
    previewing: signal(-1),
    library: createLibraryState(),
    mapping: createMappingState(),
    busy: computed(() => loading.value !== null),
    guide: createGuideState(),
    videoSince: signal<number | null>(null),
    capture: createCapture(),
    live: new LiveMeters(channels.length),
    panel: createPanelState(channels),
  };
}

let nextMessage = 1;

/** Shows a message and returns its id. An equal one that is still shown is replaced. */
export function pushMessage(store: Store, message: Omit<Message, "id">): number {
  const id = nextMessage++;
  const same = (other: Message) =>
    other.title.key === message.title.key &&
    JSON.stringify(other.title.parameters) === JSON.stringify(message.title.parameters);
  const kept = store.messages.value.filter((other) => !same(other)).slice(1 - MAX_MESSAGES);
  store.messages.value = [...kept, { ...message, id }];
  return id;
}

export function dismissMessage(store: Store, id: number): void {
  store.messages.value = store.messages.value.filter((message) => message.id !== id);
}

/**
 * Calls `listener` when an avatar on the stage has come or gone, has another document, or follows another performer, until the returned
 * function is called.
 */
export function changesOf({ profile, cast }: Store, listener: () => void): () => void {
  const seen = computed(() => [profile.value, cast.members.value, cast.follows.value]);
  // A signal tells its subscriber of what is there already.
  let isFirst = true;
  return seen.subscribe(() => {
    if (!isFirst) listener();
    isFirst = false;
  });
}
