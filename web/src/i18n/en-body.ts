// The texts of the body panel in English: parameters with their explanations, calibration, meters, skeleton.
// No logic; they are a part of `en`.

export const enBody = {
  "body.unmeasured":
    "This cannot be told now: the avatar follows nobody, no frame has come, or one of both has no neck.",

  "bones.saved": "Bones saved as {file}.",
  "bones.read": "{count} of {total} joints in {file} are in this avatar; they are taken over.",
  "bones.refused": "Bones {file} were refused",

  "change.body": "{parameter}",
  "change.bodySection": "reset of {section}",
  "change.bodyAll": "reset of the body",
  "change.handPreset": "hand preset {preset}",
  "change.calibrateT": "calibration from a T-pose",
  "change.calibrateI": "calibration from an I-pose",
  "change.calibrateReset": "calibration from rest poses",
  "change.headForward": "head forward",
  "change.autoFloor": "floor set by the legs",
  "change.neckScale": "scale by neck height",
  "change.bodyAuto": "scale and head found",
  "change.bone": "joint of {bone}",
  "change.bones": "bones mapped by hand",
} as const;
