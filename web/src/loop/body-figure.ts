// The stick figure of a body recording: joints, bodies and markers at the timeline's position, over both pictures of the open avatar.
// It retargets nothing: it shows what the file holds, beginning where the avatar stands.
import { placesOf } from "../sources/motion/places";
import type { MotionSource } from "../sources/motion-source";
import { SkeletonOverlay } from "../stage/skeleton-overlay";
import type { Stage } from "../stage/stage";
import type { BodyView } from "./take-deck";

/** What it needs of the stage. */
export interface FigureStage {
  setOverlays: Stage["setOverlays"];
  readonly cameraRig: Pick<Stage["cameraRig"], "frameBetween">;
}

/** Frames that the camera's box is worked out from. */
const LOOKED_AT = 60;
/** Room to each side of where the figure begins that the camera frames at most, metres: who walks out is followed by hand. */
const WIDEST = 1.6;

export class BodyFigure implements BodyView {
  private source: MotionSource | null = null;
  private overlay: SkeletonOverlay | null = null;
  private isOn = true;
  private isNew = false;
  private avatarHeight = 0;
  /** Where the recording's begin was moved from, metres: all of it stands where the avatar does. */
  shiftX = 0;
  shiftZ = 0;

  /** @param frameAvatar puts the camera before the avatar again */
  constructor(
    private readonly stage: FigureStage,
    private readonly frameAvatar: () => void,
  ) {}

  get shown(): boolean {
    return this.isOn;
  }

  show(source: MotionSource | null): void {
    const had = this.overlay !== null && this.isOn;
    this.remove();
    this.source = source;
    if (source === null) {
      if (had) this.frameAvatar();
      return;
    }
    const { performers, bodies, markers } = source.clip;
    const figures = performers.map(({ bones }) => ({
      parents: Int32Array.from(bones, ({ parent }) => parent),
    }));
    this.overlay = new SkeletonOverlay(figures, bodies.length + markers.length);
    this.isOn = true;
    this.putOn(source);
  }

  /** @param height of the avatar that stands there too, metres: the camera has room for its head */
  setAvatarHeight(height: number): void {
    this.avatarHeight = height;
  }

  setShown(on: boolean): void {
    if (on === this.isOn) return;
    this.isOn = on;
    if (this.source === null) return;
    if (on) this.putOn(this.source);
    else {
      this.stage.setOverlays(null);
      this.frameAvatar();
    }
  }

  advance(now: number): void {
    const { source } = this;
    if (source === null) return;
    const isMoved = source.advance(now);
    if (this.isOn && (isMoved || this.isNew)) this.draw(source);
  }

  private putOn(source: MotionSource): void {
    const { overlay } = this;
    if (overlay === null) return;
    this.stage.setOverlays([overlay.createObject(), overlay.createObject()]);
    this.isNew = true;
    this.frame(source);
  }

  private remove(): void {
    this.stage.setOverlays(null);
    this.overlay?.dispose();
    this.overlay = null;
  }

  private draw(source: MotionSource): void {
    const { overlay, shiftX, shiftZ } = this;
    if (overlay === null) return;
    this.isNew = false;
    for (let index = 0; index < source.poses.length; ++index)
      this.joints[index] = source.poses[index]?.worldPositions ?? this.none;
    overlay.setJoints(this.joints, shiftX, shiftZ);
    overlay.clearMarkers();
    const { bodies, markers } = source.clip;
    const { frame } = source;
    for (let index = 0; index < bodies.length; ++index) {
      const body = bodies[index];
      if (body?.tracked[frame] === 1) overlay.addMarker(body.positions, frame, shiftX, shiftZ);
    }
    for (let index = 0; index < markers.length; ++index) {
      const marker = markers[index];
      if (marker?.tracked[frame] === 1) overlay.addMarker(marker.positions, frame, shiftX, shiftZ);
    }
  }

  private readonly joints: Float32Array[] = [];
  private readonly none = new Float32Array(0);

  /** Puts the beginning where the avatar stands, and the camera before all of the figure. */
  private frame({ clip }: MotionSource): void {
    this.joints.length = clip.performers.length;
    const places = placesOf(clip, LOOKED_AT);
    const first = places[0] ?? [];
    const middle = (axis: number) =>
      first.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / Math.max(1, first.length);
    const root = clip.performers[0]?.positions;
    this.shiftX = -(root?.[0] ?? middle(0));
    this.shiftZ = -(root?.[2] ?? middle(2));
    const low = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
    const shift = [this.shiftX, 0, this.shiftZ];
    for (const place of places.flat()) {
      for (let axis = 0; axis < 3; ++axis) {
        const value = (place[axis] ?? 0) + (shift[axis] ?? 0);
        const held = axis === 1 ? value : Math.min(Math.max(value, -WIDEST), WIDEST);
        low[axis] = Math.min(low[axis] ?? 0, held);
        high[axis] = Math.max(high[axis] ?? 0, held);
      }
    }
    high[1] = Math.max(high[1] ?? 0, this.avatarHeight);
    if ((high[0] ?? 0) >= (low[0] ?? 0)) this.stage.cameraRig.frameBetween(low, high);
  }
}
