// Prints how well the core retargets beside three.js' retargetClip and a plain copy of rotations, judged in one run by the same measures.
// It asserts nothing: what every row has to reach is marked where it is not reached.

import { type Case, type Figures, figuresOf } from "../../tests/support/body-quality/measures";
import { performerOf, UNFILTERED } from "../../tests/support/body-quality/performer";
import { skeletonSoles } from "../../tests/support/body-quality/soles";
import { copyTrack, coreTrack } from "../../tests/support/body-quality/solved";
import type { Core } from "../../web/src/core/core";
import { loadCoreNode } from "../../web/src/core/load-core-node";
import type { MotionClip } from "../../web/src/sources/motion/motion-clip";
import { printLegBounds } from "./leg-bound";
import { printRow, printSummary, printTitles, type Row } from "./print";
import { printClapping, printSitting } from "./scenes";
import { type AvatarSource, avatars, takes } from "./subjects";
import { threeTrack } from "./three-peer";

function rowsOf(core: Core, clip: MotionClip, avatar: AvatarSource): Row[] {
  const source = performerOf(core, clip);
  const leg = source.body.report.measures.leg[0];
  const { body, soles } = avatar.make(leg);
  const ratio = body.report.measures.leg[0] / leg;
  // Standing soles touch the floor only where the hips' height scales as in the T-pose, not as the legs do.
  const heights = (body.places.get("hips")?.[1] ?? 1) / (source.body.places.get("hips")?.[1] ?? 1);
  const props = clip.bodies.map((_, index) => ({ body: index, type: "chair" as const }));
  const world = coreTrack(core, clip, source, body, { parameters: UNFILTERED }, props);
  const filtered = coreTrack(core, clip, source, body, {}, props);
  const scaledMotion = coreTrack(
    core,
    clip,
    source,
    body,
    { parameters: { ...UNFILTERED, rootMotion: "scaled" } },
    props,
  );
  const common = {
    times: clip.times,
    source: source.track,
    performer: source.body,
    sourceSoles: skeletonSoles(source.body),
    avatar: body,
    soles,
  };
  const methods: readonly (readonly [string, Pick<Case, "target" | "travel" | "isFreeArm">])[] = [
    ["doppel", { target: world.track, travel: 1, isFreeArm: world.isFreeArm }],
    ["doppel scaled", { target: scaledMotion.track, travel: ratio, isFreeArm: scaledMotion.isFreeArm }],
    ["doppel filtered", { target: filtered.track, travel: 1, isFreeArm: filtered.isFreeArm }],
    [
      "three.js",
      {
        target: threeTrack(source.track, source.body, body, clip.times, heights),
        travel: heights,
        isFreeArm: world.isFreeArm,
      },
    ],
    ["copy", { target: copyTrack(source.track, body, heights), travel: 1, isFreeArm: world.isFreeArm }],
  ];
  return methods.map(([method, made]) => ({
    take: clip.name,
    avatar: avatar.name,
    isShortLegged: avatar.isShortLegged,
    method,
    figures: figuresOf({ ...common, ...made }) satisfies Figures,
  }));
}

const core = await loadCoreNode();
const everybody = await avatars(core);
const rows: Row[] = [];
printTitles();
const clips = await takes();
for (const clip of clips)
  for (const avatar of everybody.whole.concat(everybody.legs))
    for (const row of rowsOf(core, clip, avatar)) {
      printRow(row);
      rows.push(row);
    }
printSummary(rows);
printLegBounds(core, clips, everybody.whole.concat(everybody.legs));
printSitting(core, everybody.whole.concat(everybody.legs));
printClapping(core, everybody.whole.concat(everybody.arms));
