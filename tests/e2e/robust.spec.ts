// What goes wrong on a stage, over the real chain: frames lost, late and twice, a server that starts anew, people who come and go, a page that
// nobody sees. The avatar holds its pose or goes on, never jumps to where nobody is, and comes back by itself.
import { writeFileSync } from "node:fs";
import { Quaternion, Vector3 } from "three";
import { makeAvatar } from "../support/make-avatar";
import { performerBvh, stepping } from "../support/performer-bvh";
import { BridgeProcess, hooksOf, type Seen, watch, worldOf } from "./live-chain";
import { type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41880;
const bridge = new BridgeProcess(PORT);
test.use({ baseURL: `http://127.0.0.1:${PORT}` });
test.afterEach(() => bridge.stop());
test.setTimeout(120_000);

/** A page that draws nothing, with an avatar that somebody live moves. */
async function openLive(doppel: DoppelPage) {
  await doppel.open("/?render=off&scene=off");
  await doppel.resume();
  await doppel.drop({
    name: "anna.vrm",
    bytes: await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS }),
  });
  const live = hooksOf(doppel.page);
  await live.waitLive();
  return live;
}

/** Every number of every bone is one, and no bone left the stage. */
function expectSound(seen: readonly Seen[]): void {
  expect(seen.length).toBeGreaterThan(20);
  // One expectation for all of them: each one takes its time in a report.
  const unsound = seen.flatMap(({ frame, bones }) =>
    Object.entries(bones)
      .filter(
        ([, { place, turn }]) =>
          ![...place, ...turn].every(Number.isFinite) ||
          Math.abs(Math.hypot(...turn) - 1) > 1e-4 ||
          Math.hypot(...place) > 30,
      )
      .map(([bone]) => `${frame} ${bone}`),
  );
  expect(unsound).toEqual([]);
}

/** Metres that the hips go at most from one picture to the next. */
function largestStep(seen: readonly Seen[]): number {
  const places = seen.map(({ bones }) => new Vector3(...(bones.hips?.place ?? [])));
  return Math.max(...places.slice(1).map((place, index) => place.distanceTo(places[index] ?? place)));
}

test("equal proportions: wrists and ankles within 1 cm and every joint within 1 degree of the stream's frame of the same number", async ({
  doppel,
  page,
}, info) => {
  const take = info.outputPath("equal.bvh");
  const frames = Array.from({ length: 60 }, (_, frame) => stepping(Math.sin((2 * Math.PI * frame) / 60)));
  writeFileSync(take, performerBvh(frames, { scale: 1, frameTime: 1 / 30 }));
  // The simulator sets a file's size by its legs, 0.828 m for 1.75 m; the avatar's are 0.8 m.
  const height = `${(0.8 / 0.828) * 1.75}`;
  // Without props: a hand that comes near one is drawn to it.
  await bridge.start("--props", "0", "--rate", "60", "--bvh", take, "--height", height);
  const live = await openLive(doppel);
  await live.setBody("filter.enabled", false);
  const stream = await bridge.listen();
  const seen = await watch(page, 80);
  stream.close();
  const description = stream.descriptions()?.skeletons[0];
  if (description === undefined) throw new Error("nobody was described");
  const away = new Map<string, number>();
  const turned = new Map<string, number>();
  const rest = new Map<string, Quaternion>();
  let compared = 0;
  for (const { frame, bones } of seen.slice(5)) {
    const sent = stream.frames.get(frame);
    if (sent === undefined) continue;
    for (const { bone, place, turn } of worldOf(description, sent)) {
      const found = bones[bone];
      if (found === undefined) continue;
      away.set(bone, Math.max(away.get(bone) ?? 0, place.distanceTo(new Vector3(...found.place))));
      const off = turn
        .clone()
        .invert()
        .multiply(new Quaternion(...found.turn));
      // The offset between both rest poses is the same in every frame.
      const first = rest.get(bone);
      if (first === undefined) rest.set(bone, off);
      else turned.set(bone, Math.max(turned.get(bone) ?? 0, (off.angleTo(first) * 180) / Math.PI));
      ++compared;
    }
  }
  const millimetres = [...away].map(([bone, metres]) => `${bone} ${(metres * 1000).toFixed(1)}`);
  const degrees = [...turned].map(([bone, angle]) => `${bone} ${angle.toFixed(2)}`);
  console.log(`compared ${compared}; millimetres: ${millimetres.join(", ")}; degrees: ${degrees.join(", ")}`);
  expect(compared).toBeGreaterThan(200);
  for (const bone of ["leftHand", "rightHand", "leftFoot", "rightFoot"])
    expect([bone, (away.get(bone) ?? 1) < 0.01]).toEqual([bone, true]);
  for (const [bone, angle] of turned) expect([bone, angle < 1]).toEqual([bone, true]);
});

test("5 % of the frames lost, 5 % late, 1 % twice: the avatar goes on, and time never runs back", async ({
  doppel,
  page,
}) => {
  await bridge.start("--loss", "0.05", "--reorder", "0.05", "--duplicate", "0.01", "--jitter", "0.004");
  const live = await openLive(doppel);
  const seen = await watch(page, 90);
  expectSound(seen);
  const numbers = seen.map(({ frame }) => frame);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(seen.every(({ isActive }) => isActive)).toBe(true);
  await expect.poll(async () => (await live.bridge()).lost).toBeGreaterThan(0);
});

test("a server that starts anew with new numbers is followed on, without a jump to the origin", async ({
  doppel,
  page,
}) => {
  await bridge.start("--restart-every", "2.5", "--motion", "stand");
  const live = await openLive(doppel);
  const { follows } = await live.body();
  const seen = await watch(page, 240, "picture");
  expectSound(seen);
  const numbers = seen.map(({ frame }) => frame);
  const restarts = numbers.filter((number, index) => index > 0 && number < (numbers[index - 1] ?? 0));
  expect(restarts.length).toBeGreaterThan(0);
  expect(seen.every(({ isActive }) => isActive)).toBe(true);
  expect(largestStep(seen)).toBeLessThan(0.2);
  expect((await live.body()).follows).toBe(follows);
});

test("people who go and come: the avatar keeps its pose, and goes on with the same one", async ({
  doppel,
  page,
}) => {
  await bridge.start("--performers", "3", "--change-every", "1.5", "--motion", "stand");
  const live = await openLive(doppel);
  const lists = new Set<string>();
  const { performers } = await live.body();
  const last = performers.at(-1)?.key ?? "";
  // Where the bar is short, only the panel chooses.
  await page.setViewportSize({ width: 1800, height: 560 });
  await page.getByTestId("bridge-bar").getByRole("combobox").selectOption(last);
  await expect.poll(async () => (await live.body()).follows).toBe(last);
  const seen = await watch(page, 240, "picture");
  for (const { performers: keys } of seen) lists.add(keys.join(" "));
  expect(lists.size).toBeGreaterThan(1);
  expectSound(seen);
  expect(largestStep(seen)).toBeLessThan(0.2);
  await live.waitLive();
});

test("a page that nobody sees for 10 s asks for no frames, and is at the newest one at once when it is seen", async ({
  doppel,
  page,
}) => {
  await bridge.start();
  const live = await openLive(doppel);
  const setHidden = (hidden: boolean) =>
    page.evaluate((to) => {
      Object.defineProperty(document, "visibilityState", {
        value: to ? "hidden" : "visible",
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const stream = await bridge.listen();
  await setHidden(true);
  // What was on its way still comes.
  let before = -1;
  await expect
    .poll(
      async () => {
        const last = before;
        before = (await live.body()).frameNumber;
        return before === last;
      },
      { intervals: [1000] },
    )
    .toBe(true);
  await page.waitForTimeout(10_000);
  expect((await live.body()).frameNumber).toBe(before);
  const sent = Math.max(...stream.frames.keys());
  expect(sent - before).toBeGreaterThan(900);
  await setHidden(false);
  await expect.poll(async () => (await live.body()).frameNumber).toBeGreaterThanOrEqual(sent);
  const seen = await watch(page, 30);
  stream.close();
  expectSound(seen);
  // Not frame after frame of what was missed.
  expect(seen[0]?.frame ?? 0).toBeGreaterThanOrEqual(sent);
});
