// How a spring of VRM behaves in a step that is not a sixtieth of a second long, and at another size of the avatar.
// The spring itself is three-vrm's; this only gives it the numbers of one step.

/** Steps a second that the numbers in VRM files are made for: their drag is a share of each step, whatever its length. */
export const REFERENCE_RATE = 60;
/** Steps of one frame at most. */
export const MOST_STEPS = 6;

/** What the file says, in the units of VRM. */
export interface SpringNumbers {
  /** Metres. */
  readonly hitRadius: number;
  /** Metres a second that the rest pose pulls in one reference step. */
  readonly stiffness: number;
  readonly gravityPower: number;
  /** Share of the movement that is lost in one reference step, 0..1. */
  readonly dragForce: number;
}

/** As few steps of the same length as make none longer than the reference; 0 for no time at all. */
export function stepCount(seconds: number): number {
  if (!(seconds > 0)) return 0;
  return Math.min(MOST_STEPS, Math.ceil(seconds * REFERENCE_RATE - 1e-6));
}

/**
 * Writes what makes one step of three-vrm, which knows no rate, come out as the reference would after the same time. A step of the
 * reference keeps the share 1 - drag of the movement and adds a constant a; after r steps that is (1 - drag)^r of it and the sum
 * a (1 - (1 - drag)^r) / drag. At r = 1 the numbers are the file's own.
 * @param before length of the step before, seconds: the movement is known as a way, not as a speed
 * @param scale of the avatar against its file: all lengths and forces grow with it
 */
export function writeStep(
  numbers: SpringNumbers,
  seconds: number,
  before: number,
  scale: number,
  out: { hitRadius: number; stiffness: number; gravityPower: number; dragForce: number },
): void {
  const steps = seconds * REFERENCE_RATE;
  const drag = Math.min(Math.max(numbers.dragForce, 0), 1);
  const kept = (1 - drag) ** steps;
  const added = (drag > 0 ? (1 - kept) / drag : steps) * scale;
  out.dragForce = 1 - (seconds / before) * kept;
  out.stiffness = numbers.stiffness * added;
  out.gravityPower = numbers.gravityPower * added;
  out.hitRadius = numbers.hitRadius * scale;
}
