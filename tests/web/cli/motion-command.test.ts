// `doppel motion` from arguments to answer, in a folder of its own.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readVrma } from "../../../web/src/reader/read-vrma";
import { readBvh } from "../../../web/src/sources/motion/read-bvh";
import { writeBvh } from "../../../web/src/sources/motion/write-bvh";
import { writeVrma } from "../../../web/src/sources/motion/write-vrma";
import { anyHumanoid } from "../../support/humanoid-clip";
import { jointsOf } from "../../support/motion-clips";
import { madeMotion, madeSkeleton, motiveCsv } from "../../support/motive-csv";
import { runCli } from "../../support/run-cli";

const folder = mkdtempSync(join(tmpdir(), "doppel-motion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [clip] = fc.sample(
  anyHumanoid.filter(({ frameCount }) => frameCount > 2),
  { numRuns: 1, seed: 5 },
);
if (clip === undefined) throw new Error("no clip");
const motion = madeMotion(madeSkeleton(), 12);
writeFileSync(join(folder, "made.vrma"), writeVrma(clip));
writeFileSync(
  join(folder, "made.csv"),
  motiveCsv({ Anna: motion, Ben: motion }, { zUp: true, isLost: (frame) => frame === 3 }),
);
writeFileSync(join(folder, "avatar.gltf"), JSON.stringify({ asset: { version: "2.0" } }));
writeFileSync(join(folder, "broken.bvh"), "HIERARCHY\nROOT Hips\n{\n}\nMOTION\n");
writeFileSync(join(folder, "text.txt"), "hello\n");

const doppel = (line: string) =>
  runCli(line.split(" "), folder, () => Promise.reject(new Error("motion needs no core")));

test("a Motive export: what is in it, in words and as JSON", async () => {
  const { code, stdout } = await doppel("motion made.csv");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "made.csv  motive-csv\nframes     12 at 120 a second, 0.10 s\nunit       m (file)\nup         Z (found)\n",
  );
  expect(stdout).toContain("Anna  25 bones, ");
  expect(stdout).toContain("\n  Hip\n    Ab  8.0 cm\n      Chest  22.0 cm\n");
  expect(stdout).toContain("Z up: found from head and feet (option up)\n");
  expect(stdout).toContain("lost in 1 frame; their last pose is held\n");
  const document = JSON.parse((await doppel("motion made.csv --json")).stdout);
  expect(document).toMatchObject({
    file: "made.csv",
    format: "motive-csv",
    frameCount: 12,
    frameRate: 120,
    units: { name: "m", metresPerUnit: 1, from: "file" },
    up: { axis: "z", from: "found" },
    bodies: [],
    markers: [],
  });
  expect(document.performers.map((performer: { name: string }) => performer.name)).toEqual(["Anna", "Ben"]);
  expect(document.performers[0].trackedShare).toBeCloseTo(11 / 12, 9);
  expect(document.performers[0].bones[1]).toMatchObject({
    name: "Ab",
    parent: 0,
    end: null,
    hasPositions: false,
  });
  expect(document.warnings.map(({ code }: { code: string }) => code)).toEqual([
    "assumed-up",
    "untracked-frames",
  ]);
});

test("another performer, another order: the BVH that is written holds the same joints", async () => {
  const { code } = await doppel("motion made.csv -o ben.bvh --performer 2 --order XYZ");
  expect(code).toBe(0);
  const text = readFileSync(join(folder, "ben.bvh"), "utf8");
  expect(text).toContain("Xrotation Yrotation Zrotation");
  const [written] = readBvh(text, "ben.bvh").performers;
  const source = JSON.parse((await doppel("motion ben.bvh --json")).stdout);
  expect(source.frameRate).toBe(120);
  if (written === undefined) throw new Error("no performer");
  const names = written.bones.map(({ name }) => name);
  const joints = jointsOf(written, 7);
  // The hips' place as it was made: 2 cm a frame along X, Y up again.
  expect(joints[names.indexOf("Hip")]?.[0]).toBeCloseTo(0.14, 4);
  expect(joints[names.indexOf("Hip")]?.[1]).toBeCloseTo(0.95 + 0.02 * Math.sin(7), 4);
});

test("a VRM animation goes out as BVH and as itself", async () => {
  expect((await doppel("motion made.vrma -o made.bvh")).code).toBe(0);
  expect(readFileSync(join(folder, "made.bvh"), "utf8")).toBe(
    writeBvh(await readVrma(writeVrma(clip), "made.vrma")),
  );
  expect((await doppel("motion made.vrma -o again.vrma")).code).toBe(0);
  const again = await readVrma(new Uint8Array(readFileSync(join(folder, "again.vrma"))), "again.vrma");
  expect(again.frameCount).toBe(clip.frameCount);
});

test.each([
  ["motion missing.bvh", 1, "missing.bvh: expected a file, found nothing"],
  ["motion broken.bvh", 1, 'broken.bvh: line 4: expected an OFFSET of "Hips" before it ends, found "}"'],
  [
    "motion text.txt",
    1,
    "text.txt: line 1: expected a BVH file (HIERARCHY) or a Motive CSV export (Format Version)",
  ],
  ["motion avatar.gltf", 1, "avatar.gltf: expected a body recording, found an avatar or another glTF file"],
  [
    "motion made.csv -o made2.vrma",
    1,
    "made.csv: cannot be written as made2.vrma: bones: expected VRM names",
  ],
  ["motion made.csv -o none/a.bvh", 1, "none/a.bvh: cannot be written"],
  ["motion made.csv -o a.bvh --performer 3", 1, "performer: expected 1 to 2, found 3"],
  ["motion made.csv --up x", 2, "--up: expected y or z"],
])("%s ends with %d", async (line, code, message) => {
  const ended = await doppel(line);
  expect([ended.code, ended.stdout]).toEqual([code, ""]);
  expect(ended.stderr).toContain(message);
  expect(existsSync(join(folder, "made2.vrma"))).toBe(false);
});
