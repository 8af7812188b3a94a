// Tests of how files are told apart: by what they hold, whatever they are called.
import { expect, test } from "vitest";
import { fileKind } from "../../../web/src/commands/file-kind";

function glb(json: object): Blob {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const header = new Uint32Array([0x46546c67, 2, 20 + text.length, text.length, 0x4e4f534a]);
  return new Blob([header, text]);
}

const animation = { asset: { version: "2.0" }, extensionsUsed: ["VRMC_vrm_animation"] };

test.each([
  ["a.bvh", new Blob(["HIERARCHY\nROOT Hips\n"]), "body"],
  ["a.bvh", new Blob(["not one"]), "body"],
  ["a.csv", new Blob(["JawOpen,Timecode\n"]), "recording"],
  ["a.txt", new Blob(["\uFEFF\nhierarchy\r\nROOT Hips\r\n"]), "body"],
  ["a.csv", new Blob(["Format Version,1.23,Take Name,a\n"]), "body"],
  ["a", new Blob(['"Format Version",1.21\n']), "body"],
  ["a", new Blob(["Timecode,BlendShapeCount\n"]), "recording"],
  ["a.vrma", glb({ asset: { version: "2.0" } }), "body"],
  ["a.glb", glb(animation), "body"],
  ["a.vrm", glb({ asset: { version: "2.0" }, extensionsUsed: ["VRMC_vrm"] }), "avatar"],
  ["a.txt", new Blob(["a hierarchy of needs"]), "unknown"],
])("%s (%#) is %3$s", async (name, content, kind) => {
  expect(await fileKind(name, content)).toBe(kind);
});
