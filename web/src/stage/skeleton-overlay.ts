// Stick figures over the picture: bones as lines, joints and markers as dots, one set of geometry shown in several scenes.
// It is handed joints in the world and knows no recording; it lights nothing and is framed by nobody.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  type Object3D,
  Points,
  PointsMaterial,
} from "three";

/** sRGB; lines of the first figure are the design token `--calibrated`'s neighbour, dots are lighter. */
export const BONE_COLOUR = 0x63d2ff;
export const JOINT_COLOUR = 0xe8f8ff;
export const MARKER_COLOUR = 0xffc861;
/** CSS pixels. */
const JOINT_SIZE = 5;
const MARKER_SIZE = 4;
/** Drawn after everything else, and over it: a figure stands inside its avatar. */
const OVER_ALL = 1000;

/** Bones of one figure. */
export interface FigureShape {
  /** Index of each bone's parent, -1 for a root. */
  readonly parents: ArrayLike<number>;
}

function dynamic(count: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(3 * count), 3);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

function geometryOf(attribute: BufferAttribute): BufferGeometry {
  return new BufferGeometry().setAttribute("position", attribute);
}

export class SkeletonOverlay {
  private readonly lines: BufferAttribute;
  private readonly joints: BufferAttribute;
  private readonly markers: BufferAttribute;
  private readonly geometries: readonly [BufferGeometry, BufferGeometry, BufferGeometry];
  private readonly materials: readonly [LineBasicMaterial, PointsMaterial, PointsMaterial];

  /** @param markerCount most markers that are shown at once */
  constructor(
    private readonly figures: readonly FigureShape[],
    markerCount: number,
  ) {
    const bones = figures.reduce((sum, { parents }) => sum + parents.length, 0);
    const roots = figures.reduce(
      (sum, { parents }) => sum + Array.from(parents).filter((parent) => parent < 0).length,
      0,
    );
    this.lines = dynamic(2 * (bones - roots));
    this.joints = dynamic(bones);
    this.markers = dynamic(markerCount);
    this.geometries = [geometryOf(this.lines), geometryOf(this.joints), geometryOf(this.markers)];
    const over = { depthTest: false, depthWrite: false, transparent: true, toneMapped: false };
    const dots = { ...over, sizeAttenuation: false };
    this.materials = [
      new LineBasicMaterial({ ...over, color: BONE_COLOUR }),
      new PointsMaterial({ ...dots, color: JOINT_COLOUR, size: JOINT_SIZE }),
      new PointsMaterial({ ...dots, color: MARKER_COLOUR, size: MARKER_SIZE }),
    ];
  }

  /** An object that shows the figures; one for each scene. It moves with the others. */
  createObject(): Object3D {
    const group = new Group();
    group.name = "skeleton";
    const [lines, joints, markers] = this.geometries;
    const [lineMaterial, jointMaterial, markerMaterial] = this.materials;
    group.add(
      new LineSegments(lines, lineMaterial),
      new Points(joints, jointMaterial),
      new Points(markers, markerMaterial),
    );
    for (const child of group.children) {
      // The geometry moves every frame: its bounds would always be late.
      child.frustumCulled = false;
      child.renderOrder = OVER_ALL;
    }
    return group;
  }

  /**
   * Moves the figures. Allocates nothing.
   * @param positions for each figure bones x 3, metres, world
   * @param shift is added to every place: x and z, metres
   */
  setJoints(positions: readonly ArrayLike<number>[], shiftX: number, shiftZ: number): void {
    const lines = this.lines.array;
    const joints = this.joints.array;
    let line = 0;
    let joint = 0;
    for (let index = 0; index < this.figures.length; ++index) {
      const parents = this.figures[index]?.parents ?? [];
      const places = positions[index] ?? [];
      for (let bone = 0; bone < parents.length; ++bone) {
        joint = write(joints, joint, places, bone, shiftX, shiftZ);
        const parent = parents[bone] ?? -1;
        if (parent < 0) continue;
        line = write(lines, line, places, parent, shiftX, shiftZ);
        line = write(lines, line, places, bone, shiftX, shiftZ);
      }
    }
    this.lines.needsUpdate = true;
    this.joints.needsUpdate = true;
  }

  /** Begins a frame's markers; those that are not added are not shown. */
  clearMarkers(): void {
    this.geometries[2].setDrawRange(0, 0);
  }

  /** @param index into `positions`, in places of three numbers */
  addMarker(positions: ArrayLike<number>, index: number, shiftX: number, shiftZ: number): void {
    const { count } = this.geometries[2].drawRange;
    write(this.markers.array, 3 * count, positions, index, shiftX, shiftZ);
    this.geometries[2].setDrawRange(0, count + 1);
    this.markers.needsUpdate = true;
  }

  dispose(): void {
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of this.materials as readonly Material[]) material.dispose();
  }
}

function write(
  target: { [index: number]: number },
  at: number,
  places: ArrayLike<number>,
  index: number,
  shiftX: number,
  shiftZ: number,
): number {
  target[at] = (places[3 * index] ?? 0) + shiftX;
  target[at + 1] = places[3 * index + 1] ?? 0;
  target[at + 2] = (places[3 * index + 2] ?? 0) + shiftZ;
  return at + 3;
}
