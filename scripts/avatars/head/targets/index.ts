// The 52 targets of a head: each part's displacement for each channel, the right side's as mirror images of the left side's.
// Which muscle does what stands in jaw.ts, lids.ts, mouth.ts, upper-face.ts.
import { faceChannelNames } from "../../../../web/src/tables/face-channels";
import { type Mesh, neighboursOf, normalsOf } from "../../math/mesh";
import { add, length, mirrored, mix, scale, smoothstep, sub, turnX, turnY } from "../../math/vec";
import type { Target, Vec3 } from "../../model";
import type { Strip } from "../brows";
import type { HeadMeasures } from "../measures";
import type { InnerPart, MouthInside } from "../mouth-parts";
import type { HalfSkin, SkinVertex } from "../vertex";
import { fullJaw, JAW_FORWARD, JAW_LEFT, jawOpen, jawShift, mouthClose } from "./jaw";
import { type LidGoal, lidGoals, lidTurn, turnedAboutBall } from "./lids";
import { mouthMoves } from "./mouth";
import { type Anatomy, type Move, mirrorVertex, STILL } from "./shapes";
import { GAZE_DEGREES, upperFaceMoves } from "./upper-face";

/** Displacements of a part's vertices for a channel, head coordinates; null where the channel does not concern the part. */
export type Mover = (channel: string) => readonly Vec3[] | null;

/** Less than this is no movement: metres at head scale 1. */
const LEAST = 2.5e-5;
const SMOOTHING_ROUNDS = 4;
/** How far the tip of the tongue comes out, metres, in an arch of teeth of this half width. */
const TONGUE_REACH = 0.041;
const TONGUE_ARCH = 0.0182;

interface Sided {
  readonly stem: string;
  readonly side: "Left" | "Right" | "";
}

function sidedOf(channel: string): Sided {
  const match = /^(.*)(Left|Right)$/.exec(channel);
  return match === null
    ? { stem: channel, side: "" }
    : { stem: match[1] as string, side: match[2] as "Left" | "Right" };
}

function allMoves(anatomy: Anatomy): Readonly<Record<string, Move>> {
  return {
    ...upperFaceMoves(anatomy),
    ...mouthMoves(anatomy),
    jawOpen: jawOpen(anatomy),
    mouthClose: mouthClose(anatomy),
    jawForward: jawShift(anatomy, JAW_FORWARD),
    // With a side: as a whole to the left, its mirror image to the right.
    jaw: jawShift(anatomy, JAW_LEFT),
  };
}

/** Even out the skin between the patches, where neighbouring pulls meet. Lids and lips stay as they are. */
function smoothed(
  skin: HalfSkin,
  neighbours: readonly (readonly number[])[],
  field: readonly Vec3[],
): readonly Vec3[] {
  let moved = field;
  for (let round = 0; round < SMOOTHING_ROUNDS; ++round) {
    moved = moved.map((own, index) => {
      const { patch, out } = skin.vertices[index] as SkinVertex;
      const free = patch === "face" ? 0.5 : patch === "neck" ? 0 : 0.5 * smoothstep(0.5, 1, out);
      if (free === 0) return own;
      const near = neighbours[index] as readonly number[];
      const sum = near.reduce<Vec3>((total, other) => add(total, moved[other] as Vec3), STILL);
      const mean = scale(sum, 1 / near.length);
      return add(scale(own, 1 - free), scale(mean, free));
    });
  }
  return moved;
}

/** What each part does. */
export function makeMovers(measures: HeadMeasures, skin: HalfSkin, inside: MouthInside) {
  const anatomy: Anatomy = { measures, inside };
  const moves = allMoves(anatomy);
  const neighbours = neighboursOf(skin.vertices.length, skin.triangles);
  const known = new Map<string, readonly Vec3[] | null>();

  const skinMover: Mover = (channel) => {
    const found = known.get(channel);
    if (found !== undefined) return found;
    const { stem, side } = sidedOf(channel);
    const move = moves[stem];
    const made =
      move === undefined
        ? null
        : smoothed(
            skin,
            neighbours,
            skin.vertices.map((vertex) => {
              if (side !== "Right")
                return vertex.side === 0 && side === "" ? onMidline(move(vertex)) : move(vertex);
              return mirrored(move(mirrorVertex(vertex)));
            }),
          );
    known.set(channel, made);
    return made;
  };

  const { eye } = measures;
  const goals: Readonly<Record<string, LidGoal>> = lidGoals(eye);

  /** Strips of the left side come first, then their mirror images in the same order. */
  const stripMover =
    (strip: Strip): Mover =>
    (channel) => {
      const field = skinMover(channel);
      if (field === null) return null;
      const { stem, side } = sidedOf(channel);
      const goal = goals[stem];
      const mirrorOf = twins(skin);
      const half = (isLeft: boolean) =>
        strip.places.map((place, k): Vec3 => {
          const lid = strip.lidAngles[k] as number;
          if (!Number.isNaN(lid)) {
            if (goal === undefined || side !== (isLeft ? "Left" : "Right")) return riding(k, isLeft);
            const moved = turnedAboutBall(eye, place, lidTurn(eye, lid, goal));
            return isLeft ? moved : mirrored(moved);
          }
          return riding(k, isLeft);
        });
      const riding = (k: number, isLeft: boolean): Vec3 =>
        (strip.anchors[k] ?? []).reduce<Vec3>((sum, [vertex, share]) => {
          const at = isLeft ? vertex : (mirrorOf[vertex] as number);
          return add(sum, scale(field[at] as Vec3, share));
        }, STILL);
      return [...half(true), ...half(false)];
    };

  const eyeMover =
    (own: "Left" | "Right", places: readonly Vec3[], centre: Vec3): Mover =>
    (channel) => {
      const { stem, side } = sidedOf(channel);
      if (side !== own || !stem.startsWith("eyeLook")) return null;
      const angle = (GAZE_DEGREES * Math.PI) / 180;
      const outward = own === "Left" ? 1 : -1;
      const turns: Readonly<Record<string, (p: Vec3) => Vec3>> = {
        eyeLookUp: (p) => turnX(p, -angle),
        eyeLookDown: (p) => turnX(p, angle),
        eyeLookOut: (p) => turnY(p, outward * angle),
        eyeLookIn: (p) => turnY(p, -outward * angle),
      };
      const turn = turns[stem];
      return turn === undefined
        ? null
        : places.map((place) => sub(add(turn(sub(place, centre)), centre), place));
    };

  /** Teeth and tongue go with the jaw as bones do. */
  const jawMover =
    (places: readonly Vec3[]): Mover =>
    (channel) => {
      if (channel === "jawOpen") return places.map((place) => fullJaw(anatomy, place));
      if (channel === "jawForward") return places.map(() => JAW_FORWARD);
      if (channel === "jawLeft") return places.map(() => JAW_LEFT);
      if (channel === "jawRight") return places.map(() => mirrored(JAW_LEFT));
      return null;
    };

  const tongueMover = (tongue: InnerPart): Mover => {
    const jaw = jawMover(tongue.places);
    const size = inside.archHalfWidth / TONGUE_ARCH;
    return (channel) => {
      if (channel !== "tongueOut") return jaw(channel);
      return tongue.places.map((place, k): Vec3 => {
        const reach = smoothstep(0.1, 1, tongue.reach[k] as number);
        const droop = -0.012 * smoothstep(0.55, 1, tongue.reach[k] as number) ** 2;
        const rise = 0.0075 * smoothstep(0.2, 0.6, tongue.reach[k] as number);
        return [place[0] * mix(0, -0.12, reach), rise + droop, TONGUE_REACH * size * reach];
      });
    };
  };

  return { skin: skinMover, strip: stripMover, eye: eyeMover, jaw: jawMover, tongue: tongueMover };
}

const onMidline = ([, y, z]: Vec3): Vec3 => [0, y, z];

const twinsKnown = new WeakMap<HalfSkin, readonly number[]>();

/** Index of each vertex's mirror image; its own on the midline. */
export function twins(skin: HalfSkin): readonly number[] {
  const found = twinsKnown.get(skin);
  if (found !== undefined) return found;
  const key = ([x, y, z]: Vec3, side: number) => `${side * x},${y},${z}`;
  const left = new Map<string, number[]>();
  const right = new Map<string, number[]>();
  skin.vertices.forEach(({ place, side }, index) => {
    if (side === 0) return;
    const map = side > 0 ? left : right;
    const name = key(place, side);
    map.set(name, [...(map.get(name) ?? []), index]);
  });
  const made = skin.vertices.map((_, index) => index);
  for (const [name, list] of left) {
    list.forEach((index, k) => {
      const other = right.get(name)?.[k] as number;
      made[index] = other;
      made[other] = index;
    });
  }
  twinsKnown.set(skin, made);
  return made;
}

/** All targets of one part. `size`: the head's scale. */
export function targetsOf(shape: Mesh, move: Mover, size: number): Readonly<Record<string, Target>> {
  const targets: Record<string, Target> = {};
  const rest = normalsOf(shape);
  for (const channel of faceChannelNames) {
    const field = move(channel);
    if (field === null) continue;
    // Closed lips are only ever seen on an open jaw: their normals are those of the two together.
    const under = channel === "mouthClose" ? move("jawOpen") : null;
    const before =
      under === null ? shape.places : shape.places.map((place, k) => add(place, under[k] as Vec3));
    const after = before.map((place, k) => add(place, field[k] as Vec3));
    const moved = normalsOf({ places: after, triangles: shape.triangles });
    const still = under === null ? rest : normalsOf({ places: before, triangles: shape.triangles });
    const vertices = shape.places.flatMap((_, k) => (length(field[k] as Vec3) > LEAST ? [k] : []));
    if (vertices.length === 0) continue;
    targets[channel] = {
      vertices: Uint32Array.from(vertices),
      deltas: Float64Array.from(vertices.flatMap((k) => scale(field[k] as Vec3, size))),
      // Of a mesh whose normals are not those of its triangles (the eyeball's), the change of the triangles' normals.
      normalDeltas: Float64Array.from(vertices.flatMap((k) => sub(moved[k] as Vec3, still[k] as Vec3))),
    };
  }
  return targets;
}
