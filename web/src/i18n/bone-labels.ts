// What each of the 55 human bones is called for people, in both languages.
// It is not the bone table: order and names stand in tables/human-bones.ts.
import type { Language } from "./translate";

interface Words {
  readonly left: string;
  readonly right: string;
  /** Whole names, and what stands after a side. */
  readonly bones: Readonly<Record<string, string>>;
  readonly fingers: Readonly<Record<string, string>>;
  readonly joints: Readonly<Record<string, string>>;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    left: "left",
    right: "right",
    bones: {
      hips: "Hips",
      spine: "Spine",
      chest: "Chest",
      upperChest: "Upper chest",
      neck: "Neck",
      head: "Head",
      jaw: "Jaw",
      Eye: "Eye",
      Shoulder: "Shoulder",
      UpperArm: "Upper arm",
      LowerArm: "Lower arm",
      Hand: "Hand",
      UpperLeg: "Upper leg",
      LowerLeg: "Lower leg",
      Foot: "Foot",
      Toes: "Toes",
    },
    fingers: { Thumb: "Thumb", Index: "Index", Middle: "Middle", Ring: "Ring", Little: "Little" },
    joints: { Metacarpal: "1", Proximal: "1", Intermediate: "2", Distal: "3" },
  },
  ko: {
    left: "왼쪽",
    right: "오른쪽",
    bones: {
      hips: "엉덩이",
      spine: "척추",
      chest: "가슴",
      upperChest: "윗가슴",
      neck: "목",
      head: "머리",
      jaw: "턱",
      Eye: "눈",
      Shoulder: "어깨",
      UpperArm: "위팔",
      LowerArm: "아래팔",
      Hand: "손",
      UpperLeg: "허벅지",
      LowerLeg: "종아리",
      Foot: "발",
      Toes: "발가락",
    },
    fingers: { Thumb: "엄지", Index: "검지", Middle: "중지", Ring: "약지", Little: "소지" },
    joints: { Metacarpal: "1", Proximal: "1", Intermediate: "2", Distal: "3" },
  },
};

const FINGER = /^(Thumb|Index|Middle|Ring|Little)(Metacarpal|Proximal|Intermediate|Distal)$/;

/** Label of a bone by its VRM 1.0 name; the name itself where there is none. */
export function boneLabel(language: Language, bone: string): string {
  const { left, right, bones, fingers, joints } = words[language];
  const whole = bones[bone];
  if (whole !== undefined) return whole;
  const [, side = "", rest = ""] = /^(left|right)([A-Z]\w*)$/.exec(bone) ?? [];
  const finger = FINGER.exec(rest);
  const part = finger === null ? bones[rest] : `${fingers[finger[1] ?? ""]} ${fingerJoint(finger, joints)}`;
  if (side === "" || part === undefined) return bone;
  const where = side === "left" ? left : right;
  return language === "ko" ? `${where} ${part}` : `${part}, ${where}`;
}

// The thumb's three are metacarpal, proximal and distal: its second is another finger's first.
function fingerJoint([, finger, joint = ""]: RegExpExecArray, joints: Words["joints"]): string {
  return finger === "Thumb" && joint === "Proximal" ? "2" : (joints[joint] ?? "");
}
