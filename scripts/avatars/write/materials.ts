// Materials as glTF, as MToon of VRM 1.0, and as the material properties of VRM 0.x.
// Which lights shine on them is the viewer's business.
import { encoded, encodedColour, linear } from "../math/colour";
import type { AvatarModel, Colour, Material } from "../model";
import type { Binary } from "./binary";

// biome-ignore lint/suspicious/noExplicitAny: parts of a glTF document
type Json = any;
type Rgb = readonly [number, number, number];

/** Cartoon shading, in MToon's own terms and ranges. */
const TOON = {
  /** Width of the edge between light and shade: 1 is a line. */
  shadingToony: 0.85,
  /** 0 puts the edge where the light grazes the surface. */
  shadingShift: 0,
  giEqualization: 0.9,
  rimColour: [0.1, 0.1, 0.11] as Rgb,
  rimFresnelPower: 5,
  rimLift: 0,
  rimLightingMix: 1,
  /** Times the lit colour of the surface: a darker, slightly cooler tone of its own. */
  outlineColour: [0.3, 0.22, 0.27] as Rgb,
  outlineLightingMix: 1,
} as const;

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
const linearColour = (colour: Colour) => encodedColour(colour).map((value) => rounded(linear(value)));

export interface WrittenMaterials {
  readonly materials: Json[];
  readonly textures: Json[];
  readonly images: Json[];
  readonly samplers: Json[];
  /** One a material, for VRM 0.x. */
  readonly properties: Json[];
  readonly indexOf: (name: string) => number;
}

function mtoon(material: Material, texture: number | undefined): Json {
  const picture = texture === undefined ? {} : { shadeMultiplyTexture: { index: texture } };
  const outline = material.outline ?? 0;
  return {
    specVersion: "1.0",
    transparentWithZWrite: false,
    renderQueueOffsetNumber: 0,
    shadeColorFactor: linearColour(material.shade),
    ...picture,
    shadingShiftFactor: TOON.shadingShift,
    shadingToonyFactor: TOON.shadingToony,
    giEqualizationFactor: TOON.giEqualization,
    parametricRimColorFactor: TOON.rimColour,
    parametricRimFresnelPowerFactor: TOON.rimFresnelPower,
    parametricRimLiftFactor: TOON.rimLift,
    rimLightingMixFactor: TOON.rimLightingMix,
    outlineWidthMode: outline > 0 ? "worldCoordinates" : "none",
    outlineWidthFactor: outline,
    outlineColorFactor: TOON.outlineColour,
    outlineLightingMixFactor: TOON.outlineLightingMix,
  };
}

/** Unity's numbers, which VRM 0.x keeps. */
const UNITY = {
  queueOpaque: 2000,
  queueCutout: 2450,
  cullOff: 0,
  cullBack: 2,
  mtoonVersion: 38,
  centimetres: 100,
} as const;

function mtoon0(name: string, material: Material, texture: number | undefined): Json {
  const isCut = material.alphaCutoff !== undefined;
  const outline = material.outline ?? 0;
  const encodedRgba = (rgb: Rgb) => [...rgb.map((value) => rounded(encoded(value))), 1];
  return {
    name,
    shader: "VRM/MToon",
    renderQueue: isCut ? UNITY.queueCutout : UNITY.queueOpaque,
    floatProperties: {
      _Cutoff: material.alphaCutoff ?? 0.5,
      _BumpScale: 1,
      _ReceiveShadowRate: 1,
      _ShadingGradeRate: 1,
      _ShadeShift: TOON.shadingShift,
      _ShadeToony: TOON.shadingToony,
      _LightColorAttenuation: 0,
      _IndirectLightIntensity: 1 - TOON.giEqualization,
      _RimLightingMix: TOON.rimLightingMix,
      _RimFresnelPower: TOON.rimFresnelPower,
      _RimLift: TOON.rimLift,
      _OutlineWidth: outline * UNITY.centimetres,
      _OutlineScaledMaxDistance: 1,
      _OutlineLightingMix: TOON.outlineLightingMix,
      _DebugMode: 0,
      _BlendMode: isCut ? 1 : 0,
      _OutlineWidthMode: outline > 0 ? 1 : 0,
      _OutlineColorMode: 1,
      _CullMode: material.isDoubleSided ? UNITY.cullOff : UNITY.cullBack,
      _OutlineCullMode: 1,
      _SrcBlend: 1,
      _DstBlend: 0,
      _ZWrite: 1,
      _AlphaToMask: isCut ? 1 : 0,
      _MToonVersion: UNITY.mtoonVersion,
    },
    vectorProperties: {
      _Color: [...encodedColour(material.colour), 1],
      _ShadeColor: [...encodedColour(material.shade), 1],
      _EmissionColor: [0, 0, 0, 1],
      _RimColor: encodedRgba(TOON.rimColour),
      _OutlineColor: encodedRgba(TOON.outlineColour),
      _MainTex: [0, 0, 1, 1],
    },
    textureProperties: texture === undefined ? {} : { _MainTex: texture, _ShadeTexture: texture },
    keywordMap: {},
    tagMap: { RenderType: isCut ? "TransparentCutout" : "Opaque" },
  };
}

function gltf0(name: string): Json {
  return {
    name,
    shader: "VRM_USE_GLTFSHADER",
    renderQueue: UNITY.queueOpaque,
    floatProperties: {},
    vectorProperties: {},
    textureProperties: {},
    keywordMap: {},
    tagMap: {},
  };
}

/** Of the materials that parts use, in the model's order. */
export function writeMaterials(
  model: AvatarModel,
  binary: Binary,
  format: "glb" | "vrm0" | "vrm1",
): WrittenMaterials {
  const used = new Set(model.parts.map((part) => part.material));
  const written = {
    materials: [] as Json[],
    textures: [] as Json[],
    images: [] as Json[],
    samplers: [] as Json[],
    properties: [] as Json[],
  };
  const texture = (bytes: Uint8Array, name: string): number => {
    // Linear, with mipmaps.
    if (written.samplers.length === 0) written.samplers.push({ magFilter: 9729, minFilter: 9987 });
    const image = written.images.push({ name, mimeType: "image/png", bufferView: binary.view(bytes) }) - 1;
    return written.textures.push({ name, sampler: 0, source: image }) - 1;
  };
  const numbers = new Map<string, number>();
  for (const [name, material] of Object.entries(model.materials)) {
    if (!used.has(name)) continue;
    const picture = material.picture && texture(material.picture, `${name}Colour`);
    const relief = material.normalPicture && texture(material.normalPicture, `${name}Normal`);
    const isToon = model.shading === "cartoon";
    const isMToon = isToon && format === "vrm1";
    numbers.set(name, written.materials.length);
    written.materials.push({
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...linearColour(material.colour), 1],
        ...(picture !== undefined && { baseColorTexture: { index: picture } }),
        metallicFactor: 0,
        roughnessFactor: material.roughness,
      },
      ...(relief !== undefined && { normalTexture: { index: relief } }),
      ...(material.alphaCutoff !== undefined && { alphaMode: "MASK", alphaCutoff: material.alphaCutoff }),
      ...(material.isDoubleSided && { doubleSided: true }),
      ...(isMToon && { extensions: { VRMC_materials_mtoon: mtoon(material, picture) } }),
    });
    written.properties.push(isToon ? mtoon0(name, material, picture) : gltf0(name));
  }
  return {
    ...written,
    indexOf: (name) => {
      const found = numbers.get(name);
      if (found === undefined) throw new Error(`the model has no material ${name}`);
      return found;
    },
  };
}
