// How real files spell the 52 channels, and bones.
// Which spellings Doppel understands is for the reader to say, and for tests to hold.
import { splitChannel } from "../../../web/src/reader/channel-table";

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function words(name: string): readonly string[] {
  return name
    .replace(/([A-Z])/g, " $1")
    .split(" ")
    .map(capital);
}

/** Ways in which real files spell a channel. */
export const nameStyles: Readonly<Record<string, (channel: string) => string>> = {
  camelCase: (channel) => channel,
  PascalCase: capital,
  shortSide: (channel) => {
    const { stem, side } = splitChannel(channel);
    return side === undefined ? stem : `${stem}_${side.charAt(0)}`;
  },
  lowerShortSide: (channel) => {
    const { stem, side } = splitChannel(channel);
    return side === undefined ? stem : `${stem}.${side.charAt(0).toLowerCase()}`;
  },
  gluedShortSide: (channel) => {
    const { stem, side } = splitChannel(channel);
    // `jawL` and `mouthR` have a stem of one word; with a capital the side still stands apart.
    return side === undefined ? stem : `${stem}${side.charAt(0)}`;
  },
  Underscores: (channel) => words(channel).join("_"),
  UnderscoresShortSide: (channel) =>
    words(channel)
      .join("_")
      .replace(/_(L|R)(eft|ight)$/, "_$1"),
  kebab: (channel) => words(channel).join("-").toLowerCase(),
  spaces: (channel) => words(channel).join(" "),
  lower: (channel) => channel.toLowerCase(),
  UPPER: (channel) => channel.toUpperCase(),
  sideFirst: (channel) => {
    const { stem, side } = splitChannel(channel);
    return side === undefined ? stem : `${side.toLowerCase()}${capital(stem)}`;
  },
  prefixFcl: (channel) => `Fcl_${channel}`,
  prefixBlendShape: (channel) => `BlendShape.${channel}`,
  prefixMaya: (channel) => `blendShape1.${channel}`,
  prefixHead: (channel) => `head_${channel}`,
  prefixNamespace: (channel) => `Avatar:Face|${channel}`,
  prefixNumber: (channel) => `07_${channel}`,
  prefixAny: (channel) => `CC4_Toon_${channel}`,
  blenderCopy: (channel) => `${channel}.001`,
};

const MIXAMO_MIDDLE: Readonly<Record<string, string>> = {
  hips: "Hips",
  spine: "Spine",
  chest: "Spine1",
  upperChest: "Spine2",
  neck: "Neck",
  head: "Head",
  jaw: "Jaw",
};

const MIXAMO_LIMB: Readonly<Record<string, string>> = {
  Eye: "Eye",
  Shoulder: "Shoulder",
  UpperArm: "Arm",
  LowerArm: "ForeArm",
  Hand: "Hand",
  UpperLeg: "UpLeg",
  LowerLeg: "Leg",
  Foot: "Foot",
  Toes: "ToeBase",
};

const MIXAMO_FINGER = {
  Thumb: "Thumb",
  Index: "Index",
  Middle: "Middle",
  Ring: "Ring",
  Little: "Pinky",
} as const;
const MIXAMO_JOINT: Readonly<Record<string, readonly string[]>> = {
  Thumb: ["Metacarpal", "Proximal", "Distal"],
  others: ["Proximal", "Intermediate", "Distal"],
};

/** Mixamo's name of a human bone; other bones keep their own. */
export function mixamoName(bone: string): string {
  const middle = MIXAMO_MIDDLE[bone];
  if (middle !== undefined) return middle;
  const sided = /^(left|right)([A-Z]\w*?)(Twist)?$/.exec(bone);
  if (sided === null) return bone;
  const [, side = "", stem = "", twist = ""] = sided;
  const capital = side === "left" ? "Left" : "Right";
  const limb = MIXAMO_LIMB[stem];
  if (limb !== undefined) return `${capital}${limb}${twist}`;
  for (const [finger, name] of Object.entries(MIXAMO_FINGER)) {
    if (!stem.startsWith(finger)) continue;
    const joint = (MIXAMO_JOINT[finger] ?? MIXAMO_JOINT.others ?? []).indexOf(stem.slice(finger.length));
    if (joint >= 0) return `${capital}Hand${name}${joint + 1}`;
  }
  return bone;
}
