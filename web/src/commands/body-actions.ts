// What a user can set on a body: parameters, calibration, automatic values, hand presets, whom the avatar follows.
// Changes are whole documents through the session; whom it follows is of the playback and not undone.

import type { BodySection, PanelTab } from "../state/body-panel";
import type { BodyCalibration } from "../state/body-settings";
import {
  type ParameterValues,
  presetValues,
  sidesOf,
  takenValue,
  withBodyCalibration,
  withoutParameters,
  withParameters,
} from "../state/body-settings";
import type { Profile } from "../state/profile";
import { type Note, pushMessage } from "../state/store";
import { type BodyParameterName, type BodyValue, bodyParameter } from "../tables/body-parameters";
import { type Hand, handPreset } from "../tables/hand-presets";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import { createAutoCalibration } from "./body-auto";
import { type BodyEdit, createBodyEdit, headInForce } from "./body-edit";

export type BodyActions = ReturnType<typeof createBodyActions>;

export function createBodyActions(parts: ActionParts, attempt: Attempt) {
  const edit = createBodyEdit(parts, attempt);
  return {
    ...parameterActions(parts, edit),
    ...calibrationActions(parts, edit),
    ...measuredActions(parts, edit),
    ...viewActions(parts, attempt),
    autoAll: createAutoCalibration(parts, edit),
  };
}

function parameterActions({ history }: ActionParts, edit: BodyEdit) {
  const label = (parameter: BodyParameterName): Note => ({ key: "change.body", parameters: { parameter } });
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
    setHandPreset: (preset: string, hands: Hand): Promise<boolean> => {
      const values = presetValues(preset, hands);
      if (values === undefined) return Promise.resolve(false);
      history.seal();
      return edit(
        { key: "change.handPreset", parameters: { preset: handPreset(preset)?.alias ?? preset } },
        (p) => withParameters(p, values),
      );
    },
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

function calibrationActions({ store, body, history }: ActionParts, edit: BodyEdit) {
  const { refused } = store.bodyPanel;
  /** What the engine has found, into the profile; where that is refused, the engine goes back. */
  const keep = async (label: Note, edited: (profile: Profile) => Profile): Promise<boolean> => {
    history.seal();
    const kept = await edit(label, edited);
    if (!kept) body.restore();
    return kept;
  };
  return {
    /** From the pose of now. A pose that is clearly none is refused, and said in `bodyPanel.refused`; `force` takes it. */
    calibrateBody: async (pose: "T" | "I", force = false): Promise<boolean> => {
      if (!follows(store)) return false;
      const fault = body.calibrate(pose, force);
      refused.value = fault === "none" ? null : { pose, fault };
      const calibration = fault === "none" ? body.inForce()?.calibration : undefined;
      if (calibration === undefined) return false;
      return keep({ key: pose === "T" ? "change.calibrateT" : "change.calibrateI" }, (p) =>
        withBodyCalibration(p, calibration as unknown as BodyCalibration),
      );
    },
    /** Back to the one from both rest poses. */
    resetCalibration: (): Promise<boolean> => {
      refused.value = null;
      history.seal();
      return edit({ key: "change.calibrateReset" }, (p) => withBodyCalibration(p, undefined));
    },
    dismissRefused: () => {
      refused.value = null;
    },
    /** The head looks the way it looks in T-pose. */
    headForward: async (): Promise<boolean> => {
      if (!follows(store) || !body.calibrateHeadForward()) return false;
      const values = headInForce(body);
      return keep({ key: "change.headForward" }, (p) => withParameters(p, values));
    },
  };
}

function measuredActions({ store, body, history }: ActionParts, edit: BodyEdit) {
  const set = (label: Note, name: BodyParameterName, value: number | null): Promise<boolean> => {
    if (value === null) {
      pushMessage(store, { kind: "info", title: { key: "body.unmeasured" } });
      return Promise.resolve(false);
    }
    history.seal();
    return edit(label, (p) => withParameters(p, { [name]: value } as ParameterValues));
  };
  return {
    /** floorHeight at which legs stand at the share of their length that the panel holds. */
    autoFloor: (): Promise<boolean> =>
      set({ key: "change.autoFloor" }, "floorHeight", body.autoFloorHeight(store.bodyPanel.comfort.value)),
    scaleByNeck: (): Promise<boolean> =>
      set({ key: "change.neckScale" }, "avatarScale", body.neckHeightScale()),
  };
}

function viewActions({ store, body }: ActionParts, attempt: Attempt) {
  const { bodyPanel } = store;
  return {
    /** Key of the performer that the avatar follows, null for nobody. */
    follow: (performer: string | null): Promise<boolean> =>
      attempt({ key: "error.change" }, () => {
        body.follow(performer);
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
  };
}

const follows = (store: ActionParts["store"]) => store.bodyRig.follows.value !== null;
