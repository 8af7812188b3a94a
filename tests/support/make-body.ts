// Skeleton of the synthetic avatar, named as Ready Player Me's, and a body of boxes on it.
// Enough for a valid VRM and a height; it is not meant to be looked at.
import { EYE_CENTRES, type Geometry, JAW_PIVOT } from "./head-geometry";

type Place = readonly [number, number, number];

/** Height of the head bone, metres. */
export const HEAD_HEIGHT = 1.55;

/** Bone -> its parent; in the order in which the nodes are written. */
export const BONE_PARENTS: Readonly<Record<string, string>> = {
  Hips: "Armature",
  Spine: "Hips",
  Spine1: "Spine",
  Neck: "Spine1",
  Head: "Neck",
  LeftEye: "Head",
  RightEye: "Head",
  Jaw: "Head",
  ...limb("Left"),
  ...limb("Right"),
};

function limb(side: "Left" | "Right"): Record<string, string> {
  return {
    [`${side}Arm`]: "Spine1",
    [`${side}ForeArm`]: `${side}Arm`,
    [`${side}Hand`]: `${side}ForeArm`,
    [`${side}UpLeg`]: "Hips",
    [`${side}Leg`]: `${side}UpLeg`,
    [`${side}Foot`]: `${side}Leg`,
  };
}

function onHead([x, y, z]: Place): Place {
  return [x, y + HEAD_HEIGHT, z];
}

function limbPlaces(side: "Left" | "Right"): Record<string, Place> {
  const sign = side === "Left" ? 1 : -1;
  return {
    [`${side}Arm`]: [sign * 0.17, 1.4, 0],
    [`${side}ForeArm`]: [sign * 0.42, 1.4, 0],
    [`${side}Hand`]: [sign * 0.66, 1.4, 0],
    [`${side}UpLeg`]: [sign * 0.09, 0.88, 0],
    [`${side}Leg`]: [sign * 0.09, 0.48, 0],
    [`${side}Foot`]: [sign * 0.09, 0.08, 0],
  };
}

/** Rest place of each bone, facing +Z. */
export const BONE_PLACES: Readonly<Record<string, Place>> = {
  Hips: [0, 0.92, 0],
  Spine: [0, 1.05, 0],
  Spine1: [0, 1.25, 0],
  Neck: [0, 1.46, 0],
  Head: [0, HEAD_HEIGHT, 0],
  LeftEye: onHead(EYE_CENTRES.Left),
  RightEye: onHead(EYE_CENTRES.Right),
  Jaw: onHead(JAW_PIVOT),
  ...limbPlaces("Left"),
  ...limbPlaces("Right"),
};

/** Box of each bone: lowest and highest corner. The soles stand on the floor. */
const BOXES: Readonly<Record<string, readonly [Place, Place]>> = {
  Hips: [
    [-0.15, 0.85, -0.08],
    [0.15, 1.05, 0.08],
  ],
  Spine1: [
    [-0.17, 1.05, -0.09],
    [0.17, 1.45, 0.09],
  ],
  ...limbBoxes("Left"),
  ...limbBoxes("Right"),
};

function limbBoxes(side: "Left" | "Right"): Record<string, readonly [Place, Place]> {
  const mirrored = ([x0, y0, z0]: Place, [x1, y1, z1]: Place): readonly [Place, Place] =>
    side === "Left"
      ? [
          [x0, y0, z0],
          [x1, y1, z1],
        ]
      : [
          [-x1, y0, z0],
          [-x0, y1, z1],
        ];
  return {
    [`${side}Arm`]: mirrored([0.17, 1.36, -0.04], [0.42, 1.44, 0.04]),
    [`${side}ForeArm`]: mirrored([0.42, 1.37, -0.03], [0.66, 1.43, 0.03]),
    [`${side}Hand`]: mirrored([0.66, 1.375, -0.04], [0.82, 1.425, 0.04]),
    [`${side}UpLeg`]: mirrored([0.02, 0.48, -0.07], [0.15, 0.88, 0.07]),
    [`${side}Leg`]: mirrored([0.03, 0.08, -0.05], [0.14, 0.48, 0.05]),
    [`${side}Foot`]: mirrored([0.03, 0, -0.06], [0.14, 0.08, 0.18]),
  };
}

/** Corners of a box's faces as indices of its eight corners (bit 0: x, bit 1: y, bit 2: z), outward. */
const BOX_TRIANGLES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** The body and the bone that each vertex follows. */
export function bodyBoxes(): { readonly geometry: Geometry; readonly bones: readonly string[] } {
  const positions: number[] = [];
  const triangles: number[] = [];
  const bones: string[] = [];
  for (const [bone, [low, high]] of Object.entries(BOXES)) {
    const first = bones.length;
    for (let corner = 0; corner < 8; ++corner) {
      for (let axis = 0; axis < 3; ++axis) {
        positions.push(((corner >> axis) & 1 ? high : low)[axis] as number);
      }
      bones.push(bone);
    }
    triangles.push(...BOX_TRIANGLES.map((corner) => first + corner));
  }
  return {
    geometry: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    bones,
  };
}
