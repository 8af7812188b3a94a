// What a table of walks does not show: sitting down on a chair, and hands that meet whatever the length of the arms.
// The recordings are made up; the core alone is measured, beside the recording itself.

import { acceleration, KNEES } from "../../tests/support/body-quality/measures";
import { performerOf, UNFILTERED } from "../../tests/support/body-quality/performer";
import { coreTrack } from "../../tests/support/body-quality/solved";
import { placeAt, type Track, turnAt } from "../../tests/support/body-quality/track";
import { madeTake } from "../../tests/support/made-takes";
import { after, back, degreesOf, minus, size } from "../../tests/support/turns";
import type { Core } from "../../web/src/core/core";
import { bodyMeterAt } from "../../web/src/tables/body-meters";
import type { AvatarSource } from "./subjects";

/** Seconds between which the made-up performer sits. */
const SEATED = [2.4, 3.8] as const;
/** Wrists nearer than this are hands that meet, metres. */
const MEETING = 0.08;

const LIMBS = (["UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand"] as const).flatMap((part) => [
  `left${part}` as const,
  `right${part}` as const,
]);

/** Degrees that any bone of a limb turns in one frame, at most. */
function largestStep(track: Track): number {
  let most = 0;
  for (let frame = 1; frame < track.frameCount; ++frame)
    for (const bone of LIMBS)
      most = Math.max(
        most,
        degreesOf(after(back(turnAt(track, frame - 1, bone)), turnAt(track, frame, bone))),
      );
  return most;
}

function line(cells: readonly string[]): void {
  console.log(
    (cells[0] ?? "").padEnd(24) +
      cells
        .slice(1)
        .map((cell) => cell.padStart(16))
        .join(""),
  );
}

/** Hips against the recording's while it sits, the legs' weight, and whether anything pops. */
export function printSitting(core: Core, avatars: readonly AvatarSource[]): void {
  console.log(
    "\nsitting on a chair: legs go over to their rotations, hips settle where the performer's are, nothing pops",
  );
  line(["avatar", "hips off mm", "leg weight", "knee deg/s2", "x source's", "step deg", "source's deg"]);
  const clip = madeTake("sit");
  const source = performerOf(core, clip);
  for (const avatar of avatars) {
    const { body } = avatar.make(source.body.report.measures.leg[0]);
    const props = [{ body: 0, type: "chair" as const }];
    const { track, meters, stride } = coreTrack(core, clip, source, body, { parameters: UNFILTERED }, props);
    let [off, weight] = [0, 1];
    for (const [frame, time] of clip.times.entries()) {
      if (time < SEATED[0] || time > SEATED[1]) continue;
      const height = placeAt(track, frame, "hips")[1] - placeAt(source.track, frame, "hips")[1];
      off = Math.max(off, 1000 * Math.abs(height));
      weight = Math.min(weight, meters[frame * stride + bodyMeterAt.leftLegWeight] ?? 0);
    }
    const [own, theirs] = [track, source.track].map((each) => acceleration(each, KNEES, clip.times)) as [
      number,
      number,
    ];
    line([
      avatar.name,
      off.toFixed(1),
      weight.toFixed(3),
      own.toFixed(0),
      (own / theirs).toFixed(2),
      largestStep(track).toFixed(1),
      largestStep(source.track).toFixed(1),
    ]);
  }
}

/** How far the wrists are from being as near to each other as the performer's, while hands meet. */
export function printClapping(core: Core, avatars: readonly AvatarSource[]): void {
  console.log("\nclapping: wrists against the performer's distance while hands meet; 10 mm are allowed");
  line(["avatar", "mean mm", "worst mm", "at 60 1/s", "step deg", "source's deg"]);
  const clip = madeTake("clap");
  const source = performerOf(core, clip);
  const gap = (track: Track, frame: number) =>
    size(minus(placeAt(track, frame, "leftHand"), placeAt(track, frame, "rightHand")));
  const errorsOf = (track: Track) =>
    Array.from({ length: track.frameCount }, (_, frame) => frame)
      .filter((frame) => gap(source.track, frame) < MEETING)
      .map((frame) => 1000 * Math.abs(gap(track, frame) - gap(source.track, frame)));
  for (const avatar of avatars) {
    const { body } = avatar.make(source.body.report.measures.arm[0]);
    const solved = (parameters: object) =>
      coreTrack(core, clip, source, body, { parameters: { ...UNFILTERED, ...parameters } }, []).track;
    const track = solved({});
    const errors = errorsOf(track);
    line([
      avatar.name,
      (errors.reduce((sum, value) => sum + value, 0) / errors.length).toFixed(1),
      Math.max(...errors).toFixed(1),
      // Without the weights' smoothing: what it costs in fast claps.
      Math.max(...errorsOf(solved({ weightSmoothSpeed: 60 }))).toFixed(1),
      largestStep(track).toFixed(1),
      largestStep(source.track).toFixed(1),
    ]);
  }
}
