// Recordings and values by hand: opening with progress, the demonstration, in and out points, steps, letting sliders go.
// Bodies are opened here too. None of this changes the calibration, so nothing of it is undone.
import { hasRange } from "../state/playback";
import { pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import { type Attempt, showFailure } from "./attempt";
import { AddressError, fetchAvatar } from "./fetch-avatar";
import type { RecordingInfo } from "./ports";

/** The take of Doppel's own, from the page's folder; made by scripts/build-demo-take.ts. */
const DEMO = "takes/demo.json";
/** Name of that take; the page shows a text in its place. */
const DEMO_NAME = "demo.json";
/** The same of a body; made by scripts/build-body-take.ts. */
const BODY_DEMO = "takes/body.csv";
const BODY_DEMO_NAME = "demo-body.csv";
/** Keys of the texts that stand for the names of both. */
const DEMO_TEXTS = {
  [DEMO_NAME]: "timeline.demoName",
  [BODY_DEMO_NAME]: "timeline.bodyDemoName",
} as const;

export function demoText(name: string): (typeof DEMO_TEXTS)[keyof typeof DEMO_TEXTS] | undefined {
  return Object.hasOwn(DEMO_TEXTS, name) ? DEMO_TEXTS[name as keyof typeof DEMO_TEXTS] : undefined;
}
/** A demonstration is far smaller; what is larger is something else. */
const MAX_DEMO_BYTES = 4 * 1024 * 1024;
/** Points nearer than this are one, seconds: then the other point goes back to its end of the recording. */
const SAME_POINT = 0.1;

/** Notices whose value is one of a few words, which have texts of their own. */
const WORDED: readonly string[] = ["space-mismatch", "root-offset", "assumed-up"];

export type TakeActions = ReturnType<typeof createTakeActions>;

export function createTakeActions({ store, player, figure, readBody }: ActionParts, attempt: Attempt) {
  const report = (file: string) => (progress: number | null) => {
    store.take.value = { kind: "loading", file, progress };
  };

  let bodyTurn = 0;

  /** A recording that is refused leaves what plays; where nothing plays, the transport says so too. */
  async function openRecording(name: string, content: Blob): Promise<boolean> {
    const shown = report(name);
    shown(null);
    const opened = await attempt({ key: "error.recording", parameters: { file: name } }, async () => {
      const text = await readText(content, shown);
      announce(player.open(name, text));
    });
    return ended(name, opened);
  }

  /** A body recording, refused or taken as one of a face is. Of several that are being read at once the last one plays. */
  async function openBody(name: string, content: Blob): Promise<boolean> {
    report(name)(null);
    const turn = ++bodyTurn;
    const opened = await attempt({ key: "error.recording", parameters: { file: name } }, async () => {
      const clip = await readBody(name, content);
      if (turn === bodyTurn) announce(player.openBody(clip));
    });
    return turn === bodyTurn ? ended(name, opened) : false;
  }

  function ended(name: string, opened: boolean): boolean {
    store.take.value =
      opened || store.playback.value.kind === "recording" ? null : { kind: "failed", file: name };
    return opened;
  }

  function announce({ kind, name, warnings }: RecordingInfo): void {
    const isBody = kind === "body";
    pushMessage(store, {
      kind: "info",
      title: { key: isBody ? "motion.opened" : "recording.opened", parameters: { file: name } },
      texts: warnings.map(({ code, count, value = "" }) => ({
        key: isBody ? `motion.${code}` : `recording.${code}`,
        parameters: WORDED.includes(code) ? { count, word: value } : { count, value },
      })),
    });
  }

  async function openDemo(): Promise<void> {
    if (store.take.value?.kind === "loading") return;
    const name = DEMO_NAME;
    const shown = report(name);
    shown(null);
    try {
      const address = new URL(DEMO, location.href).href;
      const { content } = await fetchAvatar(address, new AbortController().signal, shown, MAX_DEMO_BYTES);
      player.open(name, await readText(content, shown));
      store.take.value = null;
    } catch (error) {
      store.take.value = { kind: "failed", file: name };
      const known = error instanceof AddressError ? new AddressError({ key: "timeline.demoAbsent" }) : error;
      showFailure(store, { key: "error.recording", parameters: { file: name } }, known);
    }
  }

  /** As the user's own are, without a word of what was read. */
  async function openBodyDemo(): Promise<void> {
    if (store.take.value?.kind === "loading") return;
    const name = BODY_DEMO_NAME;
    const shown = report(name);
    shown(null);
    const turn = ++bodyTurn;
    try {
      const address = new URL(BODY_DEMO, location.href).href;
      const { content } = await fetchAvatar(address, new AbortController().signal, shown, MAX_DEMO_BYTES);
      const clip = await readBody(name, content);
      if (turn !== bodyTurn) return;
      player.openBody(clip);
      store.take.value = null;
    } catch (error) {
      store.take.value = { kind: "failed", file: name };
      const known = error instanceof AddressError ? new AddressError({ key: "timeline.demoAbsent" }) : error;
      showFailure(store, { key: "error.recording", parameters: { file: name } }, known);
    }
  }

  const timed = () => (store.playback.value.kind === "recording" ? store.playback.value : null);

  /** The position is known at once, not with the next frame: keys may follow each other faster. */
  const seek = (seconds: number) => {
    player.seek(seconds);
    store.live.position = Math.min(Math.max(seconds, 0), store.playback.value.duration);
  };

  return {
    openRecording,
    openBody,
    openDemo,
    openBodyDemo,
    seek,
    dismissTake: () => {
      if (store.take.value?.kind === "failed") store.take.value = null;
    },

    /** The loop begins at the position that is shown. */
    setInPoint: () => {
      const playback = timed();
      if (playback === null) return false;
      const at = store.live.position;
      player.setRange(at, at + SAME_POINT > playback.outPoint ? playback.duration : playback.outPoint);
      return true;
    },
    /** The loop ends at the position that is shown. */
    setOutPoint: () => {
      const playback = timed();
      if (playback === null) return false;
      const at = store.live.position;
      player.setRange(at - SAME_POINT < playback.inPoint ? 0 : playback.inPoint, at);
      return true;
    },
    clearRange: () => {
      const playback = timed();
      if (playback === null || !hasRange(playback)) return false;
      player.setRange(0, playback.duration);
      return true;
    },
    setRange: (inPoint: number, outPoint: number) => player.setRange(inPoint, outPoint),
    /** Pauses and goes on by `frames` of the recording. */
    stepFrames: (frames: number) => {
      const playback = timed();
      if (playback === null) return false;
      if (playback.playing) player.pause();
      seek(store.live.position + frames / playback.frameRate);
      return true;
    },
    setScrubbing: (on: boolean) => player.setScrubbing(on),

    closeBody: () => player.closeBody(),
    /** The stick figure over the pictures. */
    showFigure: (on: boolean) => {
      const body = store.body.value;
      if (body === null) return;
      figure.setShown(on);
      store.body.value = { ...body, shown: on };
    },

    releaseManual: (channel: number) => player.releaseManual(channel),
    resetManual: () => player.resetManual(),
  };
}

async function readText(content: Blob, report: (progress: number | null) => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = content.stream().getReader();
  let text = "";
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    received += part.value.byteLength;
    report(received / content.size);
  }
  return text + decoder.decode();
}
