// The library's interface on Doppel's own page: applies through the session, tells whose a profile is, refuses without an avatar.
// Core and engine are stood in for; with the real ones it is tested in tests/e2e/embed.spec.ts.
import { beforeEach, expect, test } from "vitest";
import { PageFace } from "../../../web/src/console/page-face";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { avatarFile, makeParts, makeProfile } from "../../support/fake-parts";

let parts: ReturnType<typeof makeParts>;
let face: PageFace;
let fed: number[][];
let steps: number[];
beforeEach(() => {
  parts = makeParts();
  fed = [];
  steps = [];
  face = new PageFace({
    calibrator: parts.calibrator,
    session: parts.session,
    player: { feed: (values) => fed.push(Array.from(values)) },
    loop: { step: (dt) => steps.push(dt) },
    live: parts.store.live,
  });
});

/** As it comes out of a file: the core's form. */
const core = (profile: ReturnType<typeof makeProfile>) =>
  profile as unknown as ReturnType<PageFace["profile"]>;

test("values by name reach the player in row order, a wrong frame does not reach it; update is one frame of the page", () => {
  face.feed({ jawOpen: 0.5 });
  expect(fed).toHaveLength(1);
  expect(fed[0]?.indexOf(0.5)).toBe(faceChannelNames.indexOf("jawOpen"));
  expect(() => face.feed([1])).toThrow(expect.objectContaining({ code: "invalid-frame" }));
  expect(fed).toHaveLength(1);
  face.update(0.02);
  expect(steps).toEqual([0.02]);
});

test("without an avatar every question of the calibration says so", async () => {
  const refused = expect.objectContaining({ code: "no-avatar" });
  expect(() => face.profile()).toThrow(refused);
  expect(() => face.report()).toThrow(refused);
  expect(() => face.link()).toThrow(refused);
  await expect(face.applyProfile(core(makeProfile("f00da.glb")))).rejects.toMatchObject({
    code: "no-avatar",
  });
});

test("a profile of this avatar comes into force as one change that can be undone", async () => {
  await parts.session.open(avatarFile());
  const before = face.profile();
  expect(await face.applyProfile(core(makeProfile("f00da.glb", 1.5)))).toEqual({
    byName: false,
    warnings: [],
    unknownSubstitutes: [],
    unknownTargets: [],
  });
  expect(parts.engine.profile?.calibration.channels.jawOpen?.userGain).toBe(1.5);
  expect(face.profile().calibration.channels.jawOpen?.userGain).toBe(1.5);
  await parts.history.undo();
  expect(face.profile()).toEqual(before);
});

test("a profile of another avatar changes nothing unless it is asked for by name", async () => {
  await parts.session.open(avatarFile());
  const before = face.profile();
  const foreign = core(makeProfile("beef", 0.5));
  await expect(face.applyProfile(foreign)).rejects.toMatchObject({
    code: "other-avatar",
    avatarName: "someone",
    fingerprint: "beef",
  });
  expect(face.profile()).toBe(before);
  expect((await face.applyProfile(foreign, { byName: true })).byName).toBe(true);
  expect(face.profile().calibration.channels.jawOpen?.userGain).toBe(0.5);
});
