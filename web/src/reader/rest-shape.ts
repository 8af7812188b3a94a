// Targets that a file itself holds at a weight other than 0 and that nothing drives: they are part of the rest shape.
// Driven targets start at 0 whatever the file says; the engine writes them every frame.
import type { AvatarDescription, MorphSlot, VertexBufferDescription } from "./avatar-description";
import { isObject, type JsonObject, numberOr, objectsAt } from "./json-values";
import type { SlotIndex } from "./morph-slots";

/** Weight of a target on a node: the node's own, else the mesh's, else 0. */
type RestWeight = (node: number, mesh: number, target: number) => number;

function weightsOf(holder: JsonObject | undefined): readonly unknown[] | undefined {
  return isObject(holder) && Array.isArray(holder.weights) ? holder.weights : undefined;
}

function restWeights(json: JsonObject): RestWeight {
  const meshes = objectsAt(json.meshes, "meshes");
  const nodes = objectsAt(json.nodes, "nodes");
  return (node, mesh, target) => numberOr((weightsOf(nodes[node]) ?? weightsOf(meshes[mesh]))?.[target], 0);
}

/** Every slot that a route, an expression or an offer can move. */
function drivenSlots({
  routes,
  substitutes,
}: Pick<AvatarDescription, "routes" | "substitutes">): ReadonlySet<number> {
  const all = [
    ...Object.values(routes.channels),
    ...routes.expressions,
    ...Object.values(substitutes).flatMap((offers) => offers.map((offer) => offer.route)),
  ];
  return new Set(all.flatMap(({ binds }) => binds.map((bind) => bind.slot)));
}

export interface RestShape {
  readonly slots: readonly MorphSlot[];
  readonly buffers: readonly VertexBufferDescription[];
}

/** Slots that say their rest weight, and buffers whose positions hold those targets. */
export function withRestShape(
  json: JsonObject,
  description: Pick<AvatarDescription, "routes" | "substitutes" | "slots" | "buffers">,
  slotOf: SlotIndex,
): RestShape {
  const restWeight = restWeights(json);
  const driven = drivenSlots(description);
  const rest = new Map<number, number>();
  const buffers = description.buffers.map((buffer) => {
    const held = buffer.targets.flatMap(({ slot, deltas }) => {
      const target = description.slots[slot]?.target ?? -1;
      const weight = driven.has(slot) ? 0 : restWeight(buffer.node, buffer.mesh, target);
      if (weight === 0) return [];
      rest.set(slotOf(buffer.mesh, target), weight);
      return [{ deltas, weight }];
    });
    if (held.length === 0) return buffer;
    const positions = Float32Array.from(buffer.positions, (value, index) =>
      held.reduce((sum, { deltas, weight }) => sum + weight * (deltas[index] as number), value),
    );
    return { ...buffer, positions };
  });
  const slots = description.slots.map((slot, index) => {
    const weight = rest.get(index);
    return weight === undefined ? slot : { ...slot, rest: weight };
  });
  return { slots, buffers };
}
