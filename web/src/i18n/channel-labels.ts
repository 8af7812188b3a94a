// What each of the 52 channels is called for people, in both languages.
// It is not the channel table: order, groups and classes stand in the core.
import type { Language } from "./translate";

type Labels = Readonly<Record<string, string>>;

const parts: Readonly<Record<Language, { left: string; right: string; labels: Labels }>> = {
  en: {
    left: "left",
    right: "right",
    labels: {
      browDown: "Brow down",
      browInnerUp: "Inner brows up",
      browOuterUp: "Outer brow up",
      cheekPuff: "Cheeks puffed",
      cheekSquint: "Cheek raised",
      eyeBlink: "Eye closed",
      eyeLookDown: "Look down",
      eyeLookIn: "Look inward",
      eyeLookOut: "Look outward",
      eyeLookUp: "Look up",
      eyeSquint: "Eye squint",
      eyeWide: "Eye wide",
      jawForward: "Jaw forward",
      jawLeft: "Jaw to the left",
      jawOpen: "Jaw open",
      jawRight: "Jaw to the right",
      mouthClose: "Lips closed over open jaw",
      mouthDimple: "Dimple",
      mouthFrown: "Mouth corner down",
      mouthFunnel: "Lips funnelled",
      mouthLeft: "Mouth to the left",
      mouthLowerDown: "Lower lip down",
      mouthPress: "Lips pressed",
      mouthPucker: "Lips puckered",
      mouthRight: "Mouth to the right",
      mouthRollLower: "Lower lip rolled in",
      mouthRollUpper: "Upper lip rolled in",
      mouthShrugLower: "Lower lip shrugged",
      mouthShrugUpper: "Upper lip shrugged",
      mouthSmile: "Smile",
      mouthStretch: "Mouth stretched",
      mouthUpperUp: "Upper lip up",
      noseSneer: "Nose wrinkled",
      tongueOut: "Tongue out",
    },
  },
  ko: {
    left: "왼쪽",
    right: "오른쪽",
    labels: {
      browDown: "눈썹 내리기",
      browInnerUp: "눈썹 안쪽 올리기",
      browOuterUp: "눈썹 바깥쪽 올리기",
      cheekPuff: "볼 부풀리기",
      cheekSquint: "볼 올리기",
      eyeBlink: "눈 감기",
      eyeLookDown: "아래 보기",
      eyeLookIn: "안쪽 보기",
      eyeLookOut: "바깥쪽 보기",
      eyeLookUp: "위 보기",
      eyeSquint: "눈 가늘게 뜨기",
      eyeWide: "눈 크게 뜨기",
      jawForward: "턱 내밀기",
      jawLeft: "턱 왼쪽으로",
      jawOpen: "턱 벌리기",
      jawRight: "턱 오른쪽으로",
      mouthClose: "턱 벌린 채 입술 다물기",
      mouthDimple: "보조개",
      mouthFrown: "입꼬리 내리기",
      mouthFunnel: "입술 둥글게 벌리기",
      mouthLeft: "입 왼쪽으로",
      mouthLowerDown: "아랫입술 내리기",
      mouthPress: "입술 누르기",
      mouthPucker: "입술 오므리기",
      mouthRight: "입 오른쪽으로",
      mouthRollLower: "아랫입술 말기",
      mouthRollUpper: "윗입술 말기",
      mouthShrugLower: "아랫입술 밀어 올리기",
      mouthShrugUpper: "윗입술 밀어 올리기",
      mouthSmile: "미소",
      mouthStretch: "입 늘이기",
      mouthUpperUp: "윗입술 올리기",
      noseSneer: "코 찡그리기",
      tongueOut: "혀 내밀기",
    },
  },
};

/** Label of an ARKit channel; the name itself where there is none. */
export function channelLabel(language: Language, channel: string): string {
  const { left, right, labels } = parts[language];
  const whole = labels[channel];
  if (whole !== undefined) return whole;
  const side = /(Left|Right)$/.exec(channel);
  const stem = side === null ? undefined : labels[channel.slice(0, -side[0].length)];
  return stem === undefined ? channel : `${stem}, ${side?.[0] === "Left" ? left : right}`;
}
