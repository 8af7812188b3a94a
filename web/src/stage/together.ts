// The scene in which all avatars stand together, on a floor with a grid that goes along with their world.
// It draws nothing by itself and knows no avatars; the open one's objects are guests in it while it is shown.
import {
  BufferGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  Scene,
} from "three";
import { Lights } from "./lights";
import { PropFigures } from "./prop-figures";

/** Side of the grid, and of one of its cells, metres. */
const GRID = 40;
const CELL = 1;
/** Colours of the grid's middle lines and of the others, sRGB. */
const MIDDLE_COLOUR = 0x4a525d;
const LINE_COLOUR = 0x333942;

export class Together {
  readonly scene = new Scene();
  readonly lights = new Lights(this.scene);
  private readonly grid = gridOf(GRID / CELL, LINE_COLOUR);
  private readonly middle = gridOf(2, MIDDLE_COLOUR);
  readonly props = new PropFigures();
  private readonly residents = new Set<Object3D>();
  private readonly guests = new Set<Object3D>();
  /** Where the guests belong. */
  private home: Scene | null = null;

  constructor() {
    for (const lines of [this.grid, this.middle]) {
      lines.renderOrder = -1;
      this.scene.add(lines);
    }
    // No light is fitted to them: they are lit as the avatars are.
    this.scene.add(this.props.root);
  }

  get isShown(): boolean {
    return this.home !== null;
  }

  setFloorShown(on: boolean): void {
    this.grid.visible = this.middle.visible = on;
  }

  add(object: Object3D): void {
    this.residents.add(object);
    this.scene.add(object);
    this.light();
  }

  remove(object: Object3D): void {
    this.residents.delete(object);
    if (object.parent === this.scene) object.removeFromParent();
    this.light();
  }

  /** Takes what stands in `home` besides its first `kept` children, until `leave`. */
  enter(home: Scene, kept: number): void {
    this.home = home;
    for (const object of home.children.slice(kept)) this.invite(object);
  }

  /** One more of those that belong elsewhere. */
  invite(object: Object3D): void {
    this.guests.add(object);
    this.scene.add(object);
    this.light();
  }

  leave(): void {
    const { home } = this;
    this.home = null;
    for (const object of this.guests) if (object.parent === this.scene) home?.add(object);
    this.guests.clear();
  }

  /** What lies at the origin of the performers' world is seen at `x` and `z`, metres. The lines repeat, so that they never end. */
  setFloor(x: number, z: number): void {
    this.grid.position.set(x - CELL * Math.round(x / CELL), 0, z - CELL * Math.round(z / CELL));
    this.middle.position.set(x, 0, z);
  }

  dispose(): void {
    for (const { geometry, material } of [this.grid, this.middle]) {
      geometry.dispose();
      material.dispose();
    }
    this.props.dispose();
  }

  private light(): void {
    this.lights.fitAll([...this.residents, ...this.guests]);
  }
}

/**
 * A square of lines about the origin. Each cell's side is a line of its own: drawing in software loses lines that reach behind the camera.
 * @param count of cells along a side
 */
function gridOf(count: number, color: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const points: number[] = [];
  const half = (count * CELL) / 2;
  for (let line = 0; line <= count; ++line) {
    const at = line * CELL - half;
    for (let cell = 0; cell < count; ++cell) {
      const from = cell * CELL - half;
      points.push(at, 0, from, at, 0, from + CELL, from, 0, at, from + CELL, 0, at);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color, depthWrite: false }));
}
