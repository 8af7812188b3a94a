// How far a camera stands from a box so that all of it is in the picture.
// It knows no camera; the rig places one.
import { Box3, MathUtils, Vector3 } from "three";

/** Vertical angle of view, degrees: a portrait lens, which keeps faces from bulging. */
export const FIELD_OF_VIEW_DEGREES = 24;
/** Room around the framed box, as a factor of its size. */
export const FRAME_MARGIN = 1.2;
/** Box that is framed while nothing is loaded, metres. */
const EMPTY_BOX = new Box3(new Vector3(-0.12, 1.4, -0.12), new Vector3(0.12, 1.7, 0.12));

/** A box as the camera needs it: worked out once, so that a frame only reads it. Metres. */
export interface Framed {
  readonly centre: Vector3;
  readonly size: Vector3;
}

export function framed(box: Box3 | null): Framed {
  const shown = box === null || box.isEmpty() ? EMPTY_BOX : box;
  return { centre: shown.getCenter(new Vector3()), size: shown.getSize(new Vector3()) };
}

/** How far the camera stands so that the whole box is in a picture of this aspect (width over height). */
export function framingDistance({ size }: Framed, aspect: number): number {
  const halfAngle = MathUtils.degToRad(FIELD_OF_VIEW_DEGREES / 2);
  const vertical = size.y / 2 / Math.tan(halfAngle);
  const horizontal = size.x / 2 / (Math.tan(halfAngle) * aspect);
  return Math.max(vertical, horizontal) * FRAME_MARGIN + size.z / 2;
}
