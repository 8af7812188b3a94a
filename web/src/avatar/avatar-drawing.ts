// A file made drawable: loaded once, matched with its description by node and mesh index, and copied for each view.
// It does not read names or find channels; the description has done that.
import type { VRM } from "@pixiv/three-vrm";
import { type Box3, Group, type Mesh, type Object3D, type Texture } from "three";
import type { GLTF, GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { clone as cloneSkinned } from "three/examples/jsm/utils/SkeletonUtils.js";
import type { AvatarDescription } from "../reader/avatar-description";
import {
  AvatarCopy,
  type FaceBoneWrite,
  isSkinned,
  type MorphWrite,
  rotationOf,
  VRM0_TURN,
} from "./avatar-copy";
import { DrawingError } from "./drawing-error";
import { checkGpuLimits, type DrawingLimits } from "./gpu-check";
import { headBox } from "./head-box";
import { pruneMorphTargets, type TargetIndex } from "./morph-pruning";
import { disposeShared } from "./resources";
import { findParts, type MeshPart, pairUp, resetInfluences, shareSkeletons } from "./scene-parts";
import { SecondaryMotion } from "./secondary-motion";
import { type SecondaryRecipe, takeSecondary } from "./secondary-recipe";

/** What drawing needs of the description. */
export type DrawnDescription = Pick<
  AvatarDescription,
  "file" | "format" | "nodes" | "humanoid" | "slots" | "routes" | "substitutes"
>;

const FACE_BONES = ["leftEye", "rightEye", "jaw"] as const;

/** Slots that some route writes. */
export function drivenSlots(routes: AvatarDescription["routes"]): Set<number> {
  const driven = new Set<number>();
  for (const expression of routes.expressions) for (const bind of expression.binds) driven.add(bind.slot);
  for (const route of Object.values(routes.channels)) for (const bind of route.binds) driven.add(bind.slot);
  return driven;
}

/** Slots that are kept on the graphics unit: the driven, those an offered substitute would drive, those the file holds in shape. */
function neededSlots(description: DrawnDescription): Set<number> {
  const needed = drivenSlots(description.routes);
  for (const offers of Object.values(description.substitutes)) {
    for (const offer of offers) for (const bind of offer.route.binds) needed.add(bind.slot);
  }
  description.slots.forEach((slot, number) => {
    if (slot.rest !== undefined && slot.rest !== 0) needed.add(number);
  });
  return needed;
}

export class AvatarDrawing {
  private readonly template: Object3D;
  private readonly copies: AvatarCopy[] = [];
  private readonly targetIndices = new Map<Mesh["geometry"], TargetIndex>();
  private readonly parts: readonly MeshPart[];
  private readonly nodeObjects = new Map<number, Object3D>();
  private readonly secondary: SecondaryRecipe;
  /** Extent of the head in avatar space: what the camera frames. */
  readonly head: Box3;
  /** How many targets the file has and how many were kept, over all geometries; for the report and tests. */
  readonly targets: { readonly inFile: number; readonly kept: number };

  private constructor(
    private readonly gltf: GLTF,
    private readonly description: DrawnDescription,
    private readonly whole: boolean,
  ) {
    this.template = gltf.scene;
    const { associations } = gltf.parser;
    this.parts = findParts(gltf.scene, associations);
    for (const [object, reference] of associations) {
      if (reference?.nodes !== undefined) this.nodeObjects.set(reference.nodes, object as Object3D);
    }
    const { humanoid } = description;
    const posed = Object.values(humanoid).map((node) => this.nodeObjects.get(node));
    this.secondary = takeSecondary(gltf, new Set(posed.filter((object) => object !== undefined)));
    this.targets = this.prune();
    this.head = headBox(this.turned(this.template), {
      head: this.nodeObjects.get(humanoid.head ?? -1),
      morphing: this.parts.filter((part) => part.mesh.morphTargetInfluences?.length).map((part) => part.mesh),
    });
    this.template.removeFromParent();
  }

  /**
   * Parses the file's bytes for drawing.
   * @param whole keeps all morph targets, also those that nothing drives
   * @throws DrawingError; nothing stays allocated then
   */
  static async load(
    loader: GLTFLoader,
    bytes: ArrayBuffer,
    description: DrawnDescription,
    limits: DrawingLimits,
    signal: AbortSignal,
    whole = false,
  ): Promise<AvatarDrawing> {
    let gltf: GLTF;
    try {
      gltf = await loader.parseAsync(bytes, "");
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new DrawingError("drawing-failed", description.file, reason, { cause });
    }
    try {
      signal.throwIfAborted();
      const drawing = new AvatarDrawing(gltf, description, whole);
      checkGpuLimits(drawing.template, limits);
      return drawing;
    } catch (error) {
      disposeShared(gltf.scene, looseTextures(gltf));
      throw error;
    }
  }

  /** Slots that were kept, in rising order; for the report and tests. */
  get keptSlots(): readonly number[] {
    return [...this.needed()].sort((a, b) => a - b);
  }

  /** A copy that shares geometries, materials and textures with all others. */
  createCopy(): AvatarCopy {
    const source = this.template;
    const object = cloneSkinned(source);
    shareSkeletons(source, object);
    const counterpart = pairUp(source, object);
    const morphs: MorphWrite[] = [];
    for (const part of this.parts) {
      const mesh = counterpart.get(part.mesh) as Mesh | undefined;
      if (mesh === undefined) continue;
      const indices = this.targetIndices.get(part.mesh.geometry);
      this.description.slots.forEach((slot, number) => {
        if (slot.mesh !== part.index) return;
        const influence = indices?.get(slot.target);
        if (influence !== undefined) {
          morphs.push({ mesh, influence, slot: number, rest: slot.rest ?? 0 });
        }
      });
    }
    const objectOf = (node: number) => counterpart.get(this.nodeObjects.get(node) ?? source);
    const root = this.turned(object);
    const copy = new AvatarCopy(
      root,
      morphs,
      this.faceBones(counterpart),
      (node) => (this.nodeObjects.has(node) ? objectOf(node) : undefined),
      this.secondaryMotion(root, counterpart),
    );
    this.copies.push(copy);
    return copy;
  }

  /** Frees one copy; what it shares with the others stays. */
  discard(copy: AvatarCopy): void {
    const index = this.copies.indexOf(copy);
    if (index < 0) return;
    this.copies.splice(index, 1);
    copy.dispose();
  }

  /** Frees the copies and everything they share. */
  dispose(): void {
    for (const copy of this.copies) copy.dispose();
    this.copies.length = 0;
    disposeShared(this.template, looseTextures(this.gltf));
    for (const part of this.parts) if (isSkinned(part.mesh)) part.mesh.skeleton.dispose();
  }

  // A root of its own carries the half turn of VRM 0.x, set from the format and never added to: it cannot be applied twice.
  private turned(object: Object3D): Group {
    const root = new Group();
    root.rotation.y = this.description.format === "vrm0" ? VRM0_TURN : 0;
    root.add(object);
    return root;
  }

  private secondaryMotion(root: Group, counterpart: ReadonlyMap<Object3D, Object3D>): SecondaryMotion | null {
    const { joints, constraints } = this.secondary;
    if (joints.length + constraints.length === 0) return null;
    const boneOf = (name: "hips" | "head") => {
      const object = this.nodeObjects.get(this.description.humanoid[name] ?? -1);
      return object === undefined ? undefined : counterpart.get(object);
    };
    return new SecondaryMotion(this.secondary, counterpart, {
      root,
      hips: boneOf("hips"),
      head: boneOf("head"),
    });
  }

  private needed(): ReadonlySet<number> {
    return this.whole ? new Set(this.description.slots.keys()) : neededSlots(this.description);
  }

  private prune(): { inFile: number; kept: number } {
    const needed = this.needed();
    const keptOf = new Map<number, Set<number>>();
    this.description.slots.forEach((slot, number) => {
      if (!needed.has(number)) return;
      const kept = keptOf.get(slot.mesh) ?? new Set<number>();
      kept.add(slot.target);
      keptOf.set(slot.mesh, kept);
    });
    // Meshes of the file may share a geometry: it keeps what any of them needs.
    const keptOfGeometry = new Map<Mesh["geometry"], Set<number>>();
    for (const { mesh, index } of this.parts) {
      const kept = keptOfGeometry.get(mesh.geometry) ?? new Set<number>();
      for (const target of keptOf.get(index) ?? []) kept.add(target);
      keptOfGeometry.set(mesh.geometry, kept);
    }
    let inFile = 0;
    let keptCount = 0;
    for (const [geometry, kept] of keptOfGeometry) {
      inFile += geometry.morphAttributes.position?.length ?? 0;
      const indices = pruneMorphTargets(geometry, kept);
      keptCount += indices.size;
      this.targetIndices.set(geometry, indices);
    }
    for (const { mesh } of this.parts) resetInfluences(mesh);
    return { inFile, kept: keptCount };
  }

  private faceBones(counterpart: ReadonlyMap<Object3D, Object3D>): FaceBoneWrite[] {
    const writes: FaceBoneWrite[] = [];
    FACE_BONES.forEach((name, index) => {
      const node = this.description.humanoid[name];
      if (node === undefined) return;
      const source = this.nodeObjects.get(node);
      const bone = source === undefined ? undefined : counterpart.get(source);
      if (bone === undefined) {
        throw new DrawingError(
          "description-mismatch",
          `bone ${name}, node ${node}`,
          "a node of the drawn scene",
        );
      }
      const parent = this.description.nodes.find((candidate) => candidate.index === node)?.parent ?? -1;
      const parentNode = this.description.nodes.find((candidate) => candidate.index === parent);
      writes.push({ index, bone, parentRest: rotationOf(parentNode?.world ?? IDENTITY) });
    });
    return writes;
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

// Textures that were decoded but hang on no material: the thumbnail of a VRM.
function looseTextures(gltf: GLTF) {
  const vrm = gltf.userData.vrm as VRM | undefined;
  const meta = vrm?.meta as { texture?: unknown } | undefined;
  const texture = meta?.texture as Texture | undefined;
  return texture?.isTexture ? [texture] : [];
}
