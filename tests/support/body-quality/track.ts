// A body's motion as the measures see it: turn from the T-pose and place of every human bone, frame by frame, in the world.
// It comes from recordings, from the core and from the peers alike; nothing here judges it.

import { type HumanBoneName, humanBoneNames } from "../../../web/src/tables/human-bones";
import type { Turn, Vec } from "../turns";

export const BONES = humanBoneNames.length;

export interface Track {
  readonly frameCount: number;
  /** frames x 55 x 4. */
  readonly turns: Float64Array;
  /** frames x 55 x 3, metres. */
  readonly places: Float64Array;
  readonly has: (bone: HumanBoneName) => boolean;
}

export const numberOf = (bone: HumanBoneName): number => humanBoneNames.indexOf(bone);

export function emptyTrack(frameCount: number, has: ReadonlySet<HumanBoneName>): Track {
  return {
    frameCount,
    turns: new Float64Array(frameCount * BONES * 4),
    places: new Float64Array(frameCount * BONES * 3),
    has: (bone) => has.has(bone),
  };
}

export function turnAt({ turns }: Track, frame: number, bone: HumanBoneName): Turn {
  const at = 4 * (frame * BONES + numberOf(bone));
  return [turns[at] ?? 0, turns[at + 1] ?? 0, turns[at + 2] ?? 0, turns[at + 3] ?? 1];
}

export function placeAt({ places }: Track, frame: number, bone: HumanBoneName): Vec {
  const at = 3 * (frame * BONES + numberOf(bone));
  return [places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0];
}

export function put(track: Track, frame: number, bone: HumanBoneName, turn: Turn, place: Vec): void {
  track.turns.set(turn, 4 * (frame * BONES + numberOf(bone)));
  track.places.set(place, 3 * (frame * BONES + numberOf(bone)));
}
