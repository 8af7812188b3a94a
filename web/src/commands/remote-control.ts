// Joins the remote control's connection with the stage: requests are answered, changes are told.
// What is answered and what is told is decided in remote-answers and remote-broadcast.
import { fitOf } from "../state/library";
import type { Store } from "../state/store";
import { createBodyChanges } from "./body-changes";
import type { Character, Characters } from "./characters";
import type { History } from "./history";
import { createRemoteAnswers, refusedFields } from "./remote-answers";
import { RemoteBroadcast } from "./remote-broadcast";
import { type RemoteAsk, type RemoteConnection, RemoteRefusal, type RemoteTime } from "./remote-ports";
import { RemoteUpdates } from "./remote-updates";

export interface RemoteControlParts {
  readonly store: Store;
  readonly history: History;
  readonly characters: Characters;
  readonly connection: RemoteConnection;
  readonly time: RemoteTime;
  /** Seconds on a clock that never runs backwards. */
  readonly now: () => number;
}

export function startRemoteControl(parts: RemoteControlParts): void {
  const { store, history, characters, connection, time, now } = parts;
  const hasSettings = ({ document }: Character) =>
    store.library.saved.value.some(
      (saved) => saved.kind === "own" && fitOf(saved, document.avatar.facts) !== "other",
    );
  const answers = createRemoteAnswers({
    characters,
    changes: createBodyChanges(history, characters),
    updates: new RemoteUpdates(time, now),
    time,
    hasSettings,
  });
  const broadcast = new RemoteBroadcast(characters, hasSettings, (change) => connection.tellChange(change));
  characters.onChange(() => broadcast.look());
  store.library.saved.subscribe(() => broadcast.look());

  let led = false;
  connection.subscribe({
    stateChanged: (state) => {
      const { isAuthority, pages, controllers, holder, page, connection: link } = state;
      store.remote.value = { connection: link, page, isAuthority, holder, pages, controllers };
      if (isAuthority && !led) broadcast.tellList();
      led = isAuthority;
    },
    requested: (ask) => void reply(ask),
  });

  async function reply(ask: RemoteAsk): Promise<void> {
    try {
      const answer = answers.get(ask.action);
      if (answer === undefined)
        throw new RemoteRefusal(
          "unknown-action",
          `action: expected one of ${[...answers.keys()].join(", ")}`,
        );
      connection.answer(ask.request, true, await answer(ask));
    } catch (error) {
      connection.answer(ask.request, false, refusedFields(error));
    }
  }
}
