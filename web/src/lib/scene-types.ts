// What the library uses of three.js's and three-vrm's objects, as plain interfaces: it works with whichever version a page has.
// No three.js is loaded by this.

/** A `Quaternion`. */
export interface SceneRotation {
  set(x: number, y: number, z: number, w: number): unknown;
}

/** A `Vector3`. */
export interface SceneVector {
  set(x: number, y: number, z: number): unknown;
}

/** An `Object3D`, or a mesh with its morph influences. */
export interface SceneObject {
  readonly name: string;
  readonly parent: SceneObject | null;
  readonly children: readonly SceneObject[];
  // biome-ignore lint/suspicious/noExplicitAny: three.js types it so, and the page may put anything there
  readonly userData: Record<string, any>;
  readonly quaternion: SceneRotation;
  /** Needed for bodies alone, as `scale` is. */
  readonly position?: SceneVector;
  readonly scale?: SceneVector;
  readonly morphTargetInfluences?: number[] | undefined;
}

/** What GLTFLoader gives for a file. */
export interface SceneGltf {
  readonly scene: SceneObject;
  readonly parser: {
    readonly associations: {
      forEach(
        visit: (
          reference: { readonly nodes?: number; readonly meshes?: number } | undefined,
          object: object,
        ) => void,
      ): void;
    };
  };
}

/** A `VRM` of three-vrm, or anything else that holds the scene. */
export interface SceneHolder {
  readonly scene: SceneObject;
}
