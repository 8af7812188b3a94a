// The texts of the body panel in Korean.
// No logic; they are a part of `ko`, with the placeholders of the English ones.
import type { enBody } from "./en-body";

export const koBody: Readonly<Record<keyof typeof enBody, string>> = {
  "body.unmeasured":
    "지금은 알 수 없습니다. 따르는 연기자가 없거나, 아직 프레임이 오지 않았거나, 어느 한쪽에 목이 없습니다.",

  "bones.saved": "뼈 지정을 {file} 파일로 저장했습니다.",
  "bones.read": "{file} 파일의 관절 {total}개 중 {count}개가 이 아바타에 있어 적용했습니다.",
  "bones.refused": "뼈 지정 {file} 파일을 거부했습니다",

  "change.body": "{parameter} 변경",
  "change.bodySection": "{section} 초기화",
  "change.bodyAll": "몸 설정 초기화",
  "change.handPreset": "손 포즈 {preset}",
  "change.calibrateT": "T-포즈 캘리브레이션",
  "change.calibrateI": "I-포즈 캘리브레이션",
  "change.calibrateReset": "기본 자세 캘리브레이션",
  "change.headForward": "머리 정면",
  "change.autoFloor": "다리로 맞춘 바닥",
  "change.neckScale": "목 높이로 맞춘 크기",
  "change.bodyAuto": "크기와 머리 자동",
  "change.bone": "{bone} 관절",
  "change.bones": "뼈 직접 지정",
};
