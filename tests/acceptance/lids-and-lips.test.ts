// Lids and lips of a real avatar, calibrated, measured on the surface by means of this test's own.
// The core's measures of lids and lips are tested in C++ and are not used here.
import { beforeAll, describe, expect, test } from "vitest";
import type { Profile } from "../../web/src/core/documents";
import { sampleBytes } from "../support/samples";
import { seenExtent, type Window } from "./front-view";
import { findLipContact, type LipContact, lipGaps } from "./lip-contact";
import { type Face, poseFace } from "./posed-face";
import { movedSurface } from "./skinned-surface";
import { core, describeSamples, probe } from "./support";

type Probed = Awaited<ReturnType<typeof probe>>;

describeSamples("rpm-male.glb", () => {
  let avatar: Probed;
  let profile: Profile;
  const weightsOf = async (face: Face, calibrated = true) =>
    poseFace(await core(), avatar.description, avatar.measurement, calibrated ? profile : null, face).weights;

  beforeAll(async () => {
    avatar = await probe(sampleBytes("rpm-male.glb"), "rpm-male.glb");
    const theCore = await core();
    profile = theCore.calibrate(avatar.measurement, theCore.referenceFace());
  });

  describe.each([
    ["Left", "leftEye"],
    ["Right", "rightEye"],
  ] as const)("%s lids", (side, bone) => {
    const openEye = async (face: Face) => {
      const [x = 0, y = 0, z = 0] = avatar.description.faceBonePivots[bone] ?? [];
      const window: Window = { x, y, half: 0.022, back: z };
      const surface = movedSurface(avatar.description, await weightsOf(face));
      return seenExtent(surface, window, (buffer) => buffer.name === `Eye${side}`);
    };

    test("at input 1 the gap is under 2 % of the open gap, in height and in area", async () => {
      const open = await openEye({});
      expect(open.height).toBeGreaterThan(0.005);
      const closed = await openEye({ [`eyeBlink${side}`]: 1 });
      expect(closed.height / open.height).toBeLessThan(0.02);
      expect(closed.area / open.area).toBeLessThan(0.02);
    });

    test("at input 0.5 it is between, and the wider open than at rest with eyeWide", async () => {
      const open = await openEye({});
      const half = await openEye({ [`eyeBlink${side}`]: 0.5 });
      expect(half.area / open.area).toBeGreaterThan(0.15);
      expect(half.area / open.area).toBeLessThan(0.85);
      const wide = await openEye({ [`eyeWide${side}`]: 1 });
      expect(wide.area).toBeGreaterThan(open.area);
    });
  });

  describe("lips", () => {
    let contact: LipContact;
    const largest = (gaps: readonly number[]) =>
      Math.max(...gaps.map(Math.abs)) / avatar.measurement.faceHeight;
    const gaps = async (face: Face) => lipGaps(avatar.description, contact, await weightsOf(face));

    beforeAll(async () => {
      contact = findLipContact(avatar.description, await weightsOf({ jawOpen: 1 }, false));
    });

    test("the places of contact are found, and open with the jaw", async () => {
      expect(contact.pairs.length).toBeGreaterThan(10);
      const opened = await gaps({ jawOpen: 0.8 });
      expect(Math.max(...opened) / avatar.measurement.faceHeight).toBeGreaterThan(0.1);
    });

    test.each([0.1, 0.3, 0.5, 0.8, 1])(
      "jawOpen with mouthClose at %d each: within 1 %% of the face height",
      async (value) => {
        expect(largest(await gaps({ jawOpen: value, mouthClose: value }))).toBeLessThan(0.01);
      },
    );

    test("mouthClose alone moves nothing", async () => {
      expect(largest(await gaps({ mouthClose: 0.8 }))).toBe(0);
    });
  });
});
