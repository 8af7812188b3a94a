// Tests of what is said of a calibration pose: a stick figure whose joints are put by angles, each flaw by itself, at any heading and either side.
// That the limits are the core's is read from its header.
import { readFileSync } from "node:fs";
import { Euler, Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import {
  checkPose,
  MAX_ARM_ERROR,
  MAX_LEAN,
  MIN_STANDING,
  type Places,
  worldPlaces,
} from "../../../web/src/retarget/pose-check";

interface Figure {
  /** Degrees by which the left arm is above level, and before the body. */
  readonly above?: number;
  readonly ahead?: number;
  readonly armsDown?: boolean;
  /** Degrees of the left lower arm from the upper one, forward. */
  readonly elbow?: number;
  readonly lean?: number;
  /** Share of the legs' length that they stand at. */
  readonly standing?: number;
  readonly heading?: number;
  readonly mirrored?: boolean;
}

const RADIAN = Math.PI / 180;
const LEG = 0.9;
const ARM = 0.3;

/** Joints of somebody who looks along +Z, left is +X; then turned by the heading. */
function figure(of: Figure): Places {
  const { above = 0, ahead = 0, armsDown = false, elbow = 0, lean = 0, standing = 1 } = of;
  const places: Record<string, Vector3> = {};
  const trunk = new Vector3(0, 0.5, 0).applyEuler(new Euler(lean * RADIAN, 0, 0));
  for (const [side, sign] of [
    ["left", 1],
    ["right", -1],
  ] as const) {
    const hip = new Vector3(0.1 * sign, 0.1 + LEG * standing, 0);
    places[`${side}UpperLeg`] = hip;
    places[`${side}Foot`] = new Vector3(0.1 * sign, 0.1, 0);
    const shoulder = hip.clone().add(trunk);
    places[`${side}UpperArm`] = shoulder;
    const isLeft = side === "left";
    const level = new Vector3(sign, 0, 0);
    if (armsDown) level.set(0, -1, 0);
    const turned = (degrees: number, extra: number) =>
      level
        .clone()
        .applyQuaternion(
          new Quaternion().setFromEuler(
            armsDown
              ? new Euler(-degrees * RADIAN, 0, extra * RADIAN * sign)
              : new Euler(0, -degrees * RADIAN * sign, extra * RADIAN * sign, "YZX"),
          ),
        )
        .multiplyScalar(ARM);
    const upper = turned(isLeft ? ahead : 0, isLeft ? above : 0);
    const lower = turned(isLeft ? ahead + elbow : 0, isLeft ? above : 0);
    places[`${side}LowerArm`] = shoulder.clone().add(upper);
    places[`${side}Hand`] = shoulder.clone().add(upper).add(lower);
  }
  const heading = new Quaternion().setFromEuler(new Euler(0, (of.heading ?? 0) * RADIAN, 0));
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => {
      const shown = place.clone();
      let bone = name;
      if (of.mirrored) {
        shown.x *= -1;
        bone = name.startsWith("left") ? name.replace("left", "right") : name.replace("right", "left");
      }
      return [bone, shown.applyQuaternion(heading).toArray()];
    }),
  );
}

const said = (pose: "T" | "I", of: Figure) =>
  checkPose(pose, figure(of), LEG)?.map(({ kind, side, amount }) =>
    [kind, side, amount].filter((part) => part !== "").join(" "),
  );

describe.each([0, 90, 200])("facing %i degrees", (heading) => {
  test("a good T-pose and a good I-pose have no flaw; each is none of the other", () => {
    expect(said("T", { heading })).toEqual([]);
    expect(said("I", { heading, armsDown: true })).toEqual([]);
    expect(said("T", { heading, armsDown: true })).toEqual(["arm-low left 90", "arm-low right 90"]);
    expect(said("I", { heading })).toEqual(["arm-out left 90", "arm-out right 90"]);
  });

  test.each([
    [{ above: -25 }, "arm-low left 25"],
    [{ above: 40 }, "arm-high left 40"],
    [{ ahead: 30 }, "arm-forward left 30"],
    [{ ahead: -20 }, "arm-back left 20"],
    [{ lean: 20 }, "leaning 20"],
  ] as const)("T: %j is told as %s", (flaw, text) => {
    expect(said("T", { heading, ...flaw })).toEqual([text]);
    const mirrored = text.replace("left", "right");
    expect(said("T", { heading, ...flaw, mirrored: true })).toEqual([mirrored]);
  });

  test.each([
    [{ above: 25 }, "arm-out left 25"],
    [{ ahead: 30 }, "arm-forward left 30"],
    [{ ahead: -20 }, "arm-back left 20"],
  ] as const)("I: %j is told as %s", (flaw, text) => {
    expect(said("I", { heading, armsDown: true, ...flaw })).toEqual([text]);
  });
});

test("bent knees are told as a share of the leg, bent elbows where the hand is in place all the same", () => {
  expect(said("T", { standing: 0.9 })).toEqual(["knee-bent left 90", "knee-bent right 90"]);
  const bent = { ...figure({}), leftLowerArm: [0.35, 1.5, -0.1] as const };
  const elbow = checkPose("T", bent, LEG);
  expect(elbow?.map(({ kind, side }) => [kind, side])).toEqual([["elbow-bent", "left"]]);
});

test("what the core would refuse is marked and comes first; its limits are those of the core", () => {
  const header = readFileSync("wasm/src/solve/body_calibration.hpp", "utf8");
  const limit = (name: string) => Number(new RegExp(`${name} = ([\\d.]+)`).exec(header)?.[1]);
  expect([limit("kMaxLean"), limit("kMaxArmError"), limit("kMinStanding")]).toEqual([
    MAX_LEAN,
    MAX_ARM_ERROR,
    MIN_STANDING,
  ]);
  const flaws = checkPose("T", figure({ above: -40, lean: 20 }), LEG);
  expect(flaws?.map(({ kind, isRefused }) => [kind, isRefused])).toEqual([
    ["arm-low", true],
    ["leaning", false],
  ]);
  expect(checkPose("T", figure({ standing: 0.93 }), LEG)?.[0]?.isRefused).toBe(true);
});

test("who lacks an arm or a leg can not be judged", () => {
  const { leftHand: _, ...rest } = figure({});
  expect(checkPose("T", rest, LEG)).toBeNull();
});

test("places in the world follow from local rows, turn by turn", () => {
  const turn = new Quaternion().setFromEuler(new Euler(0.3, -0.8, 0.4));
  const row = new Float32Array(3 + 21);
  row.set([1, 2, 3, ...turn.toArray()], 3);
  row.set([0, 1, 0, ...turn.toArray()], 10);
  row.set([0.5, 0, 0, 0, 0, 0, 1], 17);
  const { hips, spine, head } = worldPlaces([-1, 0, 1], { hips: 0, spine: 1, head: 2 }, row, 3);
  const wanted = new Vector3(1, 2, 3).add(new Vector3(0, 1, 0).applyQuaternion(turn));
  expect(hips).toEqual([1, 2, 3]);
  expect(new Vector3(...(spine ?? [])).distanceTo(wanted)).toBeLessThan(1e-6);
  wanted.add(new Vector3(0.5, 0, 0).applyQuaternion(turn.clone().multiply(turn)));
  expect(new Vector3(...(head ?? [])).distanceTo(wanted)).toBeLessThan(1e-6);
});
