// What explains the page: the tour on a first visit and from the header, by keys, in both languages, on a phone; and the help where a
// bridge is there and nothing moves. Which code means what is tested without a browser.

import type { Page, WebSocketRoute } from "@playwright/test";
import { hello, status as whole } from "../../scripts/lib/bridge-messages.mjs";
import { axeFindings, expect, test } from "./page";

const STREAM = "ws://127.0.0.1:41877/mocap";

const tour = (page: Page) => page.getByTestId("tour");

test("the tour by keyboard: five steps, back and forth, to its end; Escape ends it; the focus goes with it", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await expect(tour(page)).toHaveCount(0);
  const button = page.locator("header").getByRole("button", { name: "Take the tour" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(tour(page)).toBeFocused();
  const titles: string[] = [];
  for (let step = 0; step < 5; ++step) {
    await expect(tour(page)).toContainText(`${step + 1} of 5`);
    titles.push((await tour(page).getByRole("heading").textContent()) ?? "");
    if (step < 4) await page.keyboard.press("ArrowRight");
  }
  expect(new Set(titles).size).toBe(5);
  await page.keyboard.press("ArrowLeft");
  await expect(tour(page)).toContainText("4 of 5");
  expect(await axeFindings(page)).toEqual([]);
  await tour(page).getByRole("button", { name: "Next" }).click();
  await tour(page).getByRole("button", { name: "Done" }).click();
  await expect(tour(page)).toHaveCount(0);
  await button.click();
  await page.getByLabel("Language").selectOption("ko");
  await expect(tour(page)).toContainText("5단계 중 1");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(tour(page)).toHaveCount(0);
});

test("on a phone every card lies inside of the page and what it speaks of is in sight", async ({
  doppel,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doppel.open();
  await page.locator("header").getByRole("button", { name: "Take the tour" }).click();
  for (let step = 0; step < 5; ++step) {
    const card = await tour(page).boundingBox();
    expect(card?.x).toBeGreaterThanOrEqual(0);
    expect((card?.x ?? 0) + (card?.width ?? 999)).toBeLessThanOrEqual(390);
    expect((card?.y ?? 0) + (card?.height ?? 999)).toBeLessThanOrEqual(844);
    await expect(page.locator(".tour-ring")).toBeInViewport();
    await page.keyboard.press("ArrowRight");
  }
  await expect(tour(page)).toHaveCount(0);
});

test("a first visit to the plain address is offered the tour once, without taking the focus", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  // One that names an avatar is from somebody who knows.
  await page.goto("/?avatar=none");
  await page.waitForFunction(() => "doppel" in window);
  await expect(tour(page)).toHaveCount(0);
  await page.goto("/?render=off");
  await expect(tour(page)).toBeVisible({ timeout: 40_000 });
  expect(await page.evaluate(() => document.activeElement?.closest(".tour") ?? null)).toBeNull();
  // The page goes on under it.
  await page.keyboard.press("b");
  await expect(page.getByRole("tab", { name: "Body" })).toHaveAttribute("aria-selected", "true");
  await tour(page).getByRole("button", { name: "End the tour" }).click();
  await page.reload();
  await page.waitForFunction(() => {
    const { doppel } = window as unknown as { doppel?: { state(): { avatar: unknown } } };
    return doppel !== undefined && doppel.state().avatar !== null;
  });
  await expect(tour(page)).toHaveCount(0);
  await page.close();
});

/** A bridge whose source is in this state. */
async function bridgeThatSays(
  page: Page,
  status: Record<string, unknown>,
): Promise<() => WebSocketRoute | null> {
  let route: WebSocketRoute | null = null;
  // Its remote control has nothing to say here.
  await page.routeWebSocket(STREAM.replace("mocap", "retargeting"), (socket) => socket.onMessage(() => {}));
  await page.routeWebSocket(STREAM, (socket) => {
    route = socket;
    socket.onMessage(() => {});
    const send = (message: object) => socket.send(JSON.stringify(message));
    send(hello);
    send({ ...whole, ...status });
  });
  return () => route;
}

test("a bridge that no camera answers: after a while the page names interface and firewall, in both languages", async ({
  doppel,
  page,
}) => {
  await bridgeThatSays(page, {
    state: "silent",
    code: "no-frames",
    message: "The server answers, but no frame arrives at 239.255.42.99:1511.",
  });
  await doppel.open(`/?bridge=${encodeURIComponent(STREAM)}`);
  const help = page.getByTestId("live-help");
  await expect(page.getByTestId("bridge-bar")).toContainText("No frames");
  await expect(help).toBeVisible();
  await expect(help.getByRole("listitem").first()).toContainText("Local Interface");
  await expect(help.getByRole("listitem").nth(1)).toContainText("1511");
  await expect(help.locator("[lang=en]")).toContainText("239.255.42.99");
  expect(await axeFindings(page)).toEqual([]);
  await help.getByRole("button", { name: "Close the help" }).click();
  await expect(help).toHaveCount(0);
  await page.getByRole("button", { name: "What to do" }).click();
  await page.getByLabel("Language").selectOption("ko");
  await expect(help).toContainText("방화벽");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
});

test("a bridge that goes is said, and is forgotten once it is back", async ({ doppel, page }) => {
  const route = await bridgeThatSays(page, { state: "streaming", code: "", message: "" });
  await doppel.open(`/?bridge=${encodeURIComponent(STREAM)}`);
  await expect(page.getByTestId("bridge-bar")).toContainText("Live");
  await expect(page.getByRole("button", { name: "What to do" })).toHaveCount(0);
  await route()?.close({ code: 1001 });
  await expect(page.getByTestId("bridge-bar")).toContainText("Live", { timeout: 20_000 });
  await expect(page.getByTestId("live-help")).toHaveCount(0);
});
