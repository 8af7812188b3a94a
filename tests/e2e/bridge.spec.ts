// The page as the bridge serves it: avatars of every compressed form open under its policy, the stream is reached, other origins are not let in.
// What the bridge does for other clients is tested natively, in tests/bridge.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { dracoCompressed, ktx2Textures, meshoptCompressed } from "../support/avatar-variants";
import { makeAvatar } from "../support/make-avatar";
import { PROGRAM } from "./live-chain";
import { expect, FEW_CHANNELS, test } from "./page";

/** A port that no other part of Doppel uses. */
const PORT = 41874;
/** Where the same page is served from another origin. */
const ELSEWHERE = "http://127.0.0.1:41873/";

let bridge: ChildProcess;

test.use({ baseURL: `http://127.0.0.1:${PORT}` });

test.beforeAll(async () => {
  const args = ["--source", "none", "--port", `${PORT}`, "--page", "dist", "--data", "", "--log", "warn"];
  bridge = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (!bridge.stdout) throw new Error("the bridge has no output");
  const [line] = await once(createInterface({ input: bridge.stdout }), "line");
  expect(line).toBe(`http://127.0.0.1:${PORT}/`);
});

test.afterAll(async () => {
  bridge.kill("SIGTERM");
  const [code] = await once(bridge, "exit");
  expect(code).toBe(0);
});

for (const [name, variant] of Object.entries({ dracoCompressed, meshoptCompressed, ktx2Textures })) {
  test(`${name}: opens from the bridge, under its policy, and moves`, async ({ doppel, page }) => {
    const served = page.waitForResponse((response) => new URL(response.url()).pathname === "/");
    // This bridge keeps nothing, and a page that shares its stage would say so.
    await doppel.open("/?scene=off");
    const { "content-security-policy": policy } = (await served).headers();
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    await doppel.openAvatar({
      name: `${name}.glb`,
      bytes: await variant(await makeAvatar({ channels: FEW_CHANNELS })),
    });
    const { raw } = await doppel.pose({ jawOpen: 0.5 });
    expect(raw.filter((weight) => weight === 0.5).length).toBeGreaterThan(0);
    await expect(doppel.message("warning")).toHaveCount(0);
  });
}

/** What the first message of a stream says, or why there is none. */
function firstMessage(address: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, "doppel.mocap.v1");
    socket.onmessage = ({ data }) => {
      socket.close();
      resolve(JSON.parse(data).type);
    };
    socket.onerror = () => resolve("refused");
  });
}

test("the stream is reached from the page, under its policy", async ({ doppel, page }) => {
  await doppel.open();
  expect(await page.evaluate(firstMessage, `ws://127.0.0.1:${PORT}/mocap`)).toBe("hello");
});

test("a page from another origin is not let in", async ({ page }) => {
  // A bare page there: one without a policy of its own that would stop it first.
  await page.goto(`${ELSEWHERE}icon.svg`);
  expect(await page.evaluate(firstMessage, `ws://127.0.0.1:${PORT}/mocap`)).toBe("refused");
  const read = await page.evaluate(
    (address) =>
      fetch(address).then(
        () => "read",
        () => "refused",
      ),
    `http://127.0.0.1:${PORT}/healthz`,
  );
  expect(read).toBe("refused");
});

test("sample avatars and links into the page come with their types", async ({ request }) => {
  const avatar = await request.get("/avatars/realistic.vrm");
  expect(avatar.status()).toBe(200);
  expect(avatar.headers()["content-type"]).toBe("model/gltf-binary");
  const again = await request.get("/avatars/realistic.vrm", {
    headers: { "If-None-Match": avatar.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);
  expect((await request.get("/embed.html")).status()).toBe(200);
});
