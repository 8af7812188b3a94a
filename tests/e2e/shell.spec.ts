// The empty page: what it says, in which language, what it asks of the network, keys.
// Avatars are opened in avatar.spec.ts.
import { axeFindings, expect, test } from "./page";

test("the empty page says what to do, is alive, and breaks no accessibility rule", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await expect(page.getByTestId("empty-state")).toContainText("Drop an avatar to begin");
  await expect(page.getByRole("row")).toHaveCount(1 + 7 + 52);
  await doppel.resume();
  const first = (await doppel.state()).frame;
  await expect.poll(async () => (await doppel.state()).frame).toBeGreaterThan(first + 5);
  await doppel.pause();
  expect(await axeFindings(page, "body")).toEqual([]);
});

test("the language is the browser's at first, then the chosen one, and is remembered", async ({
  browser,
  doppel,
  page,
}) => {
  await doppel.open();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByLabel("Language").selectOption("ko");
  await expect(page.getByTestId("empty-state")).toContainText("아바타를 끌어다 놓으세요");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await page.reload();
  await expect(page.getByTestId("empty-state")).toContainText("아바타를 끌어다 놓으세요");
  const korean = await browser.newContext({ locale: "ko-KR" });
  const other = await korean.newPage();
  await other.goto("/?avatar=none");
  await expect(other.locator("html")).toHaveAttribute("lang", "ko");
  await korean.close();
});

test("Korean and a narrow screen break no accessibility rule, and nothing is wider than the screen", async ({
  doppel,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doppel.open();
  await page.getByLabel("Language").selectOption("ko");
  expect(await axeFindings(page)).toEqual([]);
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(screen);
});

test("every channel's name is there in full on usual and large screens", async ({ doppel, page }) => {
  await doppel.open();
  const names = page.locator(".channel-name");
  await expect(names).toHaveCount(52);
  for (const width of [1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await names.evaluateAll((list) =>
      list.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
    expect(cut, `${width} wide`).toEqual([]);
  }
});

test("the policy is in the page, and nothing of it is broken at start", async ({ doppel, page }) => {
  const broken: string[] = [];
  await page.exposeFunction("noteBreach", (text: string) => broken.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      (window as unknown as { noteBreach(text: string): void }).noteBreach(
        `${event.violatedDirective} ${event.blockedURI}`,
      );
    });
  });
  await doppel.open();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toContain("'unsafe-eval'");
  expect(broken).toEqual([]);
});

test("keys: the list of shortcuts opens and closes, the search is reached, play and pause", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Help" });
  await expect(dialog).toContainText("Ctrl");
  await expect(dialog).toContainText("Reference travel divided by");
  expect(await axeFindings(page, "dialog")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("smile");
  await expect(page.locator("[data-channel]")).toHaveCount(2);
  await page.getByRole("searchbox").blur();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("Escape dismisses messages, the newest first", async ({ doppel, page }) => {
  await doppel.open();
  await doppel.drop({ name: "a.txt", bytes: new TextEncoder().encode("hello") });
  await doppel.drop({ name: "b.txt", bytes: new TextEncoder().encode("hello") });
  await expect(doppel.message("error")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(doppel.message("error")).toHaveCount(1);
  await expect(doppel.message("error")).toContainText("a.txt");
  await page.keyboard.press("Escape");
  await expect(doppel.message("error")).toHaveCount(0);
});

test("the skip link leads to the table, and focus is visible", async ({ doppel, page }) => {
  await doppel.open();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the channel table" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#channels")).toBeFocused();
});

test("without WebGL the page says what is missing, in the browser's language", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("WebGL 2");
});
