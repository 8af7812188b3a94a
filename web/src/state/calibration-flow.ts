// The calibration of people on the stage, as the page shows it: which pose, when it is taken, what each one has to change, what came of it.
// Plain data; what is found and kept is the commands'.
import { type Signal, signal } from "@preact/signals";

export type FlowPhase = "closed" | "choosing" | "counting" | "taking" | "done";
export const flowPoses = ["T", "I"] as const;
export type FlowPose = (typeof flowPoses)[number];
/** Seconds to walk to one's place. */
export const flowSeconds: readonly number[] = [3, 5, 10];
export type FlowScope = "open" | "all";

/** What one has to change; see retarget/pose-check.ts. */
export interface FlowFlaw {
  readonly kind: string;
  readonly side: "left" | "right" | "";
  readonly amount: number;
  readonly isRefused: boolean;
}

/** How somebody stands now. */
export interface FlowCheck {
  readonly key: number;
  readonly avatar: string;
  /** "" for nobody. */
  readonly performer: string;
  /** Name of the avatar whose pose it copies; "" for none. */
  readonly leader: string;
  /** The worst first; null where it can not be told. */
  readonly flaws: readonly FlowFlaw[] | null;
}

export interface FlowResult {
  readonly key: number;
  readonly avatar: string;
  readonly performer: string;
  /** Name of the avatar whose pose it copies, and that is calibrated in its place; "" for none. */
  readonly leader: string;
  /** Why the pose was not taken; null where it was. */
  readonly fault: string | null;
  readonly flaws: readonly FlowFlaw[] | null;
  /** What was set besides: avatarScale, and the head's offsets in degrees; null where that was not asked for, or can not be told. */
  readonly scale: number | null;
  readonly head: readonly [number, number, number] | null;
}

export function createCalibrationFlowState() {
  const phase: Signal<FlowPhase> = signal("closed");
  return {
    phase,
    pose: signal<FlowPose>("T"),
    seconds: signal(5),
    scope: signal<FlowScope>("all"),
    /** Scale by the heights of the necks and the head forward, after the pose. */
    auto: signal(true),
    /** A tone each second: the performer may stand far from the screen. */
    sound: signal(true),
    /** Seconds that are left. */
    left: signal(0),
    checks: signal<readonly FlowCheck[]>([]),
    results: signal<readonly FlowResult[]>([]),
    /** Entries of the history that it made; 0 once they are undone. */
    entries: signal(0),
  };
}

export type CalibrationFlowState = ReturnType<typeof createCalibrationFlowState>;
