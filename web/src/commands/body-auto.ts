// The panel's automatic calibration of the open character: one at a time, and said where it can not be told.
// What is found, and in which order, is body-changes.ts.
import { pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import type { BodyChanges } from "./body-changes";

/** @returns the action; false where it can not be told, or where another avatar or performer came between: then nothing has changed */
export function createAutoCalibration(
  { store, characters }: Pick<ActionParts, "store" | "characters">,
  changes: BodyChanges,
  attempt: Attempt,
): () => Promise<boolean> {
  const { finding } = store.bodyPanel;
  return async () => {
    if (finding.value) return false;
    const character = characters.open;
    if (character === null) return false;
    finding.value = true;
    try {
      let isFound = false;
      const isDone = await attempt({ key: "error.change" }, async () => {
        isFound = "values" in (await changes.autoAll(character, () => store.live.nextFrame()));
      });
      if (isDone && !isFound) pushMessage(store, { kind: "info", title: { key: "body.unmeasured" } });
      return isDone && isFound;
    } finally {
      finding.value = false;
    }
  };
}
