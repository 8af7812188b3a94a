// Saving the motion of the open avatar: the page's file is the command line's to the byte, one at a time, and can be given up.
// What is in the file is tested in tests/web/retarget.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gltfIssues } from "../support/gltf-validator";
import { makeAvatar } from "../support/make-avatar";
import { demonstration, performerBvh } from "../support/performer-bvh";
import { type DoppelPage, expect, FEW_CHANNELS, test } from "./page";

const recording = {
  name: "steps.bvh",
  bytes: new TextEncoder().encode(performerBvh(demonstration(2), { scale: 1.25 })),
};

async function openBoth(doppel: DoppelPage) {
  const avatar = { name: "someone.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) };
  await doppel.open();
  await doppel.openAvatar(avatar);
  await doppel.drop(recording);
  await expect(doppel.page.getByTestId("body-bar")).toBeVisible();
  await doppel.page.getByRole("tab", { name: "Body" }).click();
  return avatar;
}

test("both forms are the command line's to the byte, named after take and avatar", async ({
  doppel,
  page,
}) => {
  const avatar = await openBoth(doppel);
  await page.evaluate(() =>
    (
      window as unknown as { doppel: { setBody(name: string, value: unknown): Promise<unknown> } }
    ).doppel.setBody("floorHeight", 0.05),
  );
  const folder = mkdtempSync(join(tmpdir(), "doppel-motion-"));
  try {
    for (const { name, bytes } of [avatar, recording]) writeFileSync(join(folder, name), bytes);
    for (const [button, format] of [
      ["VRM animation", "vrma"],
      ["BVH", "bvh"],
    ] as const) {
      const download = page.waitForEvent("download");
      await page.getByTestId("motion-export").getByRole("button", { name: button }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(`steps-someone.${format}`);
      const bytes = new Uint8Array(await readFile(await saved.path()));
      const line = `retarget steps.bvh someone.glb -o cli.${format} --set floorHeight=0.05`;
      const { status, stderr } = spawnSync("bash", ["scripts/doppel.sh", ...line.split(" ")], {
        env: { ...process.env, INIT_CWD: folder },
        encoding: "utf8",
      });
      expect(status, stderr).toBe(0);
      expect(Buffer.from(bytes).equals(readFileSync(join(folder, `cli.${format}`)))).toBe(true);
      if (format === "vrma") expect(await gltfIssues(bytes)).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("while a file is written its name and a way out are shown; given up, nothing is saved and nothing is said", async ({
  doppel,
  page,
}) => {
  await openBoth(doppel);
  // The worker never hears what it is to write.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => {};
  });
  let saved = 0;
  page.on("download", () => ++saved);
  const part = page.getByTestId("motion-export");
  await part.getByRole("button", { name: "BVH" }).click();
  await expect(part).toContainText("Writing steps-someone.bvh");
  await expect(part.getByRole("progressbar")).toBeVisible();
  await part.getByRole("button", { name: "Cancel" }).click();
  await expect(part.getByRole("button", { name: "BVH" })).toBeEnabled();
  await expect(doppel.message("error")).toHaveCount(0);
  expect(saved).toBe(0);
});
