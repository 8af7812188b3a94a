// The nodes of a file at a time of its animation: world matrices, and the rotations in them.
// It knows no bones; curves are evaluated by curve.ts.
import type { AnimationCurves, Curve } from "./animation-json";
import { curveAt } from "./curve";
import { type JsonObject, numbersAt, objectsAt } from "./json-values";
import { composed, MATRIX_LENGTH, multiply } from "./matrix";
import type { NodeTree } from "./node-tree";

/** Rotation of a matrix whose axes may be scaled, as a unit quaternion. */
export function turnOf(matrix: ArrayLike<number>): number[] {
  const axis = (column: number) => {
    const values = [0, 1, 2].map((row) => matrix[4 * column + row] as number);
    const length = Math.hypot(...values) || 1;
    return values.map((value) => value / length);
  };
  const [x, y, z] = [axis(0), axis(1), axis(2)] as [number[], number[], number[]];
  const [m00, m11, m22] = [x[0] as number, y[1] as number, z[2] as number];
  const differences = [
    (y[2] as number) - (z[1] as number),
    (z[0] as number) - (x[2] as number),
    (x[1] as number) - (y[0] as number),
  ];
  const squares = [1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22, 1 + m00 + m11 + m22];
  const most = squares.indexOf(Math.max(...squares));
  const sums = [
    [squares[0], (y[0] as number) + (x[1] as number), (z[0] as number) + (x[2] as number), differences[0]],
    [(y[0] as number) + (x[1] as number), squares[1], (z[1] as number) + (y[2] as number), differences[1]],
    [(z[0] as number) + (x[2] as number), (z[1] as number) + (y[2] as number), squares[2], differences[2]],
    [...differences, squares[3]],
  ][most] as number[];
  const length = Math.hypot(...sums) || 1;
  return sums.map((value) => value / length);
}

/** a * b. */
export function product(a: readonly number[], b: readonly number[]): number[] {
  const [ax, ay, az, aw] = a as [number, number, number, number];
  const [bx, by, bz, bw] = b as [number, number, number, number];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Of a unit quaternion. */
export const inverse = ([x = 0, y = 0, z = 0, w = 1]: readonly number[]) => [-x, -y, -z, w];

interface Base {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
  /** In place of the three where the file has a matrix; such a node is not animated. */
  readonly matrix: Float64Array | null;
}

export class NodePose {
  private readonly curves = new Map<number, Partial<Record<Curve["path"], Curve>>>();
  private readonly base: readonly Base[];
  private readonly worlds = new Map<number, Float64Array>();
  private seconds = 0;

  constructor(
    json: JsonObject,
    private readonly tree: NodeTree,
    animation: AnimationCurves,
  ) {
    for (const curve of animation.curves)
      this.curves.set(curve.node, { ...this.curves.get(curve.node), [curve.path]: curve });
    this.base = objectsAt(json.nodes, "nodes").map((node, index) => {
      const part = (key: string, rest: readonly number[]) =>
        node[key] === undefined ? rest : numbersAt(node[key], rest.length, `nodes[${index}].${key}`);
      const matrix =
        node.matrix === undefined
          ? null
          : Float64Array.from(numbersAt(node.matrix, MATRIX_LENGTH, `nodes[${index}].matrix`));
      return {
        translation: part("translation", [0, 0, 0]),
        rotation: part("rotation", [0, 0, 0, 1]),
        scale: part("scale", [1, 1, 1]),
        matrix,
      };
    });
  }

  /** Goes to a time of the animation, seconds. */
  setTime(seconds: number): void {
    this.seconds = seconds;
    this.worlds.clear();
  }

  /** World matrix of a node at that time. */
  world(node: number): Float64Array {
    const known = this.worlds.get(node);
    if (known !== undefined) return known;
    const local = this.local(node);
    const parent = this.tree.nodes[node]?.parent ?? -1;
    const world = parent < 0 ? local : multiply(this.world(parent), local);
    this.worlds.set(node, world);
    return world;
  }

  private local(node: number): Float64Array {
    const base = this.base[node] as Base;
    if (base.matrix !== null) return base.matrix;
    const curves = this.curves.get(node);
    const part = (path: Curve["path"]) => {
      const curve = curves?.[path];
      return curve === undefined ? base[path] : curveAt(curve, this.seconds);
    };
    return composed(part("translation"), part("rotation"), part("scale"));
  }
}
