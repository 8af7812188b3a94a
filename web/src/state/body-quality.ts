// The quality meters as the panel shows them: which meters make a line, in which unit, and from where on they are good or weak.
// The bounds are those that the benchmark holds every avatar to; what they say is a hint and corrects nothing.
import type { BodyMeterName } from "../tables/body-meters";

export interface QualityLine {
  readonly name:
    | "footSlide"
    | "penetration"
    | "floating"
    | "handError"
    | "limbStretch"
    | "kneeJump"
    | "elbowJump"
    | "pelvisDrop";
  /** Left and right, or one for the whole body. */
  readonly meters: readonly [BodyMeterName] | readonly [BodyMeterName, BodyMeterName];
  readonly unit: string;
  readonly digits: number;
  /** Up to here it is good, beyond `weak` weak; in `unit`. */
  readonly good: number;
  readonly weak: number;
  /** Where a bar is full. */
  readonly full: number;
}

export const qualityLines: readonly QualityLine[] = [
  {
    name: "footSlide",
    meters: ["leftFootSlide", "rightFootSlide"],
    unit: "cm/s",
    digits: 1,
    good: 1,
    weak: 2,
    full: 10,
  },
  {
    name: "penetration",
    meters: ["leftPenetration", "rightPenetration"],
    unit: "mm",
    digits: 1,
    good: 3,
    weak: 5,
    full: 20,
  },
  {
    name: "floating",
    meters: ["leftFloating", "rightFloating"],
    unit: "mm",
    digits: 1,
    good: 3,
    weak: 10,
    full: 30,
  },
  {
    name: "handError",
    meters: ["leftHandError", "rightHandError"],
    unit: "mm",
    digits: 1,
    good: 10,
    weak: 40,
    full: 100,
  },
  { name: "limbStretch", meters: ["limbStretch"], unit: "%", digits: 3, good: 0.01, weak: 0.1, full: 0.5 },
  { name: "kneeJump", meters: ["kneeJump"], unit: "°", digits: 1, good: 10, weak: 30, full: 45 },
  { name: "elbowJump", meters: ["elbowJump"], unit: "°", digits: 1, good: 10, weak: 30, full: 45 },
  { name: "pelvisDrop", meters: ["pelvisDrop"], unit: "mm", digits: 0, good: 20, weak: 80, full: 150 },
];

export type Quality = "good" | "fair" | "weak";

export function qualityOf({ good, weak }: Pick<QualityLine, "good" | "weak">, value: number): Quality {
  return value <= good ? "good" : value > weak ? "weak" : "fair";
}
