// The texts of the props on the stage in Korean.
// No logic; they are a part of `ko`, with the placeholders of the English ones.
import type { enProps } from "./en-props";

export const koProps: Readonly<Record<keyof typeof enProps, string>> = {
  "props.region": "소품",
  "props.none": "아직 소품이 없습니다. 스트림이나 녹화 파일의 강체가 여기에 나타납니다.",
  "props.type": "소품 종류: {name}",
  "props.held": "소품 위치: {name}",
  "props.free": "추적되는 자리",
  "props.gone": "{avatar} (무대에 없음)",
  "props.seat": "원점에서 앉는 면까지의 높이(미터): {name}",
  "props.seatLabel": "앉는 높이",
  "props.metres": "m",
  "props.model": "파일(GLB)로 표시하려면 고르거나 여기에 놓으세요: {name}",
  "props.modelRemove": "기본 모양으로 표시: {name}",
  "propType.object": "물건",
  "propType.chair": "의자",
  "propType.hand": "손",
  "propType.none": "기타",
  "propSlot.leftHand": "왼손",
  "propSlot.rightHand": "오른손",
  "propSlot.head": "머리",
  "change.propType": "소품 종류: {name}",
  "change.propSeat": "앉는 높이: {name}",
  "change.propAttach": "소품 붙이기: {name}",
  "change.propDetach": "소품 떼기: {name}",
  "change.propModel": "소품 모양: {name}",
  "error.propModel": "소품은 GLB 파일로 표시합니다.",
  "error.propTooLarge": "파일이 너무 큽니다.",
};
