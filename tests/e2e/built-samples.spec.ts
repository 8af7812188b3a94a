// The avatars of Doppel's own as they are built, in the page: they open without a word of complaint and follow a recording.
// How they look is for people to judge: scripts/watch-recording.mjs makes pictures for that.
import { decode } from "fast-png";
import { hasSamples, sampleBytes, sampleNote } from "../support/samples";
import { type DoppelPage, expect, test } from "./page";

const AVATARS = ["realistic", "stylised"] as const;
/** Shares of the recording's length at which the face is looked at. */
const MOMENTS = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
/** Steps of a colour, of 255, that are seen. */
const SEEN = 12;
/** Share of the picture in which a face that has moved differs from one at rest. */
const ALIVE = 0.001;

async function openBuilt(doppel: DoppelPage, name: string): Promise<void> {
  await doppel.visit(`/?avatar=${name}`);
  // Drawing the empty stage meanwhile would take the machine from measuring.
  await doppel.pause();
  await expect.poll(async () => (await doppel.state()).avatar?.file, { timeout: 30_000 }).toBe(`${name}.vrm`);
  await doppel.idle();
}

/** Pixels of the right view, where the calibrated avatar is. */
async function picture(doppel: DoppelPage): Promise<Uint8Array> {
  const box = await doppel.page.locator(".viewer").boundingBox();
  if (box === null) throw new Error("the views are not there");
  const clip = { x: box.x + box.width / 2, y: box.y, width: box.width / 2, height: 0.8 * box.height };
  return decode(await doppel.page.screenshot({ clip })).data as Uint8Array;
}

function changed(a: Uint8Array, b: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < a.length; ++i) if (Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > SEEN) count += 1;
  return count / a.length;
}

for (const name of AVATARS) {
  test(`${name}: opens, all 52 channels effective, nothing to complain of, nearer to the reference once calibrated`, async ({
    doppel,
    page,
  }) => {
    await openBuilt(doppel, name);
    const { report } = await doppel.state();
    expect(report?.channels.map((channel) => channel.verdict)).toEqual(Array(52).fill("effective"));
    expect(report?.after ?? 0).toBeGreaterThan(report?.before ?? 100);
    await expect(page.locator(".message")).toHaveCount(0);
    await expect(page.getByTestId("findings")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Licence of the avatar" })).toContainText("CC0");
  });

  test(`${name}: ten moments of a real recording, each another face than at rest${sampleNote}`, async ({
    doppel,
    page,
  }) => {
    test.skip(!hasSamples, "../shared/samples is absent");
    await openBuilt(doppel, name);
    await doppel.pose({});
    const rest = await picture(doppel);
    await doppel.drop({ name: "livelinkface-rom.csv", bytes: sampleBytes("livelinkface-rom.csv") });
    await expect(page.getByText("livelinkface-rom.csv").first()).toBeVisible();
    await page.addStyleTag({ content: ".messages { display: none }" });
    const position = page.getByRole("slider", { name: "Position" });
    const end = Number(await position.getAttribute("max"));
    for (const share of MOMENTS) {
      await position.fill(String(Math.round(share * end)));
      await page.evaluate(() => (window as unknown as { doppel: { step(dt: number): void } }).doppel.step(0));
      expect(changed(rest, await picture(doppel)), `at ${Math.round(share * end)} s`).toBeGreaterThan(ALIVE);
    }
  });
}
