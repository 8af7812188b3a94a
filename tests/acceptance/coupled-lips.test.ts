// Case B31: jawOpen and mouthClose together at 0.8, on avatars whose targets are stronger or weaker, together or jawOpen alone.
// Measured on the surface by this test's own means, on a real avatar and on the synthetic one.
import { beforeAll, describe, expect, test } from "vitest";
import { scaleTargets } from "../support/avatar-variants";
import { makeAvatar } from "../support/make-avatar";
import { hasSamples, sampleBytes, sampleNote } from "../support/samples";
import { findLipContact, type LipContact, lipGaps } from "./lip-contact";
import { type Face, poseFace } from "./posed-face";
import { core, probe } from "./support";

const both = (name: string) => name === "jawOpen" || name === "mouthClose";
const jaw = (name: string) => name === "jawOpen";

const variants: [string, number, (name: string) => boolean][] = [
  ["both as they are", 1, both],
  ["both scaled by 2", 2, both],
  ["both scaled by 0.5", 0.5, both],
  ["jawOpen alone scaled by 2", 2, jaw],
  ["jawOpen alone scaled by 0.5", 0.5, jaw],
  ["jawOpen alone scaled by 1.3", 1.3, jaw],
];

const avatars: [string, boolean, () => Promise<Uint8Array>][] = [
  ["the synthetic avatar", true, () => makeAvatar()],
  [`rpm-male.glb${sampleNote}`, hasSamples, async () => sampleBytes("rpm-male.glb")],
];

for (const [name, present, load] of avatars) {
  describe.skipIf(!present)(name, () => {
    let bytes: Uint8Array;
    // Vertices keep their numbers when targets are scaled, so the places of contact are those of the plain avatar.
    let contact: LipContact;
    beforeAll(async () => {
      bytes = await load();
      const { description, measurement } = await probe(bytes, "plain.glb");
      const { weights } = poseFace(await core(), description, measurement, null, { jawOpen: 1 });
      contact = findLipContact(description, weights);
      expect(contact.pairs.length).toBeGreaterThan(3);
    });

    test.each(variants)(
      "%s: lips meet, they neither cross nor part by 1 percent of the face height",
      async (_, factor, wanted) => {
        const { description, measurement } = await probe(
          await scaleTargets(bytes, factor, wanted),
          "lips.glb",
        );
        const theCore = await core();
        const profile = theCore.calibrate(measurement, theCore.referenceFace());
        const pose = (face: Face) => poseFace(theCore, description, measurement, profile, face).weights;

        const opened = lipGaps(description, contact, pose({ jawOpen: 0.8 }));
        expect(Math.max(...opened) / measurement.faceHeight).toBeGreaterThan(0.05);

        const closed = lipGaps(description, contact, pose({ jawOpen: 0.8, mouthClose: 0.8 }));
        for (const gap of closed) expect(Math.abs(gap) / measurement.faceHeight).toBeLessThan(0.01);
      },
    );
  });
}
