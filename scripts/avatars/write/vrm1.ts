// The extensions of VRM 1.0: VRMC_vrm and VRMC_springBone.
// Materials carry theirs in materials.ts.
import {
  bindsOf,
  eyesFromHead,
  headShareOf,
  humanBonesOf,
  LICENCE,
  lookAtOf,
  type Written,
} from "./vrm-parts";

// biome-ignore lint/suspicious/noExplicitAny: parts of a glTF document
type Json = any;

const PRESETS: ReadonlySet<string> = new Set([
  ...["neutral", "aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight"],
  ...["happy", "angry", "sad", "relaxed", "surprised", "lookUp", "lookDown", "lookLeft", "lookRight"],
]);

function metaOf({ model }: Written): Json {
  return {
    name: model.name,
    version: LICENCE.version,
    authors: [LICENCE.author],
    copyrightInformation: LICENCE.notice,
    thirdPartyLicenses: "Nothing of others is in it. CC0 1.0 Universal.",
    licenseUrl: "https://vrm.dev/licenses/1.0/",
    otherLicenseUrl: LICENCE.url,
    avatarPermission: "everyone",
    allowExcessivelyViolentUsage: true,
    allowExcessivelySexualUsage: true,
    commercialUsage: "corporation",
    allowPoliticalOrReligiousUsage: true,
    allowAntisocialOrHateUsage: true,
    creditNotation: "unnecessary",
    allowRedistribution: true,
    modification: "allowModificationRedistribution",
  };
}

function expressionsOf({ choices, meshes }: Written): Json {
  const entries = choices.expressions.map(({ name, binds, isBinary = false }) => {
    const morphTargetBinds = bindsOf(binds, meshes).map(({ mesh, index, weight }) => ({
      node: mesh.node,
      index,
      weight,
    }));
    const none = { overrideBlink: "none", overrideLookAt: "none", overrideMouth: "none" };
    return [name, { isBinary, ...none, ...(morphTargetBinds.length > 0 && { morphTargetBinds }) }] as const;
  });
  const custom = entries.filter(([name]) => !PRESETS.has(name));
  return {
    preset: Object.fromEntries(entries.filter(([name]) => PRESETS.has(name))),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
  };
}

/** Eyes aim exactly where they look, up to their limit. */
function lookAtJson(written: Written): Json {
  const { horizontal, vertical } = written.model.lookDegrees;
  const isBone = lookAtOf(written) === "bone";
  const range = (degrees: number) => ({ inputMaxValue: degrees, outputScale: isBone ? degrees : 1 });
  return {
    type: lookAtOf(written),
    offsetFromHeadBone: written.skeleton.fromBone("head", eyesFromHead(written)),
    rangeMapHorizontalInner: range(horizontal),
    rangeMapHorizontalOuter: range(horizontal),
    rangeMapVerticalDown: range(vertical),
    rangeMapVerticalUp: range(vertical),
  };
}

const ANNOTATIONS = { all: "thirdPersonOnly", none: "both", some: "auto" } as const;

export function vrm1(written: Written): Json {
  const { skeleton, meshes } = written;
  return {
    specVersion: "1.0",
    meta: metaOf(written),
    humanoid: {
      humanBones: Object.fromEntries(
        humanBonesOf(written).map((bone) => [bone, { node: skeleton.nodeOf(bone) }]),
      ),
    },
    firstPerson: {
      meshAnnotations: meshes.map((mesh) => ({
        node: mesh.node,
        type: ANNOTATIONS[headShareOf(written, mesh)],
      })),
    },
    lookAt: lookAtJson(written),
    expressions: expressionsOf(written),
  };
}

/** Undefined where nothing swings. */
export function springBones({ model, skeleton }: Written): Json {
  if (model.springs.length === 0) return undefined;
  const colliders = model.colliders.map(({ bone, offset, tail, radius }) => {
    const from = skeleton.fromBone(bone, offset);
    const size = radius / skeleton.unit;
    const shape = tail
      ? { capsule: { offset: from, radius: size, tail: skeleton.fromBone(bone, tail) } }
      : { sphere: { offset: from, radius: size } };
    return { node: skeleton.nodeOf(bone), shape };
  });
  const hasColliders = colliders.length > 0;
  const down = [0, -1, 0];
  return {
    specVersion: "1.0",
    ...(hasColliders && {
      colliders,
      colliderGroups: [{ name: "Body", colliders: colliders.map((_, index) => index) }],
    }),
    springs: model.springs.map((spring) => ({
      name: spring.name,
      joints: spring.bones.map((bone) => ({
        node: skeleton.nodeOf(bone),
        hitRadius: spring.hitRadius,
        stiffness: spring.stiffness,
        gravityPower: spring.gravityPower,
        gravityDir: down,
        dragForce: spring.dragForce,
      })),
      ...(hasColliders && { colliderGroups: [0] }),
    })),
  };
}
