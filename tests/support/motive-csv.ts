// Made-up Motive exports: a moving skeleton with Motive's names, written as Motive writes it, and the truth beside it.
// The arithmetic is matrices of the tests' own.
import { apply, identity, type Matrix, times as product, turnAbout } from "./motion-clips";

export interface MadeBone {
  readonly name: string;
  readonly parent: number;
  readonly offset: readonly [number, number, number];
}

const side = (letter: "L" | "R", sign: number, chest: number, hip: number, first: number): MadeBone[] => [
  { name: `${letter}Shoulder`, parent: chest, offset: [0.04 * sign, 0.2, 0] },
  { name: `${letter}UArm`, parent: first, offset: [0.14 * sign, 0, 0] },
  { name: `${letter}FArm`, parent: first + 1, offset: [0.28 * sign, 0, 0] },
  { name: `${letter}Hand`, parent: first + 2, offset: [0.25 * sign, 0, 0] },
  { name: `${letter}Index1`, parent: first + 3, offset: [0.09 * sign, 0.01, 0.03] },
  { name: `${letter}Index2`, parent: first + 4, offset: [0.04 * sign, 0, 0] },
  { name: `${letter}Thigh`, parent: hip, offset: [0.1 * sign, -0.05, 0] },
  { name: `${letter}Shin`, parent: first + 6, offset: [0, -0.42, 0] },
  { name: `${letter}Foot`, parent: first + 7, offset: [0, -0.41, 0] },
  { name: `${letter}Toe`, parent: first + 8, offset: [0, -0.06, 0.13] },
];

/** Motive's own names; the root is named after the skeleton where `root` says so. */
export function madeSkeleton(root = "Hip"): MadeBone[] {
  return [
    { name: root, parent: -1, offset: [0, 0, 0] },
    { name: "Ab", parent: 0, offset: [0, 0.08, 0] },
    { name: "Chest", parent: 1, offset: [0, 0.22, 0] },
    { name: "Neck", parent: 2, offset: [0, 0.25, 0] },
    { name: "Head", parent: 3, offset: [0, 0.15, 0.02] },
    ...side("L", 1, 2, 0, 5),
    ...side("R", -1, 2, 0, 15),
  ];
}

export interface MadeMotion {
  readonly bones: readonly MadeBone[];
  /** Seconds are frame / rate. */
  readonly frameCount: number;
  /** frames x bones: angles about X, Y, Z in degrees, applied as X * Y * Z. */
  readonly angles: readonly (readonly (readonly [number, number, number])[])[];
  /** frames: place of the root, metres. */
  readonly roots: readonly (readonly [number, number, number])[];
}

/** A standing figure whose every joint swings at its own pace. */
export function madeMotion(bones: readonly MadeBone[], frameCount: number, seed = 1): MadeMotion {
  const swing = (frame: number, bone: number, axis: number) =>
    (bone === 0 && axis !== 1 ? 4 : 25) *
    Math.sin(0.13 * frame * (1 + ((bone * 7 + axis * 3 + seed) % 5)) + bone + axis);
  const frames = Array.from({ length: frameCount }, (_, frame) => frame);
  return {
    bones,
    frameCount,
    angles: frames.map((frame) =>
      bones.map((_, bone) => [swing(frame, bone, 0), swing(frame, bone, 1), swing(frame, bone, 2)] as const),
    ),
    roots: frames.map((frame) => [0.02 * frame, 0.95 + 0.02 * Math.sin(frame), 0.3] as const),
  };
}

interface Placed {
  readonly local: Matrix;
  readonly world: Matrix;
  readonly position: readonly number[];
  /** In the parent's space; the root's in the world. */
  readonly localPosition: readonly number[];
}

function turnOf([x, y, z]: readonly [number, number, number]): Matrix {
  return product(product(turnAbout("X", x), turnAbout("Y", y)), turnAbout("Z", z));
}

export function placed(motion: MadeMotion, frame: number): Placed[] {
  const result: Placed[] = [];
  for (const [bone, { parent, offset }] of motion.bones.entries()) {
    const local = turnOf(motion.angles[frame]?.[bone] ?? [0, 0, 0]);
    const above = result[parent];
    const localPosition = above === undefined ? (motion.roots[frame] ?? [0, 0, 0]) : offset;
    const from = apply(above?.world ?? identity, localPosition);
    const position = from.map((value, axis) => value + (above?.position[axis] ?? 0));
    result.push({ local, world: product(above?.world ?? identity, local), position, localPosition });
  }
  return result;
}

/** Largest component first, so that it never divides by little. */
export function quaternionOf(m: Matrix): number[] {
  const at = (row: number, column: number) => m[row]?.[column] ?? 0;
  const squares = [
    1 + at(0, 0) - at(1, 1) - at(2, 2),
    1 - at(0, 0) + at(1, 1) - at(2, 2),
    1 - at(0, 0) - at(1, 1) + at(2, 2),
    1 + at(0, 0) + at(1, 1) + at(2, 2),
  ];
  const most = squares.indexOf(Math.max(...squares));
  const d = 2 * Math.sqrt(squares[most] ?? 1);
  const pairs = [
    [(d * d) / 4, at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)],
    [at(0, 1) + at(1, 0), (d * d) / 4, at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)],
    [at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), (d * d) / 4, at(1, 0) - at(0, 1)],
    [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), (d * d) / 4],
  ][most] ?? [0, 0, 0, 1];
  return pairs.map((value) => value / d);
}

/** XYZ angles in degrees; the middle one is kept from 90 by the motions made here. */
function eulerOf(m: Matrix): number[] {
  const degrees = 180 / Math.PI;
  return [
    Math.atan2(-(m[1]?.[2] ?? 0), m[2]?.[2] ?? 0) * degrees,
    Math.asin(Math.max(-1, Math.min(1, m[0]?.[2] ?? 0))) * degrees,
    Math.atan2(-(m[0]?.[1] ?? 0), m[0]?.[0] ?? 0) * degrees,
  ];
}

export interface ExportOptions {
  readonly version?: "1.21" | "1.23" | "1.25";
  readonly rotation?: "Quaternion" | "XYZ";
  readonly units?: readonly [name: string, perMetre: number];
  readonly space?: "Global" | "Local";
  /** What the header claims, where that is not the truth. */
  readonly claimedSpace?: string;
  readonly rate?: number;
  /** Rotates metres, Y up, into the export's axes. */
  readonly zUp?: boolean;
  /** True where the cells of a bone are blank. */
  readonly isLost?: (frame: number, bone: number, performer: number) => boolean;
}

const toZUp: Matrix = [
  [1, 0, 0],
  [0, 0, -1],
  [0, 1, 0],
];
const toYUp: Matrix = [
  [1, 0, 0],
  [0, 0, 1],
  [0, -1, 0],
];

function cellsOf(each: Placed, isRoot: boolean, options: ExportOptions): string[] {
  const isLocal = options.space === "Local" && !isRoot;
  const perMetre = options.units?.[1] ?? 1;
  let turn = isLocal || isRoot ? each.local : each.world;
  let place = isLocal ? each.localPosition : each.position;
  if (options.zUp === true) {
    turn = product(product(toZUp, turn), toYUp);
    place = apply(toZUp, place);
  }
  const turns = options.rotation === "XYZ" ? eulerOf(turn) : quaternionOf(turn);
  return [...turns, ...place.map((value) => value * perMetre)].map((value) => value.toFixed(6));
}

/** The text of an export with these performers, by name. */
export function motiveCsv(
  performers: Readonly<Record<string, MadeMotion>>,
  options: ExportOptions = {},
): string {
  const { version = "1.23", rotation = "Quaternion", rate = 120 } = options;
  const [unit] = options.units ?? ["Meters"];
  const list = Object.entries(performers);
  const frameCount = list[0]?.[1].frameCount ?? 0;
  const stated = `Format Version,${version},Take Name,Made,Capture Frame Rate,${rate}.000000,Export Frame Rate,${rate}.000000,Capture Start Time,2026-01-01 01.00.00.000,Total Exported Frames,${frameCount},Rotation Type,${rotation},Length Units,${unit},Coordinate Space,${options.claimedSpace ?? options.space ?? "Global"}`;
  const axes = rotation === "XYZ" ? ["X", "Y", "Z"] : ["X", "Y", "Z", "W"];
  const wide = (texts: readonly string[]) =>
    texts.flatMap((text) => new Array<string>(axes.length + 3).fill(text));
  const bones = list.flatMap(([name, { bones: own }]) =>
    own.map((bone, index) => ({
      ...bone,
      full: `${name}:${bone.name}`,
      id: `${name}${index}`,
      parentId: bone.parent < 0 ? "" : `${name}${bone.parent}`,
    })),
  );
  const label = (text: string) => (version === "1.21" ? "" : text);
  const lines = [
    stated,
    "",
    `,${label("Type")},${wide(bones.map(() => "Bone")).join(",")}`,
    `,${label("Name")},${wide(bones.map(({ full }) => full)).join(",")}`,
    `,${label("ID")},${wide(bones.map(({ id }) => `"${id}"`)).join(",")}`,
    ...(version === "1.25" ? [`,Parent,${wide(bones.map(({ parentId }) => parentId)).join(",")}`] : []),
    `,,${bones.flatMap(() => [...axes.map(() => "Rotation"), "Position", "Position", "Position"]).join(",")}`,
    `Frame,${version === "1.21" ? "Time" : "Time (Seconds)"},${bones.flatMap(() => [...axes, "X", "Y", "Z"]).join(",")}`,
  ];
  for (let frame = 0; frame < frameCount; ++frame) {
    const cells = list.flatMap(([, motion], performer) =>
      placed(motion, frame).flatMap((each, bone) => {
        const texts = cellsOf(each, bone === 0, options);
        return options.isLost?.(frame, bone, performer) === true ? texts.map(() => "") : texts;
      }),
    );
    lines.push([String(frame), (Math.round((1000 * frame) / rate) / 1000).toFixed(6), ...cells].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}
