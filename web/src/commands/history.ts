// The history of user changes: each is an object with do and undo, and the history moves only after success.
// It knows nothing of what a change does.
import type { HistoryState, Note } from "../state/store";

export interface Command {
  readonly label: Note;
  /** Changes with one key within one gesture, such as a slider's drag, become one entry. */
  readonly mergeKey?: string | undefined;
  /** Throws, or rejects, and then has changed nothing. */
  do(): void | Promise<void>;
  undo(): void | Promise<void>;
  /** A command that does what this one and then `next` did. */
  merge?(next: Command): Command;
}

/** A command that merges with others of its key: it does what the last one did, and undoes what was before the first. */
export function mergeable(command: Omit<Command, "merge">): Command {
  return { ...command, merge: (next) => mergeable({ ...next, undo: () => command.undo() }) };
}

/** Entries kept; the oldest give way. */
export const MAX_HISTORY = 200;

export class History {
  private readonly done: Command[] = [];
  private readonly undone: Command[] = [];
  private sealed = true;
  private queue: Promise<unknown> = Promise.resolve();
  private running = 0;

  constructor(private readonly changed: (state: HistoryState) => void) {}

  get state(): HistoryState {
    return { undo: this.done.at(-1)?.label ?? null, redo: this.undone.at(-1)?.label ?? null };
  }

  /** Ends a gesture: the next change is an entry of its own. */
  seal(): void {
    this.sealed = true;
  }

  /** Runs a command; it enters the history after it has succeeded. */
  execute(command: Command): Promise<void> {
    return this.run(async () => {
      const pending = command.do();
      if (pending !== undefined) await pending;
      const last = this.done.at(-1);
      const merges =
        !this.sealed &&
        last?.merge !== undefined &&
        command.mergeKey !== undefined &&
        last.mergeKey === command.mergeKey;
      if (merges && last?.merge !== undefined) this.done[this.done.length - 1] = last.merge(command);
      else this.done.push(command);
      if (this.done.length > MAX_HISTORY) this.done.shift();
      this.undone.length = 0;
      this.sealed = command.mergeKey === undefined;
    });
  }

  undo(): Promise<void> {
    return this.run(async () => {
      const command = this.done.at(-1);
      if (command === undefined) return;
      const pending = command.undo();
      if (pending !== undefined) await pending;
      this.done.pop();
      this.undone.push(command);
      this.sealed = true;
    });
  }

  redo(): Promise<void> {
    return this.run(async () => {
      const command = this.undone.at(-1);
      if (command === undefined) return;
      const pending = command.do();
      if (pending !== undefined) await pending;
      this.undone.pop();
      this.done.push(command);
      this.sealed = true;
    });
  }

  /** Forgets everything: another document is open. */
  clear(): void {
    this.done.length = 0;
    this.undone.length = 0;
    this.sealed = true;
    this.changed(this.state);
  }

  // One change at a time, in the order they were asked for; a failed one does not stop the next. Without one under way, a change
  // that needs no waiting is done when this returns, so that the next one is based on it.
  private run(work: () => Promise<void>): Promise<void> {
    this.running++;
    const started = this.running === 1 ? work() : this.queue.then(work);
    const result = started.finally(() => {
      this.running--;
      this.changed(this.state);
    });
    this.queue = result.catch(() => undefined);
    return result;
  }
}
