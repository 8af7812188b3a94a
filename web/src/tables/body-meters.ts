// The order of a row of body meters: what each float is, in which unit; and the layers that decide a limb's weight.
// It is the layout alone; equal to `kMeterRow` in wasm/src/engine/bodies.hpp.

/** Floats of `Engine.bodyMeters()`, in order. */
export const bodyMeterNames = [
  "leftFootSlide", // cm/s
  "rightFootSlide", // cm/s
  "leftPenetration", // mm
  "rightPenetration", // mm
  "leftFloating", // mm
  "rightFloating", // mm
  "limbStretch", // %
  "leftHandError", // mm
  "rightHandError", // mm
  "kneeJump", // degrees
  "elbowJump", // degrees
  "pelvisDrop", // mm
  "hipsWeight", // 0..1
  "leftArmWeight", // 0..1
  "rightArmWeight", // 0..1
  "leftLegWeight", // 0..1
  "rightLegWeight", // 0..1
  "hipsLayer", // index into `weightLayers`
  "leftArmLayer",
  "rightArmLayer",
  "leftLegLayer",
  "rightLegLayer",
  "chairNearness", // 0..1
  "headScale",
] as const;
export type BodyMeterName = (typeof bodyMeterNames)[number];

/** What decided a weight, by number. */
export const weightLayers = [
  "none",
  "handHand",
  "handProp",
  "contact",
  "disabled",
  "sitFootHip",
  "footHeight",
  "chair",
  "hipHeight",
] as const;
export type WeightLayer = (typeof weightLayers)[number];

/** Place of a meter in its row. */
export const bodyMeterAt = Object.fromEntries(bodyMeterNames.map((name, index) => [name, index])) as Readonly<
  Record<BodyMeterName, number>
>;
