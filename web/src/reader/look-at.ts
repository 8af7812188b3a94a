// Ways to look somewhere without eyeLook targets: turning the eye bones, or the look expressions of a VRM.
// It offers; routes and substitutes decide.
import type { BoneTurn, ChannelRoute, ExpressionDescription } from "./avatar-description";
import { findExpression } from "./expressions";
import { isObject, type JsonObject, numberOr, textOr } from "./json-values";
import type { FaceBoneName } from "./skins";
import type { VrmJson } from "./vrm-json";
import { playableWeight } from "./vrm-reduction";

/** How far an eye turns for a full look where the file does not say, degrees: as the reference face's eyes do. */
export const EYE_TURN_DEGREES = 23.5;
/** An expression that both eyes share gets half from each eye's channel, so that two full looks make one. */
export const SHARED_WEIGHT = 0.5;

type Direction = "Up" | "Down" | "In" | "Out";
type Axis = BoneTurn["axis"];

const DIRECTIONS: readonly Direction[] = ["Up", "Down", "In", "Out"];
/** Right-hand rule, facing +Z: a positive turn about +X looks down, about +Y to the character's left. */
const AXIS_UP: Axis = [-1, 0, 0];
const AXIS_DOWN: Axis = [1, 0, 0];
const AXIS_LEFT: Axis = [0, 1, 0];
const AXIS_RIGHT: Axis = [0, -1, 0];

const RANGE_OF_VRM1: Readonly<Record<Direction, string>> = {
  Up: "rangeMapVerticalUp",
  Down: "rangeMapVerticalDown",
  In: "rangeMapHorizontalInner",
  Out: "rangeMapHorizontalOuter",
};
const RANGE_OF_VRM0: Readonly<Record<Direction, string>> = {
  Up: "lookAtVerticalUp",
  Down: "lookAtVerticalDown",
  In: "lookAtHorizontalInner",
  Out: "lookAtHorizontalOuter",
};

export interface LookAt {
  /** `bone`: the file turns eye bones; `expression`: it plays expressions; `none`: it says nothing. */
  readonly kind: "bone" | "expression" | "none";
  /** Degrees of a full look in each direction; only for `bone`. */
  readonly degrees: Readonly<Record<Direction, number>>;
}

const NO_DEGREES: LookAt["degrees"] = { Up: 0, Down: 0, In: 0, Out: 0 };

function degreesFrom(
  source: JsonObject,
  names: Readonly<Record<Direction, string>>,
  key: string,
): LookAt["degrees"] {
  const degrees = { ...NO_DEGREES };
  for (const direction of DIRECTIONS) {
    const range = source[names[direction]];
    degrees[direction] = isObject(range) ? Math.abs(numberOr(range[key], 0)) : 0;
  }
  return degrees;
}

/** What the VRM says about looking. */
export function readLookAt(vrm: VrmJson): LookAt {
  if (vrm.format === "vrm1" && isObject(vrm.vrm.lookAt)) {
    const lookAt = vrm.vrm.lookAt;
    if (textOr(lookAt.type) === "expression") return { kind: "expression", degrees: NO_DEGREES };
    return { kind: "bone", degrees: degreesFrom(lookAt, RANGE_OF_VRM1, "outputScale") };
  }
  if (vrm.format === "vrm0" && isObject(vrm.vrm.firstPerson)) {
    const firstPerson = vrm.vrm.firstPerson;
    if (textOr(firstPerson.lookAtTypeName) === "BlendShape")
      return { kind: "expression", degrees: NO_DEGREES };
    return { kind: "bone", degrees: degreesFrom(firstPerson, RANGE_OF_VRM0, "yRange") };
  }
  return { kind: "none", degrees: NO_DEGREES };
}

/** `eyeLookInLeft` -> left eye, inwards. */
export function gazeOf(
  channel: string,
): { readonly eye: "Left" | "Right"; readonly direction: Direction } | undefined {
  const match = /^eyeLook(Up|Down|In|Out)(Left|Right)$/.exec(channel);
  if (match === null) return undefined;
  return { direction: match[1] as Direction, eye: match[2] as "Left" | "Right" };
}

function sideways(eye: "Left" | "Right", direction: Direction): "Left" | "Right" {
  if (direction === "Out") return eye;
  return eye === "Left" ? "Right" : "Left";
}

/** Turn of the channel's eye bone by `degrees`, or nothing where the eye cannot turn. */
export function eyeTurnRoute(
  channel: string,
  degrees: (direction: Direction) => number,
  moving: ReadonlySet<FaceBoneName>,
): ChannelRoute | undefined {
  const gaze = gazeOf(channel);
  if (gaze === undefined) return undefined;
  const bone = gaze.eye === "Left" ? "leftEye" : "rightEye";
  const angle = degrees(gaze.direction);
  if (!moving.has(bone) || !(angle > 0)) return undefined;
  const horizontal = sideways(gaze.eye, gaze.direction) === "Left" ? AXIS_LEFT : AXIS_RIGHT;
  const axis = gaze.direction === "Up" ? AXIS_UP : gaze.direction === "Down" ? AXIS_DOWN : horizontal;
  return { binds: [], expressions: [], turns: [{ bone, axis, degrees: angle }] };
}

/** Name of the look expression of a channel: `lookUp`, `lookDown`, `lookLeft`, `lookRight`. */
export function lookExpressionName(channel: string): string | undefined {
  const gaze = gazeOf(channel);
  if (gaze === undefined) return undefined;
  const { direction, eye } = gaze;
  return `look${direction === "Up" || direction === "Down" ? direction : sideways(eye, direction)}`;
}

/** The channel by the VRM's own look-at, of whichever kind; nothing where that moves nothing. */
export function lookAtRoute(
  channel: string,
  lookAt: LookAt,
  expressions: readonly ExpressionDescription[],
  moving: ReadonlySet<FaceBoneName>,
): ChannelRoute | undefined {
  const turn = lookAt.kind === "bone" ? eyeTurnRoute(channel, (at) => lookAt.degrees[at], moving) : undefined;
  if (turn !== undefined) return turn;
  const expression = findExpression(expressions, lookExpressionName(channel) ?? "");
  if (expression < 0) return undefined;
  const weight = playableWeight(expressions[expression], SHARED_WEIGHT);
  return { binds: [], expressions: [{ expression, weight }], turns: [] };
}
