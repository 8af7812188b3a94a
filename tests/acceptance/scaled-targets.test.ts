// A real avatar whose morph targets all move g times as far: what the calibration makes of faces that do too much or too little.
// The reference is the avatar as it is, so that the right answer is known exactly.
import { beforeAll, describe, expect, test } from "vitest";
import type { ChannelReport, Measurement, Profile, Report } from "../../web/src/core/documents";
import { measureAvatar } from "../../web/src/probe/measure-avatar";
import type { AvatarDescription } from "../../web/src/reader/avatar-description";
import { faceChannels } from "../../web/src/tables/face-channels";
import { sampleBytes } from "../support/samples";
import { core, describeSamples, doppel, probe } from "./support";

/** The same avatar with every delta times g. */
export function scaleTargets(description: AvatarDescription, g: number): AvatarDescription {
  const buffers = description.buffers.map((buffer) => ({
    ...buffer,
    targets: buffer.targets.map(({ slot, deltas }) => ({ slot, deltas: deltas.map((delta) => delta * g) })),
  }));
  return { ...description, buffers };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean distance from the reference's visible travel over the six inputs. */
function errorOf(channel: ChannelReport, which: "raw" | "calibrated"): number {
  return mean(channel.reference.map((reference, at) => Math.abs((channel[which][at] ?? 0) - reference)));
}

describeSamples("rpm-male.glb with targets scaled by g", () => {
  let description: AvatarDescription;
  let reference: Measurement;
  beforeAll(async () => {
    ({ description, measurement: reference } = await probe(sampleBytes("rpm-male.glb"), "rpm-male.glb"));
  });

  describe.each([0.3, 0.5, 0.7, 1, 1.5, 2, 3])("g = %d", (g) => {
    let profile: Profile;
    let report: Report;
    let amplitude: [string, ChannelReport][];

    beforeAll(async () => {
      const theCore = await core();
      const measurement = measureAvatar(theCore, scaleTargets(description, g));
      profile = theCore.calibrate(measurement, reference);
      report = theCore.report(measurement, reference, profile);
      amplitude = faceChannels
        .filter(({ faceClass }) => faceClass === "amplitude")
        .map(({ name }) => [name, report.channels[name]]);
    });

    test("every amplitude channel is compared at six inputs", () => {
      expect(amplitude).toHaveLength(41);
      for (const [name, { reference: shown }] of amplitude) {
        expect(shown, name).toHaveLength(6);
        for (const value of shown) expect(value, name).toBeGreaterThan(0);
      }
    });

    test("outputs rise with the inputs and never clip before the last", () => {
      for (const [name, { output }] of amplitude) {
        for (let at = 1; at < output.length; ++at)
          expect(output[at], name).toBeGreaterThan(output[at - 1] ?? 1);
        expect(output.at(-1), name).toBeLessThanOrEqual(1);
      }
    });

    if (g >= 1)
      test("visible travel at full input is 0.85 to 1.0 of the reference's", () => {
        for (const [name, { reference: shown, calibrated }] of amplitude) {
          const share = (calibrated.at(-1) ?? 0) / (shown.at(-1) ?? 1);
          expect(share, name).toBeGreaterThanOrEqual(0.85);
          expect(share, name).toBeLessThanOrEqual(1 + 1e-6);
        }
      });

    if (g >= 1)
      test("the mean error falls to a tenth of the raw one", () => {
        const raw = mean(amplitude.map(([, channel]) => errorOf(channel, "raw")));
        const calibrated = mean(amplitude.map(([, channel]) => errorOf(channel, "calibrated")));
        expect(calibrated).toBeLessThanOrEqual(raw / 10 + 1e-9);
      });

    if (g <= 1)
      test("the output at full input is 0.93 or more, and the error never rises", () => {
        for (const [name, channel] of amplitude) {
          expect(channel.output.at(-1), name).toBeGreaterThanOrEqual(0.93);
          expect(errorOf(channel, "calibrated"), name).toBeLessThanOrEqual(errorOf(channel, "raw") + 1e-9);
        }
      });

    test("the score does not fall", () => {
      const { before, after } = report.score;
      expect(after).toBeGreaterThanOrEqual((before ?? 100) - 1e-9);
    });
  });

  test("at ratio 0.5 a micro movement of 0.03 keeps 0.55 of itself or more", async () => {
    const { stdout } = await doppel("remap", "--method", "range_match", "--ratio", "0.5", "0.03");
    expect(Number(stdout) / 0.03).toBeGreaterThanOrEqual(0.55);
  });
});
