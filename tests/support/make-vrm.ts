// Puts the VRM part, 0.x or 1.0, on the JSON of a synthetic avatar.
// Geometry must face the right way already: -Z for 0.x, +Z for 1.0.

import type { Json } from "../../scripts/avatars/write/glb-json";
import { VRM0_PRESETS } from "../../scripts/avatars/write/vrm0";
import { presetTargetName } from "./preset-names";

export interface VrmRecipe {
  /** Presets (VRM 1.0 names) that bind a target of their own name on the face; default none. */
  readonly presets?: readonly string[];
  /** Presets that exist and bind nothing. */
  readonly emptyPresets?: readonly string[];
  /** Custom expressions: name -> target name -> weight 0..1. */
  readonly custom?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Names of expressions that are on or off. */
  readonly binary?: readonly string[];
  /** VRM 1.0: name -> overrides. */
  readonly overrides?: Readonly<
    Record<string, { readonly blink?: string; readonly lookAt?: string; readonly mouth?: string }>
  >;
  /** Default none. */
  readonly lookAt?: "bone" | "expression";
  /** Degrees of a full look by bone: inner, outer, down, up. Default 8, 12, 9, 10. */
  readonly lookDegrees?: readonly [number, number, number, number];
  /** Meta entries that go over the default ones. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

const BONES: Readonly<Record<string, string>> = {
  hips: "Hips",
  spine: "Spine",
  chest: "Spine1",
  neck: "Neck",
  head: "Head",
  leftEye: "LeftEye",
  rightEye: "RightEye",
  jaw: "Jaw",
  ...limbBones("left", "Left"),
  ...limbBones("right", "Right"),
};

function limbBones(side: "left" | "right", name: "Left" | "Right"): Record<string, string> {
  return {
    [`${side}UpperArm`]: `${name}Arm`,
    [`${side}LowerArm`]: `${name}ForeArm`,
    [`${side}Hand`]: `${name}Hand`,
    [`${side}UpperLeg`]: `${name}UpLeg`,
    [`${side}LowerLeg`]: `${name}Leg`,
    [`${side}Foot`]: `${name}Foot`,
  };
}

const FULL_LOOK_INPUT_DEGREES = 90;
const DEFAULT_LOOK_DEGREES = [8, 12, 9, 10] as const;

/** Expression -> target index -> weight. */
type Binds = Readonly<Record<string, readonly (readonly [number, number])[]>>;

function bindsOf(recipe: VrmRecipe, targets: readonly string[]): Binds {
  const binds: Record<string, readonly (readonly [number, number])[]> = {};
  for (const preset of recipe.emptyPresets ?? []) binds[preset] = [];
  for (const preset of recipe.presets ?? []) binds[preset] = [[targets.indexOf(presetTargetName(preset)), 1]];
  for (const [name, parts] of Object.entries(recipe.custom ?? {})) {
    binds[name] = Object.entries(parts).map(([target, weight]) => [targets.indexOf(target), weight]);
  }
  for (const [name, list] of Object.entries(binds)) {
    if (list.some(([target]) => target < 0))
      throw new Error(`expression ${name} binds a target that is not there`);
  }
  return binds;
}

/** Meshes that have the face's targets, and the nodes that carry them. */
function faceCarriers(json: Json): readonly { readonly node: number; readonly mesh: number }[] {
  return json.nodes.flatMap((node: Json, index: number) =>
    node.mesh !== undefined && json.meshes[node.mesh].primitives[0].targets !== undefined
      ? [{ node: index, mesh: node.mesh }]
      : [],
  );
}

function nodeOf(json: Json, name: string): number {
  return json.nodes.findIndex((node: Json) => node.name === name);
}

function vrm0(json: Json, recipe: VrmRecipe, binds: Binds): Json {
  const carriers = faceCarriers(json);
  const [inner, outer, down, up] = recipe.lookDegrees ?? DEFAULT_LOOK_DEGREES;
  const range = (degrees: number) => ({ xRange: FULL_LOOK_INPUT_DEGREES, yRange: degrees });
  return {
    specVersion: "0.0",
    exporterVersion: "synthetic",
    meta: {
      title: "Synthetic",
      author: "Doppel",
      licenseName: "CC0",
      allowedUserName: "Everyone",
      ...recipe.meta,
    },
    humanoid: {
      humanBones: Object.entries(BONES)
        .map(([bone, name]) => ({ bone, node: nodeOf(json, name), useDefaultValues: true }))
        .filter(({ node }) => node >= 0),
    },
    firstPerson: {
      firstPersonBone: nodeOf(json, "Head"),
      ...(recipe.lookAt !== undefined && {
        lookAtTypeName: recipe.lookAt === "bone" ? "Bone" : "BlendShape",
        lookAtHorizontalInner: range(inner),
        lookAtHorizontalOuter: range(outer),
        lookAtVerticalDown: range(down),
        lookAtVerticalUp: range(up),
      }),
    },
    blendShapeMaster: {
      blendShapeGroups: Object.entries(binds).map(([name, list]) => ({
        name,
        presetName: VRM0_PRESETS[name] ?? "unknown",
        isBinary: recipe.binary?.includes(name) ?? false,
        binds: carriers.flatMap(({ mesh }) =>
          list.map(([index, weight]) => ({ mesh, index, weight: weight * 100 })),
        ),
        materialValues: [],
      })),
    },
    secondaryAnimation: { boneGroups: [], colliderGroups: [] },
    materialProperties: [],
  };
}

function vrm1(json: Json, recipe: VrmRecipe, binds: Binds): Json {
  const carriers = faceCarriers(json);
  const [inner, outer, down, up] = recipe.lookDegrees ?? DEFAULT_LOOK_DEGREES;
  const range = (degrees: number) => ({ inputMaxValue: FULL_LOOK_INPUT_DEGREES, outputScale: degrees });
  const expression = (name: string) => ({
    isBinary: recipe.binary?.includes(name) ?? false,
    overrideBlink: recipe.overrides?.[name]?.blink ?? "none",
    overrideLookAt: recipe.overrides?.[name]?.lookAt ?? "none",
    overrideMouth: recipe.overrides?.[name]?.mouth ?? "none",
    morphTargetBinds: carriers.flatMap(({ node }) =>
      (binds[name] ?? []).map(([index, weight]) => ({ node, index, weight })),
    ),
  });
  const names = Object.keys(binds);
  const isPreset = (name: string) => name in VRM0_PRESETS || name === "surprised";
  const entries = (wanted: boolean) =>
    Object.fromEntries(
      names.filter((name) => isPreset(name) === wanted).map((name) => [name, expression(name)]),
    );
  return {
    specVersion: "1.0",
    meta: {
      name: "Synthetic",
      authors: ["Doppel"],
      licenseUrl: "https://vrm.dev/licenses/1.0/",
      ...recipe.meta,
    },
    humanoid: {
      humanBones: Object.fromEntries(
        Object.entries(BONES)
          .map(([bone, name]) => [bone, { node: nodeOf(json, name) }] as const)
          .filter(([, { node }]) => node >= 0),
      ),
    },
    expressions: { preset: entries(true), custom: entries(false) },
    ...(recipe.lookAt !== undefined && {
      lookAt: {
        type: recipe.lookAt,
        offsetFromHeadBone: [0, 0.06, 0],
        rangeMapHorizontalInner: range(inner),
        rangeMapHorizontalOuter: range(outer),
        rangeMapVerticalDown: range(down),
        rangeMapVerticalUp: range(up),
      },
    }),
  };
}

/** Adds the extension to `json`. `targets`: names of the face's targets in their order. */
export function wrapVrm(
  json: Json,
  format: "vrm0" | "vrm1",
  recipe: VrmRecipe,
  targets: readonly string[],
): void {
  const binds = bindsOf(recipe, targets);
  const name = format === "vrm0" ? "VRM" : "VRMC_vrm";
  const extension = format === "vrm0" ? vrm0(json, recipe, binds) : vrm1(json, recipe, binds);
  json.extensions = { ...json.extensions, [name]: extension };
  json.extensionsUsed = [...(json.extensionsUsed ?? []), name];
}
