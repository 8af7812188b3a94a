// `doppel retarget` from arguments to answer, in a folder of its own.
// What the motion is like is tested in tests/web/retarget.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../../web/src/core/core";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { readVrma } from "../../../web/src/reader/read-vrma";
import type { RetargetReport } from "../../../web/src/retarget/retarget-report";
import { readBvh } from "../../../web/src/sources/motion/read-bvh";
import { writeBvh } from "../../../web/src/sources/motion/write-bvh";
import { builtBytes } from "../../avatars/built";
import { gltfIssues } from "../../support/gltf-validator";
import { madeTake } from "../../support/made-takes";
import { makeAvatar } from "../../support/make-avatar";
import { madeMotion, madeSkeleton, motiveCsv } from "../../support/motive-csv";
import { runCli } from "../../support/run-cli";
import { hasSamples, sampleBytes, sampleNote } from "../../support/samples";

const folder = mkdtempSync(join(tmpdir(), "doppel-retarget-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let core: Core;
beforeAll(async () => {
  core = await loadCoreNode();
  writeFileSync(join(folder, "walk.bvh"), writeBvh(madeTake("walk")));
  writeFileSync(join(folder, "wave.bvh"), writeBvh(madeTake("wave")));
  writeFileSync(join(folder, "haru.vrm"), builtBytes("realistic"));
  writeFileSync(join(folder, "small.glb"), await makeAvatar());
  const motion = madeMotion(madeSkeleton(), 12);
  writeFileSync(join(folder, "two.csv"), motiveCsv({ Anna: motion, Ben: motion }, {}));
  writeFileSync(join(folder, "text.txt"), "hello\n");
});

const doppel = (line: string) => runCli(line.split(" "), folder, async () => core);

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

describe("what it writes", () => {
  test("a VRM animation that the validator takes, and the report", async () => {
    const { code, stdout } = await doppel("retarget walk.bvh haru.vrm -o out.vrma --report");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^walk\.bvh on haru\.vrm\ntake {7}.*240 frames, 0\.00 to 3\.98 s, floor at /);
    expect(stdout).toMatch(/\nperformer {2}21 bones, rest pose T, legs 0\.82 m, arms 0\.53 m/);
    expect(stdout).toMatch(/\nleftUpperArm +LeftArm +\S+\n/);
    expect(stdout).toMatch(
      /\nfoot slide above the source's +cm\/s +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d\n/,
    );
    expect(stdout).toMatch(/\nhands off their targets +mm +- +- +- +-\n/);
    expect(stdout).toMatch(/\nfeet planted \d+\.\d % of the time; .* feet out of reach 0\.0 %/);
    expect(stdout).toMatch(/\nworst frame at \d\.\d\d s: /);
    expect(stdout).toMatch(/\nout\.vrma {2}240 frames at 60 a second, from 240 of the take\n$/);
    expect(await gltfIssues(bytesOf("out.vrma"))).toEqual([]);
    const clip = await readVrma(bytesOf("out.vrma"), "out.vrma");
    expect([clip.frameCount, clip.frameRate]).toEqual([240, 60]);
    const names = clip.performers[0]?.bones.map(({ name }) => name) ?? [];
    expect(names).toContain("leftIndexDistal");
    expect(names).not.toContain("leftEye");
  });

  test("a BVH file, a part of the take at another rate; nothing on stdout but what was written", async () => {
    const { code, stdout } = await doppel("retarget walk.bvh haru.vrm -o out.bvh --from 1 --to 2 --rate 20");
    expect([code, stdout]).toEqual([0, "out.bvh  21 frames at 20 a second, from 61 of the take\n"]);
    const clip = readBvh(readFileSync(join(folder, "out.bvh"), "utf8"), "out.bvh");
    expect([clip.frameCount, clip.performers[0]?.bones[0]?.name]).toEqual([21, "hips"]);
  });

  test("the report as JSON has the table's numbers", async () => {
    const { stdout } = await doppel(
      "retarget walk.bvh haru.vrm --report report.json --set rootMotion=scaled",
    );
    const { take, avatar, report } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as {
      take: string;
      avatar: string;
      report: RetargetReport;
    };
    expect([take, avatar]).toEqual(["walk.bvh", "haru.vrm"]);
    expect(report.performer.bones.leftUpperArm).toBe("LeftArm");
    expect(report.parameters).toEqual({ rootMotion: "scaled" });
    expect(report.frames).toMatchObject({ count: 240, from: 0 });
    // Haru's legs over the made body's 0.82 m.
    expect(report.ratios.leg).toBeCloseTo(report.avatar.measures.leg[0] / 0.82, 3);
    const { mean, p95, max, maxAt } = report.meters.kneeJump;
    const row = stdout.split("\n").find((line) => line.startsWith("turn of a knee")) ?? "";
    expect(row.split(/ {2,}/).slice(2)).toEqual([
      ...[mean, p95, max].map((v) => v.toFixed(1)),
      maxAt.toFixed(2),
    ]);
    expect(stdout).toContain("settings   rootMotion scaled\n");
  });
});

describe("settings", () => {
  test("a profile's parameters, and those of the call over them; its calibration only where it is asked for", async () => {
    const profile = core.calibrate(core.referenceFace() as never, core.referenceFace());
    const retargeting = {
      parameters: { floorHeight: 0.25, headScale: 2 },
      calibration: { pose: "T", heading: 0, rotationOffsets: { head: [0, 0.5, 0, Math.sqrt(0.75)] } },
    } as const;
    writeFileSync(join(folder, "set.json"), core.sealProfile({ ...profile, retargeting } as never));
    const reported = async (more: string) => {
      const { code, stderr } = await doppel(
        `retarget wave.bvh haru.vrm --report r.json --settings set.json${more}`,
      );
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      const { report } = JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as {
        report: RetargetReport;
      };
      return report.parameters;
    };
    expect(await reported("")).toEqual({ floorHeight: 0.25, headScale: 2 });
    expect(await reported(" --set headScale=1.5 --set pelvisDrop=false")).toEqual({
      floorHeight: 0.25,
      headScale: 1.5,
      pelvisDrop: false,
    });
    await doppel("retarget wave.bvh haru.vrm -o a.bvh --settings set.json");
    await doppel("retarget wave.bvh haru.vrm -o b.bvh --settings set.json --calibrated");
    await doppel("retarget wave.bvh haru.vrm -o c.bvh --set floorHeight=0.25 --set headScale=2");
    const [a, b, c] = ["a.bvh", "b.bvh", "c.bvh"].map((name) => readFileSync(join(folder, name), "utf8"));
    expect(a).toBe(c);
    expect(a).not.toBe(b);
  });
});

describe("which performer", () => {
  test("by number and by name; another one is refused with the names", async () => {
    for (const who of ["2", "Ben"]) {
      const { code, stdout } = await doppel(`retarget two.csv haru.vrm --report --performer ${who}`);
      expect(code).toBe(0);
      expect(stdout).toContain("\ntake       Ben, 12 frames");
    }
    for (const who of ["3", "Carl", "0", "1.5"]) {
      const { code, stderr } = await doppel(`retarget two.csv haru.vrm --report --performer ${who}`);
      expect([code, stderr]).toEqual([
        1,
        `error: two.csv: performer: expected 1 to 2 or one of "Anna", "Ben", found "${who}"\n`,
      ]);
    }
  });
});

describe("refusals", () => {
  test.each([
    ["retarget", "expected TAKE and AVATAR"],
    ["retarget walk.bvh haru.vrm", "expected -o OUT or --report, or both"],
    ["retarget walk.bvh haru.vrm more --report", 'expected TAKE and AVATAR, found "more" too'],
    ["retarget walk.bvh haru.vrm -o out.fbx", 'expected a name that ends in .bvh or .vrma, found "out.fbx"'],
    [
      "retarget walk.bvh haru.vrm --report --set floorHight=1",
      /--set: expected a parameter \(.*floorHeight.*found "floorHight"/,
    ],
    [
      "retarget walk.bvh haru.vrm --report --set floorHeight=7",
      '--set floorHeight: expected -1 to 1 m, found "7"',
    ],
    [
      "retarget walk.bvh haru.vrm --report --set floorHeight=low",
      '--set floorHeight: expected a number, found "low"',
    ],
    [
      "retarget walk.bvh haru.vrm --report --set pelvisDrop=1",
      '--set pelvisDrop: expected true or false, found "1"',
    ],
    [
      "retarget walk.bvh haru.vrm --report --set rootMotion=up",
      '--set rootMotion: expected one of world, scaled, found "up"',
    ],
    [
      "retarget walk.bvh haru.vrm --report --set floorHeight",
      '--set: expected NAME=VALUE, found "floorHeight"',
    ],
    [
      "retarget walk.bvh haru.vrm --report --prop Chair=sofa",
      '--prop Chair: expected one of object, chair, hand, found "sofa"',
    ],
    ["retarget walk.bvh haru.vrm --report --rate 0", '--rate: expected a number above 0, found "0"'],
    ["retarget walk.bvh haru.vrm --report --from -1", /--from/],
    ["retarget walk.bvh haru.vrm --report --from 2 --to 1", '--to: expected 2 or more, found "1"'],
    ["retarget walk.bvh haru.vrm --report --floor low", '--floor: expected a number, found "low"'],
    ["retarget walk.bvh haru.vrm --report --calibrated", "--calibrated: expected --settings with it"],
  ])("called wrongly: %s", async (line, message) => {
    const { code, stdout, stderr } = await doppel(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).toContain("doppel retarget --help shows what is known");
  });

  test.each([
    ["retarget gone.bvh haru.vrm --report", "gone.bvh: expected a file, found nothing"],
    ["retarget walk.bvh gone.vrm --report", "gone.vrm: expected a file, found nothing"],
    ["retarget text.txt haru.vrm --report", /^error: text\.txt: /],
    ["retarget walk.bvh text.txt --report", /^error: text\.txt: .*glTF/],
    ["retarget walk.bvh haru.vrm --report --from 9", "walk.bvh: --from: expected at most 3.983 s, found 9"],
    [
      "retarget walk.bvh haru.vrm --report --prop Chair=chair",
      'walk.bvh: prop: expected none, the recording has no rigid bodies, found "Chair"',
    ],
    ["retarget walk.bvh haru.vrm --report --settings text.txt", /^error: text\.txt: /],
    ["retarget walk.bvh haru.vrm -o no/such/out.vrma", /no\/such\/out\.vrma: cannot be written/],
  ])("refused: %s", async (line, message) => {
    const { code, stdout, stderr } = await doppel(line);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
  });

  test.runIf(hasSamples)(
    `a bust without arms and legs: said, and no VRM animation of it${sampleNote}`,
    async () => {
      writeFileSync(join(folder, "bust.glb"), sampleBytes("rpm-halfbody.glb"));
      const { code, stderr } = await doppel("retarget walk.bvh bust.glb -o bust.vrma");
      expect(code).toBe(1);
      expect(stderr).toMatch(/bust\.glb: bones that a body needs and that were not found: .*leftUpperLeg/);
      expect(stderr).toMatch(
        /error: bust\.glb: cannot be written as bust\.vrma: bones: VRM needs .*leftUpperLeg/,
      );
      expect(existsSync(join(folder, "bust.vrma"))).toBe(false);
    },
  );

  test("a skeleton of the fewest bones is enough", async () => {
    const { code, stderr } = await doppel("retarget wave.bvh small.glb -o small.vrma");
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("small.glb")]);
    const clip = await readVrma(bytesOf("small.vrma"), "small.vrma");
    expect(clip.performers[0]?.bones).toHaveLength(17);
  });

  test("--help says all options", async () => {
    const { code, stdout } = await doppel("retarget --help");
    expect(code).toBe(0);
    for (const option of [
      "--out",
      "--report",
      "--performer",
      "--settings",
      "--set",
      "--floor",
      "--prop",
      "--from",
      "--rate",
    ])
      expect(stdout).toContain(option);
  });
});
