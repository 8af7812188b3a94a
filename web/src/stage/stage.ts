// The stage: one renderer that draws two scenes side by side with one shared camera.
// It knows nothing of avatars, channels or files; it is handed objects to show.
import {
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
import { Lights } from "./lights";

/** Which of the two scenes. */
export type ViewName = "raw" | "calibrated";

/** Upper bound of device pixels per CSS pixel: beyond 2 nothing is gained that the eye sees on a face. */
export const MAX_PIXEL_RATIO = 2;
/** Gap between the two views, CSS pixels. */
export const VIEW_GAP = 2;
/** Background of both views, sRGB; the same as the design token `--surface-stage`. */
export const STAGE_COLOUR = 0x15171b;
/** Colour of the gap, sRGB; the design token `--surface-0`. */
export const GAP_COLOUR = 0x0b0c0e;

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

interface StageView {
  readonly name: ViewName;
  readonly scene: Scene;
  readonly lights: Lights;
}

function buildView(name: ViewName): StageView {
  const scene = new Scene();
  return { name, scene, lights: new Lights(scene) };
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly cameraRig: CameraRig;
  readonly limits: GpuLimits;
  private readonly views: readonly StageView[];
  /** Children of a scene that shows nothing: its lights. */
  private readonly emptyChildren: number;
  /** The empty views are drawn already; nothing changes until something is added or the size does. */
  private blank = false;
  private width = 1;
  private height = 1;
  private readonly gapColour = new Color(GAP_COLOUR);
  private readonly stageColour = new Color(STAGE_COLOUR);
  private readonly savedViewport = new Vector4();

  /** @throws Error where the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, controlElement: HTMLElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.autoClear = false;
    this.cameraRig = new CameraRig(controlElement);
    this.views = [buildView("raw"), buildView("calibrated")];
    this.emptyChildren = this.views[0]?.scene.children.length ?? 0;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.limits = {
      maxTextureSize: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
      maxArrayLayers: gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS) as number,
      maxElementIndex: Number(gl.getParameter(gl.MAX_ELEMENT_INDEX)),
    };
    this.warmUp();
  }

  add(view: ViewName, object: Object3D): void {
    const { scene, lights } = this.view(view);
    lights.fit(object);
    scene.add(object);
  }

  /** Sizes the drawing buffer. CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.width = Math.max(1, Math.floor(width));
    this.height = Math.max(1, Math.floor(height));
    this.renderer.setPixelRatio(Math.min(pixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(this.width, this.height, false);
    this.blank = false;
    this.cameraRig.setAspect(this.viewWidth() / this.height);
  }

  /** Draws both views. `dt` in seconds moves the camera's damping only. */
  render(dt: number): void {
    const empty = this.isEmpty();
    if (empty && this.blank) return;
    this.blank = empty;
    this.cameraRig.update(dt);
    const renderer = this.renderer;
    const viewWidth = this.viewWidth();
    renderer.setScissorTest(false);
    renderer.setClearColor(this.gapColour, 1);
    renderer.clear();
    renderer.setScissorTest(true);
    renderer.setClearColor(this.stageColour, 1);
    for (let index = 0; index < this.views.length; index++) {
      const view = this.views[index];
      if (view === undefined) continue;
      const left = index * (viewWidth + VIEW_GAP);
      renderer.setViewport(left, 0, viewWidth, this.height);
      renderer.setScissor(left, 0, viewWidth, this.height);
      renderer.clear();
      renderer.render(view.scene, this.cameraRig.camera);
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
    this.renderer.dispose();
  }

  // Every frame: without a closure.
  private isEmpty(): boolean {
    for (const view of this.views) if (view.scene.children.length !== this.emptyChildren) return false;
    return true;
  }

  private viewWidth(): number {
    return Math.max(1, Math.floor((this.width - VIEW_GAP) / 2));
  }

  private view(name: ViewName): StageView {
    const view = this.views.find((candidate) => candidate.name === name);
    if (view === undefined) throw new Error(`stage: no view ${name}`);
    return view;
  }

  // Draws one lit triangle pair into a pixel: three.js then holds its shared lookup textures, so that later memory figures
  // differ by avatars alone, and the first avatar does not pay for it.
  private warmUp(): void {
    const target = new WebGLRenderTarget(1, 1);
    const { scene } = buildView("raw");
    const geometry = new PlaneGeometry();
    const material = new MeshStandardMaterial();
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    scene.add(mesh);
    this.renderer.getViewport(this.savedViewport);
    this.renderer.setRenderTarget(target);
    this.renderer.render(scene, this.cameraRig.camera);
    this.renderer.setRenderTarget(null);
    this.renderer.setViewport(this.savedViewport);
    geometry.dispose();
    material.dispose();
    target.dispose();
  }
}
