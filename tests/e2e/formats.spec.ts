// Every form in which an avatar comes: compressed, quantized, in several files; drawn with the decoders that the page itself serves.
// That they measure alike is tested without a browser.
import { WebIO } from "@gltf-transform/core";
import { dracoCompressed, ktx2Textures, meshoptCompressed, quantized } from "../support/avatar-variants";
import { makeAvatar } from "../support/make-avatar";
import { hasSamples, sampleBytes, sampleNote } from "../support/samples";
import { expect, FEW_CHANNELS, test } from "./page";

for (const [name, variant] of Object.entries({
  dracoCompressed,
  meshoptCompressed,
  quantized,
  ktx2Textures,
})) {
  test(`${name}: opens under the policy without asking another host, and moves`, async ({ doppel }) => {
    const bytes = await variant(await makeAvatar({ channels: FEW_CHANNELS }));
    await doppel.open();
    await doppel.openAvatar({ name: `${name}.glb`, bytes });
    const { raw } = await doppel.pose({ jawOpen: 0.5 });
    expect(raw.filter((weight) => weight === 0.5).length).toBeGreaterThan(0);
    await expect(doppel.message("warning")).toHaveCount(0);
  });
}

test("a .gltf dropped with its buffer opens; without it the missing part is named", async ({ doppel }) => {
  const io = new WebIO();
  const { json, resources } = await io.writeJSON(
    await io.readBinary(await makeAvatar({ channels: FEW_CHANNELS })),
    {
      basename: "head",
    },
  );
  const gltf = { name: "head.gltf", bytes: new TextEncoder().encode(JSON.stringify(json)) };
  const parts = Object.entries(resources).map(([name, bytes]) => ({ name, bytes }));
  expect(parts.length).toBeGreaterThan(0);
  await doppel.open();
  await doppel.drop(gltf);
  await expect(doppel.message("error")).toContainText(parts[0]?.name ?? "");
  await doppel.drop(gltf, ...parts);
  await expect.poll(async () => (await doppel.state()).avatar?.file).toBe("head.gltf");
});

test(`a real avatar follows a real recording: raw as sent, calibrated near it${sampleNote}`, async ({
  doppel,
  page,
}) => {
  test.skip(!hasSamples, "../shared/samples is absent");
  await doppel.open();
  await doppel.openAvatar({ name: "rpm-male.glb", bytes: sampleBytes("rpm-male.glb") });
  await doppel.resume();
  const report = (await doppel.state()).report;
  expect(report?.channels.every((channel) => channel.verdict === "effective")).toBe(true);
  await doppel.drop({ name: "livelinkface-rom.csv", bytes: sampleBytes("livelinkface-rom.csv") });
  await expect(page.getByText("livelinkface-rom.csv").first()).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Position" }).fill("30");
  await expect.poll(async () => (await doppel.state()).position).toBe(30);
  const state = await doppel.state();
  expect(Math.max(...state.input)).toBeGreaterThan(0.1);
  for (const [channel, value] of state.output.entries()) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
    // On this avatar, whose face is the reference's, nothing is changed by much.
    expect(Math.abs(value - Math.min(1, Math.max(0, state.input[channel] ?? 0)))).toBeLessThan(0.2);
  }
});
