// The extension of VRM 0.x: one object with everything, in Unity's manner.
// Geometry has been turned to face -Z already.

import type { Vec3 } from "../model";
import {
  ballsOf,
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

/** VRM 0.x calls the thumb's joints proximal, intermediate, distal. */
const THUMB: Readonly<Record<string, string>> = Object.fromEntries(
  ["left", "right"].flatMap((side) => [
    [`${side}ThumbMetacarpal`, `${side}ThumbProximal`],
    [`${side}ThumbProximal`, `${side}ThumbIntermediate`],
  ]),
);

/** VRM 1.0's name of a preset -> that of VRM 0.x. */
export const VRM0_PRESETS: Readonly<Record<string, string>> = {
  neutral: "neutral",
  aa: "a",
  ih: "i",
  ou: "u",
  ee: "e",
  oh: "o",
  blink: "blink",
  blinkLeft: "blink_l",
  blinkRight: "blink_r",
  happy: "joy",
  angry: "angry",
  sad: "sorrow",
  relaxed: "fun",
  lookUp: "lookup",
  lookDown: "lookdown",
  lookLeft: "lookleft",
  lookRight: "lookright",
};

/** Weights are percent. */
const FULL_WEIGHT = 100;

const named = ([x, y, z]: Vec3) => ({ x, y, z });
/** Offsets of colliders are kept with z the other way round. */
const unityOffset = ([x, y, z]: Vec3) => ({ x, y, z: -z });

function metaOf({ model }: Written): Json {
  return {
    title: model.name,
    version: LICENCE.version,
    author: LICENCE.author,
    contactInformation: "",
    reference: "",
    allowedUserName: "Everyone",
    violentUssageName: "Allow",
    sexualUssageName: "Allow",
    commercialUssageName: "Allow",
    otherPermissionUrl: "",
    licenseName: "CC0",
    otherLicenseUrl: LICENCE.url,
  };
}

function blendShapeGroups({ choices, meshes }: Written): Json[] {
  return choices.expressions.map(({ name, binds, isBinary = false }) => ({
    name,
    presetName: VRM0_PRESETS[name] ?? "unknown",
    isBinary,
    binds: bindsOf(binds, meshes).map(({ mesh, index, weight }) => ({
      mesh: mesh.mesh,
      index,
      weight: weight * FULL_WEIGHT,
    })),
    materialValues: [],
  }));
}

const FLAGS = { all: "ThirdPersonOnly", none: "Both", some: "Auto" } as const;

function firstPersonOf(written: Written): Json {
  const { horizontal, vertical } = written.model.lookDegrees;
  const isBone = lookAtOf(written) === "bone";
  const range = (degrees: number) => ({
    curve: [0, 0, 0, 1, 1, 1, 1, 0],
    xRange: degrees,
    yRange: isBone ? degrees : 1,
  });
  return {
    firstPersonBone: written.skeleton.nodeOf("head"),
    firstPersonBoneOffset: named(written.skeleton.fromBone("head", eyesFromHead(written))),
    meshAnnotations: written.meshes.map((mesh) => ({
      mesh: mesh.mesh,
      firstPersonFlag: FLAGS[headShareOf(written, mesh)],
    })),
    lookAtTypeName: isBone ? "Bone" : "BlendShape",
    lookAtHorizontalInner: range(horizontal),
    lookAtHorizontalOuter: range(horizontal),
    lookAtVerticalDown: range(vertical),
    lookAtVerticalUp: range(vertical),
  };
}

function secondaryAnimation({ model, skeleton }: Written): Json {
  const colliderGroups = model.colliders.map(({ bone, offset, tail, radius }) => ({
    node: skeleton.nodeOf(bone),
    colliders: ballsOf(offset, tail, radius).map((ball) => ({
      offset: unityOffset(skeleton.fromBone(bone, ball)),
      radius: radius / skeleton.unit,
    })),
  }));
  return {
    boneGroups: model.springs.map((spring) => ({
      comment: spring.name,
      stiffiness: spring.stiffness,
      gravityPower: spring.gravityPower,
      gravityDir: named([0, -1, 0]),
      dragForce: spring.dragForce,
      center: -1,
      hitRadius: spring.hitRadius,
      bones: [skeleton.nodeOf(spring.bones[0] as string)],
      colliderGroups: colliderGroups.map((_, index) => index),
    })),
    colliderGroups,
  };
}

export function vrm0(written: Written): Json {
  return {
    specVersion: "0.0",
    exporterVersion: "Doppel",
    meta: metaOf(written),
    humanoid: {
      humanBones: humanBonesOf(written).map((bone) => ({
        bone: THUMB[bone] ?? bone,
        node: written.skeleton.nodeOf(bone),
        useDefaultValues: true,
      })),
    },
    firstPerson: firstPersonOf(written),
    blendShapeMaster: { blendShapeGroups: blendShapeGroups(written) },
    secondaryAnimation: secondaryAnimation(written),
    materialProperties: written.materials.properties,
  };
}
