// The shared scene over the real bridge: a control page, an output page of another browser profile, and a control page that takes over.
// What stands in the document and who may write it is tested with the commands (tests/web/commands/scene-keeper.test.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Browser, Page } from "@playwright/test";
import { decode } from "fast-png";
import { makeAvatar } from "../support/make-avatar";
import { PROGRAM } from "./live-chain";
import { axeFindings, type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41878;
const HOST = `http://127.0.0.1:${PORT}`;

test.use({ baseURL: HOST });
// Up to three pages at a time, each with a core and a stage of its own.
test.setTimeout(240_000);

let bridge: ChildProcess | null = null;

test.beforeEach(async () => {
  const args = ["--source", "sim", "--performers", "2", "--rate", "60", "--port", `${PORT}`];
  args.push(
    "--page",
    "dist",
    "--data",
    test.info().outputPath("data"),
    "--log",
    "warn",
    "--motion",
    "walk",
    "wave",
  );
  bridge = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (!bridge.stdout) throw new Error("the bridge has no output");
  await once(createInterface({ input: bridge.stdout }), "line");
});

test.afterEach(async () => {
  const running = bridge;
  bridge = null;
  if (running === null || running.exitCode !== null) return;
  const ended = once(running, "exit");
  running.kill("SIGTERM");
  await ended;
});

interface Member {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly performer: string | null;
  readonly isOpen: boolean;
}

interface Hooks {
  cast(): Member[];
  body(): {
    status: number;
    frameNumber: number;
    follows: string | null;
    performers: { key: string }[];
    settings: { parameters?: Record<string, unknown> };
    rig: { humanoid: Record<string, string> };
  };
  remote(): { isAuthority: boolean; pages: number };
  scene(): { isShared: boolean; revision: number; camera: { position: number[] } | null };
  setBody(name: string, value: unknown): Promise<boolean>;
  feedFace(values: readonly number[]): void;
  state(): { input: number[] };
}

const hooks = (page: Page) => {
  const ask = <Name extends "cast" | "body" | "remote" | "scene">(name: Name) =>
    page.evaluate(
      (wanted) => (window as unknown as { doppel: Hooks }).doppel[wanted]() as ReturnType<Hooks[Name]>,
      name,
    );
  return {
    cast: () => ask("cast"),
    body: () => ask("body"),
    remote: () => ask("remote"),
    scene: () => ask("scene"),
    parameters: async () => (await ask("body")).settings?.parameters ?? {},
    setBody: (name: string, value: unknown) =>
      page.evaluate(
        ([key, to]) => (window as unknown as { doppel: Hooks }).doppel.setBody(key as string, to),
        [name, value],
      ),
    waitLive: () =>
      page.waitForFunction(
        () => "doppel" in window && (window as unknown as { doppel: Hooks }).doppel.body().status !== 0,
        undefined,
        { timeout: 90_000 },
      ),
  };
};

const avatar = async (name: string) => ({
  name: `${name}.vrm`,
  bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS, vrm: { meta: { name } } }),
});

/** A page of a browser profile that has never seen Doppel. */
async function freshPage(browser: Browser, address: string, width = 320, height = 180) {
  const context = await browser.newContext({ viewport: { width, height }, baseURL: HOST });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  return { page, context, errors, ...hooks(page) };
}

/** Whatever else the page is asked for, it starts with this avatar, which somebody live moves. */
async function openControl(doppel: DoppelPage, name: string) {
  await doppel.open("/?render=off");
  await doppel.resume();
  await doppel.drop(await avatar(name));
  const control = hooks(doppel.page);
  await control.waitLive();
  await expect.poll(async () => (await control.scene()).revision).toBeGreaterThan(0);
  return control;
}

type Places = Record<string, readonly number[]>;

/** By frame number: where bones of the open avatar are in the performers' world, metres. */
function watch(page: Page, milliseconds: number): Promise<Record<number, Places>> {
  return page.evaluate(async (span) => {
    interface Node {
      getWorldPosition(target: unknown): { toArray(): number[] };
      position: { clone(): unknown };
    }
    const { doppel } = window as unknown as {
      doppel: Hooks & {
        theatre: {
          copies: {
            calibrated: {
              root: {
                updateMatrixWorld(force: boolean): void;
                position: { x: number; z: number };
                getObjectByName(name: string): Node | undefined;
              };
            };
          };
        };
      };
    };
    const { root } = doppel.theatre.copies.calibrated;
    const seen: Record<number, Places> = {};
    const end = performance.now() + span;
    while (performance.now() < end) {
      await new Promise((next) => requestAnimationFrame(next));
      const { frameNumber, rig } = doppel.body();
      root.updateMatrixWorld(true);
      const places: Places = {};
      for (const bone of ["hips", "leftHand", "rightHand", "head"]) {
        const object = root.getObjectByName(rig.humanoid[bone] ?? "");
        if (object === undefined) continue;
        const [x = 0, y = 0, z = 0] = object.getWorldPosition(object.position.clone()).toArray();
        // Each picture moves the whole avatar to its own middle.
        places[bone] = [x - root.position.x, y, z - root.position.z];
      }
      seen[frameNumber] ??= places;
    }
    return seen;
  }, milliseconds);
}

test("an output page of another profile shows the dropped avatar in the same pose; the control page goes and another takes over", async ({
  doppel,
  page,
  browser,
}) => {
  const control = await openControl(doppel, "Anna");
  const [, second] = (await control.body()).performers;
  // The menu gives way where the bar is short.
  await page.setViewportSize({ width: 1800, height: 560 });
  await page
    .getByTestId("bridge-bar")
    .getByRole("combobox")
    .selectOption(second?.key ?? "");
  const settings = {
    avatarScale: 1.25,
    // Filter and the weights of arms that come near the body go by each page's own clock.
    "filter.enabled": false,
    enableLeftArmIK: false,
    enableRightArmIK: false,
  };
  for (const [name, value] of Object.entries(settings)) await control.setBody(name, value);

  const output = await freshPage(browser, "/?view=output");
  await output.waitLive();
  expect(await output.cast()).toMatchObject([
    { id: "anna", name: "Anna", status: "ready", performer: second?.key },
  ]);
  await expect.poll(() => output.parameters()).toEqual(settings);
  expect(await output.remote()).toMatchObject({ isAuthority: false, pages: 2 });

  const [here, there] = await Promise.all([watch(page, 4000), watch(output.page, 4000)]);
  const common = Object.keys(here).filter((frame) => frame in there);
  const worst: Record<string, number> = {};
  for (const frame of common) {
    const [a, b] = [here[Number(frame)] ?? {}, there[Number(frame)] ?? {}];
    expect(Object.keys(a)).toEqual(["hips", "leftHand", "rightHand", "head"]);
    for (const [bone, place] of Object.entries(a))
      place.forEach((part, axis) => {
        worst[bone] = Math.max(worst[bone] ?? 0, Math.abs(part - (b[bone]?.[axis] ?? Number.NaN)));
      });
  }
  const list = Object.entries(worst).map(([bone, metres]) => `${bone} ${(1000 * metres).toFixed(3)}`);
  console.log(`${common.length} frames seen by both; largest differences in mm: ${list.join(", ")}`);
  expect(common.length).toBeGreaterThan(5);
  for (const [bone, metres] of Object.entries(worst)) expect(metres, bone).toBeLessThan(0.001);

  // So is the face, whatever moves it on the page that leads.
  const face = Array.from({ length: 52 }, (_, channel) => channel / 64);
  const shown = () =>
    output.page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.state().input);
  expect(await shown()).not.toEqual(face);
  await page.evaluate((values) => (window as unknown as { doppel: Hooks }).doppel.feedFace(values), face);
  await expect.poll(shown).toEqual(face);

  // Nothing but the avatar is drawn, on nothing.
  await expect(output.page.locator("button, header, [role=toolbar]")).toHaveCount(0);
  const picture = decode(await output.page.screenshot({ omitBackground: true }));
  const alphaAt = (x: number, y: number) => picture.data[4 * (y * picture.width + x) + 3];
  expect(alphaAt(2, 2)).toBe(0);
  expect(alphaAt(picture.width - 3, picture.height - 3)).toBe(0);
  let covered = 0;
  for (let at = 3; at < picture.data.length; at += 4) if (picture.data[at] === 255) ++covered;
  expect(covered).toBeGreaterThan(picture.width * picture.height * 0.01);

  // What comes from the bridge needs no pictures.
  await output.page.evaluate(() => (window as unknown as { doppel: { pause(): void } }).doppel.pause());

  await page.close();
  const next = await freshPage(browser, "/?render=off", 1200, 560);
  await next.waitLive();
  expect(await next.remote()).toMatchObject({ isAuthority: true, pages: 2 });
  expect(await next.cast()).toMatchObject([{ id: "anna", status: "ready", performer: second?.key }]);
  expect(await next.parameters()).toEqual(settings);
  await next.setBody("headScale", 1.5);
  await expect.poll(() => output.parameters()).toMatchObject({ avatarScale: 1.25, headScale: 1.5 });
  expect(output.errors).toEqual([]);
  expect(next.errors).toEqual([]);
  await output.context.close();
  await next.context.close();
});

test("who changes something leads: a second control page follows until then; undoing reaches everybody, adding and removing too", async ({
  doppel,
  page,
  browser,
}) => {
  const control = await openControl(doppel, "Anna");
  const other = await freshPage(browser, "/?render=off", 1200, 560);
  await other.waitLive();
  expect(await other.cast()).toMatchObject([{ id: "anna", isOpen: true }]);
  expect(await other.remote()).toMatchObject({ isAuthority: false, pages: 2 });
  expect((await other.scene()).revision).toBe((await control.scene()).revision);

  await other.setBody("avatarScale", 1.4);
  await expect.poll(async () => (await other.remote()).isAuthority).toBe(true);
  await expect.poll(() => control.parameters()).toEqual({ avatarScale: 1.4 });
  expect((await control.remote()).isAuthority).toBe(false);

  await page.bringToFront();
  await control.setBody("headScale", 1.2);
  await expect.poll(() => other.parameters()).toEqual({ avatarScale: 1.4, headScale: 1.2 });
  await page.keyboard.press("Control+z");
  await expect.poll(() => other.parameters()).toEqual({ avatarScale: 1.4 });
  expect((await control.remote()).isAuthority).toBe(true);

  // A file that stands beside the open one, then takes its place.
  await page.getByRole("radio", { name: "Stage" }).check();
  await page.getByRole("button", { name: /On stage/ }).click();
  const bella = await avatar("Bella");
  await page
    .getByTestId("cast-input")
    .setInputFiles({ name: bella.name, mimeType: "model/gltf-binary", buffer: Buffer.from(bella.bytes) });
  const names = async (on: { cast(): Promise<Member[]> }) =>
    (await on.cast()).map(({ id, status }) => `${id} ${status}`);
  await expect.poll(() => names(other)).toEqual(["anna ready", "bella ready"]);
  await page.getByRole("button", { name: "Remove Bella from the stage" }).click();
  await expect.poll(() => names(other)).toEqual(["anna ready"]);
  await doppel.drop(await avatar("Cara"));
  await expect.poll(() => names(other)).toEqual(["cara ready"]);
  expect(await names(control)).toEqual(["cara ready"]);
  expect(other.errors).toEqual([]);
  await other.context.close();
});

test("the output shows what its address asks for: the camera that was sent or all from the front, the floor, some of the avatars", async ({
  doppel,
  page,
  browser,
}) => {
  const control = await openControl(doppel, "Anna");
  await page.getByRole("radio", { name: "Stage" }).check();
  await page.getByLabel(/^Both views of the avatar/).focus();
  for (let turn = 0; turn < 6; ++turn) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Output for OBS" }).click();
  await page.getByRole("button", { name: "Send this camera to the output" }).click();
  await expect(page.getByText("from where this camera stood")).toBeVisible();
  expect(await axeFindings(page, "dialog")).toEqual([]);
  const sent = (await control.scene()).camera?.position ?? [];

  /** What an output of such an address draws, and from where. */
  const look = async (options: string) => {
    const output = await freshPage(browser, `/?view=output${options}`);
    await output.waitLive();
    await output.page.evaluate(() => {
      const { doppel: hooks } = window as unknown as { doppel: { pause(): void; step(dt: number): void } };
      hooks.pause();
      hooks.step(0);
    });
    const picture = decode(await output.page.screenshot({ omitBackground: true }));
    const isCovered = (x: number, y: number) => (picture.data[4 * (y * picture.width + x) + 3] ?? 0) > 0;
    let covered = 0;
    for (let y = 0; y < picture.height; ++y) {
      for (let x = 0; x < picture.width; ++x) {
        if (isCovered(x, y)) ++covered;
      }
    }
    const camera = await output.page.evaluate(
      () =>
        (window as unknown as { doppel: { state(): { camera: number[] } } }).doppel.state()
          .camera as number[],
    );
    expect(output.errors).toEqual([]);
    const share = covered / (picture.width * picture.height);
    return { share, camera, ...output };
  };
  const distance = (from: readonly number[], to: readonly number[]) =>
    Math.hypot(...from.map((part, axis) => part - (to[axis] ?? Number.NaN)));

  const plain = await look("");
  expect(distance(plain.camera, sent)).toBeLessThan(1e-3);
  expect(plain.share).toBeGreaterThan(0.01);
  // Two pages at the bridge: the control page says that it leads.
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("scene-bar")).toContainText("This page leads");
  expect(await axeFindings(page, "[data-testid=scene-bar]")).toEqual([]);
  await plain.context.close();

  const front = await look("&camera=front&floor=on");
  expect(distance(front.camera, sent)).toBeGreaterThan(0.3);
  expect(front.share).toBeGreaterThan(0.01);
  await front.context.close();

  const nobody = await look("&avatars=bella");
  // The simulator's box is all that is left, a few pixels large: no floor either.
  expect(nobody.share).toBeLessThan(0.003);
  await nobody.context.close();
  const floor = await look("&avatars=bella&floor=on");
  expect(floor.share).toBeGreaterThan(0.01);
  await floor.context.close();
  const anna = await look("&avatars=bella,anna");
  expect(anna.share).toBeGreaterThan(0.01);
  await anna.context.close();
});
