// Holds the tables of C++ and TypeScript equal: channels, groups, classes, mirrors, bones, methods, verdicts, and the error codes of the docs.
// What the tables should hold is tested in tests/web/tables and in C++.
import { beforeAll, expect, test } from "vitest";
import { remapMethods, verdicts } from "../../../web/src/core/documents";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";
import { humanBoneNames } from "../../../web/src/tables/human-bones";

let tables: Record<string, unknown>;
beforeAll(async () => {
  tables = (await loadCoreNode()).tables() as Record<string, unknown>;
});

test("channels: name, group, class and mirror, in order", () => {
  expect(tables.channels).toEqual(
    faceChannels.map(({ name, group, faceClass, mirror }) => ({ name, group, class: faceClass, mirror })),
  );
});

test("groups, bones and methods, in order", () => {
  expect(tables.groups).toEqual(faceGroupNames);
  expect(tables.humanBones).toEqual(humanBoneNames);
  expect(tables.methods).toEqual(remapMethods);
});

test("classes and verdicts, in any order", () => {
  expect(new Set(tables.classes as string[])).toEqual(
    new Set(faceChannels.map(({ faceClass }) => faceClass)),
  );
  expect([...(tables.verdicts as string[])].sort()).toEqual([...verdicts].sort());
});
