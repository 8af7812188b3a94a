// The automatic calibration: scale by the heights of the necks, then the head forward, with a frame after each so that it is seen.
// One entry of the history in the end; until then the engine alone has the new values.
import type { BodySettings } from "../core/body-documents";
import { bodyPart, type ParameterValues, withParameters } from "../state/body-settings";
import type { LiveMeters } from "../state/live";
import { pushMessage } from "../state/store";
import type { ActionParts } from "./actions";
import { type BodyEdit, headInForce } from "./body-edit";

/**
 * The owner's order: scale 1, a frame, scale by the necks' heights (0.1..3), a frame, head forward.
 * @returns false where it can not be told, or where another avatar or performer came between: then nothing has changed
 */
export function createAutoCalibration(parts: ActionParts, edit: BodyEdit): () => Promise<boolean> {
  const { store, session, history, body } = parts;
  const { finding } = store.bodyPanel;

  async function find(): Promise<ParameterValues | null> {
    const { document } = session;
    const performer = store.bodyRig.follows.value;
    if (document === null || performer === null) return null;
    const isSame = () =>
      session.document?.avatar === document.avatar && store.bodyRig.follows.value === performer;
    /** The profile's settings with others on top, and a frame with them. */
    const show = async (values: ParameterValues) => {
      const tried = withParameters(session.document?.profile ?? document.profile, values);
      body.tryOut(bodyPart(tried) as unknown as BodySettings);
      await nextFrame(store.live);
      return isSame();
    };
    if (!(await show({ avatarScale: 1 }))) return null;
    const scale = body.neckHeightScale();
    if (scale === null || !(await show({ avatarScale: scale }))) return null;
    if (!body.calibrateHeadForward()) return null;
    return { avatarScale: scale, ...headInForce(body) };
  }

  return async () => {
    if (finding.value) return false;
    finding.value = true;
    try {
      const values = await find();
      if (values === null) {
        body.restore();
        pushMessage(store, { kind: "info", title: { key: "body.unmeasured" } });
        return false;
      }
      history.seal();
      const kept = await edit({ key: "change.bodyAuto" }, (p) => withParameters(p, values));
      // A profile that has them already is put into force again: the engine was tried with others.
      body.restore();
      return kept;
    } finally {
      finding.value = false;
    }
  };
}

function nextFrame(live: LiveMeters): Promise<void> {
  return new Promise((resolve) => {
    const stop = live.onFrame(() => {
      stop();
      resolve();
    });
  });
}
