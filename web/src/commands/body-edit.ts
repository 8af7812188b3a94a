// What the actions on a body share: a change of the profile's part, and the head's offsets as the engine has found them.
// It decides nothing about what is changed.
import type { ParameterValues } from "../state/body-settings";
import type { Profile } from "../state/profile";
import type { Note } from "../state/store";
import { bodyParameter } from "../tables/body-parameters";
import type { ActionParts } from "./actions";
import type { Attempt } from "./attempt";
import type { BodyStage } from "./ports";

/** A change of the body's part; nothing enters the history where the profile stays as it is. */
export type BodyEdit = (
  label: Note,
  edited: (profile: Profile) => Profile,
  mergeKey?: string,
) => Promise<boolean>;

export function createBodyEdit({ session }: Pick<ActionParts, "session">, attempt: Attempt): BodyEdit {
  return (label, edited, mergeKey) => {
    const profile = session.document?.profile;
    if (profile === undefined) return Promise.resolve(false);
    const next = edited(profile);
    if (next === profile) return Promise.resolve(true);
    return attempt({ key: "error.change" }, () => session.change(label, next, mergeKey));
  };
}

const headOffsets = ["headRotationOffsetX", "headRotationOffsetY", "headRotationOffsetZ"] as const;

export function headInForce(body: BodyStage): ParameterValues {
  const parameters = body.inForce()?.parameters ?? {};
  return Object.fromEntries(
    headOffsets.map((name) => [name, parameters[name] ?? bodyParameter(name).default]),
  );
}
