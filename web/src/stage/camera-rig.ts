// The one camera that all views share, and how the user turns it.
// It does not know what it looks at: it is handed boxes to frame.
import { Box3, type Camera, MathUtils, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { FIELD_OF_VIEW_DEGREES, type Framed, framed, framingDistance } from "./framing";

/** Nearest and farthest approach, as factors of the framing distance. */
export const MIN_DISTANCE_FACTOR = 0.25;
export const MAX_DISTANCE_FACTOR = 8;
/** Near and far planes, as factors of the framing distance. */
export const NEAR_FACTOR = 0.02;
export const FAR_FACTOR = 60;
/** Turn and zoom of one key press. */
export const KEY_TURN_DEGREES = 6;
export const KEY_ZOOM_FACTOR = 1.1;
/** Where the camera stands and what it looks at, metres. */
export interface CameraPlace {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export class CameraRig {
  /** Stays there whatever is framed, until the user turns it. */
  private held: CameraPlace | null = null;
  private readonly movedListeners: (() => void)[] = [];
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  /** Stands before another box as `perspective` stands before its own. */
  private readonly other = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private box: Framed = framed(null);
  /** Aspect of the picture that boxes are framed for. */
  private aspect = 1;
  /** How far above the horizontal the camera looks down from, radians. */
  private elevation = 0;
  private readonly offset = new Vector3();

  constructor(private readonly element: HTMLElement) {
    this.controls = new OrbitControls(this.perspective, element);
    this.controls.enableDamping = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomSpeed = 0.8;
    element.addEventListener("dblclick", this.resetByHand);
    this.controls.addEventListener("start", () => {
      this.held = null;
    });
    this.controls.addEventListener("end", this.tellMoved);
    this.reset();
  }

  /** Calls back when the user has moved it. */
  onMoved(listener: () => void): void {
    this.movedListeners.push(listener);
  }

  get place(): CameraPlace {
    return { position: this.perspective.position.toArray(), target: this.controls.target.toArray() };
  }

  /** Null while it shows what is framed. */
  get ownPlace(): CameraPlace | null {
    return this.held ?? (this.isAtFrame() ? null : this.place);
  }

  /** Stands there from now on, whatever is framed, until the user moves it; null: frames again. */
  hold(place: CameraPlace | null): void {
    if (place === null && this.held === null) return;
    this.held = place;
    this.reset();
  }

  /** Frames again. */
  readonly resetByHand = (): void => {
    this.held = null;
    this.reset();
    this.tellMoved();
  };

  /** The camera for a picture of this aspect, which may be another than the one that is framed for: faces keep their size then. */
  shot(aspect: number): Camera {
    if (this.perspective.aspect !== aspect) {
      this.perspective.aspect = aspect;
      this.perspective.updateProjectionMatrix();
    }
    return this.perspective;
  }

  /** The same view of another box: turned alike, and as near or far in proportion. The same object is handed out each time. */
  shotOf(box: Framed, aspect: number): Camera {
    const ownDistance = framingDistance(this.box, this.aspect);
    const distance = framingDistance(box, aspect);
    const scale = distance / ownDistance;
    const { other } = this;
    this.offset.subVectors(this.perspective.position, this.box.centre).multiplyScalar(scale);
    other.position.copy(box.centre).add(this.offset);
    other.quaternion.copy(this.perspective.quaternion);
    other.near = distance * NEAR_FACTOR;
    other.far = distance * FAR_FACTOR;
    other.aspect = aspect;
    other.updateProjectionMatrix();
    return other;
  }

  /** What it frames. */
  get framedBox(): Framed {
    return this.box;
  }

  /** World position, for tests. */
  get position(): Vector3 {
    return this.perspective.position;
  }

  /** Aspect of the picture in which a reset shows the whole box. */
  setAspect(aspect: number): void {
    const untouched = this.isAtFrame();
    this.aspect = aspect;
    if (untouched) this.reset();
  }

  /**
   * Looks at the box from the front (+Z) and remembers it for `reset`.
   * @param elevation above the horizontal, degrees
   */
  frame(box: Box3 | null, elevation = 0): void {
    this.box = framed(box);
    this.elevation = MathUtils.degToRad(elevation);
    this.reset();
  }

  /** The same for a box by its corners, metres. */
  frameBetween(low: ArrayLike<number>, high: ArrayLike<number>, elevation = 0): void {
    const corner = (values: ArrayLike<number>) => new Vector3(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0);
    this.frame(new Box3(corner(low), corner(high)), elevation);
  }

  readonly reset = (): void => {
    const distance = framingDistance(this.box, this.aspect);
    this.controls.target.copy(this.box.centre);
    this.perspective.position.copy(this.controls.target);
    this.perspective.position.y += distance * Math.sin(this.elevation);
    this.perspective.position.z += distance * Math.cos(this.elevation);
    this.perspective.near = distance * NEAR_FACTOR;
    this.perspective.far = distance * FAR_FACTOR;
    this.perspective.updateProjectionMatrix();
    this.controls.minDistance = distance * MIN_DISTANCE_FACTOR;
    this.controls.maxDistance = distance * MAX_DISTANCE_FACTOR;
    if (this.held !== null) this.stand(this.held);
    this.controls.update();
  };

  update(dt: number): void {
    this.controls.update(dt);
  }

  dispose(): void {
    this.element.removeEventListener("dblclick", this.resetByHand);
    this.controls.dispose();
  }

  private stand({ position, target }: CameraPlace): void {
    this.perspective.position.fromArray(position);
    this.controls.target.fromArray(target);
    const distance = this.perspective.position.distanceTo(this.controls.target);
    // What is framed may be nearer or farther than that.
    this.perspective.near = Math.min(this.perspective.near, distance * NEAR_FACTOR);
    this.perspective.far = Math.max(this.perspective.far, distance * FAR_FACTOR);
    this.controls.minDistance = Math.min(this.controls.minDistance, distance);
    this.controls.maxDistance = Math.max(this.controls.maxDistance, distance);
    this.perspective.updateProjectionMatrix();
  }

  private readonly tellMoved = (): void => {
    for (const listener of this.movedListeners) listener();
  };

  private isAtFrame(): boolean {
    const distance = framingDistance(this.box, this.aspect);
    this.offset.subVectors(this.perspective.position, this.controls.target);
    const tolerance = distance * 0.01;
    return (
      Math.abs(this.offset.x) < tolerance &&
      Math.abs(this.offset.y - distance * Math.sin(this.elevation)) < tolerance &&
      Math.abs(this.offset.z - distance * Math.cos(this.elevation)) < tolerance
    );
  }

  /** Turns, zooms or resets by the name of a key; false where the key means nothing here. */
  key(name: string): boolean {
    const isKnown = this.keyed(name);
    if (isKnown) this.tellMoved();
    return isKnown;
  }

  private keyed(name: string): boolean {
    const turn = MathUtils.degToRad(KEY_TURN_DEGREES);
    switch (name) {
      case "ArrowLeft":
        this.turn(turn, 0);
        return true;
      case "ArrowRight":
        this.turn(-turn, 0);
        return true;
      case "ArrowUp":
        this.turn(0, -turn);
        return true;
      case "ArrowDown":
        this.turn(0, turn);
        return true;
      case "+":
      case "=":
        this.zoom(1 / KEY_ZOOM_FACTOR);
        return true;
      case "-":
        this.zoom(KEY_ZOOM_FACTOR);
        return true;
      case "Home":
        this.held = null;
        this.reset();
        return true;
      default:
        return false;
    }
  }

  private turn(azimuth: number, polar: number): void {
    this.held = null;
    this.offset.subVectors(this.perspective.position, this.controls.target);
    const radius = this.offset.length();
    const theta = Math.atan2(this.offset.x, this.offset.z) + azimuth;
    const phi = MathUtils.clamp(
      Math.acos(MathUtils.clamp(this.offset.y / radius, -1, 1)) + polar,
      0.05,
      Math.PI - 0.05,
    );
    this.offset.setFromSphericalCoords(radius, phi, theta);
    this.perspective.position.copy(this.controls.target).add(this.offset);
    this.controls.update();
  }

  private zoom(factor: number): void {
    this.held = null;
    this.offset.subVectors(this.perspective.position, this.controls.target);
    const distance = MathUtils.clamp(
      this.offset.length() * factor,
      this.controls.minDistance,
      this.controls.maxDistance,
    );
    this.offset.setLength(distance);
    this.perspective.position.copy(this.controls.target).add(this.offset);
    this.controls.update();
  }
}
