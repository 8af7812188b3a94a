// Human bones of plain files, found by the names of nodes.
// What a VRM says of its bones is tested in vrm.test.ts.
import { expect, test } from "vitest";
import { mixamoName } from "../../../scripts/avatars/family/names";
import { MINIMUM_BONES, reduced } from "../../../scripts/avatars/family/rig";
import { writeAvatar } from "../../../scripts/avatars/write/write-avatar";
import { readBytes } from "../../support/samples";
import { toyModel } from "../../support/toy-model";

test("a skinned mesh called EyeLeft is not the eye bone of a rig that has none", async () => {
  const model = reduced(toyModel(), MINIMUM_BONES);
  expect(model.parts.map(({ name }) => name)).toContain("EyeLeft");
  const { humanoid, faceBonePivots } = await readBytes(
    writeAvatar(model, { format: "glb", nodeName: mixamoName }),
  );
  expect(Object.keys(humanoid).sort()).toEqual([...MINIMUM_BONES].sort());
  expect(faceBonePivots).toEqual({});
});
