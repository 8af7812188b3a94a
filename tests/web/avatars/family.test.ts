// The test family: each variant of the sample avatar, written to a file, read and measured by Doppel, against the truth it was made from.
// The plain avatar is measured once; that it is a good face is tested elsewhere.
import { beforeAll, describe, expect, test } from "vitest";
import { family, type Truth, type Variant } from "../../../scripts/avatars/family/family";
import { vertexCount } from "../../../scripts/avatars/family/shape";
import type { Core } from "../../../web/src/core/core";
import type { Measurement, Report } from "../../../web/src/core/documents";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import { type FaceChannelName, faceChannelNames } from "../../../web/src/tables/face-channels";
import { humanBoneNames } from "../../../web/src/tables/human-bones";
import { movedSurface } from "../../acceptance/skinned-surface";
import { type FamilyMember, familyMember } from "../../support/family-read";

/** Share by which travel and ratios may miss the truth where the variant says nothing else. */
const WITHIN = 0.001;
/**
 * The same for ratios where channels are gone. What counts as moved is a share of the greatest movement of all channels; without some
 * of them the edge of a movement, and with it the height of the face, shifts by that much.
 */
const RATIO_WITHIN_OF_FEWER = 0.005;
/** Metres: single precision at the height of a head, through a skin; and the same with 16-bit places of a whole body. */
const PLACE_ERROR = 2e-6;
const QUANTIZED_PLACE_ERROR = 5e-5;

let core: Core;
let plain: FamilyMember & { readonly measurement: Measurement };

beforeAll(async () => {
  core = await loadCoreNode();
  const { measurement, ...member } = await familyMember(core, { name: "plain", changes: "", truth: {} });
  if (measurement === undefined) throw new Error("the plain avatar was not measured");
  plain = { ...member, measurement };
});

test("the plain avatar moves at all 52 channels", () => {
  const present = Object.entries(plain.measurement.channels).filter(
    ([, { presence }]) => presence === "moves",
  );
  expect(present.map(([name]) => name)).toEqual([...faceChannelNames]);
});

function expectJoints({ model, description }: FamilyMember): void {
  const human = model.bones.filter(({ name }) => (humanBoneNames as readonly string[]).includes(name));
  expect(Object.keys(description.humanoid).sort()).toEqual(human.map(({ name }) => name).sort());
  for (const { name, position } of human) {
    const world = description.nodes[description.humanoid[name] ?? -1]?.world;
    position.forEach((value, axis) => {
      expect(Math.abs((world?.[12 + axis] ?? Number.NaN) - value), name).toBeLessThan(PLACE_ERROR);
    });
  }
}

/** The rest surface that the file's skin makes, against the model's own places. */
function expectSurface({ model, description }: FamilyMember, error: number): void {
  const read = movedSurface(description, []).flatMap(({ positions }) => [...positions]);
  const made = model.parts.flatMap(({ positions }) => [...positions]);
  expect(read.length).toBe(made.length);
  let greatest = 0;
  read.forEach((value, i) => {
    greatest = Math.max(greatest, Math.abs(value - (made[i] as number)));
  });
  expect(greatest).toBeLessThan(error);
}

function expectNames({ description }: FamilyMember, truth: Truth): void {
  const absent = truth.isFaceless ? [...faceChannelNames] : [...(truth.missing ?? [])];
  const routed = Object.keys(description.routes.channels);
  expect(faceChannelNames.filter((name) => !routed.includes(name)).sort()).toEqual(absent.sort());
  expect(description.reduced).toBe(truth.isReduced ?? truth.isFaceless ?? false);
  if (!truth.isReduced) expect(description.findings).toEqual([]);
}

/** Every bind of the 52 leads to the same mesh and target as on the plain avatar. */
function expectSameRoutes({ description }: FamilyMember): void {
  expect(description.routes.channels).toEqual(plain.description.routes.channels);
}

const byVerdict = (report: Report, verdict: string) =>
  faceChannelNames.filter((name) => report.channels[name].verdict === verdict);

function expectVerdicts(report: Report, truth: Truth): void {
  const missing = truth.isFaceless ? faceChannelNames : (truth.missing ?? []);
  expect(byVerdict(report, "missing").sort()).toEqual([...missing].sort());
  expect(byVerdict(report, "empty").sort()).toEqual([...(truth.empty ?? [])].sort());
  expect(byVerdict(report, "binary").sort()).toEqual([...(truth.binary ?? [])].sort());
  for (const name of truth.empty ?? []) expect(report.channels[name as FaceChannelName].ratio).toBeNull();
}

function expectTravel(measurement: Measurement, report: Report, truth: Truth): void {
  const { travel: factor = 1, within = WITHIN, missing = [], empty = [], alike = faceChannelNames } = truth;
  const gone = [...missing, ...empty];
  const isWholeFace = gone.length === 0 && !truth.isReduced;
  let compared = 0;
  for (const name of alike as readonly FaceChannelName[]) {
    if (gone.includes(name)) continue;
    const [before, after] = [plain.measurement.channels[name], measurement.channels[name]];
    const quotient = (value: "travel" | "travelPerFace") =>
      (after?.[value] ?? 0) / (before?.[value] ?? 0) / factor;
    expect(Math.abs(quotient("travel") - 1), `travel of ${name}`).toBeLessThan(within);
    if (isWholeFace) expect(Math.abs(quotient("travelPerFace") - 1), name).toBeLessThan(within);
    const { measuredRatio, ratioFrom, saturation } = report.channels[name];
    ++compared;
    // An angle is no multiple of the travel, so that a stronger eye target has no simple ratio.
    if (measuredRatio === null || (ratioFrom === "angle" && factor !== 1)) continue;
    // A ratio is to the travel at saturation, which folding skin ends early; that is tested with the probe.
    const scale = factor * (ratioFrom === "travel" ? saturation : 1);
    expect(Math.abs(measuredRatio * scale - 1), `ratio of ${name}`).toBeLessThan(
      isWholeFace ? within : RATIO_WITHIN_OF_FEWER,
    );
  }
  expect(compared).toBe(
    alike.length - gone.filter((name) => (alike as readonly string[]).includes(name)).length,
  );
}

/** Channels whose skin folds before full weight: three times a good face may, twice it mostly does not. */
function expectMostlyUnfolded(report: Report, truth: Truth): void {
  const whole = faceChannelNames.filter((name) => {
    const { measuredRatio, ratioFrom, saturation } = report.channels[name];
    return ratioFrom === "travel" && saturation === 1 && measuredRatio !== null;
  });
  if ((truth.travel ?? 1) <= 2 && !truth.isReduced) expect(whole.length).toBeGreaterThan(20);
}

/** Where the eyes have no targets they turn by VRM's own look-at. */
function expectGazeByBones({ model }: FamilyMember, measurement: Measurement): void {
  for (const name of faceChannelNames.filter((channel) => channel.startsWith("eyeLook"))) {
    const gaze = measurement.channels[name];
    const { horizontal, vertical } = model.lookDegrees;
    expect(gaze?.gazeFrom, name).toBe("bone");
    expect(gaze?.gazeDegrees, name).toBeCloseTo(/In|Out/.test(name) ? horizontal : vertical, 3);
  }
}

function expectFace(measurement: Measurement, truth: Truth): void {
  const profile = core.calibrate(measurement, plain.measurement);
  const report = core.report(measurement, plain.measurement, profile);
  expectVerdicts(report, truth);
  if (truth.isFaceless) return;
  expectTravel(measurement, report, truth);
  expectMostlyUnfolded(report, truth);
}

function place({ description }: FamilyMember, bone: string): readonly [number, number, number] {
  const world = description.nodes[description.humanoid[bone] ?? -1]?.world ?? [];
  return [world[12] ?? Number.NaN, world[13] ?? Number.NaN, world[14] ?? Number.NaN];
}

function between(member: FamilyMember, from: string, to: string): number {
  const [a, b] = [place(member, from), place(member, to)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Along the one axis that the limb is stretched in: its joints are not quite in a line. */
function reachOf(member: FamilyMember, from: string, to: string): number {
  const [a, b] = [place(member, from), place(member, to)];
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
}

const lowest = ({ model }: FamilyMember) =>
  model.parts.reduce(
    (low, { positions }) =>
      positions.reduce((own, value, i) => (i % 3 === 1 ? Math.min(own, value) : own), low),
    Number.POSITIVE_INFINITY,
  );

function expectBody(member: FamilyMember, truth: Truth): void {
  for (const [from, to, factor] of truth.lengths ?? []) {
    expect(reachOf(member, from, to) / reachOf(plain, from, to)).toBeCloseTo(factor, 5);
  }
  const rise = place(member, "hips")[1] - place(plain, "hips")[1];
  if (!truth.isFaceless) expect(member.description.height - plain.description.height).toBeCloseTo(rise, 5);
  expect(Math.abs(lowest(member) - lowest(plain))).toBeLessThan(1e-9);
  if (truth.soles !== undefined) {
    for (const bone of ["hips", "leftFoot", "rightFoot"])
      expect(place(member, bone)[1] - place(plain, bone)[1], bone).toBeCloseTo(truth.soles, 6);
  }
  if (truth.armDegrees === undefined) return;
  for (const [side, sign] of [
    ["left", 1],
    ["right", -1],
  ] as const) {
    const [shoulder, wrist] = [place(member, `${side}UpperArm`), place(member, `${side}Hand`)];
    const degrees = (Math.atan2(shoulder[1] - wrist[1], sign * (wrist[0] - shoulder[0])) * 180) / Math.PI;
    expect(degrees).toBeCloseTo(truth.armDegrees, 1);
    const [upper, whole] = [`${side}UpperArm`, `${side}Hand`];
    expect(between(member, upper, whole)).toBeCloseTo(between(plain, upper, whole), 6);
  }
}

/** Chosen so that a failure says which variant it is and what it changes. */
const titled = (variants: readonly Variant[]) =>
  variants.map((variant) => [variant.name, variant.changes, variant] as const);

describe("names alone", () => {
  test.each(titled(family.filter(({ truth }) => truth.namesOnly)))(
    "%s: %s",
    async (_name, _changes, variant) => {
      const member = await familyMember(core, variant);
      expectNames(member, variant.truth);
      expectSameRoutes(member);
      expectJoints(member);
    },
  );
});

describe("measured", () => {
  test.each(titled(family.filter(({ truth }) => !truth.namesOnly)))(
    "%s: %s",
    async (_name, _changes, variant) => {
      const { truth } = variant;
      const member = await familyMember(core, variant);
      expectNames(member, truth);
      expectJoints(member);
      expectSurface(member, variant.options?.isQuantized ? QUANTIZED_PLACE_ERROR : PLACE_ERROR);
      if (member.measurement === undefined) throw new Error(`${variant.name} was not measured`);
      expectFace(member.measurement, truth);
      if (truth.isReduced) expectGazeByBones(member, member.measurement);
      expectBody(member, truth);
      expect(vertexCount(member.model)).toBeGreaterThanOrEqual(truth.leastVertices ?? 0);
    },
  );
});
