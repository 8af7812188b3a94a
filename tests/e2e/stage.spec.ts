// The stage as people use it, over the real chain: who follows whom by menu and by dragging, copying a pose, calibrating those who stand there.
// Poses themselves are compared in live.spec.ts and robust.spec.ts.
import { BridgeProcess } from "./live-chain";
import { axeFindings, type DoppelPage, expect, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41882;
const bridge = new BridgeProcess(PORT);
test.use({ baseURL: `http://127.0.0.1:${PORT}`, viewport: { width: 1400, height: 900 } });
test.beforeEach(() => bridge.start("--performers", "2", "--rate", "60", "--motion", "stand"));
test.afterEach(() => bridge.stop());
test.setTimeout(120_000);

interface Member {
  readonly id: string;
  readonly status: string;
  readonly performer: string | null;
  readonly leader: number | null;
  readonly isOpen: boolean;
}

const castOf = (doppel: DoppelPage) =>
  doppel.page.evaluate(() => (window as unknown as { doppel: { cast(): Member[] } }).doppel.cast());

async function openStage(doppel: DoppelPage) {
  await doppel.visit("/?render=off&scene=off&avatars=2");
  await expect
    .poll(async () => (await castOf(doppel)).filter(({ performer }) => performer !== null).length, {
      timeout: 60_000,
    })
    .toBe(2);
  const list = doppel.page.getByTestId("cast");
  await list.getByRole("button", { name: /On stage/ }).click();
  return list;
}

test("whom an avatar follows is chosen by menu and by dragging; a name opens the avatar in the panels; copying is undone", async ({
  doppel,
  page,
}) => {
  const list = await openStage(doppel);
  const [first, second] = await castOf(doppel);
  const follow = (name: string) => list.getByRole("combobox", { name: `Whom ${name} follows` });
  const performers = async () => (await castOf(doppel)).map(({ performer }) => performer);
  // Whoever is not chosen by hand takes who is free then.
  await follow("Nabi").selectOption({ label: first?.performer ?? "" });
  await expect.poll(performers).toEqual([second?.performer, first?.performer]);
  await list
    .getByText(first?.performer ?? "", { exact: true })
    .first()
    .dragTo(list.getByRole("listitem").filter({ hasText: "Haru" }).first());
  await expect.poll(performers).toEqual([first?.performer, first?.performer]);
  await list.getByRole("button", { name: "Nabi", exact: true }).click();
  await expect.poll(async () => (await castOf(doppel)).map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect((await doppel.state()).avatar?.file).toBe("stylised.vrm");
  await follow("Nabi").selectOption({ label: "Haru" });
  await expect.poll(async () => (await castOf(doppel))[1]?.leader).not.toBeNull();
  // Beside the leader, and not in its place.
  await expect(list.getByRole("spinbutton", { name: "Moved along X, metres" })).toHaveValue(/^-?[12]$/);
  await page.getByRole("tab", { name: "Body" }).click();
  const followed = page.getByTestId("performer");
  await expect(followed.locator("option:checked")).toHaveText("Copies the pose of Haru");
  // Whoever is chosen in the panel is followed instead of the other avatar.
  await followed.selectOption({ label: first?.performer ?? "" });
  await expect.poll(async () => (await castOf(doppel))[1]?.leader).toBeNull();
  expect(await performers()).toEqual([first?.performer, first?.performer]);
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect.poll(async () => (await castOf(doppel))[1]?.leader).not.toBeNull();
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect.poll(async () => (await castOf(doppel))[1]?.leader).toBeNull();
  expect(await axeFindings(page, "[data-testid=cast]")).toEqual([]);
});

test("people who stand there are told what to change, and are taken at the end of the countdown; one undo takes it back", async ({
  doppel,
  page,
}) => {
  await openStage(doppel);
  await page.getByRole("button", { name: /Countdown, pose check/ }).click();
  const flow = page.getByTestId("calibration-flow");
  // They stand with their arms down: far from a T-pose, and near an I-pose.
  await expect(
    flow
      .getByTestId("flow-checks")
      .getByText(/arm \d+° too low/)
      .first(),
  ).toBeVisible();
  expect(await axeFindings(page, "[data-testid=calibration-flow]")).toEqual([]);
  await flow.getByRole("radio", { name: "I-pose" }).check();
  await expect(flow.getByText(/too low/)).toHaveCount(0);
  await flow.getByRole("radio", { name: "3 s" }).check();
  await flow.getByRole("button", { name: /Start the countdown/ }).click();
  await expect(flow.getByRole("timer")).toBeVisible();
  await expect(flow.getByTestId("flow-results")).toBeVisible({ timeout: 30_000 });
  await expect(flow.getByText("Taken: 2 of 2")).toBeVisible();
  await expect(flow.getByText(/Scale \d\.\d\d/)).toHaveCount(2);
  expect(await axeFindings(page, "[data-testid=calibration-flow]")).toEqual([]);
  const calibrated = () =>
    page.evaluate(() => {
      const { doppel: hooks } = window as unknown as {
        doppel: { body(): { settings: { calibration?: { pose: string; live: boolean } } } };
      };
      const { calibration } = hooks.body().settings;
      return calibration?.live === true ? calibration.pose : "rest";
    });
  expect(await calibrated()).toBe("I");
  await flow.getByRole("button", { name: "Undo this calibration" }).click();
  await expect.poll(calibrated).toBe("rest");
  await page.keyboard.press("Escape");
  await expect(flow).toHaveCount(0);
});
