// The wall in the page: nine avatars that get the same values in the same frame, their residuals, and what stays when they are gone.
// Its rules are tested in wall-actions.test.ts; here are the real engine, stage and files.
import { translate } from "../../web/src/i18n/translate";
import { makeAvatar } from "../support/make-avatar";
import { axeFindings, type DoppelPage, expect, test } from "./page";

const COUNT = 9;
const CHANNELS = ["jawOpen", "browInnerUp", "mouthSmileLeft", "mouthSmileRight"];
const FORMATS = ["glb", "vrm0", "vrm1"] as const;
const JAW = 0.6;
/** The residual is worked out in single precision from curves that the report rounds nowhere. */
const DIGITS = 2;

interface Place {
  readonly input: number[];
  readonly output: number[];
  readonly weights: number[];
  readonly residual: number | null;
}

interface Doppel {
  readonly channels: string[];
  feedFace(row: Float32Array): void;
  pause(): void;
  step(dt: number): void;
  wall(): Place[];
}

/** One row of values for some frames; then what reached each place. */
function shownOnWall(doppel: DoppelPage, values: Readonly<Record<string, number>>): Promise<Place[]> {
  return doppel.page.evaluate((named) => {
    const { doppel: page } = window as unknown as { doppel: Doppel };
    const row = new Float32Array(52);
    for (const [name, value] of Object.entries(named)) row[page.channels.indexOf(name)] = value;
    page.pause();
    for (let frame = 0; frame < 8; frame++) {
      page.feedFace(row);
      page.step(1 / 60);
    }
    return page.wall();
  }, values);
}

function channelIndex({ page }: DoppelPage, name: string): Promise<number> {
  return page.evaluate(
    (wanted) => (window as unknown as { doppel: Doppel }).doppel.channels.indexOf(wanted),
    name,
  );
}

test("nine avatars get the same values in one frame, each with its residual, and leave nothing behind", async ({
  doppel,
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 600 });
  await doppel.open();
  const { geometries, textures } = await doppel.memory();
  await page.getByRole("radio", { name: "Wall" }).check();
  const files = await Promise.all(
    Array.from({ length: COUNT + 1 }, async (_, index) => ({
      name: `face-${index + 1}.vrm`,
      mimeType: "model/gltf-binary",
      buffer: Buffer.from(
        await makeAvatar({
          format: FORMATS[index % FORMATS.length] ?? "glb",
          channels: CHANNELS,
          strength: () => 0.4 + 0.2 * index,
        }),
      ),
    })),
  );
  const paused = () => page.evaluate(() => (window as unknown as { doppel: Doppel }).doppel.pause());
  await page.getByTestId("wall-input").setInputFiles(files.slice(0, COUNT));
  await paused();
  const residuals = page.getByTestId("wall-residual");
  await expect(residuals).toHaveCount(COUNT, { timeout: 45_000 });
  // A tenth has no place, and says so.
  await expect(page.getByTestId("wall-input")).toHaveCount(0);
  const tenth = files[COUNT];
  await doppel.drop({ name: tenth?.name ?? "", bytes: tenth?.buffer ?? new Uint8Array() });
  await expect(doppel.message("warning")).toContainText("face-10.vrm was not added");

  const places = await shownOnWall(doppel, { jawOpen: JAW });
  expect(places).toHaveLength(COUNT);
  expect((await doppel.memory()).geometries).toBeGreaterThanOrEqual(geometries + COUNT);
  const jaw = await channelIndex(doppel, "jawOpen");
  for (const place of places) {
    expect(place.input).toEqual(places[0]?.input);
    expect(place.input[jaw]).toBeCloseTo(JAW, 6);
    expect(place.weights.some((weight) => Math.abs(weight - (place.output[jaw] ?? 0)) < 1e-6)).toBe(true);
  }
  // Weak faces get more, strong ones less: nine strengths, nine outputs.
  const outputs = places.map(({ output }) => output[jaw] ?? 0);
  expect(outputs).toEqual([...outputs].sort((a, b) => b - a));
  expect(new Set(outputs).size).toBe(COUNT);
  for (const [index, place] of places.entries()) {
    expect(place.residual).not.toBeNull();
    await expect(residuals.nth(index)).toHaveText(`${place.residual?.toFixed(1)} %`);
  }
  const calibrated = places.map(({ residual }) => residual ?? 0);
  await page.getByRole("radio", { name: "Raw", exact: true }).check();
  const raw = await shownOnWall(doppel, { jawOpen: JAW });
  for (const place of raw) expect(place.output[jaw]).toBeCloseTo(JAW, 6);
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  expect(mean(calibrated)).toBeLessThan(mean(raw.map(({ residual }) => residual ?? 0)));
  expect(await axeFindings(page)).toEqual([]);

  // Order and removal by keys; what is removed comes back to its place.
  const name = (index: number) => page.locator(".wall-name").nth(index).textContent();
  const [first, second] = [await name(0), await name(1)];
  await page.getByRole("button", { name: `Move ${first} one place back` }).focus();
  await page.keyboard.press("Enter");
  expect([await name(0), await name(1)]).toEqual([second, first]);
  for (let left = COUNT; left > 0; left--) {
    await page
      .getByRole("button", { name: /^Remove .* from the wall$/ })
      .first()
      .press("Enter");
    await expect(residuals).toHaveCount(left - 1);
  }
  const after = await doppel.memory();
  expect({ geometries: after.geometries, textures: after.textures }).toEqual({ geometries, textures });
  await page.getByRole("button", { name: /^Bring back/ }).press("Enter");
  await expect(residuals).toHaveCount(1);
  await shownOnWall(doppel, { jawOpen: JAW });
  expect((await doppel.memory()).geometries).toBeGreaterThan(geometries);
  // One history: the key undoes bringing back as it would a gain.
  await page.getByRole("button", { name: /^Remove .* from the wall$/ }).press("Enter");
  await expect(residuals).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(residuals).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(residuals).toHaveCount(0);
  const again = await doppel.memory();
  expect({ geometries: again.geometries, textures: again.textures }).toEqual({ geometries, textures });
});

test("the open avatar stands first, its residual is the report's at the report's inputs, and Korean has it all", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await doppel.openAvatar({ name: "head.glb", bytes: await makeAvatar({ strength: () => 1.7 }) });
  await page.getByLabel("Language").selectOption("ko");
  await page.getByRole("radio", { name: "모아 보기" }).check();
  await page.getByTestId("wall-input").setInputFiles({
    name: "broken.glb",
    mimeType: "model/gltf-binary",
    buffer: Buffer.from("glTF and nothing more"),
  });
  // Said in Korean first; the reader's own words follow as such.
  await expect(page.getByRole("alert")).toContainText("broken.glb");
  await expect(page.getByRole("alert")).toContainText(translate("ko", "fault.unsupported-version"));
  await expect(page.getByRole("alert").locator("[lang=en]")).toContainText("expected GLB version 2");
  await expect(page.getByTestId("wall-tile")).toHaveCount(2);
  const [place] = await shownOnWall(doppel, { jawOpen: JAW });
  const report = (await doppel.state()).report as unknown as {
    channels: { points: { input: number; reference: number; calibrated: number }[] }[];
  } | null;
  const channel = await channelIndex(doppel, "jawOpen");
  const point = report?.channels[channel]?.points.find(({ input }) => input === JAW);
  const expected =
    (100 * Math.abs((point?.calibrated ?? 0) - (point?.reference ?? 0))) / (point?.reference ?? 0);
  expect(place?.residual).toBeCloseTo(expected, DIGITS);
  await expect(page.getByTestId("wall")).toContainText("잔차");
  expect(await axeFindings(page)).toEqual([]);
});
