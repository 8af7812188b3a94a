// The faces of the built sample avatars: 52 channels that work and differ, lids and lips that meet, eyes that turn, skin that does not fold.
// Worked out on the surface by means of this test's own; where the core says something too, both are asked.
import { beforeAll, describe, expect, test } from "vitest";
import type { Profile, Report } from "../../web/src/core/documents";
import { type FaceChannelName, faceChannelNames } from "../../web/src/tables/face-channels";
import { seenExtent } from "../acceptance/front-view";
import { findLipContact, type LipContact, lipGaps } from "../acceptance/lip-contact";
import { poseFace } from "../acceptance/posed-face";
import { core, probe } from "../acceptance/support";
import { type Built, readBuilt, sampleNames, vectorAt } from "./built";
import { dot, foldedShare, greatestMove, posed, surfaceField, turningOf } from "./face-shape";
import { otherSide } from "./mirror";

/** Two channels whose fields are more alike than this are one. */
const SAME_FIELD = 0.98;
/** Share of the moved surface that may fold over (F3). */
const FOLDED = 0.02;
const WEIGHTS = [0.25, 0.5, 0.75, 1];
/** Share of the open gap that may be left, in height and in area. */
const CLOSED = 0.02;
/** Open eyes show at least this share of the ball's height. */
const OPEN = 0.25;
/** Share of the face's height by which lips may be apart or in each other. */
const LIPS = 0.01;
/** Places at which lips touch: in the middle, and at four towards each corner. */
const LIP_POINTS = 9;
/** Degrees that an eye turns. */
const LOOKS = [20, 35] as const;
/** Share of an eye's movement that is no turning. */
const TURNED_RESIDUAL = 0.1;

type Probed = Awaited<ReturnType<typeof probe>>;
type Face = Partial<Record<FaceChannelName, number>>;

describe.each(sampleNames)("%s", (name) => {
  let avatar: Built;
  let probed: Probed;
  let profile: Profile;
  let report: Report;
  beforeAll(async () => {
    avatar = await readBuilt(name);
    probed = await probe(avatar.bytes, avatar.file);
    const theCore = await core();
    profile = theCore.calibrate(probed.measurement, theCore.referenceFace());
    report = theCore.report(probed.measurement, theCore.referenceFace(), profile);
  });

  test("all 52 channels are effective, and none is held at an end of its correction", () => {
    const others = faceChannelNames.flatMap((channel) => {
      const { verdict, ratio } = report.channels[channel];
      return verdict === "effective" ? [] : [`${channel}: ${verdict}, ratio ${ratio?.toFixed(2)}`];
    });
    expect(others).toEqual([]);
  });

  test("names are found, and left moves left", () => {
    expect(probed.description.findings).toEqual([]);
  });

  test("no two channels are one field, and none is nothing", () => {
    const fields = faceChannelNames.map((channel) => surfaceField(avatar, channel));
    const lengths = fields.map((field) => Math.sqrt(dot(field, field)));
    expect(faceChannelNames.filter((_, k) => !((lengths[k] ?? 0) > 0))).toEqual([]);
    const pairs = fields.flatMap((a, i) =>
      fields.slice(i + 1).map((b, k) => ({
        pair: `${faceChannelNames[i]} and ${faceChannelNames[i + 1 + k]}`,
        likeness: dot(a, b) / ((lengths[i] ?? 0) * (lengths[i + 1 + k] ?? 0)),
      })),
    );
    pairs.sort((a, b) => b.likeness - a.likeness);
    const told = pairs.slice(0, 3).map(({ pair, likeness }) => `${pair} ${likeness.toFixed(3)}`);
    console.log(`    ${name}: fields most alike: ${told.join(", ")}`);
    expect(pairs[0]?.likeness, told.join(", ")).toBeLessThan(SAME_FIELD);
  });

  test.each(faceChannelNames)("%s moves something a millimetre or more and folds no skin", (channel) => {
    expect(greatestMove(avatar, channel)).toBeGreaterThan(0.001);
    const shares = WEIGHTS.map((weight) => foldedShare(avatar, channel, weight));
    expect(Math.max(...shares), shares.map((share) => share.toFixed(4)).join(" ")).toBeLessThan(FOLDED);
    const { saturation, saturationFrom } = probed.measurement.channels[channel] ?? {};
    if (!channel.startsWith("eyeBlink")) expect([saturation, saturationFrom]).toEqual([1, "none"]);
  });

  describe.each(["Left", "Right"])("%s eye", (side) => {
    const eyeName = `Eye${side}`;

    /** What is seen of the eye from the front, past the skin of the face alone. */
    function openEye(weights: Readonly<Record<string, number>>, of = eyeName) {
      const seen = avatar.pieces.filter((piece) => piece.name === "Face" || piece.name === of);
      const eye = avatar.pieces.find((piece) => piece.name === of);
      if (eye === undefined) throw new Error(`no part ${of}`);
      const places = Array.from({ length: eye.count }, (_, vertex) => vectorAt(eye.positions, vertex));
      const range = (axis: 0 | 1 | 2) => {
        const values = places.map((place) => place[axis]);
        return [Math.min(...values), Math.max(...values)] as const;
      };
      const [[left, right], [low, high], [back, front]] = [range(0), range(1), range(2)];
      const window = {
        x: (left + right) / 2,
        y: (low + high) / 2,
        half: 0.55 * Math.max(right - left, high - low),
        back: back + 0.3 * (front - back),
      };
      const surface = seen.map((piece, mesh) => ({
        mesh,
        name: piece.name,
        positions: posed(piece, weights),
        triangles: [piece.triangles],
      }));
      return { ...seenExtent(surface, window, (buffer) => buffer.name === of), ball: high - low };
    }

    test("is open at rest, shut by its blink, raw and calibrated, half open between, and the other stays open", async () => {
      const open = openEye({});
      expect(open.height / open.ball, `${open.height} of ${open.ball}`).toBeGreaterThan(OPEN);
      const shut = openEye({ [`eyeBlink${side}`]: 1 });
      const told = `height ${(shut.height / open.height).toFixed(4)}, area ${(shut.area / open.area).toFixed(4)}`;
      expect(shut.height / open.height, told).toBeLessThan(CLOSED);
      expect(shut.area / open.area, told).toBeLessThan(CLOSED);
      const half = openEye({ [`eyeBlink${side}`]: 0.5 });
      expect(half.area / open.area).toBeGreaterThan(0.15);
      expect(half.area / open.area).toBeLessThan(0.85);
      expect(openEye({ [`eyeWide${side}`]: 1 }).area).toBeGreaterThan(open.area);
      expect(openEye({ [`eyeSquint${side}`]: 1 }).area).toBeLessThan(open.area);
      const other = otherSide(eyeName);
      const beside = openEye({ [`eyeBlink${side}`]: 1 }, other).area / openEye({}, other).area;
      expect(beside).toBeGreaterThan(0.98);
    });

    test("calibrated to input 1 the lids meet", async () => {
      const channel = `eyeBlink${side}` as FaceChannelName;
      const theCore = await core();
      const { output } = poseFace(theCore, probed.description, probed.measurement, profile, { [channel]: 1 });
      const weight = output[faceChannelNames.indexOf(channel)] ?? 0;
      const [open, shut] = [openEye({}), openEye({ [channel]: weight })];
      expect(shut.height / open.height, `weight ${weight}`).toBeLessThan(CLOSED);
      expect(shut.area / open.area, `weight ${weight}`).toBeLessThan(CLOSED);
    });

    test.each([
      ["Up", [-1, 0, 0]],
      ["Down", [1, 0, 0]],
      ["In", [0, side === "Left" ? -1 : 1, 0]],
      ["Out", [0, side === "Left" ? 1 : -1, 0]],
    ] as const)("looks %s as a ball that turns by 20 to 35 degrees", (way, axis) => {
      const channel = `eyeLook${way}${side}` as FaceChannelName;
      const eye = avatar.pieces.find((piece) => piece.name === eyeName);
      if (eye === undefined) throw new Error(`no part ${eyeName}`);
      const turning = turningOf(eye.positions, posed(eye, { [channel]: 1 }));
      const told = `${turning.degrees.toFixed(1)} degrees about ${turning.axis.map((value) => value.toFixed(2))}, residual ${turning.residual.toFixed(3)}`;
      expect(turning.degrees, told).toBeGreaterThanOrEqual(LOOKS[0]);
      expect(turning.degrees, told).toBeLessThanOrEqual(LOOKS[1]);
      expect(turning.residual, told).toBeLessThan(TURNED_RESIDUAL);
      expect(dot(turning.axis, axis), told).toBeGreaterThan(0.97);
      const measured = probed.measurement.channels[channel]?.gazeDegrees ?? 0;
      expect(Math.abs(measured - turning.degrees), `the probe says ${measured}`).toBeLessThan(0.5);
    });
  });

  describe("lips", () => {
    let contact: LipContact;
    const weightsOf = async (face: Face, calibrated: boolean) =>
      poseFace(await core(), probed.description, probed.measurement, calibrated ? profile : null, face)
        .weights;
    const gaps = async (face: Face, calibrated: boolean) =>
      lipGaps(probed.description, contact, await weightsOf(face, calibrated)).map(
        (gap) => gap / probed.measurement.faceHeight,
      );

    beforeAll(async () => {
      contact = findLipContact(probed.description, await weightsOf({ jawOpen: 1 }, false));
    });

    test("touch at rest along the mouth, and part with the jaw", async () => {
      expect(contact.pairs.length).toBeGreaterThanOrEqual(LIP_POINTS);
      expect(Math.max(...(await gaps({ jawOpen: 0.8 }, false)))).toBeGreaterThan(0.1);
    });

    test.each([
      [0.3, false],
      [0.8, false],
      [1, false],
      [0.8, true],
    ])(
      "meet and do not cross with jawOpen and mouthClose at %d (calibrated: %s)",
      async (value, calibrated) => {
        const shares = await gaps({ jawOpen: value, mouthClose: value }, calibrated);
        const [least, most] = [Math.min(...shares), Math.max(...shares)];
        expect(Math.max(-least, most), `from ${least.toFixed(4)} to ${most.toFixed(4)}`).toBeLessThan(LIPS);
      },
    );
  });
});
