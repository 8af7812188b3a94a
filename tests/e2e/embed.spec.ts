// The example page public/embed.html with the packed library: it shows what Doppel's own page shows, wherever it is served from.
// Values are compared as numbers; pictures are not.
import type { Page } from "@playwright/test";
import { type PreviewServer, preview } from "vite";
import { CONTENT_POLICY } from "../../scripts/vite/content-policy";
import type { Face, FaceControl } from "../../web/src/lib";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, expect, test } from "./page";

const PORT = 41874;
const SUB_PATH = "/some/where/";

/** What both pages have in the console. */
interface Console {
  doppel: FaceControl & {
    pause(): void;
    theatre: { copies: { calibrated: { weightOfSlot(slot: number): number | undefined } } };
  };
  face: Face;
  vrm: { update(dt: number): void; scene: { traverse(visit: (object: MorphMesh) => void): void } };
}
interface MorphMesh {
  morphTargetDictionary?: Record<string, number>;
  morphTargetInfluences?: number[];
}

/** Something of every group, so that most slots are driven. */
const FRAME = {
  browInnerUp: 0.7,
  cheekPuff: 0.4,
  eyeBlinkLeft: 0.8,
  eyeBlinkRight: 0.3,
  eyeLookUpLeft: 0.5,
  eyeLookUpRight: 0.5,
  jawOpen: 0.6,
  mouthClose: 0.2,
  mouthSmileLeft: 0.9,
  noseSneerRight: 0.35,
};

interface Shown {
  readonly values: number[];
  readonly weights: (number | undefined)[];
}

/** The link of a calibration by hand, and what Doppel's own page shows for the frame once the link is applied. */
function onOwnPage(page: Page): Promise<Shown & { readonly link: string }> {
  return page.evaluate(async (frame) => {
    const { doppel } = window as unknown as Console;
    const profile = structuredClone(doppel.profile());
    const channels = profile.calibration.channels as Record<string, { userGain?: number }>;
    channels.jawOpen = { ...channels.jawOpen, userGain: 0.8 };
    channels.mouthSmileLeft = { ...channels.mouthSmileLeft, userGain: 1.2 };
    await doppel.applyProfile(profile);
    const link = doppel.link();
    await doppel.applyLink(link);
    doppel.pause();
    doppel.feed(frame);
    doppel.update(1 / 60);
    const copy = doppel.theatre.copies.calibrated;
    const weights = Array.from({ length: 400 }, (_, slot) => copy.weightOfSlot(slot));
    return { link, values: Array.from(doppel.values()), weights };
  }, FRAME);
}

/** What the example shows for the frame, by the library's account and in the scene itself. */
function onExample(
  page: Page,
): Promise<Shown & { readonly inScene: Record<string, number[]>; readonly names: string[] }> {
  return page.evaluate((frame) => {
    const { face, vrm } = window as unknown as Console;
    face.feed(frame);
    vrm.update(1 / 60);
    face.update(1 / 60);
    const inScene: Record<string, number[]> = {};
    vrm.scene.traverse((object) => {
      for (const [name, index] of Object.entries(object.morphTargetDictionary ?? {})) {
        inScene[name] = [...(inScene[name] ?? []), object.morphTargetInfluences?.[index] ?? Number.NaN];
      }
    });
    return {
      values: Array.from(face.values()),
      weights: Array.from(face.weights()),
      names: face.slots.map((slot) => slot.name),
      inScene,
    };
  }, FRAME);
}

async function openExample(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => "face" in window, null, { timeout: 30_000 });
}

/** The page's own loop moves the mouth. */
async function expectToMove(page: Page): Promise<void> {
  const smile = () =>
    page.evaluate(() => {
      const { face } = window as unknown as Console;
      return face.values()[face.channels.indexOf("mouthSmileLeft")];
    });
  const before = await smile();
  await expect.poll(async () => Math.abs(((await smile()) ?? 0) - (before ?? 0))).toBeGreaterThan(0.01);
}

let elsewhere: PreviewServer;
test.beforeAll(async () => {
  const headers = { "Content-Security-Policy": CONTENT_POLICY };
  const options = { port: PORT, host: "127.0.0.1", strictPort: true, headers };
  elsewhere = await preview({ base: SUB_PATH, logLevel: "error", preview: options });
});
test.afterAll(() => elsewhere.close());

test("the same link and values give the same face on the example as on Doppel's own page, at the root and below a path", async ({
  doppel,
  page,
  guards,
}) => {
  // Three times a whole avatar is read, measured and drawn in software.
  test.setTimeout(120_000);
  guards.foreignAllowed = (address) => address.startsWith(`http://127.0.0.1:${PORT}${SUB_PATH}`);
  await doppel.visit("/?avatar=realistic");
  await expect
    .poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 })
    .toBe("realistic.vrm");
  const own = await onOwnPage(page);
  expect(own.values.filter((value) => value > 0).length).toBeGreaterThan(5);

  for (const address of ["/embed.html", `http://127.0.0.1:${PORT}${SUB_PATH}embed.html`]) {
    await openExample(page, address + own.link);
    expect(await page.evaluate(() => (window as unknown as Console).face.measuredOn)).toBe("worker");
    await expectToMove(page);
    const shown = await onExample(page);
    expect(shown.values).toEqual(own.values);
    shown.weights.forEach((weight, slot) => {
      const drawn = own.weights[slot];
      if (drawn !== undefined) expect(weight, shown.names[slot]).toBeCloseTo(drawn, 6);
      for (const written of shown.inScene[shown.names[slot] ?? ""] ?? [])
        expect(written).toBeCloseTo(weight ?? 0, 6);
    });
    expect(Object.keys(shown.inScene).length).toBeGreaterThan(40);
  }
});

test("the example says what it shows, switches to raw values, applies its own link, and has no faults that axe finds", async ({
  doppel,
  page,
}) => {
  // A small head of the same channels: what is looked at here is the page around it.
  const bytes = Buffer.from(await makeAvatar({ format: "vrm1" }));
  await page.route("**/avatars/*.vrm", (route) => route.fulfill({ body: bytes }));
  await openExample(doppel.page, "/embed.html");
  await expect(page.getByRole("status")).toHaveText(/^Likeness: raw \d+, calibrated \d+$/);
  await expect(page.locator("#source")).toContainText("face.update(dt)");
  const jaw = () =>
    page.evaluate(() => {
      const { face } = window as unknown as Console;
      face.feed({ browInnerUp: 0.5 });
      face.update(1 / 60);
      return face.values()[face.channels.indexOf("browInnerUp")];
    });
  const calibrated = await jaw();
  await page.getByRole("checkbox", { name: "Raw values" }).check();
  expect(await jaw()).toBeCloseTo(0.5, 5);
  expect(calibrated).not.toBeCloseTo(0.5, 2);
  const gain = await page.evaluate(
    () => (window as unknown as Console).face.profile().calibration.channels.browInnerUp?.userGain,
  );
  expect(gain).toBeCloseTo(1.4, 2);
  expect(await axeFindings(page)).toEqual([]);
});
