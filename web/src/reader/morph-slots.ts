// The morph slots of a file and their names, wherever the file keeps the names.
// Which channel a name means is decided in channel-names.ts.
import type { MorphSlot } from "./avatar-description";
import type { GeometryAccessors } from "./geometry-accessors";
import { isObject, type JsonObject, objectsAt, textOr } from "./json-values";
import { MAX_MORPH_SLOTS } from "./limits";
import { ReadError } from "./read-error";

/** Number of the slot of target `target` of mesh `mesh`, or -1. */
export type SlotIndex = (mesh: number, target: number) => number;

export interface MorphSlots {
  readonly slots: readonly MorphSlot[];
  readonly slotOf: SlotIndex;
}

type TargetName = Pick<MorphSlot, "name" | "nameFrom">;

function extrasNames(holder: JsonObject | undefined): readonly string[] {
  const extras = holder?.extras;
  if (!isObject(extras) || !Array.isArray(extras.targetNames)) return [];
  return extras.targetNames.map(textOr);
}

/** Names of accessors are often the exporter's own (one for all); only those that tell targets apart count. */
function accessorNames(geometry: GeometryAccessors, mesh: number, count: number): readonly string[] {
  const primitives = geometry.meshes[mesh]?.primitives ?? [];
  const names = Array.from({ length: count }, (_, target) => {
    const named = primitives
      .map((primitive) => primitive.targets[target]?.POSITION)
      .map((accessor) => (accessor === undefined ? "" : geometry.name(accessor)));
    return named.find((name) => name !== "") ?? "";
  });
  return names.map((name) => (count > 1 && names.every((other) => other === name) ? "" : name));
}

function namesOfMesh(
  geometry: GeometryAccessors,
  mesh: JsonObject,
  index: number,
  count: number,
): readonly TargetName[] {
  const fromMesh = extrasNames(mesh);
  const primitives = objectsAt(mesh.primitives, `meshes[${index}].primitives`).map(extrasNames);
  const fromAccessors = accessorNames(geometry, index, count);
  return Array.from({ length: count }, (_, target): TargetName => {
    const meshName = fromMesh[target] ?? "";
    if (meshName !== "") return { name: meshName, nameFrom: "mesh-extras" };
    const primitiveName = primitives.map((names) => names[target] ?? "").find((name) => name !== "") ?? "";
    if (primitiveName !== "") return { name: primitiveName, nameFrom: "primitive-extras" };
    const accessorName = fromAccessors[target] ?? "";
    return accessorName !== ""
      ? { name: accessorName, nameFrom: "accessor" }
      : { name: "", nameFrom: "none" };
  });
}

/** Throws `ReadError` where the file has more targets than the limit. */
export function readMorphSlots(json: JsonObject, geometry: GeometryAccessors): MorphSlots {
  const slots: MorphSlot[] = [];
  const starts: number[] = [];
  const counts: number[] = [];
  objectsAt(json.meshes, "meshes").forEach((mesh, index) => {
    const primitives = geometry.meshes[index]?.primitives ?? [];
    const count = primitives.reduce((most, primitive) => Math.max(most, primitive.targets.length), 0);
    starts.push(slots.length);
    counts.push(count);
    if (slots.length + count > MAX_MORPH_SLOTS) {
      throw new ReadError(
        "too-large",
        `meshes[${index}]`,
        `expected at most ${MAX_MORPH_SLOTS} morph targets in all`,
      );
    }
    namesOfMesh(geometry, mesh, index, count).forEach((name, target) => {
      slots.push({ mesh: index, target, ...name });
    });
  });
  const slotOf: SlotIndex = (mesh, target) => {
    const count = counts[mesh];
    if (count === undefined || !Number.isInteger(target) || target < 0 || target >= count) return -1;
    return (starts[mesh] as number) + target;
  };
  return { slots, slotOf };
}
