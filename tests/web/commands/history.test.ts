// Tests of the history: undo and redo as inverses for any sequence of changes, gestures, failures, order.
// What changes do is made up here.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Command, History, MAX_HISTORY } from "../../../web/src/commands/history";

const long = process.env.DOPPEL_LONG === "1";

class Text {
  value = "";
  append(letter: string, mergeKey?: string): Command {
    return this.change(this.value + letter, mergeKey);
  }
  change(after: string, mergeKey?: string, before = this.value): Command {
    return {
      label: { key: "change.method" },
      mergeKey,
      do: () => {
        this.value = after;
      },
      undo: () => {
        this.value = before;
      },
      merge: (next) => {
        next.do();
        return this.change(this.value, mergeKey, before);
      },
    };
  }
}

const quiet = () => new History(() => {});

test("property: undoing everything leads to the start, redoing everything to the end, whatever is mixed in", async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("do" as const), letter: fc.constantFrom("a", "b", "c") }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("merge" as const), letter: fc.constantFrom("x", "y") }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const, "seal" as const) }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const text = new Text();
      const history = quiet();
      for (const each of steps) {
        if (each.kind === "do") await history.execute(text.append(each.letter));
        else if (each.kind === "merge") await history.execute(text.append(each.letter, each.letter));
        else if (each.kind === "undo") await history.undo();
        else if (each.kind === "redo") await history.redo();
        else history.seal();
      }
      while (history.state.redo !== null) await history.redo();
      const end = text.value;
      while (history.state.undo !== null) await history.undo();
      expect(text.value).toBe("");
      while (history.state.redo !== null) await history.redo();
      expect(text.value).toBe(end);
    }),
    { numRuns: long ? 2000 : 150 },
  );
});

test("a change is done when execute returns, so that the next is based on it", () => {
  const text = new Text();
  const history = quiet();
  void history.execute(text.append("a"));
  expect(text.value).toBe("a");
  void history.execute(text.append("b"));
  return history.undo().then(async () => {
    expect(text.value).toBe("a");
    await history.undo();
    expect(text.value).toBe("");
  });
});

test("changes of one gesture are one entry, after a seal the next is another", async () => {
  const text = new Text();
  const history = quiet();
  for (const letter of "abc") await history.execute(text.append(letter, "gain"));
  history.seal();
  await history.execute(text.append("d", "gain"));
  await history.undo();
  expect(text.value).toBe("abc");
  await history.undo();
  expect(text.value).toBe("");
  expect(history.state.undo).toBeNull();
});

test("another key within a gesture is an entry of its own", async () => {
  const text = new Text();
  const history = quiet();
  await history.execute(text.append("a", "gain:jawOpen"));
  await history.execute(text.append("b", "gain:mouthClose"));
  await history.undo();
  expect(text.value).toBe("a");
});

test("a change that fails enters no history, and what was undone can still be redone", async () => {
  const text = new Text();
  const history = quiet();
  await history.execute(text.append("a"));
  await history.undo();
  const failing: Command = {
    label: { key: "change.method" },
    do: () => {
      throw new Error("refused");
    },
    undo: () => {},
  };
  await expect(history.execute(failing)).rejects.toThrow("refused");
  expect(history.state.undo).toBeNull();
  await history.redo();
  expect(text.value).toBe("a");
});

test("an undo that fails stays in the history", async () => {
  const history = quiet();
  let refuse = true;
  await history.execute({
    label: { key: "change.method" },
    do: () => {},
    undo: () => {
      if (refuse) throw new Error("not now");
    },
  });
  await expect(history.undo()).rejects.toThrow("not now");
  expect(history.state.undo).not.toBeNull();
  refuse = false;
  await history.undo();
  expect(history.state.undo).toBeNull();
});

test("slow changes run one after another, in the order they were asked for", async () => {
  const order: string[] = [];
  const slow = (name: string, milliseconds: number): Command => ({
    label: { key: "change.method" },
    do: () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          order.push(name);
          resolve();
        }, milliseconds),
      ),
    undo: () => {
      order.push(`undo ${name}`);
    },
  });
  const history = quiet();
  await Promise.all([history.execute(slow("first", 20)), history.execute(slow("second", 1)), history.undo()]);
  expect(order).toEqual(["first", "second", "undo second"]);
});

test("the oldest entries give way", async () => {
  const text = new Text();
  const history = quiet();
  for (let index = 0; index < MAX_HISTORY + 5; index++) await history.execute(text.append("a"));
  let undone = 0;
  while (history.state.undo !== null) {
    await history.undo();
    undone++;
  }
  expect(undone).toBe(MAX_HISTORY);
  expect(text.value).toBe("aaaaa");
});

test("listeners hear of every change of what can be undone", async () => {
  const heard: (string | null)[] = [];
  const history = new History((state) => heard.push(state.undo?.key ?? null));
  const text = new Text();
  await history.execute(text.append("a"));
  await history.undo();
  history.clear();
  expect(heard).toEqual(["change.method", null, null]);
});
