// Tests of the residual: worked out by hand from what the curves show at the values of a frame.
// The curves themselves are the core's; that its report and this agree is tested in the browser.
import { expect, test } from "vitest";
import type { Measurement, Report } from "../../../web/src/core/documents";
import { Residual } from "../../../web/src/loop/residual";
import { faceChannelNames } from "../../../web/src/tables/face-channels";

const INPUTS = [0.03, 0.1, 0.3, 0.6, 0.8, 1];
const WEIGHTS = [0.05, 0.25, 0.5, 0.75, 1];
const FACE_HEIGHT = 0.2;
const jawOpen = faceChannelNames.indexOf("jawOpen");
const cheekPuff = faceChannelNames.indexOf("cheekPuff");
const eyeBlink = faceChannelNames.indexOf("eyeBlinkLeft");

/** The reference shows `full` times the input; the avatar a curve through `shown` at the measured weights. */
interface Moves {
  readonly full: number;
  /** Shares of the face height. */
  readonly shown: readonly number[];
  readonly scored?: boolean;
}

function residualOf(moves: Readonly<Record<string, Moves>>): Residual {
  const channels = Object.fromEntries(
    faceChannelNames.map((name) => {
      const own = moves[name];
      const reference = INPUTS.map((input) => input * (own?.full ?? 0));
      return [name, { scored: own !== undefined && own.scored !== false, reference, raw: [] }];
    }),
  );
  const measured = Object.fromEntries(
    Object.entries(moves).map(([name, { shown }]) => [
      name,
      { curve: WEIGHTS.map((weight, at) => ({ weight, travel: (shown[at] ?? 0) * FACE_HEIGHT, rms: 0 })) },
    ]),
  );
  const report = { inputs: INPUTS, faceHeight: FACE_HEIGHT, channels };
  return new Residual(report as unknown as Report, { channels: measured } as unknown as Measurement);
}

function row(values: Readonly<Record<number, number>>): Float32Array {
  const list = new Float32Array(52);
  for (const [channel, value] of Object.entries(values)) list[Number(channel)] = value;
  return list;
}

const straight = (full: number): number[] => WEIGHTS.map((weight) => weight * full);

test("an avatar that shows what the reference shows has no residual, at every value", () => {
  const residual = residualOf({ jawOpen: { full: 0.16, shown: straight(0.16) } });
  for (const value of [0.01, 0.2, 0.5, 0.77, 1]) {
    const values = row({ [jawOpen]: value });
    expect(residual.at(values, 0, 1, values, 0)).toBeCloseTo(0, 4);
  }
});

test("half of the movement is 50 %, twice as much 100 %; what a calibrated weight shows is what counts", () => {
  const half = residualOf({ jawOpen: { full: 0.16, shown: straight(0.08) } });
  const values = row({ [jawOpen]: 0.5 });
  expect(half.at(values, 0, 1, values, 0)).toBeCloseTo(50, 3);
  expect(half.at(values, 0, 1, row({ [jawOpen]: 1 }), 0)).toBeCloseTo(0, 3);
  const twice = residualOf({ jawOpen: { full: 0.16, shown: straight(0.32) } });
  expect(twice.at(values, 0, 1, values, 0)).toBeCloseTo(100, 3);
});

test("channels count by how much the reference moves, and only those that are scored", () => {
  const residual = residualOf({
    jawOpen: { full: 0.3, shown: straight(0.3) },
    cheekPuff: { full: 0.1, shown: straight(0) },
    eyeBlinkLeft: { full: 0.2, shown: straight(0), scored: false },
  });
  const values = row({ [jawOpen]: 1, [cheekPuff]: 1, [eyeBlink]: 1 });
  // 0.1 of 0.4 is missing.
  expect(residual.at(values, 0, 1, values, 0)).toBeCloseTo(25, 3);
});

test("between the measured weights the curve is read off in a straight line", () => {
  const residual = residualOf({ jawOpen: { full: 0.1, shown: [0, 0, 0.02, 0.06, 0.1] } });
  // Half way between 0.5 and 0.75 the avatar shows 0.04, the reference 0.0625.
  const values = row({ [jawOpen]: 0.625 });
  expect(residual.at(values, 0, 1, values, 0)).toBeCloseTo((100 * 0.0225) / 0.0625, 3);
});

test("a face at rest has no residual to speak of, nor has one without scored channels", () => {
  const residual = residualOf({ jawOpen: { full: 0.1, shown: straight(0.1) } });
  expect(residual.at(row({}), 0, 1, row({}), 0)).toBeNaN();
  expect(residual.at(row({ [jawOpen]: Number.NaN }), 0, 1, row({}), 0)).toBeNaN();
  const values = row({ [jawOpen]: 1 });
  expect(residualOf({}).at(values, 0, 1, values, 0)).toBeNaN();
});

test("values in percent and rows inside of larger ones are read as such; above full counts as full", () => {
  const residual = residualOf({ jawOpen: { full: 0.16, shown: straight(0.08) } });
  const rows = new Float32Array(3 * 52);
  rows[52 + jawOpen] = 250;
  const weights = new Float32Array(3 * 52);
  weights[104 + jawOpen] = 1;
  expect(residual.at(rows, 52, 0.01, weights, 104)).toBeCloseTo(50, 3);
});
