// A connection to the remote control that is none, and time that tests hold: what was answered and told is kept.
// It judges nothing.
import { CastKeeper } from "../../web/src/commands/cast-keeper";
import { startRemoteControl } from "../../web/src/commands/remote-control";
import type { RemoteAsk, RemoteChange, RemoteFacts, RemoteTime } from "../../web/src/commands/remote-ports";
import { avatarFile, makeParts } from "./fake-parts";

export interface FakeAnswer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly known?: readonly string[] };
  readonly [field: string]: unknown;
}

const LEADING: RemoteFacts = {
  connection: "open",
  page: "p1",
  isAuthority: true,
  holder: "p1",
  pages: 1,
  controllers: 1,
};

/** Puts an avatar beside the open one. */
export async function addBeside(parts: ReturnType<typeof makeParts>, file: string): Promise<void> {
  const { store, history, calibrator, characters, storage, measurer } = parts;
  const keeper = new CastKeeper({
    store,
    history,
    cast: characters,
    measurer,
    drawer: { draw: async () => ({ missingImages: 0, dispose: () => {} }) },
    calibrator,
    shelf: storage.tab(),
    arrived: () => {},
  });
  await keeper.add({ file, content: avatarFile(file) });
}

/** A stage with its remote control. */
export function makeRemote() {
  const parts = makeParts();
  const answers = new Map<number, FakeAnswer>();
  const told: RemoteChange[] = [];
  let heard: { stateChanged?(state: RemoteFacts): void; requested?(ask: RemoteAsk): void } = {};
  let state = LEADING;
  /** Seconds. */
  let clock = 10;
  let turns: (() => void)[] = [];
  const waking: string[] = [];
  const time: RemoteTime = {
    turn: () => new Promise((resolve) => turns.push(resolve)),
    step: () => new Promise((resolve) => turns.push(resolve)),
    wake: async () => {
      waking.push("wake");
      return () => waking.push("rest");
    },
  };
  startRemoteControl({
    store: parts.store,
    history: parts.history,
    characters: parts.characters,
    connection: {
      get state() {
        return state;
      },
      subscribe: (listener) => {
        heard = listener;
        return () => {};
      },
      answer: (request, ok, fields) => void answers.set(request, { ...fields, ok }),
      tellChange: (change) => void told.push(change),
    },
    time,
    now: () => clock,
  });
  let last = 0;
  const settle = async () => {
    for (let turn = 0; turn < 20; ++turn) await Promise.resolve();
  };
  return {
    ...parts,
    told,
    waking,
    settle,
    pass: (seconds: number) => {
      clock += seconds;
    },
    become: (facts: Partial<RemoteFacts>) => {
      state = { ...state, ...facts };
      heard.stateChanged?.(state);
    },
    /** Sends a request without waiting for anything; `answered` has what came. */
    send: (ask: object): number => {
      const request = ++last;
      heard.requested?.({ ...ask, request } as RemoteAsk);
      return request;
    },
    answered: (request: number) => answers.get(request),
    /** A picture, and what goes on after it. */
    frame: async () => {
      const due = turns;
      turns = [];
      for (const work of due) work();
      await settle();
    },
    /** Sends a request and lets pictures pass until it is answered. */
    ask: async (ask: object): Promise<FakeAnswer> => {
      const request = ++last;
      heard.requested?.({ ...ask, request } as RemoteAsk);
      for (let turn = 0; turn < 20 && !answers.has(request); ++turn) {
        await settle();
        const due = turns;
        turns = [];
        for (const work of due) work();
      }
      await settle();
      const answer = answers.get(request);
      if (answer === undefined) throw new Error(`no answer to ${JSON.stringify(ask)}`);
      return answer;
    },
  };
}
