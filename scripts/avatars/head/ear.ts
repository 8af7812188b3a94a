// The left ear: a shell with its rim, its hollow and its lobe, from a field of its own.
// It is joined to the head by standing in it. Head coordinates (see measures.ts).
import { capsule, ellipsoid, type Field, smoothMax, smoothMin } from "../math/fields";
import type { Mesh } from "../math/mesh";
import { simplify } from "../math/simplify";
import { surfaceNets } from "../math/surface-nets";
import { add, mixVec, scale, sub, turnX, turnY } from "../math/vec";
import type { Vec3 } from "../model";

export interface EarMeasures {
  /** Where the ear leaves the head. */
  readonly root: Vec3;
  /** Against an ear of 6 cm. */
  readonly size: number;
  /** How far it stands away from the head, radians. */
  readonly flare: number;
}

/** Rim from its start over the top to the lobe, in the ear's own plane: forward, up; metres for an ear of 6 cm. */
const RIM: readonly (readonly [number, number])[] = [
  [0.011, 0.006],
  [0.014, 0.019],
  [0.008, 0.028],
  [-0.004, 0.0315],
  [-0.015, 0.027],
  [-0.0205, 0.015],
  [-0.019, 0.0],
  [-0.012, -0.014],
  [-0.002, -0.0245],
];
const ANTIHELIX: readonly (readonly [number, number])[] = [
  [0.002, 0.02],
  [-0.0085, 0.013],
  [-0.0115, 0.001],
  [-0.006, -0.0095],
];

function chain(points: readonly (readonly [number, number])[], depth: number, radius: number): Field {
  const links = points
    .slice(1)
    .map((b, k) =>
      capsule(
        [depth, (points[k] as readonly [number, number])[1], (points[k] as readonly [number, number])[0]],
        [depth, b[1], b[0]],
        radius,
      ),
    );
  return (p) => links.reduce((d, link) => smoothMin(d, link(p), 0.002), Number.POSITIVE_INFINITY);
}

/** In the ear's own coordinates: x away from the head, y up, z forward. */
function earField(): Field {
  const plate = ellipsoid([-0.001, 0.004, -0.002], [0.0036, 0.028, 0.0185]);
  const lobe = ellipsoid([0.0005, -0.0255, 0.003], [0.0038, 0.0085, 0.0075]);
  const rim = chain(RIM, 0.0025, 0.0028);
  const fold = chain(ANTIHELIX, 0.0015, 0.0027);
  const hollow = ellipsoid([0.006, -0.0025, 0.0015], [0.0085, 0.0115, 0.0095]);
  const tragus = ellipsoid([0.002, -0.003, 0.0135], [0.004, 0.006, 0.0045]);
  const stem = ellipsoid([-0.008, 0.001, 0.006], [0.011, 0.019, 0.0095]);
  return (p) => {
    let d = smoothMin(plate(p), stem(p), 0.006);
    d = smoothMin(d, lobe(p), 0.007);
    d = smoothMin(d, rim(p), 0.0025);
    d = smoothMin(d, fold(p), 0.003);
    d = smoothMax(d, -hollow(p), 0.003);
    return smoothMin(d, tragus(p), 0.004);
  };
}

const CELL = 0.0019;
const TRIANGLES = 820;

/** Head coordinates, left ear. */
export function makeEar(ear: EarMeasures): Mesh {
  const net = surfaceNets(earField(), {
    min: [-0.02, -0.038, -0.028],
    max: [0.012, 0.038, 0.024],
    cell: CELL,
  });
  const mesh = simplify(net, { triangles: TRIANGLES });
  const place = (p: Vec3) => add(turnY(turnX(scale(p, ear.size), -0.12), ear.flare), ear.root);
  return { places: mesh.places.map(place), triangles: mesh.triangles };
}

/** Factor on the skin's colour: redder than the face, darker in the hollow. */
export function paintEar(ear: EarMeasures, p: Vec3): Vec3 {
  const q = turnX(turnY(scale(sub(p, ear.root), 1 / ear.size), -ear.flare), 0.12);
  const hollow = Math.max(
    0,
    1 - Math.hypot((q[0] - 0.004) / 0.006, (q[1] + 0.0025) / 0.012, (q[2] - 0.0015) / 0.01),
  );
  return mixVec([0.98, 0.86, 0.83], [0.6, 0.38, 0.34], hollow);
}
