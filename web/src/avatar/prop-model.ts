// A prop's file as an object to draw: a GLB in metres, whatever is in it.
// It moves nothing; where the prop is, the stage is told.
import type { Mesh, Object3D } from "three";
import type { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { DrawingError } from "./drawing-error";
import { disposeSkeletons, texturesOf } from "./resources";

export class PropDrawing {
  private constructor(readonly object: Object3D) {}

  /** @throws DrawingError */
  static async load(loader: GLTFLoader, bytes: ArrayBuffer, file: string): Promise<PropDrawing> {
    try {
      const { scene } = await loader.parseAsync(bytes, "");
      return new PropDrawing(scene);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DrawingError("drawing-failed", file, reason, { cause });
    }
  }

  /** What it holds on the graphics unit is freed; it is there again when it is drawn again. */
  release(): void {
    disposeSkeletons(this.object);
    this.object.traverse((part) => {
      const mesh = part as Partial<Mesh>;
      if (mesh.geometry === undefined || mesh.material === undefined) return;
      mesh.geometry.dispose();
      for (const texture of texturesOf(mesh.material)) texture.dispose();
      for (const material of Array.isArray(mesh.material) ? mesh.material : [mesh.material])
        material.dispose();
    });
  }
}
