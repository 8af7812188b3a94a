// What a user may do to a body, at random, for properties of the history. Values lie beyond the ranges, too.
// Nothing is expected here.
import fc from "fast-check";
import type { Actions } from "../../web/src/commands/actions";
import { bodySections, handChoices } from "../../web/src/state/body-panel";
import { handValueNames } from "../../web/src/state/body-settings";
import {
  type BodyParameter,
  type BodyParameterName,
  type BodyValue,
  bodyParameters,
} from "../../web/src/tables/body-parameters";
import { handPresets } from "../../web/src/tables/hand-presets";

export type BodyUserAction = (parts: { readonly actions: Actions }) => unknown;

const names = bodyParameters.map(({ name }) => name as BodyParameterName);
const name = fc.constantFrom(...names);
const hands = fc.constantFrom(...handChoices);

/** Around the range, its ends among them, and now and then no number at all. */
export function anyBodyValue(parameter: BodyParameter): fc.Arbitrary<BodyValue> {
  if (parameter.type === "boolean") return fc.boolean();
  if (parameter.type === "choice") return fc.constantFrom(...parameter.choices, "none of them");
  const { minimum, maximum } = parameter;
  const width = maximum - minimum;
  return fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: minimum, max: maximum, noNaN: true }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(minimum, maximum, parameter.default, minimum - width, maximum + width),
    },
    { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY) },
  );
}

const drag = fc.constantFrom(...(bodyParameters as readonly BodyParameter[])).chain((parameter) =>
  fc.array(anyBodyValue(parameter), { minLength: 1, maxLength: 4 }).map(
    (values): BodyUserAction =>
      async ({ actions }) => {
        for (const value of values)
          await actions.body.setParameter(parameter.name as BodyParameterName, value);
        actions.endGesture();
      },
  ),
);

/** By the name of the action. */
export const bodyUserActions: Readonly<Record<string, fc.Arbitrary<BodyUserAction>>> = {
  setParameter: drag,
  setHandValue: fc
    .tuple(hands, fc.constantFrom(...handValueNames), fc.double({ min: -1, max: 1, noNaN: true }))
    .map(
      ([side, finger, value]): BodyUserAction =>
        ({ actions }) =>
          actions.body.setHandValue(side, finger, value),
    ),
  setHandPreset: fc.tuple(fc.constantFrom(...handPresets.map(({ alias }) => alias), "none"), hands).map(
    ([preset, side]): BodyUserAction =>
      ({ actions }) =>
        actions.body.setHandPreset(preset, side),
  ),
  resetParameter: name.map(
    (each): BodyUserAction =>
      ({ actions }) =>
        actions.body.resetParameter(each),
  ),
  resetSection: fc.tuple(fc.constantFrom(...bodySections), fc.subarray(names)).map(
    ([section, each]): BodyUserAction =>
      ({ actions }) =>
        actions.body.resetSection(section, each),
  ),
  resetAll: fc.constant<BodyUserAction>(({ actions }) => actions.body.resetAll()),
  calibrateBody: fc.tuple(fc.constantFrom("T", "I"), fc.boolean()).map(
    ([pose, force]): BodyUserAction =>
      ({ actions }) =>
        actions.body.calibrateBody(pose as "T" | "I", force),
  ),
  resetCalibration: fc.constant<BodyUserAction>(({ actions }) => actions.body.resetCalibration()),
  headForward: fc.constant<BodyUserAction>(({ actions }) => actions.body.headForward()),
  autoFloor: fc.constant<BodyUserAction>(({ actions }) => actions.body.autoFloor()),
  scaleByNeck: fc.constant<BodyUserAction>(({ actions }) => actions.body.scaleByNeck()),
  assignBone: fc.tuple(fc.constantFrom("hips", "head"), fc.constantFrom("Hips", "Head", undefined)).map(
    ([bone, joint]): BodyUserAction =>
      ({ actions }) =>
        actions.bones.assign(bone as "hips" | "head", joint),
  ),
  clearBones: fc.constant<BodyUserAction>(({ actions }) => actions.bones.clear()),
};
