// The lids of the left eye: they turn about the eyeball's centre, so they slide over the ball and keep their thickness.
// Head coordinates.
import { clamp, mix, smoothstep, sub } from "../../math/vec";
import type { Vec3 } from "../../model";
import { lidEdge } from "../eye-patch";
import type { EyeMeasures } from "../measures";
import type { Move } from "./shapes";

/** The lids cross by this much where they close, so that no slit of light is left. */
const OVERLAP = 0.00008;

/** Where each lid's edge goes, heights above the ball's centre at `x` (-1 inner to 1 outer corner), given where both are at rest. */
export type LidGoal = (
  upper: number,
  lower: number,
  x: number,
) => { readonly upper: number; readonly lower: number };

const closed =
  (eye: EyeMeasures): LidGoal =>
  (upper, lower, x) => {
    // Towards the corners both lids go alike, so that neither turns inside out there.
    const line = mix(lower, upper, mix(eye.meeting, 0.5, x ** 4));
    const over = Math.min(OVERLAP, (upper - lower) * 0.2);
    return { upper: line - over, lower: line + over };
  };

/** Angle above the horizon of a height on the shell at `x` metres beside the ball's centre. */
function elevation(eye: EyeMeasures, x: number, y: number): number {
  const radius = Math.sqrt((eye.radius + eye.lid) ** 2 - x * x);
  return Math.asin(clamp(y / radius, -1, 1));
}

/** How far a lid's edge turns, radians, up is positive. */
export function lidTurn(eye: EyeMeasures, angle: number, goal: LidGoal): number {
  const x = Math.cos(angle);
  const [upper, lower] = [lidEdge(eye, x, true), lidEdge(eye, x, false)];
  const isUpper = Math.sin(angle) >= 0;
  const wanted = goal(upper, lower, x);
  const side = x * eye.halfWidth;
  return isUpper
    ? elevation(eye, side, wanted.upper) - elevation(eye, side, upper)
    : elevation(eye, side, wanted.lower) - elevation(eye, side, lower);
}

/** Turned about the axis through the ball's centre from side to side; up is positive. */
export function turnedAboutBall(eye: EyeMeasures, place: Vec3, turn: number): Vec3 {
  const [, y, z] = sub(place, eye.centre);
  const [s, c] = [Math.sin(turn), Math.cos(turn)];
  return [0, y * c + z * s - y, z * c - y * s - z];
}

/** How much of the edge's turn the skin takes part in. */
const share = (out: number, reach: number): number => smoothstep(reach, 0, out);

export const moveLids =
  (eye: EyeMeasures, goal: LidGoal): Move =>
  (vertex) => {
    if (vertex.patch !== "eye" || vertex.side < 1) return [0, 0, 0];
    const isUpper = Math.sin(vertex.angle) >= 0;
    const turn = lidTurn(eye, vertex.angle, goal) * share(vertex.out, isUpper ? 0.6 : 0.55);
    return turnedAboutBall(eye, vertex.place, turn);
  };

/** Both lids by shares of the opening: up is positive; smaller towards the corners by themselves. */
const shiftedBy =
  (upperShare: number, lowerShare: number): LidGoal =>
  (upper, lower) => {
    const open = upper - lower;
    return { upper: upper + upperShare * open, lower: lower + lowerShare * open };
  };

const widened = (eye: EyeMeasures): LidGoal => shiftedBy(eye.wide, -eye.wide * 0.3);

/** Where the edges go in each channel that moves the lids, by its stem; the skin and the lashes follow the same goals. */
export const lidGoals = (eye: EyeMeasures) =>
  ({
    eyeBlink: closed(eye),
    eyeWide: widened(eye),
    eyeSquint: shiftedBy(-0.07, 0.24),
    cheekSquint: shiftedBy(0, 0.08),
    eyeLookDown: shiftedBy(-0.3, -0.07),
    eyeLookUp: shiftedBy(0.15, 0.05),
  }) satisfies Readonly<Record<string, LidGoal>>;
