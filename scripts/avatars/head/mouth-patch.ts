// The skin of lips and mouth, left half: rows from the back of the mouth over the lips to the border of the patch.
// Teeth, gums and tongue are parts of their own (mouth-parts.ts).
import type { Field } from "../math/fields";
import { bell, mix, smoothstep } from "../math/vec";
import type { Vec3 } from "../model";
import { faceDepth } from "./eye-patch";
import type { MouthMeasures } from "./measures";
import type { SkinVertex } from "./vertex";

/** Columns of the half, from the middle of the lower lip over the corner to the middle of the upper lip. */
export const MOUTH_COLUMNS = 25;
/** Rows inside the mouth, then the line of contact. */
export const CONTACT_ROW = 5;
/** Where the rows lie on the lip: 0 at the contact, 1 at the lip's border. */
const LIP = [0, 0.1, 0.26, 0.48, 0.74, 1];
export const BORDER_ROW = CONTACT_ROW + LIP.length - 1;
/** Between the lip's border (0) and the patch's border (1). */
const SKIN = [0.12, 0.3, 0.5, 0.72, 1];
export const MOUTH_ROWS = BORDER_ROW + SKIN.length + 1;

/** How far each row of the lip stands out, share of the lip's fullness. */
const UPPER_PROFILE = [-0.35, 0.42, 0.86, 1, 0.72, 0.3];
const LOWER_PROFILE = [-0.3, 0.5, 0.94, 1, 0.62, 0.12];

/** Half height of the slit at rest: the lips touch but for this. */
const REST_GAP = 0.00005;

/** Height of the line between the lips. `x`: 0 in the middle, 1 at the corner. */
export function mouthLine(mouth: MouthMeasures, x: number): number {
  return mouth.y + mouth.smile * x * x - 0.0006 * bell(x, 0.22) + 0.0006 * bell(x - 0.45, 0.22);
}

/** Height of a lip. */
function lipHeight(mouth: MouthMeasures, x: number, isUpper: boolean): number {
  const rest = Math.max(0, 1 - x * x);
  if (!isUpper) return mouth.lower * rest ** 0.5 * (1 - 0.06 * bell(x, 0.12));
  // The two peaks of the bow and the dip between them.
  return mouth.upper * rest ** 0.7 * (1 + 0.1 * bell(x - 0.17, 0.1) - 0.13 * bell(x, 0.09));
}

export interface MouthPlace {
  /** 0 in the middle, 1 at the corner. */
  readonly x: number;
  readonly isUpper: boolean;
}

export const mouthPlaceOf = (angle: number): MouthPlace => ({
  x: Math.cos(angle) ** 0.9,
  isUpper: angle > 0,
});

/** Rows of `MOUTH_COLUMNS` vertices each, from inside outwards. Angle -pi/2 (below) to pi/2 (above). */
export function mouthPatch(mouth: MouthMeasures, face: Field): SkinVertex[][] {
  const rows: SkinVertex[][] = Array.from({ length: MOUTH_ROWS }, () => []);
  for (let column = 0; column < MOUTH_COLUMNS; ++column) {
    const angle = -Math.PI / 2 + (Math.PI * column) / (MOUTH_COLUMNS - 1);
    const isMiddle = column === 0 || column === MOUTH_COLUMNS - 1;
    const { x: along, isUpper } = mouthPlaceOf(
      isMiddle ? Math.PI / 2 : Math.abs(angle) * Math.sign(angle || 1),
    );
    const upper = isMiddle ? column > 0 : isUpper;
    const x = isMiddle ? 0 : along;
    const sign = angle === 0 ? 0 : upper ? 1 : -1;
    const vertical = Math.abs(Math.sin(angle));
    const lip = lipHeight(mouth, x, upper);
    const line = mouthLine(mouth, x);
    const fade = smoothstep(1.02, 0.55, x);
    const sideways = (1 - vertical) ** 1.5 * 0.0016;
    const fullness = (upper ? mouth.upperFullness : mouth.lowerFullness) * mix(0.25, 1, fade);
    const profile = upper ? UPPER_PROFILE : LOWER_PROFILE;
    const put = (row: number, place: Vec3, out: number) =>
      rows[row]?.push({
        place: isMiddle ? [0, place[1], place[2]] : place,
        patch: "mouth",
        row,
        angle,
        out,
        side: isMiddle ? 0 : 1,
      });
    const depth = (px: number, py: number) => faceDepth(face, px, py);
    const corner = mouth.bow * smoothstep(0.6, 1, x);
    LIP.forEach((share, index) => {
      const px = x * mouth.halfWidth + sideways * share;
      const py = line + sign * (REST_GAP + lip * share);
      put(CONTACT_ROW + index, [px, py, depth(px, py) + fullness * (profile[index] as number) - corner], 0);
    });
    const rim = rows[BORDER_ROW]?.at(-1)?.place as Vec3;
    const contact = rows[CONTACT_ROW]?.at(-1)?.place as Vec3;
    const end: readonly [number, number] = [
      Math.cos(angle) * (mouth.halfWidth + mouth.patch.side),
      mouth.y + Math.sin(angle) * (upper ? mouth.patch.up : mouth.patch.down),
    ];
    const rimOffset = rim[2] - depth(rim[0], rim[1]);
    SKIN.forEach((out, index) => {
      const [px, py] = [mix(rim[0], end[0], out), mix(rim[1], end[1], out)];
      // Under the lower lip the skin goes in before the chin; beside the mouth lies the soft end of the smile's fold.
      const hollow = upper ? 0 : -0.0016 * bell(out - 0.3, 0.25) * fade;
      const philtrum = upper ? -0.0009 * bell(x * mouth.halfWidth, 0.0028) * bell(out - 0.45, 0.3) : 0;
      put(
        BORDER_ROW + 1 + index,
        [px, py, depth(px, py) + rimOffset * (1 - smoothstep(0, 0.8, out)) + hollow + philtrum],
        out,
      );
    });
    // Inside: the lip's own back, then around the gums, then the throat.
    const up = (height: number) => contact[1] + sign * height * mix(0.35, 1, vertical);
    put(4, [contact[0] * 0.985, contact[1] + sign * 0.0004, contact[2] - 0.0028], 0);
    put(3, [contact[0] * 0.96, up(0.0035), contact[2] - 0.0055], 0);
    put(2, [contact[0] * 0.98, up(mouth.cavity), contact[2] - 0.0098], 0);
    put(1, [contact[0] * 0.95, up(mouth.cavity + 0.002), contact[2] - 0.026], 0);
    put(0, [contact[0] * 0.4, up(0.006), contact[2] - 0.046], 0);
  }
  return rows;
}
