// An avatar on the page: drawn twice, measured, driven, changed and undone. Numbers are read where there are any.
// Files that fail are in refusals.spec.ts.
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, expect, FEW_CHANNELS, test } from "./page";

const strong = () => makeAvatar({ strength: (channel) => (channel === "jawOpen" ? 2 : 1) });

test("a dropped avatar is measured, shown twice, and the calibrated copy is held back where it is strong", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "strong.glb", bytes: await strong() });
  await expect(page.getByText("Raw", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Calibrated", { exact: true }).first()).toBeVisible();
  const { raw, calibrated } = await doppel.pose({ jawOpen: 0.6 });
  expect(Math.max(...raw)).toBeCloseTo(0.6, 5);
  const state = await doppel.state();
  const jaw = await page
    .locator("[data-channel]")
    .filter({ hasText: "jawOpen" })
    .getAttribute("data-channel");
  expect(Math.max(...calibrated)).toBeCloseTo(state.output[Number(jaw)] ?? Number.NaN, 5);
  expect(Math.max(...calibrated)).not.toBeCloseTo(0.6, 2);
  expect(state.report?.after ?? 0).toBeGreaterThan(state.report?.before ?? 100);
});

test("the table states a verdict in words for each channel, and the selected one has curve and numbers", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({
    name: "few.glb",
    bytes: await makeAvatar({ channels: ["jawOpen", "mouthSmileLeft"] }),
  });
  const state = await doppel.state();
  const rows = page.locator("[data-channel]");
  await expect(rows).toHaveCount(52);
  await expect(rows.filter({ hasText: "noseSneerLeft" })).toContainText("Missing");
  const shown = await rows.locator(".column-verdict").allInnerTexts();
  expect(shown.every((text) => text.trim().length > 2)).toBe(true);
  expect(state.report?.channels.filter((channel) => channel.verdict === "missing")).toHaveLength(50);
  await page.getByRole("button", { name: "mouthSmileLeft" }).click();
  const detail = page.getByTestId("detail");
  await expect(detail.getByRole("heading", { name: "Smile, left" })).toBeVisible();
  await expect(detail.getByRole("img", { name: /Response of mouthSmileLeft/ })).toBeVisible();
  await page.getByLabel("Needs attention").check();
  await expect(rows.filter({ hasText: "noseSneerLeft" })).toBeVisible();
  await expect(rows).toHaveCount(
    state.report?.channels.filter((channel) => !["effective", "binary"].includes(channel.verdict)).length ??
      -1,
  );
});

test("names that fit nothing and sides that are exchanged are said on the page", async ({ doppel, page }) => {
  await doppel.open();
  const bytes = await makeAvatar({
    channels: ["jawOpen", "eyeBlinkLeft", "eyeBlinkRight"],
    shapes: {
      mouthSmileLeft: { mouthSmileRight: 1 },
      mouthSmileRight: { mouthSmileLeft: 1 },
      muscles: { cheekPuff: 1 },
    },
  });
  await doppel.openAvatar({ name: "mixed-up.glb", bytes });
  const warning = doppel.message("warning");
  await expect(warning).toContainText("mixed-up.glb");
  await expect(warning).toContainText("mouthSmileLeft, mouthSmileRight");
  await expect(warning).not.toContainText("eyeBlink");
  const findings = page.getByTestId("findings");
  await findings.locator("summary").click();
  await expect(findings.getByRole("listitem").filter({ hasText: "muscles" }).first()).toContainText(
    "fits no channel",
  );
  await expect(findings.getByRole("listitem").filter({ hasText: "moves the other" })).toHaveCount(2);
});

test("both VRM versions face the camera; left stays left; resetting twice changes nothing", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  for (const format of ["vrm0", "vrm1"] as const) {
    await doppel.openAvatar({
      name: `${format}.vrm`,
      bytes: await makeAvatar({ format, channels: FEW_CHANNELS }),
    });
    const facing = await page.evaluate(() => {
      interface Bone {
        getWorldPosition(target: unknown): { x: number; z: number };
      }
      const { doppel } = window as unknown as {
        doppel: {
          theatre: {
            copies: {
              raw: { root: { getObjectByName(name: string): Bone; position: { clone(): unknown } } };
            };
          };
        };
      };
      const { root } = doppel.theatre.copies.raw;
      const at = (name: string) => root.getObjectByName(name).getWorldPosition(root.position.clone());
      return { leftX: at("LeftEye").x, rightX: at("RightEye").x, depth: at("LeftEye").z - at("Head").z };
    });
    expect(facing.leftX).toBeGreaterThan(0);
    expect(facing.rightX).toBeLessThan(0);
    expect(facing.depth).toBeGreaterThan(0);
    const framed = (await doppel.state()).camera;
    await page.getByRole("region", { name: /Both views/ }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await expect.poll(async () => (await doppel.state()).camera).not.toEqual(framed);
    await page.keyboard.press("0");
    await page.getByRole("button", { name: "Reset the camera" }).click();
    const again = (await doppel.state()).camera;
    for (const axis of [0, 1, 2] as const) expect(again[axis]).toBeCloseTo(framed[axis], 3);
    expect(again[2]).toBeGreaterThan(0);
  }
});

test("the licence terms of a VRM are shown when it is opened", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar({
    name: "licensed.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS }),
  });
  const card = page.getByRole("region", { name: "Licence of the avatar" });
  await expect(card).toContainText("VRM 1.0");
  await expect(card.getByRole("region", { name: "Licence" })).toBeVisible();
  await card.getByRole("button", { name: "Hide terms" }).click();
  await expect(card.getByRole("region", { name: "Licence" })).toHaveCount(0);
});

test("the licence terms leave the faces free at 1280 by 720", async ({ doppel, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await doppel.open();
  await doppel.openAvatar({
    name: "licensed.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS }),
  });
  const card = await page.getByRole("region", { name: "Licence of the avatar" }).boundingBox();
  const views = await page.locator(".viewer").boundingBox();
  if (card === null || views === null) throw new Error("the views and the licence are not there");
  expect(card.y).toBeGreaterThan(views.y + 0.75 * views.height);
});

test("each method has its own ratios: there and back again is where it was", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.openAvatar({ name: "strong.glb", bytes: await strong() });
  const channels = async () => (await doppel.state()).profile?.calibration.channels ?? {};
  const travel = await channels();
  await page.getByRole("radio", { name: "Linear gain" }).check();
  await expect.poll(async () => (await doppel.state()).profile?.calibration.method).toBe("linear");
  const rms = await channels();
  const differ = Object.keys(travel).filter((name) => travel[name]?.ratio !== rms[name]?.ratio);
  expect(differ.length).toBeGreaterThan(0);
  await page.getByRole("radio", { name: "Range match" }).check();
  await expect.poll(async () => (await doppel.state()).profile?.calibration.method).toBe("range_match");
  expect(await channels()).toEqual(travel);
});

test("a preview plays one channel up and down, mouthClose over an open jaw, and is over", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await doppel.pose({ jawOpen: 0.9, browInnerUp: 0.6 });
  const step = (frames: number) =>
    page.evaluate((count) => {
      const { doppel: hooks } = window as unknown as { doppel: { step(dt: number): void } };
      for (let frame = 0; frame < count; frame++) hooks.step(0.05);
    }, frames);
  const preview = page.getByTestId("detail").getByRole("button", { name: "Preview" });
  await page.getByRole("button", { name: "mouthClose" }).click();
  await preview.click();
  await step(1 + 15);
  const state = await doppel.state();
  const [close, jaw, brow] = await page.evaluate(() => {
    const { channels } = (window as unknown as { doppel: { channels: string[] } }).doppel;
    return ["mouthClose", "jawOpen", "browInnerUp"].map((name) => channels.indexOf(name));
  });
  expect(state.input[close ?? -1]).toBeCloseTo(1, 2);
  expect(state.output[jaw ?? -1]).toBeGreaterThan(0.3);
  expect(state.output[brow ?? -1]).toBe(0);
  await step(17);
  await expect(preview).toHaveAttribute("aria-pressed", "false");
  await doppel.pose({ browInnerUp: 0.6 });
  expect((await doppel.state()).output[brow ?? -1]).toBeGreaterThan(0.3);
});

test("another avatar is opened by address while one is open", async ({ doppel, page, guards }) => {
  guards.foreignAllowed = (address) => address === "https://avatars.example/b.vrm";
  await page.route("https://avatars.example/b.vrm", async (route) =>
    route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      body: Buffer.from(await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS })),
    }),
  );
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await page.getByRole("button", { name: "Open link" }).click();
  await page
    .getByLabel("Profile link, or https address of a VRM or GLB")
    .fill("https://avatars.example/b.vrm");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect.poll(async () => (await doppel.state()).avatar?.file).toBe("b.vrm");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("gain, strength and method act on the output, and every change is undone and redone by keys", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "strong.glb", bytes: await strong() });
  await doppel.pose({ jawOpen: 0.4 });
  const highest = async () => Math.max(...(await doppel.pose({ jawOpen: 0.4 })).calibrated);
  const start = await highest();
  const gain = page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" });
  await gain.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("PageDown");
  const held = await highest();
  expect(held).toBeLessThan(start - 0.02);
  await page.getByRole("radio", { name: "Linear gain" }).check();
  await expect.poll(async () => (await doppel.state()).profile?.calibration.method).toBe("linear");
  await page.locator("body").press("Control+z");
  await expect.poll(async () => (await doppel.state()).profile?.calibration.method).toBe("range_match");
  for (let press = 0; press < 3; press++) await page.locator("body").press("Control+z");
  expect(await highest()).toBeCloseTo(start, 5);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
  for (let press = 0; press < 3; press++) await page.locator("body").press("Control+Shift+z");
  expect(await highest()).toBeCloseTo(held, 5);
});

test("an empty channel offers a substitute; accepting drives it, undo takes it back", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  const bytes = await makeAvatar({
    strength: (channel) => (channel === "jawOpen" ? 0 : 1),
    shapes: { mouthOpen: { jawOpen: 1 } },
  });
  await doppel.openAvatar({ name: "empty-jaw.glb", bytes });
  const row = page.locator("[data-channel]").filter({ hasText: "jawOpen" });
  await expect(row).toContainText("Empty");
  expect(Math.max(...(await doppel.pose({ jawOpen: 0.7 })).calibrated)).toBe(0);
  await page.getByTestId("substitute").getByRole("button", { name: "Use target mouthOpen" }).click();
  await expect(row).toContainText("Effective");
  await doppel.idle();
  expect(Math.max(...(await doppel.pose({ jawOpen: 0.7 })).calibrated)).toBeGreaterThan(0.3);
  expect((await doppel.state()).profile?.calibration.substitutes).toHaveProperty("jawOpen");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(row).toContainText("Empty");
  expect(Math.max(...(await doppel.pose({ jawOpen: 0.7 })).calibrated)).toBe(0);
});

test("a slider by hand drives the face alone, and the recording returns when it is released", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "a.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await doppel.resume();
  const rows = Array.from({ length: 60 }, (_, index) => [index / 60]);
  const take = { names: ["mouthPucker"], fps: 30, frames: rows };
  await doppel.drop({ name: "take.json", bytes: new TextEncoder().encode(JSON.stringify(take)) });
  await expect(page.getByText("take.json").first()).toBeVisible();
  await page.getByRole("slider", { name: "Value of jawOpen by hand" }).fill("0.5");
  await expect.poll(async () => (await doppel.state()).input.filter((value) => value > 0)).toEqual([0.5]);
  await page.getByRole("button", { name: "Release the sliders" }).click();
  await expect.poll(async () => Math.max(...(await doppel.state()).input)).not.toBe(0.5);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).fill("1");
  await expect.poll(async () => Math.max(...(await doppel.state()).input)).toBeCloseTo(0.5, 2);
});

test("axe finds nothing with an avatar open: English, Korean, narrow, terms and messages shown", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({
    name: "a.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: ["jawOpen", "eyeBlinkLeft"] }),
  });
  await doppel.drop({ name: "notes.txt", bytes: new TextEncoder().encode("hello") });
  await expect(doppel.message("error")).toBeVisible();
  expect(await axeFindings(page, "body")).toEqual([]);
  await page.getByLabel("Language").selectOption("ko");
  expect(await axeFindings(page, "body")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 700 });
  await expect(page.locator(".panel .licence")).toBeVisible();
  expect(await axeFindings(page, "body")).toEqual([]);
});
