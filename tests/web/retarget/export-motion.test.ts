// Retargeted motion as the page writes it: to the byte what the command line writes of the same take on the same avatar.
// What the motion is like is tested beside; the worker's way is followed with a worker that is none.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../../web/src/core/core";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { avatarBody } from "../../../web/src/reader/body-description";
import { nodeDecoders } from "../../../web/src/reader/decoders-node";
import { readAvatar } from "../../../web/src/reader/read-avatar";
import { readBody } from "../../../web/src/reader/read-body";
import { ExportError, exportInWorker } from "../../../web/src/retarget/export-client";
import type { ExportAnswer } from "../../../web/src/retarget/export-messages";
import { type ExportRequest, exportMotion } from "../../../web/src/retarget/export-motion";
import { writeBvh } from "../../../web/src/sources/motion/write-bvh";
import { gltfIssues } from "../../support/gltf-validator";
import { madeTake } from "../../support/made-takes";
import { makeAvatar } from "../../support/make-avatar";
import { runCli } from "../../support/run-cli";

const folder = mkdtempSync(join(tmpdir(), "doppel-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

let core: Core;
let request: Omit<ExportRequest, "format">;
beforeAll(async () => {
  core = await loadCoreNode();
  writeFileSync(join(folder, "walk.bvh"), writeBvh(madeTake("walk")));
  writeFileSync(join(folder, "anna.vrm"), await makeAvatar({ format: "vrm1" }));
  const description = await readAvatar(bytesOf("anna.vrm"), { file: "anna.vrm", decoders: nodeDecoders });
  request = {
    clip: await readBody(bytesOf("walk.bvh"), "walk.bvh"),
    performer: 0,
    avatar: { description: avatarBody(description).description, name: description.name },
    settings: { parameters: { floorHeight: 0.05 } },
    props: [],
  };
});

describe("the file", () => {
  test.each(["vrma", "bvh"] as const)("%s: equal to the command line's", async (format) => {
    const line = `retarget walk.bvh anna.vrm -o out.${format} --set floorHeight=0.05`;
    const { code } = await runCli(line.split(" "), folder, async () => core);
    expect(code).toBe(0);
    const shares: number[] = [];
    const content = exportMotion(core, { ...request, format }, (share) => shares.push(share));
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    expect(Buffer.from(bytes).equals(Buffer.from(bytesOf(`out.${format}`)))).toBe(true);
    if (format === "vrma") expect(await gltfIssues(bytes)).toEqual([]);
    // 240 frames, told of every 64.
    expect(shares).toEqual([0, 64 / 240, 128 / 240, 192 / 240]);
  });

  test("a chair with its seat is a part of the motion", () => {
    const clip = madeTake("sit");
    const write = (props: ExportRequest["props"]) =>
      exportMotion(core, { ...request, clip, props, format: "bvh" });
    const plain = write([]);
    const chair = write([{ body: 0, type: "chair" }]);
    expect(chair).not.toBe(plain);
    expect(write([{ body: 0, type: "chair", seat: [0, 0, 0] }])).toBe(chair);
    // A seat out of reach is none.
    expect(write([{ body: 0, type: "chair", seat: [0, 9, 0] }])).toBe(plain);
  });
});

class PretendedWorker {
  onmessage: ((event: { readonly data: ExportAnswer }) => void) | null = null;
  onerror: ((event: { readonly message: string }) => void) | null = null;
  isEnded = false;
  asked: unknown = null;
  postMessage(message: unknown): void {
    this.asked = message;
  }
  terminate(): void {
    this.isEnded = true;
  }
}

describe("the worker", () => {
  function begin() {
    const worker = new PretendedWorker();
    const controller = new AbortController();
    const shares: number[] = [];
    const asked = { ...request, format: "bvh" } as const;
    const result = exportInWorker(
      asked,
      { signal: controller.signal, onProgress: (share) => shares.push(share) },
      () => worker as unknown as Worker,
    );
    return { worker, controller, shares, asked, result };
  }

  test("progress is handed on, the file ends it", async () => {
    const { worker, shares, asked, result } = begin();
    expect(worker.asked).toEqual(asked);
    worker.onmessage?.({ data: { kind: "progress", share: 0.25 } });
    worker.onmessage?.({ data: { kind: "done", content: "HIERARCHY" } });
    expect(await result).toBe("HIERARCHY");
    expect([shares, worker.isEnded]).toEqual([[0.25], true]);
  });

  test("giving up ends it at once; a refusal and a crash are told apart", async () => {
    const given = begin();
    given.controller.abort();
    await expect(given.result).rejects.toThrow(/abort/i);
    expect(given.worker.isEnded).toBe(true);
    const refused = begin();
    refused.worker.onmessage?.({
      data: { kind: "refused", code: "range", message: "bones: VRM needs head" },
    });
    await expect(refused.result).rejects.toEqual(new ExportError("range", "bones: VRM needs head"));
    const broken = begin();
    broken.worker.onerror?.({ message: "" });
    await expect(broken.result).rejects.toMatchObject({ code: "worker-crashed" });
  });
});
