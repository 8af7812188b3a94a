// Recordings of the stream, which the bridge makes: begin, end, list, and where each can be downloaded.
// Nothing is recorded here; how one stands is in `store.bridge`.
import { pushMessage, type Store } from "../state/store";
import type { Attempt } from "./attempt";
import { takeAddress } from "./find-bridge";
import { Refusal } from "./refusal";

/** A finished recording in the bridge's folder. */
export interface StoredTake {
  readonly name: string;
  readonly bytes: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

export interface RecordingParts {
  readonly store: Store;
  readonly bridge: { record(starts: boolean): void };
  /** JSON of an address. Rejects where it does not answer, or with anything but 200. */
  readonly ask: (address: string) => Promise<unknown>;
}

export type RecordingActions = ReturnType<typeof createRecordingActions>;

/** What the bridge says of recordings, and what ends one; each has a text `takeError.CODE`. */
const CODES = [
  "already-recording",
  "not-recording",
  "no-data-folder",
  "no-space",
  "too-large",
  "write-failed",
] as const;

export function tellRefusedRecording(store: Store, code: string, message: string): void {
  // The stream has refusals of other kinds; nobody who presses something here has asked for those.
  const known = CODES.find((each) => each === code);
  if (known === undefined) return;
  const title = { key: "take.failed" };
  pushMessage(store, { kind: "error", title, texts: [{ key: `takeError.${known}` }], detail: message });
}

export function createRecordingActions({ store, bridge, ask }: RecordingParts, attempt: Attempt) {
  let wasActive = false;
  store.bridge.subscribe(({ recording }) => {
    const ended = wasActive && recording?.active === false ? recording : null;
    // While the connection is away nothing is known: it may still run.
    if (recording !== null) wasActive = recording.active;
    if (ended !== null && ended.error !== "") tellRefusedRecording(store, ended.error, ended.message);
  });
  const addressOf = (name?: string) => takeAddress(store.bridge.value.address, name);
  return {
    /** Begins one, or ends the one that runs. */
    toggle: () => bridge.record(store.bridge.value.recording?.active !== true),
    /** For a link; null while there is no bridge. */
    addressOf: (name: string) => addressOf(name),
    /** The newest first; null where they can not be had, which is then said. */
    list: async (): Promise<readonly StoredTake[] | null> => {
      let takes: readonly StoredTake[] | null = null;
      await attempt({ key: "take.noList" }, async () => {
        const address = addressOf();
        const answer = address === null ? null : await ask(address).catch(() => null);
        takes = takesOf(answer);
        if (takes === null) throw new Refusal({ key: "scene.assetUnreachable" });
      });
      return takes;
    },
  };
}

function takesOf(answer: unknown): readonly StoredTake[] | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { takes } = answer as { takes?: unknown };
  return Array.isArray(takes) && takes.every(isTake) ? takes : null;
}

function isTake(value: unknown): value is StoredTake {
  if (typeof value !== "object" || value === null) return false;
  const { name, bytes, modified } = value as Partial<StoredTake>;
  return typeof name === "string" && typeof bytes === "number" && typeof modified === "number";
}
