// Colours of vertices as a small picture, for cartoon shading, which by its specification does not look at colours of vertices.
// The picture is a plane through the colours that occur: mixing along it is what mixing colours would be. What lies off the plane is lost.
import { encode } from "fast-png";
import { encoded } from "../math/colour";
import type { AvatarModel, Material, Part } from "../model";

/** Pixels along each side. */
const SIZE = 64;
/** Share of the picture around the colours that is free, so that coarse mipmaps do not wrap round. */
const MARGIN = 0.25;

type Rgb = [number, number, number];

interface Plane {
  readonly middle: Rgb;
  readonly axes: readonly [Rgb, Rgb];
  /** Least and greatest coordinate along each axis. */
  readonly ranges: readonly [readonly [number, number], readonly [number, number]];
}

const product = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + value * (b[k] as number), 0);

/** The strongest direction of a symmetric 3x3 matrix, by repeated multiplication. */
function strongest(matrix: readonly Rgb[]): { readonly axis: Rgb; readonly strength: number } {
  let axis: Rgb = [0.6, 0.64, 0.48];
  for (let round = 0; round < 200; ++round) {
    const next = matrix.map((row) => product(row, axis)) as Rgb;
    const length = Math.hypot(...next);
    if (length < 1e-12) return { axis: [1, 0, 0], strength: 0 };
    axis = next.map((value) => value / length) as Rgb;
  }
  return {
    axis,
    strength: product(
      matrix.map((row) => product(row, axis)),
      axis,
    ),
  };
}

/** `wish` made square to `axis`; where it has nothing of its own, as with colours along one line, any direction that is. */
function squareTo(axis: Rgb, wish: Rgb): Rgb {
  for (const candidate of [wish, [1, 0, 0], [0, 1, 0]] as Rgb[]) {
    const along = product(candidate, axis);
    const rest = candidate.map((value, k) => value - along * (axis[k] as number)) as Rgb;
    const length = Math.hypot(...rest);
    if (length > 0.1) return rest.map((value) => value / length) as Rgb;
  }
  throw new Error("no direction is square to another");
}

function planeOf(colours: readonly Rgb[]): Plane {
  const middle = [0, 1, 2].map(
    (k) => colours.reduce((sum, c) => sum + (c[k] as number), 0) / colours.length,
  ) as Rgb;
  const spread = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) =>
      colours.reduce(
        (sum, c) =>
          sum + ((c[i] as number) - (middle[i] as number)) * ((c[j] as number) - (middle[j] as number)),
        0,
      ),
    ),
  ) as Rgb[];
  const first = strongest(spread);
  const rest = spread.map((row, i) =>
    row.map((value, j) => value - first.strength * (first.axis[i] as number) * (first.axis[j] as number)),
  ) as Rgb[];
  const axes = [first.axis, squareTo(first.axis, strongest(rest).axis)] as const;
  const ranges = axes.map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (const colour of colours) {
      const along = product(colour, axis) - product(middle, axis);
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    // A range without width would divide by 0.
    return [low, Math.max(high, low + 1e-6)];
  });
  return { middle, axes, ranges: ranges as unknown as Plane["ranges"] };
}

function pictureOf({ middle, axes, ranges }: Plane): Uint8Array {
  const data = new Uint8Array(3 * SIZE * SIZE);
  for (let pixel = 0; pixel < SIZE * SIZE; ++pixel) {
    const shares = [((pixel % SIZE) + 0.5) / SIZE, (Math.floor(pixel / SIZE) + 0.5) / SIZE].map(
      (share) => (share - MARGIN) / (1 - 2 * MARGIN),
    );
    const along = shares.map((share, k) => {
      const [low, high] = ranges[k] as readonly [number, number];
      return low + share * (high - low);
    });
    for (let k = 0; k < 3; ++k) {
      const light =
        (middle[k] as number) +
        (along[0] as number) * (axes[0][k] as number) +
        (along[1] as number) * (axes[1][k] as number);
      data[3 * pixel + k] = Math.round(255 * encoded(Math.min(Math.max(light, 0), 1)));
    }
  }
  return encode({ width: SIZE, height: SIZE, data, channels: 3, depth: 8 });
}

/** White where the part has none. */
const coloursOf = ({ positions, colours }: Part): Rgb[] =>
  Array.from({ length: positions.length / 3 }, (_, vertex) =>
    colours ? ([...colours.subarray(3 * vertex, 3 * vertex + 3)] as Rgb) : [1, 1, 1],
  );

function uvsOf(part: Part, { middle, axes, ranges }: Plane): Float32Array {
  return Float32Array.from(
    coloursOf(part).flatMap((colour) =>
      axes.map((axis, k) => {
        const [low, high] = ranges[k] as readonly [number, number];
        const share = (product(colour, axis) - product(middle, axis) - low) / (high - low);
        return MARGIN + share * (1 - 2 * MARGIN);
      }),
    ),
  );
}

/** The model with pictures in place of vertex colours. Throws where a part has colours and a picture: only one of them can be shown. */
export function toneParts(model: AvatarModel): AvatarModel {
  const materials: Record<string, Material> = { ...model.materials };
  const planes = new Map<string, Plane>();
  for (const name of new Set(model.parts.filter((part) => part.colours).map((part) => part.material))) {
    const material = model.materials[name];
    if (material?.picture || material?.normalPicture)
      throw new Error(
        `material ${name}: cartoon shading shows a picture or the colours of vertices, not both`,
      );
    const users = model.parts.filter((part) => part.material === name);
    const plane = planeOf(users.flatMap(coloursOf));
    planes.set(name, plane);
    if (material) materials[name] = { ...material, picture: pictureOf(plane) };
  }
  const parts = model.parts.map((part) => {
    const plane = planes.get(part.material);
    if (plane === undefined) return part;
    const { colours: _, ...rest } = part;
    return { ...rest, uvs: uvsOf(part, plane) };
  });
  return { ...model, materials, parts };
}
