// Nabi's hoodie: large, with its hood on the back, a pocket in front, strings; and the collar of the shirt under it.
// Metres in the world at ratios of 1, left half.
import type { Character } from "../character";
import { capsule, ellipsoid, type Field, smoothMax, smoothMin } from "../math/fields";
import { bell, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { band, type CollarProfile, collarRings, cuffSections, ringsOf } from "./band";
import { spot, wave } from "./cloth";
import { joined, loft, type Section, without } from "./loft";
import type { Piece } from "./piece";
import { onForearm, type Shares } from "./weights";

/** Height: middle of x, of z, half breadth twice, to the front, to the back. */
const TORSO: readonly Section[] = [
  [0.688, 0, -0.012, 0.128, 0.128, 0.094, 0.098],
  [0.705, 0, -0.012, 0.142, 0.142, 0.106, 0.11],
  [0.74, 0, -0.012, 0.148, 0.148, 0.111, 0.114],
  [0.8, 0, -0.014, 0.143, 0.143, 0.108, 0.108],
  [0.87, 0, -0.018, 0.134, 0.134, 0.104, 0.1],
  [0.94, 0, -0.021, 0.127, 0.127, 0.107, 0.097],
  [1.0, 0, -0.024, 0.122, 0.122, 0.1, 0.094],
  [1.05, 0, -0.025, 0.108, 0.108, 0.084, 0.086],
  [1.09, 0, -0.024, 0.082, 0.082, 0.066, 0.072],
  [1.125, 0, -0.022, 0.057, 0.057, 0.052, 0.058],
  [1.145, 0, -0.021, 0.048, 0.048, 0.047, 0.05],
];

/** From the shoulder outwards: middle of y, of z, up, down, to the front, to the back. */
const ARM: readonly Section[] = [
  [0.04, 1.06, -0.024, 0.046, 0.056, 0.05, 0.05],
  [0.085, 1.066, -0.024, 0.045, 0.062, 0.056, 0.055],
  [0.13, 1.075, -0.025, 0.044, 0.06, 0.056, 0.055],
  [0.19, 1.083, -0.026, 0.044, 0.054, 0.051, 0.05],
  [0.26, 1.086, -0.027, 0.044, 0.051, 0.049, 0.048],
  [0.312, 1.086, -0.028, 0.045, 0.051, 0.049, 0.049],
  [0.37, 1.086, -0.027, 0.048, 0.054, 0.051, 0.051],
  [0.42, 1.086, -0.026, 0.0485, 0.053, 0.051, 0.051],
  [0.447, 1.086, -0.025, 0.042, 0.045, 0.045, 0.045],
  [0.46, 1.086, -0.025, 0.026, 0.028, 0.03, 0.03],
];

const CUFF: readonly Section[] = [
  [0.444, 1.086, -0.024, 0.0225, 0.0235, 0.027, 0.027],
  [0.462, 1.086, -0.024, 0.0232, 0.0242, 0.028, 0.028],
  [0.482, 1.086, -0.024, 0.0218, 0.0228, 0.0272, 0.027],
  [0.497, 1.086, -0.024, 0.021, 0.022, 0.0262, 0.026],
];

const HEM: readonly Section[] = [
  [0.706, 0, -0.012, 0.129, 0.129, 0.094, 0.098],
  [0.69, 0, -0.012, 0.134, 0.134, 0.099, 0.104],
  [0.672, 0, -0.012, 0.1355, 0.1355, 0.1, 0.1055],
  [0.652, 0, -0.012, 0.1335, 0.1335, 0.098, 0.1035],
];

/** The shirt's collar under the hoodie, from outside below over the rim to inside. */
const SHIRT_PROFILE: CollarProfile = [
  [0.016, -0.03],
  [0.0115, -0.008],
  [0.009, -0.001],
  [0.0072, 0.0005],
  [0.0048, 0.0005],
  [0.0032, -0.002],
  [0.002, -0.016],
];
/** Metres that the collar sinks per metre forwards, and lies under the collar's middle. */
const SHIRT_TILT = 0.34;
const SHIRT_DROP = 0.004;

function hoodieFolds(p: Vec3): number {
  const [x, y, z] = p;
  const elbow =
    0.003 * bell(x - 0.312, 0.035) * wave(p, [1, 0.35, 0.25], 0.046, 0.4) * smoothstep(0.05, -0.05, z + 0.02);
  const wrist = 0.0018 * bell(x - 0.42, 0.02) * wave(p, [1, 0.3, -0.3], 0.034, 1.1);
  const armpit =
    0.0038 * spot(p, [0.13, 1.005, -0.02], [0.04, 0.05, 0.08]) * wave(p, [0.75, 0.65, 0], 0.05, 0);
  const hem = 0.003 * bell(y - 0.72, 0.02) * wave(p, [1, 0, 0.9], 0.085, 0.6);
  const side = 0.0026 * bell(y - 0.85, 0.05) * smoothstep(0.07, 0.12, x) * wave(p, [0, 1, 0.8], 0.08, 1.2);
  return elbow + wrist + armpit + hem + side;
}

function hoodieField(): Field {
  const torso = loft(1, TORSO, 0.014);
  const arm = loft(0, ARM, 0.012);
  return (p) => smoothMin(torso(p), arm(p), 0.035) + hoodieFolds(p);
}

/** The hood: a soft roll around the neck, open in front, and the sack that hangs behind. */
function hoodField(): Field {
  const path: readonly (readonly [Vec3, number])[] = [
    [[0, 1.147, -0.086], 0.023],
    [[0.042, 1.146, -0.076], 0.024],
    [[0.066, 1.137, -0.04], 0.023],
    [[0.066, 1.122, 0.004], 0.02],
    [[0.046, 1.1, 0.042], 0.0175],
    [[0.016, 1.077, 0.064], 0.015],
  ];
  const roll = path.slice(1).map(([to, radius], at) => {
    const [from, before] = path[at] as readonly [Vec3, number];
    return capsule(from, to, before, radius);
  });
  const sack = joined(
    ellipsoid([0, 1.084, -0.106], [0.086, 0.064, 0.042]),
    ellipsoid([0, 1.036, -0.114], [0.048, 0.046, 0.026]),
    0.03,
  );
  return (p) => {
    let around = Number.POSITIVE_INFINITY;
    for (const field of roll) around = smoothMin(around, field(p), 0.012);
    const whole = smoothMin(around, sack(p), 0.022);
    return (
      whole +
      0.002 * bell(p[1] - 1.08, 0.035) * smoothstep(-0.09, -0.13, p[2]) * wave(p, [0.5, 1, 0], 0.045, 0.6)
    );
  };
}

/** The hood lies on the shoulders and does not go along with the arms. */
function offArms(shares: Shares): Shares {
  const arms = ["leftShoulder", "leftUpperArm"].reduce((sum, bone) => sum + (shares.get(bone) ?? 0), 0);
  const rest = [...shares].filter(([bone]) => bone !== "leftShoulder" && bone !== "leftUpperArm");
  return new Map([...rest, ["upperChest", (shares.get("upperChest") ?? 0) + arms]]);
}

/** The hollow between hood and neck. */
const hollow: Field = joined(
  ellipsoid([0, 1.16, -0.026], [0.056, 0.066, 0.06]),
  capsule([0, 1.12, -0.02], [0, 1.22, -0.02], 0.051),
  0.012,
);

/** The front pocket: the hoodie's surface a little raised between slanted sides. */
function pocketField(hoodie: Field): Field {
  return (p) => {
    const [low, high] = [0.738, 0.836];
    const half = 0.086 - 0.036 * smoothstep(low + 0.03, high, p[1]);
    const area = smoothMax(smoothMax(p[1] - high, low - p[1], 0.012), Math.abs(p[0]) - half, 0.012);
    return smoothMax(smoothMax(hoodie(p) - 0.0062, area, 0.007), 0.03 - p[2], 0.004);
  };
}

function stringFields(hoodie: Field): { cord: Field; tip: Field } {
  // Along the chest's surface, as far out as the cord is thick.
  const onto = (x: number, y: number): Vec3 => {
    let z = 0.16;
    for (let step = 0; step < 40; ++step) z -= hoodie([x, y, z]) * 0.7;
    return [x, y, z + 0.0038];
  };
  const path = [onto(0.024, 1.066), onto(0.028, 1.03), onto(0.031, 0.99), onto(0.032, 0.955)];
  const cords = path.slice(1).map((to, at) => capsule(path[at] as Vec3, to, 0.0042));
  const [before, end] = [path[2] as Vec3, path[3] as Vec3];
  const further: Vec3 = [
    end[0] + (end[0] - before[0]) * 0.5,
    end[1] - 0.02,
    end[2] + (end[2] - before[2]) * 0.5,
  ];
  return {
    cord: (p) => cords.reduce((least, field) => Math.min(least, field(p)), Number.POSITIVE_INFINITY),
    tip: capsule(end, further, 0.0062),
  };
}

export function hoodiePieces(character: Character): Piece[] {
  const hoodie = hoodieField();
  const { cord, tip } = stringFields(hoodie);
  const top = { part: "Top", material: "top" } as const;
  const white = { part: "White", material: "white" } as const;
  const trim = { part: "Trim", material: "accent" } as const;
  const chest = { min: [0.008, 0.92, 0.02], max: [0.05, 1.09, 0.13] } as const;
  const shirt = collarRings(character, SHIRT_PROFILE, SHIRT_TILT, SHIRT_DROP);
  return [
    {
      ...top,
      field: without(hoodie, hollow, 0.01),
      isFine: true,
      follow: onForearm,
      side: "middle",
      min: [0, 0.67, -0.16],
      max: [0.49, 1.17, 0.13],
      cell: 0.009,
      triangles: 1360,
    },
    {
      ...top,
      field: without(hoodField(), hollow, 0.012),
      follow: offArms,
      side: "middle",
      min: [0, 0.98, -0.18],
      max: [0.12, 1.2, 0.1],
      cell: 0.0065,
      triangles: 570,
    },
    {
      ...top,
      field: pocketField(hoodie),
      side: "middle",
      min: [0, 0.72, 0.02],
      max: [0.1, 0.86, 0.13],
      cell: 0.0045,
      triangles: 360,
      isThin: true,
    },
    { ...trim, mesh: band(ringsOf(1, cuffSections(HEM, 0.006, 0.03)), 22, true, [0, 0]) },
    {
      ...trim,
      mesh: band(ringsOf(0, cuffSections(CUFF, 0.0042, 0.02)), 18, false, [0, 0]),
      follow: onForearm,
    },
    {
      ...white,
      field: cord,
      side: "left",
      ...chest,
      cell: 0.0034,
      triangles: 130,
      isThin: true,
    },
    { ...trim, field: tip, side: "left", ...chest, cell: 0.004, triangles: 60, isThin: true },
    { ...white, mesh: band(shirt, 14, true, [0, 0]) },
  ];
}
