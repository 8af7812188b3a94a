// Views of the control page for phones and tablets that need no bridge: long names, answers that never come, every kind of refusal.
// What the bridge and the page with the avatars say is made up here; live-views.mjs has the page behind a real bridge.

const kNames = [
  "하루 – 무대용 아바타 최종 수정본",
  "Nabi",
  "A guest performer's avatar with a rather long name",
];
const kCharacters = kNames.map((name, index) => ({
  characterId: `avatar-${index}`,
  name,
  performer: index === 0 ? "연기자_스튜디오_가운데_첫째" : null,
  leader: index === 1 ? "avatar-0" : null,
}));
const kValues = {
  avatarScale: 1.08,
  headScale: 1,
  floorHeight: -0.02,
  footInOutOffset: 0,
  footFrontBackOffset: 0.015,
  headRotationOffsetX: -12.5,
  headRotationOffsetY: 0,
  headRotationOffsetZ: 0,
  chairSeatHeightOffset: 0,
  weightSmoothSpeed: 5,
  enableLeftArmIK: true,
  enableRightArmIK: false,
  "fingerShaped.enabled": true,
  "filter.enabled": false,
};

const refused = (code, message, more = {}) => ({ ok: false, error: { code, message, ...more } });

/** By action. */
const kAnswers = {
  refresh: { ok: true, characters: kCharacters, open: "avatar-0" },
  getCharacterData: { ok: true, values: kValues, readOnly: { calibration: { pose: "T", live: true } } },
  updateValueRealtime: { ok: true },
  calibrateIPose: { ok: true },
  calibrateHeadForward: refused("no-performer", "the avatar follows nobody"),
  setHandPosePreset: refused("timeout", "the page did not answer within 5 s"),
  resetCalibration: refused(
    "internal",
    "the engine refused the profile: retargeting.calibration: expected an object",
  ),
  autoCalibrateAll: {
    ok: false,
    error: { code: "some-refused", message: "2 of 3 were refused" },
    results: kCharacters.map(({ characterId }, index) => ({
      characterId,
      ok: index === 1,
      error: { code: "refused", fault: "crouching", message: "crouching" },
    })),
  },
};

async function madeUp(page) {
  await page.routeWebSocket(/\/retargeting/, (socket) => {
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const { action, id, characterId } = JSON.parse(text);
      // Asked of one avatar alone it is never answered.
      if (action === "autoCalibrateAll" && characterId !== "all") return;
      say({ type: action, id, ...kAnswers[action] });
    });
    say({ type: "session", pages: 1, controllers: 1, authority: "p1" });
  });
}

const toast = (page) => page.locator(".remote-toast:not([data-kind=busy])").waitFor();
const press = (place) => async (page) => {
  await page.locator(".remote-big").nth(place).click();
  await toast(page);
};

/** By name, as in state-views.mjs; `sights`: of each view what is scrolled to. */
export const remoteViews = {
  remoteNames: {
    before: madeUp,
    address: "/remote.html",
    isBare: true,
    sights: { remoteValues: ".remote-main > :last-child" },
    steps: (page) => page.locator(".remote-character").nth(2).waitFor(),
    later: {
      remoteTaken: press(0),
      remoteNobody: press(2),
      remoteLeftOut: press(4),
      remoteFailed: async (page) => {
        await page.locator(".remote-quiet").click();
        await toast(page);
      },
      remoteLate: press(5),
      remoteValues: async (page) => {
        await page.locator(".remote-toast button").last().click();
        await page.locator(".remote-switch input").last().focus();
        // By the keyboard: the ring is to be seen.
        await page.keyboard.press("Tab");
      },
      // It is never answered.
      remotePending: async (page) => {
        await page.evaluate(() => document.activeElement.blur());
        await page.locator(".remote-big").nth(3).click();
        await page.locator("[data-kind=busy]").waitFor();
      },
    },
  },
  remoteLost: {
    before: (page) => page.routeWebSocket(/\/retargeting/, (socket) => socket.close()),
    address: "/remote.html",
    isBare: true,
    steps: (page) => page.locator(".remote-nothing").waitFor(),
  },
};
