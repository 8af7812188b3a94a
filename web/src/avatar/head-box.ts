// Finds the part of an avatar that the camera should frame: its head.
// It moves no camera; where nothing tells a head from a body it answers with the whole.
import { Box3, type Mesh, type Object3D, Vector3 } from "three";

/** What lies below the head joint and still belongs in the picture, as a share of the height above the joint: chin and neck. */
export const NECK_SHARE = 0.3;
/** Least height of the framed box, metres, so that a degenerate file does not put the camera inside itself. */
export const MIN_HEIGHT = 0.02;
/** How far beside the head's middle vertices still count, as a share of its height: ears and hair, not hands or long tails of hair. */
export const SIDE_SHARE = 0.5;
/** What may rise above the face that moves, as a share of its height above the head joint: hair, not ears of a beast or feelers. */
export const CROWN_SHARE = 0.35;
/** Vertices looked at per mesh; more tell nothing new about a box. */
export const MAX_SAMPLES = 8192;

export interface HeadHints {
  readonly head: Object3D | undefined;
  /** Meshes with driven morph targets. */
  readonly morphing: readonly Mesh[];
}

/** Rest pose, in the space of `root`'s parent. */
export function headBox(root: Object3D, hints: HeadHints): Box3 {
  root.updateMatrixWorld(true);
  const points = samplePoints(root);
  const whole = new Box3().setFromArray(points);
  if (whole.isEmpty()) return whole;
  const centre = whole.getCenter(new Vector3());
  let bottom = whole.min.y;
  let top = whole.max.y;
  const face = new Box3();
  for (const mesh of hints.morphing) face.union(new Box3().setFromArray(samplePoints(mesh)));
  if (hints.head !== undefined) {
    hints.head.getWorldPosition(centre);
    if (face.max.y > centre.y) top = Math.min(top, face.max.y + (face.max.y - centre.y) * CROWN_SHARE);
    bottom = centre.y - (top - centre.y) * NECK_SHARE;
  } else if (!face.isEmpty()) {
    bottom = face.min.y;
    top = face.max.y;
    face.getCenter(centre);
  }
  top = Math.max(top, bottom + MIN_HEIGHT);
  const reach = (top - bottom) * SIDE_SHARE;
  const box = new Box3(new Vector3(centre.x, bottom, centre.z), new Vector3(centre.x, top, centre.z));
  const point = new Vector3();
  const middle = hints.head === undefined ? bottom : centre.y;
  for (let at = 0; at < points.length; at += 3) {
    point.fromArray(points, at);
    // Shoulders and raised arms lie beside the neck; only what is beside the head itself widens the picture.
    if (point.y < middle || point.y > top) continue;
    if (Math.abs(point.x - centre.x) > reach || Math.abs(point.z - centre.z) > reach) continue;
    box.expandByPoint(point);
  }
  return box;
}

function samplePoints(root: Object3D): number[] {
  const points: number[] = [];
  const point = new Vector3();
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh) return;
    const count = mesh.geometry.getAttribute("position")?.count ?? 0;
    const stride = Math.max(1, Math.ceil(count / MAX_SAMPLES));
    for (let index = 0; index < count; index += stride) {
      mesh.getVertexPosition(index, point).applyMatrix4(mesh.matrixWorld);
      if (Number.isFinite(point.x + point.y + point.z)) points.push(point.x, point.y, point.z);
    }
  });
  return points;
}
