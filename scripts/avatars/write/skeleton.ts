// Bones as nodes with their joints and bind matrices.
// Whatever axes the nodes have, the body stands where the model says.
import type { AvatarModel, Bone, Vec3 } from "../model";
import type { Binary } from "./binary";
import type { Choices } from "./options";
import {
  HERE,
  inverse,
  matrixOf,
  NO_TURN,
  type Placement,
  placed,
  product,
  type Turn,
  turnAbout,
  turned,
  turnProduct,
} from "./placement";

// biome-ignore lint/suspicious/noExplicitAny: nodes of a glTF document
type Node = any;

/** World of the model -> world of the file. */
export function fileWorld(choices: Choices): Placement {
  return choices.format === "vrm0" ? { ...HERE, turn: turnAbout([0, 1, 0], 180) } : HERE;
}

export interface Skeleton {
  readonly nodes: Node[];
  /** Node that the scene holds. */
  readonly root: number;
  /** Metres in one length of the file, which places of meshes are divided by. */
  readonly unit: number;
  /** Joints of the skin: node of each bone, in the model's order. */
  readonly joints: readonly number[];
  readonly nodeOf: (bone: string) => number;
  readonly hasBone: (bone: string) => boolean;
  /** A direction or distance (metres, world of the model) from a bone, in the bone's own axes and units. */
  readonly fromBone: (bone: string, offset: Vec3) => Vec3;
  /** A new skin, for meshes whose places are put into the world of the file by `mesh`; index in the list of skins. */
  readonly inverseBinds: (binary: Binary, mesh: Placement) => number;
}

const near = (value: number) => (Math.abs(value) < 1e-15 ? 0 : value);

/** Only what differs from a node that changes nothing. */
function transformOf({ turn, scale, place }: Placement): Node {
  const isTurned = turn[3] !== 1;
  return {
    ...(place.some((value) => value !== 0) && { translation: place.map(near) }),
    ...(isTurned && { rotation: [...turn] }),
    ...(scale !== 1 && { scale: [scale, scale, scale] }),
  };
}

/** Products of turns drift from unit length by rounding, which validators measure in single precision. */
function unitTurn(turn: Turn): Turn {
  const length = Math.hypot(...turn);
  return turn.map((value) => value / length) as unknown as Turn;
}

function worldOf(bone: Bone, choices: Choices, file: Placement, above: Placement): Placement {
  const turn = unitTurn(turnProduct(above.turn, choices.axes(bone.name)));
  return { turn, scale: above.scale, place: placed(file, bone.position) };
}

export function makeSkeleton(model: AvatarModel, choices: Choices): Skeleton {
  const file = fileWorld(choices);
  const nodes: Node[] = [];
  let above = HERE;
  choices.above.forEach(({ name, turn = NO_TURN, scale = 1 }, index) => {
    const own = { turn, scale, place: [0, 0, 0] as Vec3 };
    nodes.push({
      name,
      ...transformOf(own),
      ...(index + 1 < choices.above.length && { children: [index + 1] }),
    });
    above = product(above, own);
  });
  const lastAbove = nodes.length - 1;
  const worlds = new Map<string, Placement>();
  const numbers = new Map<string, number>();
  for (const bone of model.bones) {
    const world = worldOf(bone, choices, file, above);
    const parent = bone.parent === null ? lastAbove : (numbers.get(bone.parent) as number);
    const parentWorld = bone.parent === null ? above : (worlds.get(bone.parent) as Placement);
    if (parent === undefined)
      throw new Error(`bone ${bone.name}: its parent ${bone.parent} does not stand before it`);
    const local = product(inverse(parentWorld), world);
    const index = nodes.push({ name: choices.nodeName(bone.name), ...transformOf(local) }) - 1;
    nodes[parent].children = [...(nodes[parent].children ?? []), index];
    worlds.set(bone.name, world);
    numbers.set(bone.name, index);
  }
  const find = <T>(map: Map<string, T>, bone: string): T => {
    const found = map.get(bone);
    if (found === undefined) throw new Error(`the model has no bone ${bone}`);
    return found;
  };
  return {
    nodes,
    root: 0,
    unit: above.scale,
    joints: model.bones.map(({ name }) => find(numbers, name)),
    nodeOf: (bone) => find(numbers, bone),
    hasBone: (bone) => numbers.has(bone),
    fromBone: (bone, offset) => {
      const { turn, scale } = find(worlds, bone);
      return turned(inverse({ turn, scale, place: [0, 0, 0] }).turn, turned(file.turn, offset)).map((value) =>
        near(value / scale),
      ) as unknown as Vec3;
    },
    inverseBinds: (binary, mesh) =>
      binary.matrices(
        Float32Array.from(
          model.bones.flatMap(({ name }) => matrixOf(product(inverse(find(worlds, name)), mesh)).map(near)),
        ),
      ),
  };
}
