// Tests of what the body panel is put together from: every parameter once, with its texts; steps that reach the default; bones in groups.
// How it looks is for the eye, what it does for the browser tests.
import fc from "fast-check";
import { expect, test } from "vitest";
import { boneLabel } from "../../../web/src/i18n/bone-labels";
import { isTextKey } from "../../../web/src/i18n/translate";
import { bodySections } from "../../../web/src/state/body-panel";
import { qualityLines, qualityOf } from "../../../web/src/state/body-quality";
import type { BodyRig } from "../../../web/src/state/body-rig";
import { bodyMeterNames, weightLayers } from "../../../web/src/tables/body-meters";
import {
  type BodyParameter,
  type BodyParameterName,
  bodyParameters,
} from "../../../web/src/tables/body-parameters";
import { handPresets } from "../../../web/src/tables/hand-presets";
import { humanBoneNames } from "../../../web/src/tables/human-bones";
import {
  digitsOf,
  hintKey,
  type NumberParameter,
  sectionParameters,
  shownUnit,
  stepOf,
} from "../../../web/src/ui/body-parts";
import { boneGroups, boneLists, boneRows, groupOf, isDoubtful } from "../../../web/src/ui/bone-rows";

const rows: readonly BodyParameter[] = bodyParameters;
const numbers = rows.filter((row): row is NumberParameter => row.type === "number");

test("every parameter of the table stands in one section", () => {
  const placed = bodySections.flatMap((section): readonly string[] => sectionParameters[section]);
  expect([...placed].sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(Object.keys(sectionParameters)).toEqual([...bodySections]);
});

test("every parameter, choice, section, layer and preset has its texts", () => {
  const keys = [
    ...rows.flatMap(({ name }) => [`param.${name}`, hintKey(name as BodyParameterName)]),
    ...rows.flatMap((row) =>
      row.type === "choice"
        ? row.choices.flatMap((choice) => [`choice.${choice}`, `choice.${choice}.hint`])
        : [],
    ),
    ...bodySections.map((section) => `bodySection.${section}`),
    ...weightLayers.map((layer) => `layer.${layer}`),
    ...handPresets.map(({ alias }) => `handPreset.${alias}`),
    ...qualityLines.flatMap(({ name }) => [`quality.${name}`, `quality.${name}.hint`]),
    ...boneGroups.map((group) => `boneGroup.${group}`),
  ];
  expect(keys.filter((key) => !isTextKey(key))).toEqual([]);
  const words = numbers.map(shownUnit).flatMap((unit) => ("word" in unit ? [`unit.${unit.word}`] : []));
  expect(words.length).toBeGreaterThan(0);
  expect(words.filter((key) => !isTextKey(key))).toEqual([]);
});

test("a slider's steps go some hundred times into its range, hit its default, and their digits tell them apart", () => {
  for (const row of numbers) {
    const step = stepOf(row);
    const steps = (row.maximum - row.minimum) / step;
    expect(steps, row.name).toBeGreaterThanOrEqual(20);
    expect(steps, row.name).toBeLessThanOrEqual(400);
    const toDefault = (row.default - row.minimum) / step;
    expect(Math.abs(toDefault - Math.round(toDefault)), row.name).toBeLessThan(1e-6);
    expect(Number(step.toFixed(digitsOf(row))), row.name).toBe(step);
  }
});

test("meters are in the row, with bounds in order", () => {
  for (const { name, meters, good, weak, full } of qualityLines) {
    for (const meter of meters) expect(bodyMeterNames).toContain(meter);
    expect(good, name).toBeLessThan(weak);
    expect(weak, name).toBeLessThan(full);
    expect([0, good, (good + weak) / 2, weak, full].map((value) => qualityOf({ good, weak }, value))).toEqual(
      ["good", "good", "fair", "fair", "weak"],
    );
  }
});

test("every bone has a group, and a label of its own in both languages", () => {
  expect(groupOf("hips")).toBe("torso");
  expect(groupOf("upperChest")).toBe("torso");
  expect(groupOf("leftEye")).toBe("head");
  expect(groupOf("rightShoulder")).toBe("rightArm");
  expect(groupOf("leftHand")).toBe("leftArm");
  expect(groupOf("leftToes")).toBe("leftLeg");
  expect(groupOf("rightLittleDistal")).toBe("rightHand");
  for (const language of ["en", "ko"] as const) {
    const labels = humanBoneNames.map((bone) => boneLabel(language, bone));
    expect(new Set(labels).size).toBe(humanBoneNames.length);
    for (const [index, bone] of humanBoneNames.entries()) expect(labels[index]).not.toBe(bone);
  }
  expect(boneLabel("en", "tail")).toBe("tail");
});

const rig: BodyRig = {
  complete: true,
  humanoid: { hips: "Root", head: "Head", spine: "S1" },
  joints: ["Root", "S1", "Head", "Hat"],
  findings: [{ kind: "ambiguous", bone: "spine", text: "spine: 'S1' or 'S2'" }],
  spineJoints: 1,
  neckJoints: 0,
  rollJoints: 0,
  rest: "T",
  armDegrees: [0, 0],
  height: 1.6,
  legLength: 0.8,
  armLength: 0.5,
  ankleHeight: 0.07,
};

test("doubtful bones and joints that are gone stand first, and every bone stands once", () => {
  const all = boneRows(rig, { head: "Hat", neck: "Gone" }, rig.joints);
  expect(all.filter(isDoubtful).map(({ bone }) => bone)).toEqual(["spine", "neck"]);
  expect(all.find(({ bone }) => bone === "head")).toMatchObject({ byHand: "Hat", isStale: false });
  const lists = boneLists(all, "", (bone) => bone);
  expect(lists[0]?.group).toBe("doubtful");
  expect(lists.flatMap((list) => list.rows.map(({ bone }) => bone)).sort()).toEqual(
    [...humanBoneNames].sort(),
  );
  const found = (search: string) =>
    boneLists(all, search, (bone) => `label of ${bone}`).flatMap((list) => list.rows.map(({ bone }) => bone));
  expect(found("root")).toEqual(["hips"]);
  expect(found(" GONE ")).toEqual(["neck"]);
  expect(found("label of leftT")).toContain("leftToes");
  expect(found("nothing like it")).toEqual([]);
});

test("property: a search finds exactly the bones whose words hold it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("hand", "left", "1", "oot", "zz", "Upper"),
      fc.boolean(),
      (search, mapped) => {
        const all = boneRows(rig, mapped ? { leftHand: "Root" } : {}, rig.joints);
        const found = boneLists(all, search, (bone) => boneLabel("en", bone)).flatMap((list) => list.rows);
        const expected = all.filter((row) =>
          [row.bone, boneLabel("en", row.bone), row.joint, row.byHand]
            .filter((word) => word !== undefined)
            .some((word) => word.toLowerCase().includes(search.toLowerCase())),
        );
        expect(new Set(found)).toEqual(new Set(expected));
      },
    ),
  );
});
