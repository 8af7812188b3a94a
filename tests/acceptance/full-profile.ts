// A profile in which all 52 channels differ from the default, for the tests of links and files.
// It belongs to no avatar.
import type { Profile, ProfileChannel } from "../../web/src/core/documents";
import { faceChannels, faceGroupNames } from "../../web/src/tables/face-channels";
import { seededChance } from "./support";

/** Everything changed, a long name, every setting in use. */
export function fullProfile(seed: number): Profile {
  const chance = seededChance(seed);
  const between = (low: number, high: number) => low + (high - low) * chance();
  const channels: Record<string, ProfileChannel> = {};
  for (const { name } of faceChannels) {
    channels[name] = {
      ratio: between(0.2, 5),
      gamma: between(0.5, 1.9),
      deadZone: between(0, 0.2),
      saturation: between(0.4, 1),
      userGain: between(0, 2),
      floor: between(0, 0.1),
      closedAt: between(0.5, 1),
      locked: chance() < 0.5,
      muted: chance() < 0.2,
    };
  }
  return {
    version: 1,
    avatarName: "아주 긴 이름의 아바타 with a tail that no link could hold in whole ".repeat(3),
    platform: "vroid",
    created: "2026-04-03T12:00:00Z",
    avatar: { fingerprint: "0123456789abcdef".repeat(4) },
    calibration: {
      method: "adaptive_remap",
      symmetry: 0.37,
      overall: 1.21,
      groupGain: Object.fromEntries(faceGroupNames.map((group) => [group, between(0, 2)])),
      channels,
      substitutes: { jawOpen: "target:viseme_aa" },
    },
  };
}
