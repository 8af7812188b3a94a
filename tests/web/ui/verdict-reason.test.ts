// Tests of the words for a verdict: each names the channel's own figures, and advice is there where something is wrong.
// The wording itself is the languages' own.
import { expect, test } from "vitest";
import { isTextKey } from "../../../web/src/i18n/translate";
import { type ChannelReport, type Verdict, verdicts } from "../../../web/src/state/report";
import { verdictAdvice, verdictReason } from "../../../web/src/ui/verdict-reason";

const report = (change: Partial<ChannelReport>): ChannelReport => ({
  verdict: "effective",
  channelClass: "amplitude",
  targets: ["jawOpen"],
  travel: 0.03,
  ratio: 1,
  deadZone: 0,
  saturation: 1,
  saturationFrom: "none",
  gazeDegrees: 0,
  points: [
    { input: 0, reference: 0, raw: 0, calibrated: 0, output: 0 },
    { input: 1, reference: 0.2, raw: 0.5, calibrated: 0.19, output: 0.4 },
  ],
  ...change,
});
const about = (change: Partial<ChannelReport>) => verdictReason("jawOpen", report(change));

test("every verdict has a reason that is a text", () => {
  for (const verdict of verdicts) expect(isTextKey(about({ verdict }).key), verdict).toBe(true);
});

test("shares at full input are percent of the reference's movement", () => {
  for (const verdict of ["weak", "strong"] as const) {
    expect(about({ verdict }).parameters).toEqual({ raw: 250, calibrated: 95 });
  }
});

test("an effective channel says whether the avatar moves less, more, or alike", () => {
  expect(about({ ratio: 2.7 }).key).toBe("reason.less");
  expect(about({ ratio: 0.4 }).key).toBe("reason.more");
  expect(about({ ratio: 1.05 }).key).toBe("reason.matched");
  expect(about({ ratio: 0.95 }).key).toBe("reason.matched");
});

test("closure and coupled channels are no matter of travel, whatever their ratio", () => {
  for (const channelClass of ["closure", "coupled"] as const) {
    expect(about({ channelClass, ratio: 3 }).key).toBe(`class.${channelClass}.hint`);
  }
});

test("an empty channel names its targets, a missing one the channel; neither needs points", () => {
  expect(about({ verdict: "empty", targets: ["Fcl_A", "Fcl_B"], points: [] }).parameters).toEqual({
    targets: "Fcl_A, Fcl_B",
  });
  expect(about({ verdict: "missing", targets: [], points: [] }).parameters).toEqual({ channel: "jawOpen" });
  expect(about({ verdict: "weak", points: [] }).parameters).toEqual({ raw: 0, calibrated: 0 });
});

test("advice where something is wrong, and only there", () => {
  const advised = (verdict: Verdict) => verdictAdvice("jawOpen", report({ verdict })) !== null;
  expect(verdicts.filter(advised)).toEqual(["weak", "strong", "empty", "missing"]);
});
