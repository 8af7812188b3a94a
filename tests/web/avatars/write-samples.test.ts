// The files that ship, as files: valid, small, free, whole. How the faces move is tested elsewhere.
// They come from the last build; `npm run build` makes them.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadModel } from "../../../scripts/avatars/built-model";
import { characters } from "../../../scripts/avatars/character";
import type { AvatarModel } from "../../../scripts/avatars/model";
import { glbJson } from "../../../scripts/avatars/write/glb-json";
import { tangentsOf } from "../../../scripts/avatars/write/tangents";
import { writeAvatar } from "../../../scripts/avatars/write/write-avatar";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { humanBoneNames } from "../../../web/src/tables/human-bones";
import { gltfIssues } from "../../support/gltf-validator";
import { readBytes } from "../../support/samples";

/** Bytes of a file that a page loads without a second thought. */
const LARGEST = 3_000_000;

const lengthsOf = (vectors: ArrayLike<number>) =>
  Array.from({ length: vectors.length / 3 }, (_, at) =>
    Math.hypot(vectors[3 * at] as number, vectors[3 * at + 1] as number, vectors[3 * at + 2] as number),
  );

const furthestFrom1 = (values: readonly number[]) =>
  values.reduce(
    (worst, value) => Math.max(worst, Number.isFinite(value) ? Math.abs(value - 1) : Infinity),
    0,
  );

const bonesThatSwing = ({ springs }: AvatarModel) => springs.flatMap(({ bones }) => bones);

describe.each(characters.map((character) => [character.file, character] as const))(
  "%s.vrm",
  (file, character) => {
    const bytes = new Uint8Array(
      readFileSync(new URL(`../../../public/avatars/${file}.vrm`, import.meta.url)),
    );
    const model = loadModel(file);

    test("the validator finds no error and warns of nothing", async () => {
      expect(await gltfIssues(bytes)).toEqual([]);
    });

    test("is small enough, and is what its model gives to the byte", () => {
      expect(bytes.length).toBeLessThan(LARGEST);
      expect(Buffer.from(writeAvatar(model)).equals(bytes)).toBe(true);
    });

    test("is a VRM 1.0 under CC0 that allows everything", () => {
      const { meta } = glbJson(bytes).extensions.VRMC_vrm;
      expect(meta).toMatchObject({
        name: character.name,
        authors: ["Doppel"],
        otherLicenseUrl: "https://creativecommons.org/publicdomain/zero/1.0/",
        avatarPermission: "everyone",
        commercialUsage: "corporation",
        creditNotation: "unnecessary",
        modification: "allowModificationRedistribution",
      });
      expect(meta.thirdPartyLicenses).toContain("CC0");
      const refused = Object.entries(meta).filter(
        ([key, value]) => key.startsWith("allow") && value !== true,
      );
      expect(refused).toEqual([]);
    });

    test("has the 52, every preset bound to what it needs, human bones with fingers, and hair that swings", async () => {
      const read = await readBytes(bytes);
      expect(Object.keys(read.routes.channels)).toEqual([...faceChannelNames]);
      expect(read.findings).toEqual([]);
      const bound = read.routes.expressions.filter(({ binds }) => binds.length > 0).map(({ name }) => name);
      expect(bound).toHaveLength(17);
      const wanted = humanBoneNames.filter((name) => model.bones.some((bone) => bone.name === name));
      expect(Object.keys(read.humanoid).sort()).toEqual([...wanted].sort());
      expect(wanted.filter((name) => /Thumb|Index|Middle|Ring|Little/.test(name))).toHaveLength(30);
      const swinging = bonesThatSwing(model);
      expect(swinging.length).toBeGreaterThan(6);
      expect(new Set(swinging).size).toBe(swinging.length);
      expect(glbJson(bytes).extensions.VRMC_springBone.springs).toHaveLength(model.springs.length);
    });

    test("stands on the floor", () => {
      const heights = model.parts.flatMap(({ positions }) =>
        [...positions].filter((_value, i) => i % 3 === 1),
      );
      expect(Math.abs(heights.reduce((low, y) => Math.min(low, y)))).toBeLessThan(1e-4);
    });

    test.each(model.parts.map((part) => [part.name, part] as const))(
      "%s: whole numbers throughout",
      (_name, part) => {
        expect(part.positions.every(Number.isFinite)).toBe(true);
        expect(furthestFrom1(lengthsOf(part.normals))).toBeLessThan(1e-5);
        const shares = part.influences.map((list) => list.reduce((sum, [, share]) => sum + share, 0));
        expect(furthestFrom1(shares)).toBeLessThan(1e-6);
        for (const [channel, { vertices, deltas, normalDeltas }] of Object.entries(part.targets)) {
          expect([...deltas, ...normalDeltas].every(Number.isFinite), channel).toBe(true);
          expect([deltas.length, normalDeltas.length]).toEqual([3 * vertices.length, 3 * vertices.length]);
          expect(vertices.every((vertex, at) => at === 0 || vertex > (vertices[at - 1] as number))).toBe(
            true,
          );
        }
        if (model.materials[part.material]?.normalPicture === undefined) return;
        const tangents = tangentsOf(part);
        expect(tangents.every(Number.isFinite)).toBe(true);
      },
    );
  },
);
