// VRM expressions of both versions in one form, under VRM 1.0's names.
// Only morph binds are taken: material and texture binds move nothing.
import type { ExpressionDescription, MorphBind } from "./avatar-description";
import { isObject, type JsonObject, numberOr, objectAt, objectsAt, textOr } from "./json-values";
import type { SlotIndex } from "./morph-slots";
import type { VrmJson } from "./vrm-json";

/** VRM 0.x preset -> VRM 1.0 preset. */
const PRESET_OF_VRM0: Readonly<Record<string, string>> = {
  neutral: "neutral",
  a: "aa",
  i: "ih",
  u: "ou",
  e: "ee",
  o: "oh",
  blink: "blink",
  blink_l: "blinkLeft",
  blink_r: "blinkRight",
  joy: "happy",
  angry: "angry",
  sorrow: "sad",
  fun: "relaxed",
  lookup: "lookUp",
  lookdown: "lookDown",
  lookleft: "lookLeft",
  lookright: "lookRight",
};

const FAMILIES: Readonly<Record<string, ExpressionDescription["family"]>> = {
  blink: "blink",
  blinkLeft: "blink",
  blinkRight: "blink",
  lookUp: "lookAt",
  lookDown: "lookAt",
  lookLeft: "lookAt",
  lookRight: "lookAt",
  aa: "mouth",
  ih: "mouth",
  ou: "mouth",
  ee: "mouth",
  oh: "mouth",
};

/** VRM 0.x gives weights in percent. */
const VRM0_FULL_WEIGHT = 100;

type Override = ExpressionDescription["overrideBlink"];

function overrideOf(value: unknown): Override {
  return value === "block" || value === "blend" ? value : "none";
}

/** Binds that point at no target are left out, as drawing programs do: editors leave them behind. Equal slots add up. */
function bindsOf(entries: readonly (MorphBind | undefined)[]): readonly MorphBind[] {
  const weights = new Map<number, number>();
  for (const entry of entries) {
    if (entry === undefined || entry.slot < 0 || entry.weight === 0) continue;
    weights.set(entry.slot, (weights.get(entry.slot) ?? 0) + entry.weight);
  }
  return [...weights].map(([slot, weight]) => ({ slot, weight }));
}

function readVrm0(vrm: JsonObject, slotOf: SlotIndex): readonly ExpressionDescription[] {
  const master = objectAt(vrm.blendShapeMaster, "extensions.VRM.blendShapeMaster");
  const place = "extensions.VRM.blendShapeMaster.blendShapeGroups";
  return objectsAt(master.blendShapeGroups, place).map((group, index) => {
    const preset = PRESET_OF_VRM0[textOr(group.presetName).toLowerCase()];
    const name = preset ?? (textOr(group.name) || `expression ${index}`);
    const binds = objectsAt(group.binds, `${place}[${index}].binds`).map((bind) => ({
      slot: slotOf(numberOr(bind.mesh, -1), numberOr(bind.index, -1)),
      weight: numberOr(bind.weight, 0) / VRM0_FULL_WEIGHT,
    }));
    return {
      name,
      isBinary: group.isBinary === true,
      family: preset === undefined ? "other" : (FAMILIES[preset] ?? "other"),
      overrideBlink: "none",
      overrideLookAt: "none",
      overrideMouth: "none",
      binds: bindsOf(binds),
    };
  });
}

function readVrm1(vrm: JsonObject, json: JsonObject, slotOf: SlotIndex): readonly ExpressionDescription[] {
  const place = "extensions.VRMC_vrm.expressions";
  const expressions = objectAt(vrm.expressions, place);
  const nodes = objectsAt(json.nodes, "nodes");
  return (["preset", "custom"] as const).flatMap((kind) =>
    Object.entries(objectAt(expressions[kind], `${place}.${kind}`)).map(
      ([name, value]): ExpressionDescription => {
        const expression = objectAt(value, `${place}.${kind}.${name}`);
        const binds = objectsAt(expression.morphTargetBinds, `${place}.${kind}.${name}.morphTargetBinds`);
        return {
          name,
          isBinary: expression.isBinary === true,
          family: kind === "preset" ? (FAMILIES[name] ?? "other") : "other",
          overrideBlink: overrideOf(expression.overrideBlink),
          overrideLookAt: overrideOf(expression.overrideLookAt),
          overrideMouth: overrideOf(expression.overrideMouth),
          binds: bindsOf(
            binds.map((bind) => {
              const node = nodes[numberOr(bind.node, -1)];
              if (!isObject(node)) return undefined;
              const slot = slotOf(numberOr(node.mesh, -1), numberOr(bind.index, -1));
              return { slot, weight: numberOr(bind.weight, 0) };
            }),
          ),
        };
      },
    ),
  );
}

/** In the file's order (VRM 1.0: presets, then custom ones); empty for a plain GLB. */
export function readExpressions(
  vrm: VrmJson,
  json: JsonObject,
  slotOf: SlotIndex,
): readonly ExpressionDescription[] {
  if (vrm.format === "vrm1") return readVrm1(vrm.vrm, json, slotOf);
  return vrm.format === "vrm0" ? readVrm0(vrm.vrm, slotOf) : [];
}

/** First expression of that name (case does not matter) that moves a morph, or -1. */
export function findExpression(expressions: readonly ExpressionDescription[], name: string): number {
  return expressions.findIndex(
    (expression) => expression.name.toLowerCase() === name.toLowerCase() && expression.binds.length > 0,
  );
}
