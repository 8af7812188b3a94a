// Tests of the calibrator on the core: one channel of the report by itself is the same as in the whole, whatever the profile says.
// What a report says is tested in the core.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { avatarFacts } from "../../../web/src/commands/avatar-facts";
import { CoreCalibrator } from "../../../web/src/commands/core-calibrator";
import type { MeasuredAvatar } from "../../../web/src/commands/ports";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { probeBytes } from "../../../web/src/probe/probe-bytes";
import { nodeDecoders } from "../../../web/src/reader/decoders-node";
import { remapMethods, withChannel, withMethod, withOverall } from "../../../web/src/state/profile";
import { withGroupGain } from "../../../web/src/state/profile-settings";
import { faceChannelNames, faceGroupNames } from "../../../web/src/tables/face-channels";
import { makeAvatar } from "../../support/make-avatar";

let calibrator: CoreCalibrator;
const avatars: MeasuredAvatar[] = [];

beforeAll(async () => {
  const core = await loadCoreNode();
  calibrator = new CoreCalibrator(core, core.referenceFace(), () => "2026-01-01T00:00:00Z");
  // One that has everything, and one without a mouth and brows: the height that it shares with the reference is another.
  const part = faceChannelNames.filter((name) => !/^(mouth|jaw|brow|tongue)/.test(name));
  for (const channels of [faceChannelNames, part]) {
    const bytes = await makeAvatar({ channels, strength: (name) => (name.endsWith("Left") ? 0.6 : 1.2) });
    const result = await probeBytes(core, bytes, { file: "a.glb", decoders: nodeDecoders, substitutes: {} });
    const { description, measurement, fingerprint, unknownSubstitutes, targets } = result;
    const facts = avatarFacts(description, fingerprint, targets);
    avatars.push({ facts, description, measurement, unknownSubstitutes });
  }
});

const settings = fc.record(
  {
    userGain: fc.double({ min: 0, max: 2, noNaN: true }),
    floor: fc.double({ min: 0, max: 0.1, noNaN: true }),
    closedAt: fc.double({ min: 0.2, max: 1, noNaN: true }),
    muted: fc.boolean(),
  },
  { requiredKeys: [] },
);

test("one channel's report is the same as in the whole report, for every channel and any settings", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.constantFrom(...remapMethods),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.constantFrom(...faceGroupNames),
      fc.array(fc.tuple(fc.constantFrom(...faceChannelNames), settings), { maxLength: 12 }),
      (which, method, gain, group, changes) => {
        const avatar = avatars[which] as MeasuredAvatar;
        const fresh = calibrator.calibrate(avatar, null);
        const base = calibrator.calibrate(avatar, withMethod(fresh, method));
        const edited = changes.reduce(
          (profile, [name, change]) => withChannel(profile, name, change),
          withGroupGain(withOverall(base, gain), group, 2 - gain),
        );
        const whole = calibrator.report(avatar, edited).channels;
        const single = faceChannelNames.map((_, channel) =>
          calibrator.reportChannel(avatar, edited, channel),
        );
        expect(single).toEqual(whole);
      },
    ),
    { numRuns: 12 },
  );
});
