// Props over the real chain: the simulator's rigid bodies in the list, in the engine and in the picture; a performer sits down on a chair.
// Heights and places are the simulator's own (bridge/src/sim/motion.hpp), worked out here.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { bodyMeterAt, weightLayers } from "../../web/src/tables/body-meters";
import { makeAvatar } from "../support/make-avatar";
import { PROGRAM } from "./live-chain";
import { axeFindings, type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41879;
/** A chair's seat, the hips of who sits on it, and how far behind the feet: metres, of a performer of 1.75 m. */
const SEAT = 0.45;
const SEATED_HIPS = 0.54;
const BEHIND = 0.42;

test.use({ baseURL: `http://127.0.0.1:${PORT}` });

let bridge: ChildProcess;

test.beforeEach(async () => {
  const args = ["--source", "sim", "--motion", "sit", "--performers", "1", "--props", "1", "--rate", "60"];
  args.push("--port", `${PORT}`, "--page", "dist", "--data", "", "--log", "warn");
  bridge = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (!bridge.stdout) throw new Error("the bridge has no output");
  await once(createInterface({ input: bridge.stdout }), "line");
});

test.afterEach(async () => {
  if (bridge.exitCode !== null) return;
  const ended = once(bridge, "exit");
  bridge.kill("SIGTERM");
  await ended;
});

interface DrawnProp {
  readonly key: string;
  readonly visible: boolean;
  readonly position: [number, number, number];
  readonly parts: number;
}

interface Hooks {
  body(): { status: number; meters: number[]; rig: { humanoid: Record<string, string> } };
  props(): { settings: Record<string, unknown>; drawn: DrawnProp[] };
}

const propsOf = (page: Page) => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.props());
const drawnOf = async (page: Page, key: string) =>
  (await propsOf(page)).drawn.find((prop) => prop.key === key);

/** A page on whose stage one avatar follows the performer; the list is unfolded. */
async function openStage(doppel: DoppelPage, page: Page, address = "/?render=off&scene=off") {
  await doppel.open(address);
  await doppel.resume();
  await doppel.drop({
    name: "anna.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS }),
  });
  await page.waitForFunction(
    () => (window as unknown as { doppel: Hooks }).doppel.body().status !== 0,
    undefined,
    { timeout: 30_000 },
  );
  await page.getByRole("radio", { name: "Stage" }).check();
  await page.getByRole("button", { name: /On stage/ }).click();
  const list = page.getByTestId("props");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  return list;
}

interface Sample {
  readonly meters: number[];
  readonly hips: [number, number, number];
  readonly chair: [number, number, number];
}

/**
 * Frames of whole cycles of sitting down and standing up, until enough of each were seen: how many a second come is the machine's matter.
 * Meters and where hips and chair are seen.
 */
function watch(page: Page, wanted: number, chairAt: number, hipsAt: number): Promise<Sample[]> {
  return page.evaluate(
    async ([count, nearness, weight]) => {
      interface Node {
        getWorldPosition(target: unknown): { toArray(): [number, number, number] };
        position: { clone(): unknown };
      }
      const { doppel } = window as unknown as {
        doppel: Hooks & {
          theatre: {
            copies: {
              calibrated: {
                root: { updateMatrixWorld(force: boolean): void; getObjectByName(name: string): Node };
              };
            };
          };
        };
      };
      const { root } = doppel.theatre.copies.calibrated;
      const hips = root.getObjectByName(doppel.body().rig.humanoid.hips ?? "");
      const samples: Sample[] = [];
      let seated = 0;
      let standing = 0;
      while (seated < count || standing < count) {
        await new Promise((next) => requestAnimationFrame(next));
        root.updateMatrixWorld(true);
        const chair = doppel.props().drawn.find(({ key }) => key === "Chair_1");
        const { meters } = doppel.body();
        if (chair === undefined) continue;
        if ((meters[nearness] ?? 0) > 0.99) ++seated;
        if ((meters[weight] ?? 0) > 0.99) ++standing;
        samples.push({
          meters,
          hips: hips.getWorldPosition(hips.position.clone()).toArray(),
          chair: chair.position,
        });
      }
      return samples;
    },
    [wanted, chairAt, hipsAt] as const,
  );
}

test("a performer sits down on its chair: the hips settle on the seat, the legs go over to the copied pose and back", async ({
  doppel,
  page,
}) => {
  const list = await openStage(doppel, page);
  await expect(list.getByRole("combobox", { name: "What Chair_1 is" })).toHaveValue("chair");
  await expect(list.getByRole("combobox", { name: "What Prop_1 is" })).toHaveValue("object");
  const samples = await watch(page, 30, bodyMeterAt.chairNearness, bodyMeterAt.hipsWeight);
  const meter = (sample: Sample, name: keyof typeof bodyMeterAt) => sample.meters[bodyMeterAt[name]] ?? -1;
  const seated = samples.filter((sample) => meter(sample, "chairNearness") > 0.99);
  const standing = samples.filter((sample) => meter(sample, "hipsWeight") > 0.99);
  // Half of a cycle is spent on the chair, a quarter before it; between them it sits down and stands up.
  const median = (list: readonly Sample[], value: (sample: Sample) => number) =>
    list.map(value).sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
  const apart = ({ hips, chair }: Sample) => Math.hypot(hips[0] - chair[0], hips[2] - chair[2]);
  const found = {
    hipsWeight: median(seated, (each) => meter(each, "hipsWeight")),
    leftLeg: median(seated, (each) => meter(each, "leftLegWeight")),
    rightLeg: median(seated, (each) => meter(each, "rightLegWeight")),
    chair: median(seated, ({ chair }) => chair[1]),
    hips: median(seated, ({ hips }) => hips[1]),
    apart: median(seated, apart),
    standingLeg: median(standing, (each) => meter(each, "leftLegWeight")),
    standingApart: median(standing, apart),
  };
  console.log(
    Object.entries(found)
      .map(([name, value]) => `${name} ${value.toFixed(3)}`)
      .join(", "),
  );
  expect(found.hipsWeight).toBeLessThan(0.02);
  expect(found.leftLeg).toBeLessThan(0.05);
  expect(found.rightLeg).toBeLessThan(0.05);
  const layers = seated.map((each) => weightLayers[meter(each, "hipsLayer")]);
  expect(layers.filter((layer) => layer === "chair").length).toBeGreaterThan(layers.length / 2);
  // The chair's origin is its seat. Hips and chair are seen in one picture, moved by the same way.
  expect(found.chair).toBeCloseTo(SEAT, 3);
  expect(Math.abs(found.hips - SEATED_HIPS)).toBeLessThan(0.03);
  expect(found.apart).toBeLessThan(0.05);
  expect(found.standingLeg).toBeGreaterThan(0.95);
  expect(Math.abs(found.standingApart - BEHIND)).toBeLessThan(0.15);
});

test("what a prop is and where it hangs is undone, and is known again at the next visit", async ({
  doppel,
  page,
}) => {
  const list = await openStage(doppel, page);
  const type = list.getByRole("combobox", { name: "What Prop_1 is" });
  const held = list.getByRole("combobox", { name: "Where Prop_1 is" });
  await type.selectOption("hand");
  await expect.poll(async () => (await propsOf(page)).settings).toEqual({ Prop_1: { type: "hand" } });
  const slots = await held
    .locator("option")
    .evaluateAll((options) => options.map((each) => each.textContent));
  expect(slots).toEqual([
    "Where it is seen",
    "Synthetic: left hand",
    "Synthetic: right hand",
    "Synthetic: head",
  ]);
  await held.selectOption({ label: "Synthetic: left hand" });
  /** From the hand's joint to the prop, metres. */
  const offHand = () =>
    page.evaluate(() => {
      interface Place {
        distanceTo(other: unknown): number;
      }
      interface Node {
        getWorldPosition(target: Place): Place;
        position: Place & { clone(): Place };
      }
      const { doppel: hooks } = window as unknown as {
        doppel: Hooks & {
          stage: unknown;
          theatre: {
            copies: {
              calibrated: {
                root: { updateMatrixWorld(force: boolean): void; getObjectByName(name: string): Node };
              };
            };
          };
        };
      };
      const { root } = hooks.theatre.copies.calibrated;
      root.updateMatrixWorld(true);
      const hand = root.getObjectByName(hooks.body().rig.humanoid.leftHand ?? "");
      const [x = 0, y = 0, z = 0] = hooks.props().drawn.find(({ key }) => key === "Prop_1")?.position ?? [];
      return hand.getWorldPosition(hand.position.clone()).distanceTo({ x, y, z });
    });
  // The slot stands 39 mm beside and 22 mm under the joint.
  const slot = Math.hypot(0.039, 0.022);
  await expect.poll(async () => Math.abs((await offHand()) - slot)).toBeLessThan(0.002);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(held).toHaveValue("");
  await expect.poll(offHand).toBeGreaterThan(0.3);
  await page.getByRole("button", { name: /^Redo/ }).click();
  await expect.poll(async () => Math.abs((await offHand()) - slot)).toBeLessThan(0.002);

  const seat = list.getByRole("spinbutton", { name: "Seat of Chair_1 over its origin, metres" });
  await seat.fill("0.12");
  await seat.blur();
  await expect.poll(async () => (await propsOf(page)).settings.Chair_1).toEqual({ seat: [0, 0.12, 0] });

  await openStage(doppel, page);
  await expect(type).toHaveValue("hand");
  await expect(seat).toHaveValue("0.12");
  await expect.poll(async () => Math.abs((await offHand()) - slot)).toBeLessThan(0.002);
  await held.selectOption("");
  await expect.poll(offHand).toBeGreaterThan(0.3);
});

test("a prop is shown as a file that is given for it, and as a shape again", async ({ doppel, page }) => {
  const list = await openStage(doppel, page);
  const row = list.locator('[data-prop="Chair_1"]');
  await row.getByTestId("prop-input").setInputFiles({
    name: "stool.glb",
    mimeType: "model/gltf-binary",
    buffer: Buffer.from(await makeAvatar({ channels: ["jawOpen"] })),
  });
  const back = row.getByRole("button", { name: "Show Chair_1 as a plain shape" });
  await expect(back).toBeVisible();
  await page.getByRole("button", { name: "Undo: the look of Chair_1" }).click();
  await expect(back).toHaveCount(0);
  await page.getByRole("button", { name: "Redo: the look of Chair_1" }).click();
  await back.click();
  await expect(back).toHaveCount(0);
  await row.getByTestId("prop-input").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no model"),
  });
  await expect(doppel.message("error")).toContainText("A prop is shown as a GLB file.");
  expect((await drawnOf(page, "Chair_1"))?.visible).toBe(true);
});

test("the list has no findings, and fits a phone", async ({ doppel, page }) => {
  await openStage(doppel, page);
  // What moves by itself would take the machine from looking.
  await doppel.pause();
  expect(await axeFindings(page, '[data-testid="cast"]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const size = await page
    .getByTestId("cast")
    .evaluate((cast) => ({ content: cast.scrollWidth, width: cast.clientWidth }));
  expect(size.width).toBeLessThanOrEqual(390);
  expect(size.content).toBeLessThanOrEqual(size.width);
});
