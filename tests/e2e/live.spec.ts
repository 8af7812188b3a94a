// The real chain: the bridge's simulator over UDP and NatNet, the bridge, the page, wasm, and the bones of the drawn avatar.
// Poses are compared with the stream's own frames of the same number, worked out here; what the bridge decodes is tested natively.
import { Quaternion, Vector3 } from "three";
import { makeAvatar } from "../support/make-avatar";
import { BridgeProcess, hooksOf, watch, worldOf } from "./live-chain";
import { type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41875;
/** The page shares its stage: the bridge keeps what a test leaves there until that test's end. */
const bridge = new BridgeProcess(PORT, () => test.info().outputPath("data"));
/**
 * Frames a second: slow enough for a page that draws nothing to see nearly all of them. Both walk, and there is no prop and no chair: a hand
 * that comes near one is drawn to it, and its arm is not the performer's then.
 */
const start = () => bridge.start("--performers", "2", "--rate", "60", "--motion", "walk", "--props", "0");

test.use({ baseURL: `http://127.0.0.1:${PORT}` });
test.beforeEach(start);
test.afterEach(() => bridge.stop());

/** A page that draws nothing, with an avatar that somebody live moves. */
async function openLive(doppel: DoppelPage) {
  await doppel.open("/?render=off");
  await doppel.resume();
  await doppel.drop({
    name: "anna.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS }),
  });
  const live = hooksOf(doppel.page);
  await live.waitLive();
  return live;
}

test("with no click the avatar follows a performer: joints within 1 degree of the stream's frame of the same number", async ({
  doppel,
  page,
}) => {
  const live = await openLive(doppel);
  const body = await live.body();
  expect(body.performers.map(({ rig }) => rig?.complete)).toEqual([true, true]);
  expect(body.follows).toBe(body.performers[0]?.key);
  await live.setBody("filter.enabled", false);
  const stream = await bridge.listen();
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
      if (found === undefined || /(Upper|Lower)Leg$/.test(bone)) continue;
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
  // A page on a slow machine may still be loading what it shows before a first frame.
  guards.expectedErrors.push(/WebSocket connection to .* failed/, /net::ERR_CONNECTION_REFUSED/);
  const live = await openLive(doppel);
  await bridge.stop("SIGKILL");
  await expect(page.getByTestId("bridge-bar")).toContainText("Retrying");
  const held = await live.body();
  expect(held.status & 1).toBe(1);
  await start();
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
  const stream = await bridge.listen();
  const seen = await page.evaluate(async () => {
    interface Copy {
      readonly root: {
        updateMatrixWorld(force: boolean): void;
        getObjectByName(name: string): { readonly matrixWorld: { readonly elements: number[] } } | undefined;
      };
    }
    const { doppel: hooks } = window as unknown as {
      doppel: OnStage & {
        body(): { frameNumber: number; rig: { humanoid: { hips: string } } };
        theatre: { copies: { calibrated: Copy } };
        company: { copyOf(key: number): Copy | null };
      };
    };
    // Both samples come from one generator: their joints have the same names.
    const joint = hooks.body().rig.humanoid.hips;
    const hips = (copy: Copy | null | undefined) => {
      copy?.root.updateMatrixWorld(true);
      const elements = copy?.root.getObjectByName(joint)?.matrixWorld.elements ?? [];
      return [elements[12] ?? Number.NaN, elements[14] ?? Number.NaN] as const;
    };
    const other = hooks.cast().find(({ isOpen }) => !isOpen);
    const found: { frame: number; apart: number }[] = [];
    while (found.length < 60) {
      await new Promise((next) => requestAnimationFrame(next));
      const [x, z] = hips(hooks.theatre.copies.calibrated);
      const [otherX, otherZ] = hips(hooks.company.copyOf(other?.key ?? -1));
      found.push({ frame: hooks.body().frameNumber, apart: Math.hypot(x - otherX, z - otherZ) });
    }
    return found;
  });
  stream.close();
  const skeletons = stream.descriptions()?.skeletons ?? [];
  const differences: number[] = [];
  for (const { frame, apart } of seen) {
    const sent = stream.frames.get(frame);
    if (sent === undefined) continue;
    const [a, b] = skeletons.map(
      (skeleton) => worldOf(skeleton, sent).find(({ bone }) => bone === "hips")?.place ?? new Vector3(),
    );
    if (a !== undefined && b !== undefined)
      differences.push(Math.abs(apart - Math.hypot(a.x - b.x, a.z - b.z)));
  }
  console.log(`${differences.length} frames: at most ${Math.max(...differences).toFixed(3)} m off`);
  expect(differences.length).toBeGreaterThan(20);
  // Hips sit elsewhere above other legs: by centimetres, where the performers stand metres apart.
  expect(Math.max(...differences)).toBeLessThan(0.1);
});
