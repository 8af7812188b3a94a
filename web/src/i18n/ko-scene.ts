// The texts of the shared scene, the output view and of recordings, in Korean.
// No logic; they are a part of `ko`.

export const koScene = {
  "scene.region": "무대를 함께 쓰는 페이지",
  "scene.leads": "이 페이지가 이끄는 중",
  "scene.leads.hint": "여기서 바꾼 것은 이 브리지의 다른 모든 페이지와 출력에 반영됩니다.",
  "scene.follows": "다른 페이지를 따르는 중",
  "scene.follows.hint":
    "다른 페이지가 무대를 이끌고 이 페이지는 같은 것을 보여 줍니다. 여기서 무언가를 바꾸면 곧바로 이 페이지가 이끕니다.",
  "scene.takeOver": "넘겨받기",
  "scene.upload": "{file} 보내는 중: {percent} %",
  "scene.notSent": "다른 페이지와 출력에는 {file} 파일이 보이지 않습니다.",
  "scene.notApplied": "다른 페이지가 {name}에서 바꾼 것을 적용하지 못했습니다.",
  "scene.assetTooLarge":
    "브리지가 받는 크기보다 큽니다. 한도는 256 MB이며 브리지를 시작할 때 --max-asset으로 바꿀 수 있습니다.",
  "scene.assetNoSpace": "브리지에 남은 공간이 없습니다. --max-assets로 늘릴 수 있습니다.",
  "scene.assetUnreachable": "브리지가 응답하지 않았습니다.",
  "scene.assetAbsent": "브리지에 이 파일이 더 이상 없습니다. 이끄는 페이지에서 다시 열어 주세요.",
  "scene.tooLarge": "무대가 너무 커서 공유할 수 없습니다. 다른 페이지는 지금 상태를 유지합니다.",
  "scene.newer":
    "브리지의 장면은 더 새로운 Doppel이 저장한 것입니다. 장면은 그대로 두고 이 페이지는 자체 무대를 보여 줍니다.",
  "scene.invalid":
    "브리지의 장면을 읽을 수 없습니다. 장면은 그대로 두고 이 페이지는 자체 무대를 보여 줍니다.",
  "scene.overtaken": "같은 순간에 다른 페이지가 무대를 바꾸었습니다. 그 페이지의 상태가 적용됩니다.",
  "change.outputCamera": "출력 카메라",
  "change.outputCameraOff": "출력에 모두 보이기",
  "output.noBridge": "Doppel: 브리지에 연결되지 않았습니다. 다시 시도하는 중 …",
  "output.title": "OBS용 출력",
  "output.hint":
    "OBS에서 브라우저 소스를 추가하고 이 주소를 붙여 넣은 다음 너비를 1920, 높이를 1080으로 정하세요. 배경은 투명합니다.",
  "output.address": "주소",
  "output.copy": "주소 복사",
  "output.front": "항상 모두를 정면에서",
  "output.floor": "바닥 선 표시",
  "output.camera": "출력 카메라",
  "output.cameraAll": "출력은 모두를 정면에서 보여 줍니다.",
  "output.cameraSent": "출력은 보냈을 때의 카메라 위치에서 보여 줍니다.",
  "output.cameraNeeds": "무대 보기에서 카메라를 보낼 수 있습니다.",
  "output.sendCamera": "이 카메라를 출력으로 보내기",
  "output.showAll": "모두 보이기",
  "take.start": "연기 녹화",
  "take.stop": "녹화 끝내기",
  "take.list": "연기 녹화 목록",
  "take.hint":
    "어떤 아바타가 따르는지와 관계없이 모든 연기자의 동작을 브리지가 녹화합니다. 브리지로 재생하면 실제 연기와 똑같이 아바타를 움직입니다.",
  "take.dropped": "빠진 프레임: {count}개",
  "take.download": "{file} 내려받기",
  "take.none": "아직 녹화한 것이 없습니다.",
  "take.failed": "녹화하고 있지 않습니다",
  "take.noList": "녹화 목록을 불러오지 못했습니다",
  "takeError.already-recording": "이미 다른 녹화가 진행 중입니다.",
  "takeError.not-recording": "이미 끝난 녹화입니다.",
  "takeError.no-data-folder":
    "브리지에 저장할 폴더가 없습니다. 브리지를 시작할 때 --data로 폴더를 지정해 주세요.",
  "takeError.no-space": "브리지의 디스크가 거의 찼습니다. 그때까지 녹화한 것은 남아 있습니다.",
  "takeError.too-large":
    "녹화가 끝나는 크기(--max-take)에 이르렀습니다. 녹화한 것은 남아 있으며 새로 시작할 수 있습니다.",
  "takeError.write-failed": "브리지가 파일을 쓰지 못했습니다.",
} as const;
