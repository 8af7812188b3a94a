// The core's report on a skeleton, in the page's words: joints by name instead of by number.
// It judges nothing.
import type { BodyReport } from "../core/body-documents";
import type { BodyRig } from "../state/body-rig";

export function rigOf(report: BodyReport, joints: readonly { readonly name: string }[]): BodyRig {
  const nameOf = (joint: number) => joints[joint]?.name ?? "";
  const mean = ([left, right]: readonly [number, number]) => (left + right) / 2;
  const { rest, measures } = report;
  return {
    complete: report.complete,
    humanoid: Object.fromEntries(
      Object.entries(report.humanoid).map(([bone, joint]) => [bone, nameOf(joint)]),
    ),
    joints: joints.map(({ name }) => name),
    findings: report.findings,
    spineJoints: report.spine.length,
    neckJoints: report.neck.length,
    rollJoints: report.rolls.length,
    rest: rest.kind,
    armDegrees: rest.armDegrees,
    height: measures.height,
    legLength: mean(measures.leg),
    armLength: mean(measures.arm),
    ankleHeight: measures.ankleHeight,
  };
}
