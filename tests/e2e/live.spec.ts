// The real chain: the bridge's simulator over UDP and NatNet, the bridge, the page, wasm, and the bones of the drawn avatar.
// Poses are compared with the stream's own frames of the same number, worked out here; what the bridge decodes is tested natively.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { Quaternion, Vector3 } from "three";
import { WebSocket } from "ws";
import type { MocapDescriptions, MocapFrame } from "../../web/src/sources/mocap-protocol";
import { parseMocapFrame } from "../../web/src/sources/mocap-protocol";
import { makeAvatar } from "../support/make-avatar";
import { type DoppelPage, expect, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41875;
const PROGRAM = "build/native-debug/bridge/doppel-bridge";
const STREAM = `ws://127.0.0.1:${PORT}/mocap`;
/** Frames a second; slow enough for a page that draws nothing to see nearly all of them. */
const RATE = 60;

test.use({ baseURL: `http://127.0.0.1:${PORT}` });

let bridge: ChildProcess | null = null;

async function startBridge(...more: string[]): Promise<void> {
  const args = ["--source", "sim", "--performers", "2", "--rate", `${RATE}`, "--port", `${PORT}`];
  args.push("--page", "dist", "--data", test.info().outputPath("data"), "--log", "warn", ...more);
  bridge = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (!bridge.stdout) throw new Error("the bridge has no output");
  await once(createInterface({ input: bridge.stdout }), "line");
}

async function stopBridge(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const running = bridge;
  bridge = null;
  if (running === null || running.exitCode !== null) return;
  const ended = once(running, "exit");
  running.kill(signal);
  await ended;
}

test.beforeEach(() => startBridge());
test.afterEach(() => stopBridge());

interface Hooks {
  body(): {
    status: number;
    follows: string | null;
    frameNumber: number;
    performers: { key: string; rig: { complete: boolean } | null }[];
  };
  bridge(): { connection: string; source: string; frames: number; latencyMedian: number; latencyP95: number };
}

const hooks = (page: Page) => ({
  waitLive: () =>
    page.waitForFunction(
      () => (window as unknown as { doppel: Hooks }).doppel.body().status !== 0,
      undefined,
      {
        timeout: 30_000,
      },
    ),
  body: () => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.body()),
  bridge: () => page.evaluate(() => (window as unknown as { doppel: Hooks }).doppel.bridge()),
});

/** A page that draws nothing, with an avatar that somebody live moves. */
async function openLive(doppel: DoppelPage) {
  await doppel.open("/?render=off");
  await doppel.resume();
  await doppel.drop({ name: "anna.vrm", bytes: await makeAvatar({ format: "vrm1" }) });
  const live = hooks(doppel.page);
  await live.waitLive();
  return live;
}

/** Listens to the stream as another client does. */
async function listen() {
  const socket = new WebSocket(STREAM, "doppel.mocap.v1", { origin: `http://127.0.0.1:${PORT}` });
  socket.binaryType = "arraybuffer";
  const frames = new Map<number, MocapFrame>();
  let descriptions: MocapDescriptions | null = null;
  socket.on("message", (data, isBinary) => {
    if (!isBinary) {
      const message = JSON.parse(String(data)) as { type: string };
      if (message.type === "descriptions") descriptions = message as MocapDescriptions;
      return;
    }
    const frame = parseMocapFrame((data as ArrayBuffer).slice(0));
    if (frame !== null) frames.set(frame.frameNumber, frame);
  });
  await once(socket, "open");
  return { frames, close: () => socket.close(), descriptions: () => descriptions };
}

/** Joints of a performer in the world, by the protocol's own words. */
function worldOf(description: MocapDescriptions["skeletons"][number], frame: MocapFrame) {
  const skeleton = frame.skeletons.find(({ id }) => id === description.id);
  if (skeleton === undefined) throw new Error("the frame lacks the skeleton");
  const turns: Quaternion[] = [];
  const places: Vector3[] = [];
  description.bones.forEach(({ parent, offset }, bone) => {
    const turn = new Quaternion().fromArray(skeleton.rotations, 4 * bone);
    const place =
      skeleton.positions !== null
        ? new Vector3().fromArray(skeleton.positions, 4 * bone)
        : parent < 0
          ? new Vector3().fromArray(skeleton.root)
          : new Vector3(...offset);
    const above = turns[parent];
    const from = places[parent];
    places.push(above === undefined || from === undefined ? place : place.applyQuaternion(above).add(from));
    turns.push(above === undefined ? turn : above.clone().multiply(turn));
  });
  return description.bones.map(({ bone }, index) => ({ bone, turn: turns[index], place: places[index] }));
}

interface Seen {
  readonly frame: number;
  readonly bones: Readonly<Record<string, { place: number[]; turn: number[] }>>;
}

/** For `count` different frames: the number of the frame on the bones, and where they are in the world. */
function watch(page: Page, count: number): Promise<Seen[]> {
  return page.evaluate(async (wanted) => {
    interface Node {
      getWorldPosition(target: unknown): { toArray(): number[] };
      getWorldQuaternion(target: unknown): { toArray(): number[] };
      position: { clone(): unknown };
      quaternion: { clone(): unknown };
    }
    const { doppel } = window as unknown as {
      doppel: {
        body(): { frameNumber: number; rig: { humanoid: Record<string, string> } };
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
    const { calibrated } = doppel.theatre.copies;
    const seen: Seen[] = [];
    let last = -1;
    while (seen.length < wanted) {
      await new Promise((next) => requestAnimationFrame(next));
      const frame = doppel.body().frameNumber;
      if (frame === last) continue;
      last = frame;
      calibrated.root.updateMatrixWorld(true);
      const bones: Record<string, { place: number[]; turn: number[] }> = {};
      for (const [name, joint] of Object.entries(doppel.body().rig.humanoid)) {
        const object = calibrated.root.getObjectByName(joint);
        if (object === undefined) continue;
        const [x = 0, y = 0, z = 0] = object.getWorldPosition(object.position.clone()).toArray();
        // The picture moves the whole avatar to its middle.
        const place = [x - calibrated.root.position.x, y, z - calibrated.root.position.z];
        bones[name] = { place, turn: object.getWorldQuaternion(object.quaternion.clone()).toArray() };
      }
      seen.push({ frame, bones });
    }
    return seen;
  }, count);
}

test("with no click the avatar follows a performer: joints within 1 degree of the stream's frame of the same number", async ({
  doppel,
  page,
}) => {
  const live = await openLive(doppel);
  const body = await live.body();
  expect(body.performers.map(({ rig }) => rig?.complete)).toEqual([true, true]);
  expect(body.follows).toBe(body.performers[0]?.key);
  await page.evaluate(() =>
    (
      window as unknown as { doppel: { setBody(name: string, value: unknown): Promise<unknown> } }
    ).doppel.setBody("filter.enabled", false),
  );
  const stream = await listen();
  const seen = await watch(page, 60);
  stream.close();
  const description = stream.descriptions()?.skeletons[0];
  if (description === undefined) throw new Error("nobody was described");
  let compared = 0;
  const worst = new Map<string, number>();
  const first = new Map<string, Quaternion>();
  // The filter is off from the next frame on.
  for (const { frame, bones } of seen.slice(5)) {
    const sent = stream.frames.get(frame);
    if (sent === undefined) continue;
    for (const { bone, turn } of worldOf(description, sent)) {
      const found = bones[bone];
      // Legs stand where the performer's feet do, on other proportions: the core's tests judge them.
      if (found === undefined || turn === undefined || /(Upper|Lower)Leg$/.test(bone)) continue;
      const off = turn.clone().invert().multiply(new Quaternion().fromArray(found.turn));
      const rest = first.get(bone);
      if (rest === undefined) first.set(bone, off);
      // The offset between both rest poses is the same in every frame.
      else {
        const degrees = (off.angleTo(rest) * 180) / Math.PI;
        worst.set(bone, Math.max(worst.get(bone) ?? 0, degrees));
      }
      ++compared;
    }
  }
  const worstTurn = Math.max(...worst.values());
  const list = [...worst].map(([bone, degrees]) => `${bone} ${degrees.toFixed(3)}`).join(", ");
  console.log(`compared ${compared} joints; largest differences in degrees: ${list}`);
  expect(compared).toBeGreaterThan(100);
  expect(worstTurn).toBeLessThan(1);
});

test("the bridge is killed and comes back: the avatar keeps its pose and goes on by itself", async ({
  doppel,
  page,
  guards,
}) => {
  guards.expectedErrors.push(/WebSocket connection to .* failed/);
  const live = await openLive(doppel);
  await stopBridge("SIGKILL");
  await expect(page.getByTestId("bridge-bar")).toContainText("trying again");
  const held = await live.body();
  expect(held.status & 1).toBe(1);
  await startBridge();
  await expect.poll(async () => (await live.bridge()).connection, { timeout: 20_000 }).toBe("open");
  await expect.poll(async () => (await live.body()).frameNumber !== held.frameNumber).toBe(true);
  expect((await live.body()).follows).toBe(held.follows);
  const { frames, latencyMedian, latencyP95 } = await live.bridge();
  console.log(
    `latency to the bones over ${frames} frames: median ${(latencyMedian * 1000).toFixed(1)} ms, p95 ${(latencyP95 * 1000).toFixed(1)} ms`,
  );
});

test("another performer is chosen by the bar, in both languages' pages the state is said", async ({
  doppel,
  page,
}) => {
  const live = await openLive(doppel);
  // Where the bar is short, only the panel chooses.
  await page.setViewportSize({ width: 1800, height: 560 });
  const [, second] = (await live.body()).performers;
  const bar = page.getByTestId("bridge-bar");
  await expect(bar).toContainText("Live");
  await bar.getByRole("combobox").selectOption(second?.key ?? "");
  await expect.poll(async () => (await live.body()).follows).toBe(second?.key);
  await bar.getByRole("combobox").selectOption("");
  await expect.poll(async () => (await live.body()).status).toBe(0);
});

interface OnStage {
  cast(): { key: number; name: string; status: string; performer: string | null; isOpen: boolean }[];
}

test("with no click two performers move two avatars on one stage, as far from each other as they are", async ({
  doppel,
  page,
}) => {
  await doppel.visit("/?render=off");
  const cast = () => page.evaluate(() => (window as unknown as { doppel: OnStage }).doppel.cast());
  await expect
    .poll(async () => (await cast()).map(({ status, performer }) => `${status} ${performer !== null}`), {
      timeout: 60_000,
    })
    .toEqual(["ready true", "ready true"]);
  const [first, second] = await cast();
  expect(first?.name).not.toBe(second?.name);
  expect(first?.performer).not.toBe(second?.performer);
  await expect(page.getByRole("radio", { name: "Stage" })).toBeChecked();
  await page.evaluate(async () => {
    const { doppel: page } = window as unknown as {
      doppel: { setBody(name: string, value: unknown): Promise<unknown> };
    };
    await page.setBody("filter.enabled", false);
  });
  const stream = await listen();
  const seen = await page.evaluate(async () => {
    interface Root {
      readonly position: { x: number; z: number };
    }
    const { doppel: hooks } = window as unknown as {
      doppel: OnStage & {
        body(): { frameNumber: number };
        theatre: { copies: { calibrated: { root: Root } } };
        company: { copyOf(key: number): { root: Root } | null };
      };
    };
    const found: { frame: number; apart: number }[] = [];
    const other = hooks.cast().find(({ isOpen }) => !isOpen);
    while (found.length < 30) {
      await new Promise((next) => requestAnimationFrame(next));
      const a = hooks.theatre.copies.calibrated.root.position;
      const b = hooks.company.copyOf(other?.key ?? -1)?.root.position;
      // Both stand where their performers do, moved by the same way to the middle of the picture.
      found.push({
        frame: hooks.body().frameNumber,
        apart: Math.hypot(a.x - (b?.x ?? 0), a.z - (b?.z ?? 0)),
      });
    }
    return found;
  });
  stream.close();
  expect(Math.max(...seen.map(({ apart }) => apart))).toBe(0);
  expect(new Set(seen.map(({ frame }) => frame)).size).toBeGreaterThan(10);
});
