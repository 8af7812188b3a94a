// A stage for bodies: performers, the avatars that follow them or each other, props, and one step a frame for all.
// It has no connection and no file: poses are fed. Faces are beside it and share nothing but the scene.
import type { BodyDescription, BodyLayout, PropSlot, PropType, Vector3 } from "../core/body-documents";
import type { Core } from "../core/core";
import type { FaceEngine } from "../core/face-engine";
import { Body } from "./body";
import { DoppelError } from "./errors";
import type { Face } from "./face";
import { Performer } from "./performer";
import { defaultCache, type SettingsCache } from "./settings-cache";

export interface BodyStageOptions {
  /** Bodies that fit at once, and as many performers; 1 to 64. Default 16. */
  readonly capacity?: number;
  /** Where `saveSettings` keeps settings. Default `localStorage`; null: nowhere. */
  readonly cache?: SettingsCache | null;
}

export interface BindBodyOptions {
  /** Human bones by hand: VRM bone name to the file's node. They take the place of those that are found. */
  readonly humanoid?: Readonly<Record<string, number>>;
}

export interface PropPose {
  /** World, metres. */
  readonly position: Vector3;
  /** x, y, z, w. */
  readonly rotation: readonly [number, number, number, number];
}

const DEFAULT_CAPACITY = 16;
/** The stage's engine writes no faces. */
const NO_ROUTES = { slotCount: 0, expressions: [], channels: {} } as const;

export class BodyStage {
  private readonly engine: FaceEngine;
  private readonly bodies = new Set<Body>();
  private readonly performers = new Set<Performer>();
  private readonly cache: SettingsCache | null;
  private isDisposed = false;
  private readonly place = new Float32Array(3);
  private readonly turn = new Float32Array(4);

  private constructor(
    core: Core,
    { capacity = DEFAULT_CAPACITY, cache = defaultCache() }: BodyStageOptions,
    private readonly disposed: (stage: BodyStage) => void,
  ) {
    this.engine = core.createEngine(capacity);
    this.cache = cache;
  }

  /**
   * `Doppel.createBodyStage` makes stages.
   * @internal
   */
  static of(core: Core, options: BodyStageOptions, disposed: (stage: BodyStage) => void): BodyStage {
    return new BodyStage(core, options, disposed);
  }

  /** Numbers by which `Body.row` is read. */
  get layout(): BodyLayout {
    return this.engine.bodies.layout;
  }

  /** @throws `invalid-argument` (no skeleton, no hips), `capacity-exceeded` */
  addPerformer(description: BodyDescription): Performer {
    const { bodies } = this.alive();
    const performer = Performer.of(bodies, description, (gone) => {
      bodies.removePerformer(gone.handle);
      this.performers.delete(gone);
    });
    this.performers.add(performer);
    return performer;
  }

  /**
   * Gives an avatar that has a face a body as well. Its bones are written from the first `update` on that has a pose.
   * @throws `invalid-argument` where the file has no skeleton with hips; `capacity-exceeded`; `scene-mismatch`
   */
  bind(face: Face, { humanoid = {} }: BindBodyOptions = {}): Body {
    const engine = this.alive();
    const handle = engine.addAvatar(NO_ROUTES, null);
    try {
      const body = Body.of({
        engine,
        face,
        handle,
        cache: this.cache,
        humanoid,
        disposed: (gone) => {
          engine.removeAvatar(gone.handle);
          this.bodies.delete(gone);
        },
      });
      this.bodies.add(body);
      return body;
    } catch (error) {
      engine.removeAvatar(handle);
      throw error;
    }
  }

  /** One frame of all bodies. `dt` in seconds, at most 0.1 of which counts. Nothing is allocated. */
  update(dt: number): void {
    this.alive().step(dt);
    for (const body of this.bodies) body.write();
  }

  /** @param id 1 to 16777216, the page's own. Throws `invalid-argument` where it is known or all 64 places are taken. */
  addProp(id: number, type: PropType, seat?: Vector3): void {
    const { bodies } = this.alive();
    bodies.addProp(id, type);
    if (seat !== undefined) bodies.setPropSeat(id, seat);
  }

  removeProp(id: number): void {
    this.alive().bodies.removeProp(id);
  }

  /** Moves a prop that nobody holds. False: it is held, not known, or not finite. */
  placeProp(id: number, { position, rotation }: PropPose): boolean {
    const { bodies } = this.alive();
    this.place.set(position);
    this.turn.set(rotation);
    return bodies.placeProp(id, this.place, 0, this.turn, 0);
  }

  /** The prop goes with the body's hand or head from the next `update` on. */
  attachProp(id: number, body: Body, slot: PropSlot): void {
    this.alive().bodies.attachProp(id, body.handle, slot);
  }

  /** The prop keeps its pose. */
  detachProp(id: number): void {
    this.alive().bodies.detachProp(id);
  }

  /** Where a prop is after the last `update`; null where there is none of that id. */
  propPose(id: number): PropPose | null {
    const { bodies } = this.alive();
    const { maxProps, propStride } = bodies.layout;
    const poses = bodies.propPoses();
    for (let place = 0; place < maxProps; ++place) {
      const at = place * propStride;
      if (poses[at] !== Math.fround(id)) continue;
      const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = poses.slice(at + 1, at + propStride);
      return { position: [x, y, z], rotation: [qx, qy, qz, qw] };
    }
    return null;
  }

  /** Disposes of all bodies and frees the engine. Further calls throw `disposed`. */
  dispose(): void {
    if (this.isDisposed) return;
    for (const body of [...this.bodies]) body.dispose();
    for (const performer of [...this.performers]) performer.remove();
    this.isDisposed = true;
    this.engine.delete();
    this.disposed(this);
  }

  private alive(): FaceEngine {
    if (this.isDisposed) throw new DoppelError("disposed", "the body stage was disposed of");
    return this.engine;
  }
}
