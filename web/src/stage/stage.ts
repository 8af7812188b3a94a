// The stage: one renderer that draws several scenes with one shared camera: two side by side, two cut along a line, or a grid.
// It knows nothing of avatars, channels or files; it is handed objects to show.
import {
  type Box3,
  Color,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  Scene,
  SRGBColorSpace,
  Vector4,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { CameraRig } from "./camera-rig";
import { type Framed, framed } from "./framing";
import { cutPictures, gridPictures, type Picture, sidePictures } from "./layout";
import { Lights } from "./lights";
import type { PropFigures } from "./prop-figures";
import { Together } from "./together";

/** Which of the two scenes of the open avatar. */
export type ViewName = "raw" | "calibrated";

/** Upper bound of device pixels per CSS pixel: beyond 2 nothing is gained that the eye sees on a face. */
export const MAX_PIXEL_RATIO = 2;
/** Background of both views, sRGB; the same as the design token `--surface-stage`. */
export const STAGE_COLOUR = 0x15171b;
/** Colour of the gap, sRGB; the design token `--surface-0`. */
export const GAP_COLOUR = 0x0b0c0e;
/** Where the divider stands at first: the middle. */
export const DIVIDER_MIDDLE = 0.5;

/** What the graphics unit can hold; a file beyond it is refused with the name of the limit. */
export interface GpuLimits {
  /** Pixels along a side of a texture. */
  readonly maxTextureSize: number;
  /** Layers of an array texture: morph targets of one geometry. */
  readonly maxArrayLayers: number;
  /** Vertices of one draw call that an index can address. */
  readonly maxElementIndex: number;
}

/** Numbers for tests and the diagnostics panel. */
export interface StageMemory {
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
}

/** What a cell of the grid shows: a scene of the open avatar, an added one by its number, or nothing. */
export type GridCell = ViewName | number | null;

export type StageLayout =
  | { readonly mode: "side" | "cut"; readonly divider: number }
  /** The open avatar and all that stand beside it in one picture. */
  | { readonly mode: "together" }
  | {
      readonly mode: "grid";
      readonly columns: number;
      readonly rows: number;
      readonly cells: readonly GridCell[];
    };

interface StageView {
  readonly scene: Scene;
  readonly lights: Lights;
  /** What the camera frames; null for what the shared camera itself frames. */
  readonly box: Framed | null;
}

/** One picture of a frame: worked out when the layout changes, read in every frame. */
interface Pane {
  readonly view: StageView | null;
  readonly picture: Picture;
  readonly aspect: number;
  /** Takes a camera of its own that stands as the shared one does. */
  readonly fitted: boolean;
}

function buildView(box: Framed | null): StageView {
  const scene = new Scene();
  return { scene, lights: new Lights(scene), box };
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly cameraRig: CameraRig;
  readonly limits: GpuLimits;
  private readonly views: Readonly<Record<ViewName, StageView>>;
  private readonly added = new Map<number, StageView>();
  private readonly together = new Together();
  private readonly togetherView: StageView = { ...this.together, box: null };
  private layout: StageLayout = { mode: "side", divider: DIVIDER_MIDDLE };
  private panes: readonly Pane[] = [];
  private readonly overlays = new Map<string, readonly Object3D[]>();
  /** Children of a scene that shows nothing: its lights. */
  private readonly emptyChildren: number;
  /** The empty views are drawn already; nothing changes until something is added or the size does. */
  private blank = false;
  private width = 1;
  private height = 1;
  /** Of the ground: 0 where nothing is behind the avatars. */
  private groundAlpha = 1;
  private readonly gapColour = new Color(GAP_COLOUR);
  private readonly stageColour = new Color(STAGE_COLOUR);
  private readonly savedViewport = new Vector4();

  /** @throws Error where the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, controlElement: HTMLElement) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      // The output view and pictures have no ground.
      alpha: true,
      powerPreference: "high-performance",
    });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.autoClear = false;
    this.cameraRig = new CameraRig(controlElement);
    this.views = { raw: buildView(null), calibrated: buildView(null) };
    this.emptyChildren = this.views.raw.scene.children.length;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.limits = {
      maxTextureSize: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
      maxArrayLayers: gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS) as number,
      maxElementIndex: Number(gl.getParameter(gl.MAX_ELEMENT_INDEX)),
    };
    this.warmUp();
    this.arrange();
  }

  add(view: ViewName, object: Object3D): void {
    const { scene, lights } = this.views[view];
    lights.fit(object);
    if (view === "calibrated" && this.isTogether) this.together.invite(object);
    else scene.add(object);
    this.blank = false;
  }

  /** One picture shows all avatars. */
  get isTogether(): boolean {
    return this.together.isShown;
  }

  /** Stands beside the open avatar; seen in the layout `together`. */
  addTogether(object: Object3D): void {
    this.together.add(object);
    this.blank = false;
  }

  removeTogether(object: Object3D): void {
    this.together.remove(object);
    this.blank = false;
  }

  /** Props of the picture of all avatars. */
  get props(): PropFigures {
    return this.together.props;
  }

  /** Where the origin of the performers' world is seen, metres. */
  readonly setFloor = (x: number, z: number): void => this.together.setFloor(x, z);

  /** The floor's lines in the layout `together`. */
  setFloorShown(on: boolean): void {
    this.together.setFloorShown(on);
    this.blank = false;
  }

  /** Nothing behind the avatars. */
  setTransparent(on: boolean): void {
    this.groundAlpha = on ? 0 : 1;
    this.blank = false;
  }

  /**
   * Drawn over both scenes of the open avatar, one object for each, until others of the same layer are set: no light is fitted to them.
   */
  setOverlays(objects: readonly [raw: Object3D, calibrated: Object3D] | null, layer = "figure"): void {
    for (const object of this.overlays.get(layer) ?? []) object.removeFromParent();
    this.overlays.set(layer, objects ?? []);
    if (objects !== null) {
      this.views.raw.scene.add(objects[0]);
      if (this.isTogether) this.together.invite(objects[1]);
      else this.views.calibrated.scene.add(objects[1]);
    }
    this.blank = false;
  }

  /** A scene of its own for one object, by a number of the caller's; `box` is what its picture frames. Seen once a grid names it. */
  addScene(number: number, object: Object3D, box: Box3): void {
    const view = buildView(framed(box));
    view.lights.fit(object);
    view.scene.add(object);
    this.added.set(number, view);
  }

  removeScene(number: number): void {
    this.added.get(number)?.scene.clear();
    this.added.delete(number);
    this.arrange();
  }

  setLayout(layout: StageLayout): void {
    const isTogether = layout.mode === "together";
    if (isTogether && !this.isTogether) this.together.enter(this.views.calibrated.scene, this.emptyChildren);
    if (!isTogether && this.isTogether) this.together.leave();
    this.layout = layout;
    this.arrange();
  }

  /** Sizes the drawing buffer. CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.width = Math.max(1, Math.floor(width));
    this.height = Math.max(1, Math.floor(height));
    this.renderer.setPixelRatio(Math.min(pixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(this.width, this.height, false);
    this.arrange();
  }

  /** Draws all pictures. `dt` in seconds moves the camera's damping only. */
  render(dt: number): void {
    const empty = this.isEmpty();
    if (empty && this.blank) return;
    this.blank = empty;
    this.cameraRig.update(dt);
    const renderer = this.renderer;
    renderer.setScissorTest(false);
    renderer.setClearColor(this.gapColour, this.groundAlpha);
    renderer.clear();
    renderer.setScissorTest(true);
    renderer.setClearColor(this.stageColour, this.groundAlpha);
    for (let index = 0; index < this.panes.length; index++) {
      const pane = this.panes[index];
      if (pane !== undefined) this.renderPane(pane);
    }
    renderer.setScissorTest(false);
  }

  /** Draws the next frame whatever is shown: the picture was lost. */
  invalidate(): void {
    this.blank = false;
  }

  memory(): StageMemory {
    const { geometries, textures } = this.renderer.info.memory;
    return { geometries, textures, programs: this.renderer.info.programs?.length ?? 0 };
  }

  dispose(): void {
    this.cameraRig.dispose();
    this.together.dispose();
    this.renderer.dispose();
  }

  private renderPane({ view, picture, aspect, fitted }: Pane): void {
    const { viewport, scissor } = picture;
    this.renderer.setViewport(viewport.left, viewport.bottom, viewport.width, viewport.height);
    this.renderer.setScissor(scissor.left, scissor.bottom, scissor.width, scissor.height);
    this.renderer.clear();
    if (view === null) return;
    const { cameraRig } = this;
    const box = view.box ?? cameraRig.framedBox;
    this.renderer.render(view.scene, fitted ? cameraRig.shotOf(box, aspect) : cameraRig.shot(aspect));
  }

  // Every frame: without a closure.
  private isEmpty(): boolean {
    // A floor is seen without avatars too.
    if (this.isTogether) return false;
    for (let index = 0; index < this.panes.length; index++) {
      const view = this.panes[index]?.view;
      if (view && view.scene.children.length !== this.emptyChildren) return false;
    }
    return true;
  }

  /** Works out where everything goes, and which aspect the camera frames for. */
  private arrange(): void {
    this.blank = false;
    const { layout, width, height, views } = this;
    if (layout.mode === "grid") {
      const pictures = gridPictures(width, height, layout.columns, layout.rows);
      this.panes = pictures.map((picture, index) =>
        this.pane(this.viewOf(layout.cells[index] ?? null), picture, true),
      );
      this.cameraRig.setAspect(this.panes[0]?.aspect ?? 1);
      return;
    }
    if (layout.mode === "together") {
      const all = { left: 0, bottom: 0, width, height };
      this.panes = [this.pane(this.togetherView, { viewport: all, scissor: all }, false)];
      this.cameraRig.setAspect(width / height);
      return;
    }
    const pictures =
      layout.mode === "side"
        ? sidePictures(width, height, layout.divider)
        : cutPictures(width, height, layout.divider);
    this.panes = [this.pane(views.raw, pictures[0], false), this.pane(views.calibrated, pictures[1], false)];
    // Side by side the camera frames for equal halves: faces keep their size while the divider moves.
    const halves = sidePictures(width, height, DIVIDER_MIDDLE);
    this.cameraRig.setAspect((layout.mode === "side" ? halves[0].viewport.width : width) / height);
  }

  private pane(view: StageView | null, picture: Picture, fitted: boolean): Pane {
    return { view, picture, fitted, aspect: picture.viewport.width / picture.viewport.height };
  }

  private viewOf(cell: GridCell): StageView | null {
    if (cell === null) return null;
    return typeof cell === "number" ? (this.added.get(cell) ?? null) : this.views[cell];
  }

  // Draws one lit triangle pair into a pixel: three.js then holds its shared lookup textures, so that later memory figures
  // differ by avatars alone, and the first avatar does not pay for it.
  private warmUp(): void {
    const target = new WebGLRenderTarget(1, 1);
    const { scene } = buildView(null);
    const geometry = new PlaneGeometry();
    const material = new MeshStandardMaterial();
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    scene.add(mesh);
    this.renderer.getViewport(this.savedViewport);
    this.renderer.setRenderTarget(target);
    this.renderer.render(scene, this.cameraRig.shot(1));
    this.renderer.setRenderTarget(null);
    this.renderer.setViewport(this.savedViewport);
    geometry.dispose();
    material.dispose();
    target.dispose();
  }
}
