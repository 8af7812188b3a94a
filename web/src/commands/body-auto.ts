// The panel's automatic calibration of the open character: one at a time, and said where it is refused.
// What is found, and in which order, is body-changes.ts.
import { pushMessage, type Store } from "../state/store";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import type { AutoResult, BodyChanges } from "./body-changes";

/**
 * @returns the action, which with `force` takes a crouch, too; false where it was refused or another avatar or performer came between: then
 * nothing has changed
 */
export function createAutoCalibration(
  { store, characters }: Pick<ActionParts, "store" | "characters">,
  changes: BodyChanges,
  attempt: Attempt,
): (force?: boolean) => Promise<boolean> {
  const { finding, refused } = store.bodyPanel;
  return async (force = false) => {
    const character = characters.open;
    if (finding.value || character === null) return false;
    finding.value = true;
    refused.value = null;
    try {
      let result: AutoResult | null = null;
      await attempt({ key: "error.change" }, async () => {
        result = await changes.autoAll(character, () => store.live.nextFrame(), force);
      });
      return result !== null && isFound(store, result);
    } finally {
      finding.value = false;
    }
  };
}

/** Says why it was not found. */
function isFound(store: Store, result: AutoResult): boolean {
  if ("values" in result) return true;
  const { fault } = result;
  if (fault === "crouching" || fault === "not-upright")
    store.bodyPanel.refused.value = { pose: "auto", fault };
  else pushMessage(store, { kind: "info", title: { key: "body.unmeasured" } });
  return false;
}
