// Finds channels named for one side that move the other, from the measurement.
// It changes no route: a wrong name is reported, and left to the user.

import type { Measurement } from "../core/documents";
import type { AvatarDescription, NameFinding } from "../reader/avatar-description";
import { faceChannels } from "../tables/face-channels";

/**
 * How far on the other side, as a share of the face height, the moved surface must lie before its name counts as wrong. Channels
 * such as jawLeft move the middle of the face, whose mean is nearly 0.
 */
export const wrongSideShare = 0.05;

function targetNames(description: AvatarDescription, channel: string): string[] {
  const binds = description.routes.channels[channel]?.binds ?? [];
  return [...new Set(binds.map((bind) => description.slots[bind.slot]?.name ?? ""))];
}

/** `lateral` is positive on the face's left; a channel that ends in Left or Right and has a partner should lie on its side. */
export function sideFindings(description: AvatarDescription, measurement: Measurement): NameFinding[] {
  const findings: NameFinding[] = [];
  const limit = wrongSideShare * measurement.faceHeight;
  for (const { name, index, mirror } of faceChannels) {
    const measured = measurement.channels[name];
    if (mirror === index || measured === undefined || measurement.faceHeight <= 0) continue;
    const side = name.endsWith("Left") ? 1 : -1;
    if (measured.lateral * side >= -limit) continue;
    findings.push({ kind: "wrong-side", channel: name, mesh: "", targets: targetNames(description, name) });
  }
  return findings;
}
