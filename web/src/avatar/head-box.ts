// Finds the part of an avatar that the camera should frame: its head.
// It moves no camera; where nothing tells a head from a body it answers with the whole.
import { Box3, type Mesh, type Object3D, Vector3 } from "three";

/** What lies below the head joint and still belongs in the picture, as a share of the height above the joint: chin and neck. */
export const NECK_SHARE = 0.32;
/** Least height of the framed box, metres, so that a degenerate file does not put the camera inside itself. */
export const MIN_HEIGHT = 0.02;
/** Depth and width of the framed box at most this many times its height: arms and hair do not count. */
export const MAX_WIDTH_SHARE = 1.05;

export interface HeadHints {
  readonly head: Object3D | undefined;
  /** Meshes with driven morph targets. */
  readonly morphing: readonly Mesh[];
}

export function headBox(root: Object3D, hints: HeadHints): Box3 {
  root.updateMatrixWorld(true);
  const whole = new Box3().setFromObject(root, true);
  const centre = whole.getCenter(new Vector3());
  let bottom = whole.min.y;
  let top = whole.max.y;
  if (hints.head !== undefined) {
    hints.head.getWorldPosition(centre);
    bottom = centre.y - (top - centre.y) * NECK_SHARE;
  } else if (hints.morphing.length > 0) {
    const face = new Box3();
    for (const mesh of hints.morphing) face.expandByObject(mesh, true);
    bottom = Math.max(bottom, face.min.y);
    top = Math.min(top, face.max.y);
    face.getCenter(centre);
  }
  const height = Math.max(top - bottom, MIN_HEIGHT);
  const half = Math.min((whole.max.x - whole.min.x) / 2, (height * MAX_WIDTH_SHARE) / 2);
  return new Box3(
    new Vector3(centre.x - half, bottom, centre.z - half),
    new Vector3(centre.x + half, bottom + height, centre.z + half),
  );
}
