// The toy head on a body of boxes as an avatar model, for tests of the writer and of the family.
// It is small and without beauty, but has everything that a model may have: 52 channels, springs, colours, a normal map.
import { normalsOf } from "../../scripts/avatars/math/mesh";
import type { AvatarModel, Bone, Influences, Part, Target, Vec3 } from "../../scripts/avatars/model";
import { boneOfName } from "../../web/src/reader/humanoid";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { eyeDeltas, faceDeltas, mouthInsideDeltas } from "./head-fields";
import { type Geometry, makeEye, makeFace, makeMouthInside } from "./head-geometry";
import { BONE_PARENTS, BONE_PLACES, bodyBoxes, HEAD_HEIGHT } from "./make-body";

const boneName = (name: string) => boneOfName(name)?.bone ?? name;

function bones(): readonly Bone[] {
  const body = Object.entries(BONE_PARENTS)
    .filter(([name]) => name !== "Jaw")
    .map(([name, parent]): Bone => {
      const above = parent === "Armature" ? null : boneName(parent);
      return { name: boneName(name), parent: above, position: BONE_PLACES[name] as Vec3 };
    });
  return [
    ...body,
    { name: "hairBack1", parent: "head", position: [0, 1.6, -0.06] },
    { name: "hairBack2", parent: "hairBack1", position: [0, 1.5, -0.08] },
  ];
}

const vectors = (array: ArrayLike<number>): Vec3[] =>
  Array.from(
    { length: array.length / 3 },
    (_, at) => [0, 1, 2].map((k) => array[3 * at + k]) as unknown as Vec3,
  );

function targetOf(geometry: Geometry, normals: readonly Vec3[], dense: Float32Array): Target | undefined {
  const deltas = vectors(dense);
  const places = vectors(geometry.positions);
  const moved = places.map(
    (place, at) => place.map((value, k) => value + (deltas[at]?.[k] ?? 0)) as unknown as Vec3,
  );
  const after = normalsOf({ places: moved, triangles: [...geometry.triangles] });
  const vertices = deltas.flatMap((delta, at) => (delta.some((value) => value !== 0) ? [at] : []));
  if (vertices.length === 0) return undefined;
  return {
    vertices: Uint32Array.from(vertices),
    deltas: Float64Array.from(vertices.flatMap((at) => [...(deltas[at] as Vec3)])),
    normalDeltas: Float64Array.from(
      vertices.flatMap((at) =>
        (after[at] as Vec3).map((value, k) => value - ((normals[at] as Vec3)[k] as number)),
      ),
    ),
  };
}

interface Recipe {
  readonly name: string;
  readonly material: string;
  readonly geometry: Geometry;
  /** Metres that the part is raised by. */
  readonly raised: number;
  readonly influences: (vertex: number) => Influences;
  readonly deltas?: (channel: string) => Float32Array;
}

function partOf({ name, material, geometry, raised, influences, deltas }: Recipe): Part {
  const normals = normalsOf({ places: vectors(geometry.positions), triangles: [...geometry.triangles] });
  const targets: Record<string, Target> = {};
  for (const channel of deltas ? faceChannelNames : []) {
    const target = deltas && targetOf(geometry, normals, deltas(channel));
    if (target !== undefined) targets[channel] = target;
  }
  return {
    name,
    material,
    positions: geometry.positions.map((value, i) => (i % 3 === 1 ? value + raised : value)),
    normals: Float64Array.from(normals.flat()),
    triangles: geometry.triangles,
    influences: normals.map((_, vertex) => influences(vertex)),
    targets,
  };
}

function facePart(): Part {
  const geometry = makeFace();
  const part = partOf({
    name: "Face",
    material: "Skin",
    geometry,
    raised: HEAD_HEIGHT,
    influences: () => [["head", 1]],
    deltas: (channel) => faceDeltas(geometry, { [channel]: 1 }),
  });
  const colours = Float32Array.from(
    geometry.points.flatMap(({ v }) => (v < -0.03 ? [0.9, 0.5, 0.5] : [1, 0.9, 0.85])),
  );
  return { ...part, colours };
}

function eyePart(side: "Left" | "Right"): Part {
  const geometry = makeEye(side);
  return partOf({
    name: `Eye${side}`,
    material: "Eye",
    geometry,
    raised: HEAD_HEIGHT,
    influences: () => [[side === "Left" ? "leftEye" : "rightEye", 1]],
    deltas: (channel) => eyeDeltas(geometry, side, { [channel]: 1 }),
  });
}

function insidePart(): Part {
  const geometry = makeMouthInside();
  return partOf({
    name: "Teeth",
    material: "Teeth",
    geometry,
    raised: HEAD_HEIGHT,
    influences: () => [["head", 1]],
    deltas: (channel) => mouthInsideDeltas(geometry, { [channel]: 1 }),
  });
}

function bodyPart(): Part {
  const { geometry, bones: owners } = bodyBoxes();
  const part = partOf({
    name: "Body",
    material: "Cloth",
    geometry,
    raised: 0,
    influences: (vertex) => [[boneName(owners[vertex] as string), 1]],
  });
  return {
    ...part,
    uvs: Float32Array.from(vectors(geometry.positions).flatMap(([x, y]) => [x / 2 + 0.5, 1 - y / 2])),
  };
}

/** A strip of hair down the back of the head, half on a bone that swings. */
function hairPart(): Part {
  const [columns, rows] = [4, 8];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= rows; ++row) {
    for (let column = 0; column <= columns; ++column) {
      positions.push(
        ((column - columns / 2) * 0.08) / columns,
        1.66 - (row * 0.16) / rows,
        -0.06 - row * 0.002,
      );
      if (row === rows || column === columns) continue;
      const a = row * (columns + 1) + column;
      triangles.push(a, a + 1, a + columns + 1, a + 1, a + columns + 2, a + columns + 1);
    }
  }
  const geometry = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  return partOf({
    name: "Hair",
    material: "Hair",
    geometry,
    raised: 0,
    influences: (vertex) =>
      vertex < 20
        ? [["head", 1]]
        : [
            ["hairBack1", 1 / 3],
            ["head", 2 / 3],
          ],
  });
}

/** A PNG of one pixel, the middle of a normal map. */
const FLAT_RELIEF = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNoaPgPAAMDAgCEdBZcAAAAAElFTkSuQmCC",
    "base64",
  ),
);

/** `shading` changes how the materials are written. */
export function toyModel(shading: AvatarModel["shading"] = "pbr"): AvatarModel {
  return {
    name: "Toy",
    shading,
    bones: bones(),
    parts: [facePart(), eyePart("Left"), eyePart("Right"), insidePart(), bodyPart(), hairPart()],
    materials: {
      Skin: { colour: "#e9b99f", shade: "#c98a72", roughness: 0.6, outline: 0.001, isDoubleSided: true },
      Eye: { colour: "#ffffff", shade: "#c0c0d0", roughness: 0.2 },
      Teeth: { colour: "#f4ece4", shade: "#c9a9a0", roughness: 0.3 },
      Cloth: { colour: "#2f7f86", shade: "#1f5559", roughness: 0.9, normalPicture: FLAT_RELIEF },
      Hair: { colour: "#3a2620", shade: "#1f1411", roughness: 0.7, isDoubleSided: true },
    },
    colliders: [
      { bone: "head", offset: [0, 0.07, 0.01], radius: 0.1 },
      { bone: "neck", offset: [0, 0, 0], tail: [0, 0.06, 0.01], radius: 0.05 },
    ],
    springs: [
      {
        name: "Back",
        bones: ["hairBack1", "hairBack2"],
        stiffness: 1,
        gravityPower: 0.1,
        dragForce: 0.4,
        hitRadius: 0.02,
      },
    ],
    lookDegrees: { horizontal: 28, vertical: 22 },
  };
}
