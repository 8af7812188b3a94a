// A finished avatar with other proportions: legs, arms and soles stretched as the body room stretches them, the head as it is.
// Nothing is meshed anew.
import { type BodyOptions, jointsOf, restMapOf } from "../body/proportions";
import type { Character } from "../character";
import { add, unit } from "../math/vec";
import type { AvatarModel, Part, Vec3 } from "../model";
import { vectorAt } from "../write/vectors";

/** Neck, head and all that hangs on them only rise. */
export function proportioned(model: AvatarModel, character: Character, options: BodyOptions): AvatarModel {
  const map = restMapOf(jointsOf(character), options);
  const rising = new Set(["neck"]);
  for (const { name, parent } of model.bones) if (parent !== null && rising.has(parent)) rising.add(name);
  const rise = (p: Vec3): Vec3 => add(p, [0, map.rise, 0]);
  const moved = (part: Part): Part => {
    const positions = Float64Array.from(part.positions);
    const normals = Float64Array.from(part.normals);
    part.influences.forEach((list, vertex) => {
      const share = list.reduce((sum, [bone, own]) => sum + (rising.has(bone) ? own : 0), 0);
      const place = vectorAt(part.positions, vertex);
      const isRising = share > 0.5;
      positions.set(isRising ? rise(place) : map.place(place), 3 * vertex);
      if (isRising) return;
      const [nx, ny, nz] = vectorAt(part.normals, vertex);
      const [sx, sy, sz] = map.stretch(place);
      normals.set(unit([nx / sx, ny / sy, nz / sz]), 3 * vertex);
    });
    return { ...part, positions, normals };
  };
  return {
    ...model,
    bones: model.bones.map((bone) => ({
      ...bone,
      position: rising.has(bone.name) ? rise(bone.position) : map.place(bone.position),
    })),
    parts: model.parts.map(moved),
  };
}
