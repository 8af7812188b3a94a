// What a user can set on the open character's body: parameters, calibration, automatic values, hand presets, whom it follows.
// Changes are whole documents through the character; whom it follows is of the playback and not undone.

import type { BodySection, PanelTab } from "../state/body-panel";
import {
  type ParameterValues,
  sidesOf,
  takenValue,
  withoutParameters,
  withParameters,
} from "../state/body-settings";
import type { Profile } from "../state/profile";
import { type Note, pushMessage } from "../state/store";
import { type BodyParameterName, type BodyValue, bodyParameter } from "../tables/body-parameters";
import type { Hand } from "../tables/hand-presets";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { createAutoCalibration } from "./body-auto";
import { type BodyChanges, changeBody, createBodyChanges } from "./body-changes";
import type { Character } from "./characters";

export type BodyActions = ReturnType<typeof createBodyActions>;

/** Work on the open character; false where none is open, where it says so, or where it fails, which is a message. */
export type OnOpen = (work: (character: Character) => Promise<unknown>) => Promise<boolean>;

export function createBodyActions(parts: ActionParts, attempt: Attempt) {
  const changes = createBodyChanges(parts.history, parts.characters);
  const onOpen = createOnOpen(parts, attempt);
  return {
    ...parameterActions(parts, changes, onOpen),
    ...calibrationActions(parts, changes, onOpen),
    ...measuredActions(parts, onOpen),
    ...viewActions(parts, attempt),
    autoAll: createAutoCalibration(parts, changes, attempt),
  };
}

export function createOnOpen({ characters }: Pick<ActionParts, "characters">, attempt: Attempt): OnOpen {
  return async (work) => {
    const character = characters.open;
    if (character === null) return false;
    let isDone = true;
    const isWhole = await attempt({ key: "error.change" }, async () => {
      isDone = (await work(character)) !== false;
    });
    return isWhole && isDone;
  };
}

function parameterActions({ history }: ActionParts, changes: BodyChanges, onOpen: OnOpen) {
  const label = (parameter: BodyParameterName): Note => ({ key: "change.body", parameters: { parameter } });
  const edit = (note: Note, edited: (profile: Profile) => Profile, mergeKey?: string) =>
    onOpen((character) => changeBody(character, note, edited, mergeKey));
  return {
    /** Numbers outside the range become its nearer end; false where the value is of another type. */
    setParameter: (name: BodyParameterName, value: BodyValue): Promise<boolean> => {
      const taken = takenValue(name, value);
      if (taken === undefined) return Promise.resolve(false);
      const merges = bodyParameter(name).type === "number" ? `body:${name}` : undefined;
      return edit(label(name), (p) => withParameters(p, { [name]: taken } as ParameterValues), merges);
    },
    /** One finger of several hands at once. */
    setHandValue: (hands: Hand, finger: string, value: number): Promise<boolean> => {
      const names = sidesOf(hands).map((side) => `${side}${finger}` as BodyParameterName);
      const first = names[0];
      if (first === undefined) return Promise.resolve(false);
      const values = Object.fromEntries(names.map((name) => [name, value])) as ParameterValues;
      return edit(label(first), (p) => withParameters(p, values), `body:${hands}${finger}`);
    },
    setHandPreset: (preset: string, hands: Hand): Promise<boolean> =>
      onOpen(async (character) => (await changes.setHandPreset(character, preset, hands)) !== undefined),
    resetParameter: (name: BodyParameterName): Promise<boolean> => {
      history.seal();
      return edit(label(name), (p) => withoutParameters(p, [name]));
    },
    resetSection: (section: BodySection, names: readonly BodyParameterName[]): Promise<boolean> => {
      history.seal();
      return edit({ key: "change.bodySection", parameters: { section } }, (p) => withoutParameters(p, names));
    },
    /** All parameters; calibration and bones by hand stay. */
    resetAll: (): Promise<boolean> => {
      history.seal();
      return edit({ key: "change.bodyAll" }, (p) => withoutParameters(p));
    },
  };
}

function calibrationActions({ store }: ActionParts, changes: BodyChanges, onOpen: OnOpen) {
  const { refused } = store.bodyPanel;
  return {
    /** From the pose of now. A pose that is clearly none is refused, and said in `bodyPanel.refused`; `force` takes it. */
    calibrateBody: (pose: "T" | "I", force = false): Promise<boolean> =>
      onOpen(async (character) => {
        const fault = await changes.calibrate(character, pose, force);
        if (fault !== "nobody") refused.value = fault === null ? null : { pose, fault };
        return fault === null;
      }),
    /** Back to the one from both rest poses. */
    resetCalibration: (): Promise<boolean> => {
      refused.value = null;
      return onOpen((character) => changes.resetCalibration(character));
    },
    dismissRefused: () => {
      refused.value = null;
    },
    /** The head looks the way it looks in T-pose. */
    headForward: (): Promise<boolean> =>
      onOpen(async (character) => (await changes.headForward(character)) !== null),
  };
}

function measuredActions({ store, history }: ActionParts, onOpen: OnOpen) {
  const set = (label: Note, name: BodyParameterName, measured: (character: Character) => number | null) =>
    onOpen(async (character) => {
      const value = measured(character);
      if (value === null) {
        pushMessage(store, { kind: "info", title: { key: "body.unmeasured" } });
        return false;
      }
      history.seal();
      await changeBody(character, label, (p) => withParameters(p, { [name]: value } as ParameterValues));
      return true;
    });
  return {
    /** floorHeight at which legs stand at the share of their length that the panel holds. */
    autoFloor: (): Promise<boolean> =>
      set({ key: "change.autoFloor" }, "floorHeight", ({ body }) =>
        body.autoFloorHeight(store.bodyPanel.comfort.value),
      ),
    scaleByNeck: (): Promise<boolean> =>
      set({ key: "change.neckScale" }, "avatarScale", ({ body }) => body.neckHeightScale()),
  };
}

function viewActions({ store, characters, body }: ActionParts, attempt: Attempt) {
  const { bodyPanel } = store;
  return {
    /** Key of the performer that the avatar follows, null for nobody. */
    follow: (performer: string | null): Promise<boolean> =>
      attempt({ key: "error.change" }, () => {
        (characters.open?.body ?? body).follow(performer);
        bodyPanel.refused.value = null;
      }),
    setTab: (tab: PanelTab) => {
      bodyPanel.tab.value = tab;
    },
    toggleSection: (section: BodySection) => {
      const open = new Set(bodyPanel.open.value);
      if (!open.delete(section)) open.add(section);
      bodyPanel.open.value = open;
    },
    setHands: (hands: Hand) => {
      bodyPanel.hands.value = hands;
    },
    setComfort: (share: number) => {
      bodyPanel.comfort.value = share;
    },
    setSprings: (on: boolean) => {
      bodyPanel.springs.value = on;
    },
  };
}
