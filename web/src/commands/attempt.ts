// Runs what a user asked for; a failure becomes a message and never an exception that nobody hears.
// It decides nothing about what is run.
import { type Note, pushMessage, type Store } from "../state/store";
import { describeError } from "./describe-error";

/** True where the work succeeded. */
export type Attempt = (title: Note, work: () => unknown) => Promise<boolean>;

/** Shows why something failed; cancelling is no error, nor is giving way to another file. */
export function showFailure(store: Store, title: Note, error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") {
    const file = title.parameters?.file;
    const replaced = store.loading.value !== null && file !== undefined;
    const told: Note = replaced
      ? { key: "loading.replaced", parameters: { file } }
      : { key: "loading.cancelled" };
    pushMessage(store, { kind: "info", title: told });
    return;
  }
  pushMessage(store, { kind: "error", ...describeError(title, error) });
}

export function createAttempt(store: Store): Attempt {
  return async (title, work) => {
    try {
      await work();
      return true;
    } catch (error) {
      showFailure(store, title, error);
      return false;
    }
  };
}
