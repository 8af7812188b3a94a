// The skeleton that goes to the core: local transforms that put every joint where the file has it, at most 1024 joints, soles.
// Which joint is which bone the core finds; here its answer is asked for whole files only.
import { describe, expect, test } from "vitest";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import type { NodeDescription } from "../../../web/src/reader/avatar-description";
import { avatarBody, MAX_BODY_JOINTS } from "../../../web/src/reader/body-description";
import { composed, multiply } from "../../../web/src/reader/matrix";
import type { HumanBoneName } from "../../../web/src/tables/human-bones";
import { makeAvatar } from "../../support/make-avatar";
import { hasSamples, readBytes, readSample, sampleNote } from "../../support/samples";

/** World matrices from the joints alone. */
function worldsOf(body: ReturnType<typeof avatarBody>): Float64Array[] {
  const worlds: Float64Array[] = [];
  for (const { parent, translation, rotation, scale } of body.description.joints) {
    const local = composed(translation, rotation, scale);
    worlds.push(parent < 0 ? local : multiply(worlds[parent] as Float64Array, local));
  }
  return worlds;
}

function expectNear(found: Float64Array | undefined, wanted: Float64Array): void {
  expect(
    Math.max(...wanted.map((value, place) => Math.abs(value - (found?.[place] ?? Number.NaN)))),
  ).toBeLessThan(1e-9);
}

function expectParentsFirst(joints: readonly { readonly parent: number }[]): void {
  expect(joints.filter(({ parent }, index) => !(parent < index))).toEqual([]);
}

function node(index: number, parent: number, name: string, x: number): NodeDescription {
  return { index, parent, name, world: composed([x, 1, 0], [0, 0, 0, 1], [1, 1, 1]) };
}

describe("the skeleton for the core", () => {
  test.each(["glb", "vrm0", "vrm1"] as const)(
    "%s: joints stand where the file's nodes stand, parents first",
    async (format) => {
      const avatar = await readBytes(await makeAvatar({ format }));
      const body = avatarBody(avatar);
      const { joints } = body.description;
      expectParentsFirst(joints);
      const worlds = worldsOf(body);
      let compared = 0;
      body.nodes.forEach((index, joint) => {
        if (index < 0) return;
        const wanted = avatar.nodes[index]?.world as Float64Array;
        expectNear(worlds[joint], wanted);
        ++compared;
      });
      expect(compared).toBe(avatar.nodes.length);
      // A VRM's own map goes along; the half turn of VRM 0.x is a joint of its own, so that nodes keep their local transforms.
      expect(body.description.humanoid === undefined).toBe(format === "glb");
      expect(body.nodes[0]).toBe(format === "vrm0" ? -1 : 0);
    },
  );

  test("mirrored and unevenly scaled parents", () => {
    const parent = composed([1, 2, 3], [0, Math.SQRT1_2, 0, Math.SQRT1_2], [-2, 0.5, 1]);
    const child = multiply(parent, composed([0.1, 0.2, 0.3], [0.6, 0, 0, 0.8], [1, 3, 1]));
    const nodes = [
      { index: 0, parent: -1, name: "a", world: parent },
      { index: 1, parent: 0, name: "b", world: child },
    ];
    const worlds = worldsOf(avatarBody({ format: "glb", nodes, humanoid: {} }));
    expectNear(worlds[1], child);
  });

  test("of a file with more joints than the core takes, those that may be bones come along", () => {
    const hair = Array.from({ length: 1500 }, (_, index) =>
      node(index + 1, index % 20 === 0 ? 0 : index, `Hair_${index}`, index),
    );
    const nodes = [
      node(0, -1, "Root", 0),
      ...hair,
      node(1501, 0, "Hips", 0),
      node(1502, 1501, "LeftUpLeg", 1),
    ];
    const { description, nodes: chosen } = avatarBody({ format: "glb", nodes, humanoid: {} });
    expect(description.joints).toHaveLength(MAX_BODY_JOINTS);
    expect(chosen).toContain(1501);
    expect(chosen).toContain(1502);
    expectParentsFirst(description.joints);
  });

  test("bones chosen by hand take the place of the file's", async () => {
    const avatar = await readBytes(await makeAvatar({ format: "vrm1" }));
    const other = avatar.nodes.length - 1;
    const { description, nodes } = avatarBody(avatar, { head: other });
    expect(nodes[description.humanoid?.head ?? -1]).toBe(other);
    expect(nodes[description.humanoid?.hips ?? -1]).toBe(avatar.humanoid.hips);
  });

  test.runIf(hasSamples)(
    `real avatars are complete bodies, their ankles above their soles${sampleNote}`,
    async () => {
      const core = await loadCoreNode();
      for (const [file, fingers] of [
        ["rpm-male.glb", true],
        ["godette-vrm0.vrm", true],
        ["debug-robot-vrm1.vrm", false],
      ] as const) {
        const avatar = await readSample(file);
        const body = avatarBody(avatar);
        const report = core.describeBody(body.description);
        expect([file, report.complete]).toEqual([file, true]);
        expect([file, report.rest.kind]).toEqual([file, expect.stringMatching(/^[TA]$/)]);
        const hasFingers = ("leftIndexProximal" satisfies HumanBoneName) in report.humanoid;
        expect([file, hasFingers || !fingers]).toEqual([file, true]);
        // Measured on the skin, and of a human kind.
        expect(avatar.ankleHeight).toBeGreaterThan(0.02);
        expect(avatar.ankleHeight).toBeLessThan(0.2);
        // Of the soles that go to the core, whose edges may dig in by two millimetres.
        expect(body.description.soles).toEqual(avatar.soles);
        expect(Math.abs(report.measures.ankleHeight - (avatar.ankleHeight ?? 0))).toBeLessThan(0.002);
        // Standing hips: the file's own hips above its lowest point.
        const hips = avatar.nodes[body.nodes[report.humanoid.hips ?? -1] ?? -1];
        expect(Math.abs(report.measures.standingHips - (hips?.world[13] ?? 0))).toBeLessThan(0.06);
      }
    },
  );
});
