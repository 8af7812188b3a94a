// Files and addresses that fail: the message names file, place and expectation, and what was there stays.
// Damaged profiles are in profile.spec.ts.
import { deflateSync } from "node:zlib";
import { type Document, WebIO } from "@gltf-transform/core";
import { editGlbJson } from "../../scripts/avatars/write/glb-json";
import { makeAvatar } from "../support/make-avatar";
import { expect, FEW_CHANNELS, test } from "./page";

const text = (content: string) => new TextEncoder().encode(content);

test("a bad file names file, place and expectation; the open avatar and its changes stay", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  const bytes = await makeAvatar({ channels: FEW_CHANNELS });
  await doppel.openAvatar({ name: "good.glb", bytes });
  await page.getByTestId("detail").getByRole("slider", { name: "Gain of jawOpen" }).fill("1.2");
  const memory = await doppel.memory();
  const cases = [
    { name: "text.glb", bytes: text("not a model"), reason: /text\.glb.*expected/ },
    { name: "cut.glb", bytes: bytes.slice(0, bytes.length / 2), reason: /cut\.glb/ },
    { name: "take.csv", bytes: text("a;b\n1;2"), reason: /take\.csv.*expected/s },
  ];
  for (const { reason, ...file } of cases) {
    await doppel.drop(file);
    await expect(doppel.message("error").filter({ hasText: file.name })).toContainText(reason);
    await doppel.idle();
  }
  const state = await doppel.state();
  expect(state.avatar?.file).toBe("good.glb");
  expect(state.profile?.calibration.channels.jawOpen?.userGain).toBe(1.2);
  expect(await doppel.memory()).toEqual(memory);
  await expect(page.getByRole("button", { name: /^Undo: gain of jawOpen/ })).toBeEnabled();
});

/** A PNG of one colour, `width` x 1. */
function widePng(width: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(width + 1, 128);
  row[0] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(row)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test("an image beyond the graphics unit's limit is refused by the limit's name, and nothing of it stays in memory", async ({
  doppel,
  page,
}) => {
  await doppel.open();
  const empty = await doppel.memory();
  const limit = await page.evaluate(
    () =>
      (window as unknown as { doppel: { limits: { maxTextureSize: number } } }).doppel.limits.maxTextureSize,
  );
  const io = new WebIO();
  const document: Document = await io.readBinary(await makeAvatar({ channels: FEW_CHANNELS }));
  const texture = document
    .createTexture("skin")
    .setImage(widePng(limit * 2))
    .setMimeType("image/png");
  const root = document.getRoot();
  root.listMaterials()[0]?.setBaseColorTexture(texture);
  const position = root.listMeshes()[0]?.listPrimitives()[0]?.getAttribute("POSITION");
  const uv = document
    .createAccessor()
    .setType("VEC2")
    .setArray(new Float32Array(2 * (position?.getCount() ?? 0)));
  root
    .listMeshes()[0]
    ?.listPrimitives()[0]
    ?.setAttribute("TEXCOORD_0", uv.setBuffer(root.listBuffers()[0] ?? null));
  await doppel.drop({ name: "wide.glb", bytes: await io.writeBinary(document) });
  await expect(doppel.message("error")).toContainText("wide.glb is beyond what this graphics unit holds");
  await expect(doppel.message("error")).toContainText(`MAX_TEXTURE_SIZE is ${limit}`);
  expect((await doppel.state()).avatar).toBeNull();
  expect(await doppel.memory()).toEqual(empty);
});

test("a file that names an image elsewhere makes no request there; the avatar is drawn without it, and that is said", async ({
  doppel,
  guards,
}) => {
  guards.expectedErrors.push(/Couldn't load texture/);
  const bytes = editGlbJson(await makeAvatar({ channels: FEW_CHANNELS }), (json) => {
    const gltf = json as {
      images?: unknown[];
      textures?: unknown[];
      materials?: { pbrMetallicRoughness?: object }[];
    };
    gltf.images = [{ uri: "https://tracker.example/pixel.png" }];
    gltf.textures = [{ source: 0 }];
    const material = gltf.materials?.[0];
    if (material !== undefined) material.pbrMetallicRoughness = { baseColorTexture: { index: 0 } };
  });
  await doppel.open();
  await doppel.openAvatar({ name: "tracking.glb", bytes });
  await expect(doppel.message("warning")).toContainText("1 images of tracking.glb could not be read");
});

test("loading can be cancelled, and nothing changes", async ({ doppel, page }) => {
  await doppel.open();
  // Pressed the moment it is there: a small avatar is open before a test could find the button.
  await page.evaluate(() => {
    const press = new MutationObserver(() => {
      const button = document.querySelector<HTMLButtonElement>('[data-testid="loading"] button');
      if (button === null) return;
      press.disconnect();
      button.click();
    });
    press.observe(document.body, { childList: true, subtree: true });
  });
  await doppel.drop({ name: "slow.glb", bytes: await makeAvatar({ channels: FEW_CHANNELS }) });
  await expect(doppel.message("info")).toContainText("Loading was cancelled");
  expect((await doppel.state()).avatar).toBeNull();
});

const ELSEWHERE = "https://avatars.example/models/a.vrm";

async function openAddress(page: import("@playwright/test").Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "From an address" }).click();
  await page.getByLabel("Address of a VRM or GLB").fill(address);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

test("an address without CORS: the cause is named and drag and drop offered", async ({
  doppel,
  page,
  guards,
}) => {
  guards.foreignAllowed = (address) => address === ELSEWHERE;
  guards.expectedErrors.push(/CORS policy/, /Failed to load resource/);
  await page.route(ELSEWHERE, async (route) =>
    route.fulfill({
      body: Buffer.from(await makeAvatar({ channels: FEW_CHANNELS })),
      headers: { "access-control-allow-origin": "https://nobody.example" },
    }),
  );
  await doppel.open();
  await openAddress(page, ELSEWHERE);
  await expect(doppel.message("error")).toContainText("CORS");
  await expect(doppel.message("error")).toContainText("drop it here");
  await expect(page.getByTestId("empty-state")).toBeVisible();
});

test("an address with CORS opens; a missing one states the server's answer; http elsewhere is told apart", async ({
  doppel,
  page,
  guards,
}) => {
  guards.foreignAllowed = (address) => address.startsWith("https://avatars.example/");
  guards.expectedErrors.push(/Failed to load resource/);
  const headers = { "access-control-allow-origin": "*" };
  await page.route("https://avatars.example/**", async (route) => {
    if (route.request().url() !== ELSEWHERE) return route.fulfill({ status: 404, headers, body: "" });
    return route.fulfill({
      headers,
      body: Buffer.from(await makeAvatar({ format: "vrm1", channels: FEW_CHANNELS })),
    });
  });
  await doppel.open();
  await openAddress(page, "https://avatars.example/missing.glb");
  await expect(doppel.message("error")).toContainText("404");
  await page.getByLabel("Address of a VRM or GLB").fill("http://avatars.example/a.glb");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(doppel.message("error").last()).toContainText("https://");
  await page.getByLabel("Address of a VRM or GLB").fill(ELSEWHERE);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect.poll(async () => (await doppel.state()).avatar?.file).toBe("a.vrm");
});
