// Waiting for pictures, engine steps and performers' frames, also in a page that nobody sees: there a browser makes no pictures and lets timers
// sleep for a minute, so such a page goes by its messages and steps the engine itself.
// It knows nothing of what is waited for.
import type { LiveMeters } from "../state/live";
import type { RemoteTime } from "./remote-ports";

export interface RemoteTimeParts {
  readonly live: Pick<LiveMeters, "onFrame">;
  /** Makes one of the engine's steps now. */
  readonly tick: () => void;
  readonly isHidden: () => boolean;
  /** The stream of performers. */
  readonly stream: {
    setPaused(paused: boolean): void;
    /** A frame has come that was not taken yet. */
    readonly hasNews: boolean;
  };
}

/** A page that is seen has pictures; one that has none for this long is covered or stopped. Milliseconds. */
const LONGEST_PICTURE = 250;
/** How long a page that nobody sees waits for a frame of the stream; milliseconds. */
const LONGEST_FRAME = 300;

export function createRemoteTime({ live, tick, isHidden, stream }: RemoteTimeParts): RemoteTime {
  const makeStep = async () => {
    if (isHidden()) {
      await nextMessage();
      tick();
    } else if (!(await within(LONGEST_PICTURE, (done) => live.onFrame(done)))) tick();
  };
  /** Whoever waits at the same time waits for the same step. */
  let coming: Promise<void> | null = null;
  return {
    turn: () => (isHidden() ? nextMessage() : picture()),
    step: () => {
      coming ??= makeStep().finally(() => {
        coming = null;
      });
      return coming;
    },
    wake: async () => {
      if (!isHidden()) return () => {};
      stream.setPaused(false);
      const end = performance.now() + LONGEST_FRAME;
      while (!stream.hasNews && performance.now() < end) await nextMessage();
      tick();
      return () => stream.setPaused(isHidden());
    },
  };
}

async function picture(): Promise<void> {
  await within(LONGEST_PICTURE, (done) => {
    const request = requestAnimationFrame(done);
    return () => cancelAnimationFrame(request);
  });
}

/** @param begin calls what it is given when it is time; what it returns takes that back. False: it was not in time. */
function within(milliseconds: number, begin: (done: () => void) => () => void): Promise<boolean> {
  return new Promise((resolve) => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop();
      resolve(false);
    }, milliseconds);
    stop = begin(() => {
      clearTimeout(timer);
      stop();
      resolve(true);
    });
  });
}

/** After the messages that wait have been read: messages are handed on in a hidden page, too. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
