// Made-up humanoid motion with VRM bones, and a glTF writer of the tests' own that gives the same motion with turned and scaled nodes.
// It uses nothing of the code under test but its types.
import fc from "fast-check";
import type { MotionClip, Vec3 } from "../../web/src/sources/motion/motion-clip";
import { clipOf } from "./motion-clips";

/** Name, parent, and place in the T-pose relative to it; every required bone and some others. */
const TEMPLATE: readonly (readonly [string, number, Vec3])[] = [
  ["hips", -1, [0, 0.95, 0.01]],
  ["leftUpperLeg", 0, [0.09, -0.04, 0]],
  ["leftLowerLeg", 1, [0, -0.42, 0]],
  ["leftFoot", 2, [0, -0.42, -0.02]],
  ["leftToes", 3, [0, -0.06, 0.13]],
  ["rightUpperLeg", 0, [-0.09, -0.04, 0]],
  ["rightLowerLeg", 5, [0, -0.42, 0]],
  ["rightFoot", 6, [0, -0.42, -0.02]],
  ["spine", 0, [0, 0.1, 0]],
  ["chest", 8, [0, 0.15, 0]],
  ["neck", 9, [0, 0.25, 0]],
  ["head", 10, [0, 0.1, 0.01]],
  ["leftEye", 11, [0.03, 0.06, 0.08]],
  ["leftShoulder", 9, [0.03, 0.2, 0]],
  ["leftUpperArm", 13, [0.12, 0, 0]],
  ["leftLowerArm", 14, [0.27, 0, 0]],
  ["leftHand", 15, [0.25, 0, 0]],
  ["leftThumbMetacarpal", 16, [0.02, 0, 0.03]],
  ["rightUpperArm", 9, [-0.15, 0.2, 0]],
  ["rightLowerArm", 18, [-0.27, 0, 0]],
  ["rightHand", 19, [-0.25, 0, 0]],
];

const unit = fc
  .tuple(
    ...([0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })) as [
      fc.Arbitrary<number>,
      fc.Arbitrary<number>,
      fc.Arbitrary<number>,
      fc.Arbitrary<number>,
    ]),
  )
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((value) => value / Math.hypot(...q)) as [number, number, number, number]);

export const anyTurn = unit;

/** Humanoid clips whose eyes rest: the format has no place for them. */
export const anyHumanoid: fc.Arbitrary<MotionClip> = fc
  .record({
    frames: fc.integer({ min: 1, max: 4 }),
    rate: fc.constantFrom(24, 30, 60, 120),
    turns: fc.array(unit, { minLength: 4 * TEMPLATE.length, maxLength: 4 * TEMPLATE.length }),
    way: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 12, maxLength: 12 }),
    size: fc.double({ min: 0.5, max: 2, noNaN: true }),
  })
  .map(({ frames, rate, turns, way, size }) => {
    const count = TEMPLATE.length;
    const rotations = Float32Array.from(
      turns
        .slice(0, frames * count)
        .flatMap((turn, index) => (TEMPLATE[index % count]?.[0] === "leftEye" ? [0, 0, 0, 1] : turn)),
    );
    const performer = {
      name: "made",
      bones: TEMPLATE.map(([name, parent, [x, y, z]]) => ({
        name,
        parent,
        offset: [x * size, y * size, z * size] as const,
        end: null,
      })),
      rotations,
      positioned: [0],
      positions: Float32Array.from(way.slice(0, 3 * frames)),
      tracked: null,
    };
    return { ...clipOf(performer, frames, rate), name: "made.vrma", format: "vrma" as const };
  });

type Quaternion = readonly [number, number, number, number];

function times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
const back = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

function turned(q: Quaternion, [x, y, z]: Vec3): Vec3 {
  const [a, b, c] = times(times(q, [x, y, z, 0]), back(q));
  return [a, b, c];
}

export interface DressOptions {
  /** Rotation of each node at rest against its parent, in turn. */
  readonly rests: readonly Quaternion[];
  /** Scale of the node above the hips: 0.01 where lengths are centimetres. */
  readonly scale: number;
  /** Node that carries the whole, turned. */
  readonly top: Quaternion;
}

/**
 * The same motion in nodes with axes of their own, below a turned and scaled node, with a node of no bone between hips and spine:
 * N = W L^-1 q W^-1 of the format's own text, solved for q.
 */
export function dressed(clip: MotionClip, { rests, scale, top }: DressOptions): Uint8Array {
  const performer = clip.performers[0];
  if (performer === undefined) throw new Error("no performer");
  const { bones, rotations, positions } = performer;
  const worlds: Quaternion[] = [];
  const locals: Quaternion[] = [];
  for (const [bone, { parent }] of bones.entries()) {
    const local = rests[bone % rests.length] ?? [0, 0, 0, 1];
    locals.push(local);
    worlds.push(times(parent < 0 ? top : (worlds[parent] ?? top), local));
  }
  const numbers: number[][] = [Array.from(clip.times)];
  const outputs = bones.map((_, bone) => {
    const world = worlds[bone] ?? top;
    const values = Array.from({ length: clip.frameCount }, (_unused, frame) => {
      const from = 4 * (frame * bones.length + bone);
      const normalized = [...rotations.subarray(from, from + 4)] as unknown as Quaternion;
      return [...times(times(times(locals[bone] ?? top, back(world)), normalized), world)];
    });
    return numbers.push(values.flat()) - 1;
  });
  const inTop = (vector: Vec3): Vec3 =>
    turned(back(top), vector).map((value) => value / scale) as unknown as Vec3;
  const way =
    numbers.push(
      Array.from({ length: clip.frameCount }, (_, frame) => [
        ...inTop([...positions.subarray(3 * frame, 3 * frame + 3)] as unknown as Vec3),
      ]).flat(),
    ) - 1;
  // Node 0 is the top, node 1 the one between hips and spine, bones follow.
  const spine = bones.findIndex(({ name }) => name === "spine");
  const nodeOf = (bone: number) => bone + 2;
  const nodes = [
    { rotation: [...top], scale: [scale, scale, scale], children: [nodeOf(0)] },
    { name: "between", children: [nodeOf(spine)] },
    ...bones.map(({ name, parent, offset }, bone) => {
      const children = bones.flatMap((other, index) =>
        other.parent === bone ? [index === spine ? 1 : nodeOf(index)] : [],
      );
      const place =
        parent < 0
          ? inTop(offset)
          : turned(back(worlds[parent] ?? top), offset).map((value) => value / scale);
      return {
        name,
        translation: [...place],
        rotation: [...(locals[bone] ?? top)],
        ...(children.length > 0 ? { children } : {}),
      };
    }),
  ];
  const bytes = new Float32Array(numbers.flat());
  let offset = 0;
  const views = numbers.map((values) => {
    const view = { buffer: 0, byteOffset: offset, byteLength: 4 * values.length };
    offset += view.byteLength;
    return view;
  });
  const accessors = numbers.map((values, index) => ({
    bufferView: index,
    componentType: 5126,
    count: clip.frameCount,
    type: index === 0 ? "SCALAR" : values.length / clip.frameCount === 4 ? "VEC4" : "VEC3",
    ...(index === 0 ? { min: [values[0]], max: [values.at(-1)] } : {}),
  }));
  const samplers = [...outputs, way].map((output) => ({ input: 0, output }));
  const channels = [
    ...outputs.map((_, bone) => ({ sampler: bone, target: { node: nodeOf(bone), path: "rotation" } })),
    { sampler: bones.length, target: { node: nodeOf(0), path: "translation" } },
  ];
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: ["VRMC_vrm_animation"],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: "1.0",
        humanoid: {
          humanBones: Object.fromEntries(bones.map(({ name }, bone) => [name, { node: nodeOf(bone) }])),
        },
      },
    },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    animations: [{ samplers, channels }],
    accessors,
    bufferViews: views,
    buffers: [
      {
        byteLength: bytes.byteLength,
        uri: `data:application/octet-stream;base64,${Buffer.from(bytes.buffer).toString("base64")}`,
      },
    ],
  };
  return new TextEncoder().encode(JSON.stringify(json));
}
