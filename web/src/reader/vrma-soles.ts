// Soles that a VRM animation of our own carries in its extras; the format itself knows joints alone.
// What is no sole is as good as absent: extras are anybody's.
import type { MotionSole, MotionSoles, Vec3 } from "../sources/motion/motion-clip";

/** Farther from its joint no sole is, metres; the core has the same. */
const MOST = 10;

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

function point(value: unknown): Vec3 | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const isPlace = value.every((axis) => typeof axis === "number" && Math.abs(axis) <= MOST);
  return isPlace ? (value as unknown as Vec3) : null;
}

function soleOf(value: unknown): MotionSole | null {
  const { heel, ball, toe, heelEdge, ballEdge, toeEdge, rigid } = fields(value);
  const [back, middle, tip] = [point(heel), point(ball), point(toe)];
  if (back === null || middle === null || tip === null) return null;
  const edge = (of: unknown): Vec3 => point(of) ?? [0, 0, 0];
  return {
    heel: back,
    ball: middle,
    toe: tip,
    heelEdge: edge(heelEdge),
    ballEdge: edge(ballEdge),
    toeEdge: edge(toeEdge),
    rigid: rigid === true,
  };
}

/** @returns both soles, or null: with one alone a body would limp */
export function vrmaSoles(json: unknown): MotionSoles | null {
  const { left, right } = fields(fields(fields(fields(json).extras).doppel).soles);
  const [own, other] = [soleOf(left), soleOf(right)];
  return own === null || other === null ? null : { left: own, right: other };
}
