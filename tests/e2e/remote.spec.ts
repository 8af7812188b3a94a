// The remote control over the real bridge: two controllers and two pages, every action, what everybody is told, who answers.
// What the page answers in which words is tested with the commands (tests/web/commands/remote-control.test.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { WebSocket } from "ws";
import type { MocapDescriptions } from "../../web/src/sources/mocap-protocol";
import { parseRemoteMessage } from "../../web/src/sources/remote-messages";
import { bodyParameters } from "../../web/src/tables/body-parameters";
import { makeAvatar } from "../support/make-avatar";
import { BONE_PLACES } from "../support/make-body";
import { PROGRAM } from "./live-chain";
import { axeFindings, DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41876;
const HOST = `127.0.0.1:${PORT}`;
const ANNA = { characterId: "anna" };

test.use({ baseURL: `http://${HOST}` });
// Two pages with an avatar each take their time where other work goes on.
test.describe.configure({ timeout: 150_000 });

let bridge: ChildProcess | null = null;

/** A performer for each motion. */
async function startBridge(...motions: string[]): Promise<void> {
  const args = ["--source", "sim", "--performers", `${motions.length}`, "--rate", "60", "--port", `${PORT}`];
  const data = test.info().outputPath("data");
  args.push("--page", "dist", "--data", data, "--log", "warn", "--motion", ...motions);
  bridge = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (!bridge.stdout) throw new Error("the bridge has no output");
  await once(createInterface({ input: bridge.stdout }), "line");
}

async function stopBridge(): Promise<void> {
  const running = bridge;
  bridge = null;
  if (running === null || running.exitCode !== null) return;
  const ended = once(running, "exit");
  running.kill("SIGTERM");
  await ended;
}

test.afterEach(stopBridge);

interface Answer {
  readonly type: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string; readonly known?: string[] };
  readonly [field: string]: unknown;
}

/** What a StreamDeck or a script is to the bridge. */
async function connectController() {
  const socket = new WebSocket(`ws://${HOST}/retargeting`);
  const changes: { characterId?: string; property: string; value: unknown }[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let session: { pages: number; controllers: number; authority: string | null } | null = null;
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.type === "valueChanged") changes.push(message);
    else if (message.type === "session") session = message;
    else waiting.get(message.id)?.(message);
  });
  await once(socket, "open");
  let last = 0;
  return {
    changes,
    session: () => session,
    close: () => socket.close(),
    ask: (action: string, fields: object = {}): Promise<Answer> => {
      const id = ++last;
      const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ action, id, ...fields }));
      return answer;
    },
  };
}

interface Hooks {
  body(): { status: number; follows: string | null; settings: { parameters?: Record<string, unknown> } };
  remote(): { page: string | null; isAuthority: boolean; pages: number; controllers: number };
  setBody(name: string, value: unknown): Promise<boolean>;
  takeAuthority(): void;
  undo(): void;
}

const hooks = (page: Page) => ({
  body: () => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.body()),
  remote: () => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.remote()),
  setBody: (name: string, value: unknown) =>
    page.evaluate(
      ([key, to]) => (window as unknown as { doppel: Hooks }).doppel.setBody(key as string, to),
      [name, value],
    ),
  takeAuthority: () => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.takeAuthority()),
  waitLive: () =>
    page.waitForFunction(
      () => (window as unknown as { doppel: Hooks }).doppel.body().status !== 0,
      undefined,
      { timeout: 30_000 },
    ),
});

const avatar = async (name: string) => ({
  name: `${name}.vrm`,
  bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS, vrm: { meta: { name } } }),
});

/** A page that draws nothing, with an avatar that somebody live moves. */
async function openLive(doppel: DoppelPage, name = "Anna") {
  await doppel.open("/?render=off");
  await doppel.resume();
  await doppel.drop(await avatar(name));
  const live = hooks(doppel.page);
  await live.waitLive();
  return live;
}

test("two controllers: every action is answered, and each change reaches the other controller and page", async ({
  doppel,
  page,
  context,
}) => {
  await startBridge("stand");
  const live = await openLive(doppel);
  const [first, second] = [await connectController(), await connectController()];
  await expect.poll(() => first.session()).toMatchObject({ pages: 1, controllers: 2, authority: "p1" });

  const lists = await first.ask("refresh");
  expect(lists).toMatchObject({ type: "refresh", ok: true, characters: [{ ...ANNA, name: "Anna" }] });
  const properties = lists.properties as { name: string; readOnly?: boolean }[];
  expect(properties.slice(0, bodyParameters.length).map(({ name }) => name)).toEqual(
    bodyParameters.map(({ name }) => name),
  );

  const data = await first.ask("getCharacterData", ANNA);
  expect(Object.keys(data.values as object)).toEqual(bodyParameters.map(({ name }) => name));
  const { readOnly } = data as unknown as { readOnly: Record<string, unknown> };
  // Somebody stands: legs on IK by the height of the feet, hips in full.
  expect(readOnly.hipsWeight).toBeGreaterThan(0.95);
  expect(readOnly.leftLegWeight).toBeGreaterThan(0.95);
  expect(readOnly).toMatchObject({ calibration: { pose: "T", live: false }, hasCachedSettings: false });

  expect(
    await second.ask("updateValueRealtime", { ...ANNA, property: "headScale", value: 1.5 }),
  ).toMatchObject({ ok: true, property: "headScale", value: 1.5 });
  await expect
    .poll(() => first.changes)
    .toContainEqual({
      type: "valueChanged",
      ...ANNA,
      property: "headScale",
      value: 1.5,
    });
  expect((await live.body()).settings.parameters).toEqual({ headScale: 1.5 });
  expect(
    await first.ask("updateValueRealtime", { ...ANNA, property: "avatarScale", value: 44 }),
  ).toMatchObject({ ok: true, value: 3, clamped: true });

  const unknown = await first.ask("updateValueRealtime", { ...ANNA, property: "headSize", value: 1 });
  expect(unknown).toMatchObject({ ok: false, error: { code: "unknown-property" } });
  for (const { name } of bodyParameters) expect(unknown.error?.message).toContain(name);

  const preset = await second.ask("setHandPosePreset", { ...ANNA, preset: "브이", hand: "left" });
  expect(preset).toMatchObject({ ok: true, values: { leftIndexCurl: 1, leftRingCurl: -1 } });
  await expect.poll(() => first.changes.map(({ property }) => property)).toContain("leftRingCurl");

  const posed = await first.ask("calibrateIPose", ANNA);
  expect(posed).toMatchObject({ ok: true, calibration: { pose: "I", live: true } });
  const calibration = posed.calibration as { initialHipsHeight: number };
  // The simulator's performers stand with hips at about 0.95 m of 1.75.
  expect(calibration.initialHipsHeight).toBeGreaterThan(0.85);
  expect(calibration.initialHipsHeight).toBeLessThan(1.05);
  await expect
    .poll(() => second.changes.at(-1))
    .toMatchObject({ property: "calibration", value: calibration });
  const levelArms = await first.ask("calibrateIPose", { ...ANNA, pose: "T" });
  expect(levelArms).toMatchObject({
    ok: false,
    error: { code: "pose-refused", fault: "arms-not-level" },
  });
  expect(await first.ask("resetCalibration", ANNA)).toMatchObject({
    ok: true,
    calibration: { pose: "T", live: false },
  });
  const forward = await first.ask("calibrateHeadForward", ANNA);
  expect(forward.ok).toBe(true);
  expect(Object.keys(forward.values as object)).toEqual([
    "headRotationOffsetX",
    "headRotationOffsetY",
    "headRotationOffsetZ",
  ]);

  // What is set in the panel and taken back is told, too; and the other page hears of it.
  const other = await context.newPage();
  const heard: string[] = [];
  other.on("websocket", (socket) => {
    if (!socket.url().includes("/retargeting")) return;
    socket.on("framereceived", ({ payload }) => heard.push(String(payload)));
  });
  await other.goto("/?avatar=none&render=off");
  await expect.poll(() => first.session()).toMatchObject({ pages: 2 });
  await live.setBody("floorHeight", 0.1);
  const change = { type: "valueChanged", ...ANNA, property: "floorHeight", value: 0.1 };
  await expect.poll(() => second.changes).toContainEqual(change);
  await expect.poll(() => heard.map((text) => JSON.parse(text))).toContainEqual(change);
  await page.bringToFront();
  await page.keyboard.press("Control+z");
  await expect.poll(() => second.changes).toContainEqual({ ...change, value: 0 });
  first.close();
  second.close();
});

test("the authority is handed over: a page that takes it answers, and the other one again when that page goes", async ({
  doppel,
  context,
}) => {
  await startBridge("stand");
  await openLive(doppel);
  const controller = await connectController();
  const names = async () =>
    ((await controller.ask("refresh")).characters as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(["Anna"]);

  const otherPage = await context.newPage();
  const other = new DoppelPage(otherPage);
  // A stage of its own: who shares the scene would show Anna.
  await other.open("/?render=off&scene=off");
  await other.resume();
  await other.drop(await avatar("Bella"));
  const second = hooks(otherPage);
  await second.waitLive();
  expect(await second.remote()).toMatchObject({ isAuthority: false, pages: 2, controllers: 1 });
  expect(await names()).toEqual(["Anna"]);

  await second.takeAuthority();
  await expect.poll(async () => (await second.remote()).isAuthority).toBe(true);
  expect((await hooks(doppel.page).remote()).isAuthority).toBe(false);
  expect(await names()).toEqual(["Bella"]);
  // Who answers from now on says who is there.
  await expect
    .poll(() => controller.changes.at(-1))
    .toMatchObject({
      property: "characters",
      value: [{ characterId: "bella" }],
    });

  await otherPage.close();
  await expect.poll(async () => (await hooks(doppel.page).remote()).isAuthority).toBe(true);
  expect(await names()).toEqual(["Anna"]);
  controller.close();
});

/** Height of the neck of the first performer as it is described, standing in T; metres. */
async function performerNeck(): Promise<number> {
  const socket = new WebSocket(`ws://${HOST}/mocap`, "doppel.mocap.v1");
  const description = await new Promise<MocapDescriptions>((resolve) => {
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      const message = JSON.parse(String(data));
      if (message.type === "descriptions" && message.skeletons.length > 0) resolve(message);
    });
  });
  socket.close();
  const bones = description.skeletons[0]?.bones ?? [];
  let bone = bones.findIndex(({ bone: human }) => human === "neck");
  let height = 0;
  for (; bone >= 0; bone = bones[bone]?.parent ?? -1) {
    // Nothing is turned at rest: offsets add up.
    expect(bones[bone]?.rest).toEqual([0, 0, 0, 1]);
    height += bones[bone]?.offset[1] ?? 0;
  }
  return height;
}

test("scale and head by themselves: the ratio of the standing necks, also in a page that nobody sees", async ({
  doppel,
  page,
}) => {
  await startBridge("stand");
  const live = await openLive(doppel);
  const controller = await connectController();
  const expected = (await performerNeck()) / (BONE_PLACES.Neck?.[1] ?? 0);
  expect(expected).toBeGreaterThan(0.8);
  await live.setBody("avatarScale", 2);
  const scaleOf = (answer: Answer) =>
    (answer.results as { values: { avatarScale: number } }[])[0]?.values.avatarScale ?? 0;
  const all = await controller.ask("autoCalibrateAll");
  expect(all).toMatchObject({ ok: true, results: [{ ...ANNA, ok: true }] });
  // The source says nothing of soles: how far the ankle is above them is estimated, within 2 cm.
  expect(Math.abs(scaleOf(all) - expected)).toBeLessThan(0.015);
  expect((await live.body()).settings.parameters?.avatarScale).toBeCloseTo(scaleOf(all), 6);

  // No pictures come in a hidden page: its clock stands.
  await live.setBody("avatarScale", 2);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await doppel.pause();
  const hidden = await controller.ask("autoCalibrateAll", ANNA);
  expect(hidden).toMatchObject({ ok: true });
  expect(scaleOf(hidden)).toBeCloseTo(scaleOf(all), 6);
  expect(
    await controller.ask("updateValueRealtime", { ...ANNA, property: "headScale", value: 2 }),
  ).toMatchObject({ ok: true });
  controller.close();
});

test("of two avatars each is its own: values, and scale and head of both at once", async ({
  doppel,
  page,
}) => {
  await startBridge("stand", "stand");
  await doppel.visit("/?avatars=2&render=off");
  const controller = await connectController();
  const lines = async () => {
    const { characters } = (await controller.ask("refresh")) as unknown as {
      characters?: { characterId: string; performer: string | null }[];
    };
    return (characters ?? []).map(({ characterId, performer }) => `${characterId} ${performer !== null}`);
  };
  await expect.poll(lines, { timeout: 45_000 }).toEqual(["haru true", "nabi true"]);
  await hooks(page).waitLive();
  const set = (characterId: string, value: number) =>
    controller.ask("updateValueRealtime", { characterId, property: "avatarScale", value });
  await Promise.all([set("haru", 2), set("nabi", 0.5)]);
  const scaleOf = async (characterId: string) =>
    ((await controller.ask("getCharacterData", { characterId })).values as { avatarScale: number })
      .avatarScale;
  expect([await scaleOf("haru"), await scaleOf("nabi")]).toEqual([2, 0.5]);
  const all = await controller.ask("autoCalibrateAll");
  const results = all.results as { characterId: string; ok: boolean; values: { avatarScale: number } }[];
  expect(results.map(({ characterId, ok }) => [characterId, ok])).toEqual([
    ["haru", true],
    ["nabi", true],
  ]);
  for (const { characterId, values } of results)
    expect(await scaleOf(characterId)).toBeCloseTo(values.avatarScale, 6);
  // Nabi is the smaller one, and both performers are of one height.
  expect(results[1]?.values.avatarScale).toBeGreaterThan(results[0]?.values.avatarScale ?? 0);
  controller.close();
});

test("the control page on a phone: an avatar is calibrated, a slider moves it, what others set is shown", async ({
  doppel,
  context,
}) => {
  await startBridge("stand");
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  const served = phone.waitForResponse((response) => new URL(response.url()).pathname === "/remote");
  await phone.goto("/remote");
  expect((await served).headers()["content-security-policy"]).toContain("script-src 'self'");
  await expect(phone.getByTestId("connection")).toHaveText("No page with avatars is open");
  await doppel.page.bringToFront();
  const live = await openLive(doppel);
  await phone.bringToFront();
  await expect(phone.getByTestId("connection")).toHaveText("Connected");
  await expect(phone.getByRole("radio", { name: /Anna/ })).toBeChecked();
  expect(await axeFindings(phone)).toEqual([]);

  await phone.getByRole("button", { name: "T-pose", exact: true }).click();
  await expect(phone.getByTestId("outcome")).toContainText("in a T-pose both arms are stretched level");
  await phone.getByRole("button", { name: "I-pose", exact: true }).click();
  await expect(phone.getByTestId("calibration")).toHaveText("From an I-pose");
  expect((await live.body()).settings).toMatchObject({ calibration: { pose: "I", live: true } });

  await phone.getByRole("slider", { name: "Head scale" }).fill("1.5");
  await expect.poll(async () => (await live.body()).settings.parameters?.headScale).toBe(1.5);
  await phone.getByRole("button", { name: "Rock" }).click();
  await expect(phone.getByRole("checkbox", { name: "Shaped fingers" })).toBeChecked();
  await live.setBody("floorHeight", 0.25);
  await expect(phone.locator('[data-parameter="floorHeight"] output')).toHaveText("0.25 m");

  await phone.getByRole("button", { name: "한국어" }).click();
  await expect(phone.getByRole("heading", { name: "캘리브레이션" })).toBeVisible();
  // Nothing is wider than the phone.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("who sits is not measured: refused, nothing set, and taken by force", async ({ doppel }) => {
  await startBridge("sit");
  const live = await openLive(doppel);
  const controller = await connectController();
  await live.setBody("avatarScale", 2);
  // Down from 3.1 s to 9.4 s of each round.
  await expect
    .poll(async () => (await controller.ask("calibrateIPose", ANNA)).error, { timeout: 20_000 })
    .toMatchObject({ code: "pose-refused", fault: "crouching" });
  await live.setBody("avatarScale", 2);
  const refused = await controller.ask("autoCalibrateAll");
  expect(refused).toMatchObject({
    ok: false,
    error: { code: "some-refused" },
    results: [{ ...ANNA, ok: false, error: { code: "pose-refused", fault: "crouching" } }],
  });
  expect((await live.body()).settings.parameters?.avatarScale).toBe(2);
  expect(await controller.ask("autoCalibrateAll", { ...ANNA, force: true })).toMatchObject({ ok: true });
  // The neck's height is that of the description, not of the pose: sitting changes nothing in it.
  const scale = (await live.body()).settings.parameters?.avatarScale;
  expect(Math.abs(Number(scale) - (await performerNeck()) / (BONE_PLACES.Neck?.[1] ?? 0))).toBeLessThan(
    0.015,
  );
  controller.close();
});

test("the examples of docs/remote-control.md are answered as they stand there", async ({ doppel }) => {
  await startBridge("stand");
  await openLive(doppel, "Haru");
  const controller = await connectController();
  const blocks = [...readFileSync("docs/remote-control.md", "utf8").matchAll(/```json\n([^`]+)```/g)].map(
    ([, text = ""]) => JSON.parse(text) as Record<string, unknown> & { id?: number | string },
  );
  const actions = new Set<unknown>();
  for (const [index, asked] of blocks.entries()) {
    if (asked.action === undefined) continue;
    const told = blocks[index + 1];
    const { action, id: _, ...fields } = asked;
    const answer = await controller.ask(String(action), fields);
    // The very first request is shown without its answer.
    if (told === undefined || told.id !== asked.id) continue;
    actions.add(action);
    // Their numbers are the controller's own here.
    expect(shapeFaults(answer, { ...told, id: 0 }, String(asked.id))).toEqual([]);
    expect(Object.keys(answer).sort(), String(asked.id)).toEqual(Object.keys(told).sort());
  }
  expect([...actions].sort()).toEqual(
    [
      "autoCalibrateAll",
      "calibrateHeadForward",
      "calibrateIPose",
      "getCharacterData",
      "refresh",
      "resetCalibration",
      "setHandPosePreset",
      "updateValueRealtime",
    ].sort(),
  );
  for (const told of blocks.filter(({ type }) => type === "valueChanged" || type === "session"))
    expect(parseRemoteMessage(JSON.stringify(told))).toEqual({ news: told });
  controller.close();
});

/** Where an answer is not of the form of an example: every field that is shown is there, of the same type; texts and truths that name something are the same. */
function shapeFaults(found: unknown, shown: unknown, place: string): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(found)) return [`${place}: no list`];
    return shown.flatMap((item, index) => shapeFaults(found[index], item, `${place}[${index}]`));
  }
  if (typeof shown === "object" && shown !== null) {
    if (typeof found !== "object" || found === null) return [`${place}: no object`];
    return Object.entries(shown).flatMap(([name, value]) =>
      shapeFaults((found as Record<string, unknown>)[name], value, `${place}.${name}`),
    );
  }
  if (/\.(message|performer|\w+Layer)$/.test(place) || typeof shown === "number")
    return typeof found === typeof shown ? [] : [`${place}: ${JSON.stringify(found)}`];
  return found === shown ? [] : [`${place}: ${JSON.stringify(found)}, not ${JSON.stringify(shown)}`];
}

test("the example of a key pad asks, hears what others change, and comes back with the bridge", async ({
  doppel,
  guards,
}) => {
  guards.expectedErrors.push(/WebSocket connection to .* failed/);
  await startBridge("stand");
  const live = await openLive(doppel);
  const pad = spawn("node", ["docs/examples/remote-keys.mjs", `ws://${HOST}/retargeting`]);
  let said = "";
  pad.stdout.on("data", (data) => {
    said += String(data);
  });
  try {
    await expect.poll(() => said).toContain("keys are for anna");
    pad.stdin.write("+");
    await expect.poll(() => said).toContain("head larger: done");
    expect((await live.body()).settings.parameters?.headScale).toBeCloseTo(1.05, 6);
    pad.stdin.write("2");
    await expect.poll(() => said).toContain("rock: done");
    pad.stdin.write("t");
    await expect.poll(() => said).toContain("T-pose: in a T-pose both arms are stretched level");
    await live.setBody("floorHeight", 0.125);
    await expect.poll(() => said).toContain("floorHeight is 0.125");
    await stopBridge();
    await expect.poll(() => said).toContain("not connected");
    said = "";
    await startBridge("stand");
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`connected to ws://${HOST}/retargeting`);
    await expect
      .poll(async () => {
        pad.stdin.write("3");
        return said;
      })
      .toContain("paper: done");
  } finally {
    pad.kill();
  }
});

test("the control page says what is missing: no token, no page with avatars, no bridge", async ({ page }) => {
  const token = "a-token-of-the-test";
  const begin = async () => {
    const args = ["--source", "sim", "--port", `${PORT}`, "--page", "dist", "--data", "", "--log", "error"];
    bridge = spawn(PROGRAM, [...args, "--token", token], { stdio: ["ignore", "pipe", "inherit"] });
    if (!bridge.stdout) throw new Error("the bridge has no output");
    await once(createInterface({ input: bridge.stdout }), "line");
  };
  await begin();
  const heading = page.getByRole("heading", { level: 2 });
  await page.goto("/remote?token=another-token-of-old");
  await expect(heading).toHaveText("The bridge does not let this page in");
  await page.goto(`/remote?token=${token}`);
  await expect(heading).toHaveText("No page with avatars is open");
  await stopBridge();
  await expect(heading).toHaveText("Connection lost, trying again");
  await begin();
  await expect(heading).toHaveText("No page with avatars is open");
});
