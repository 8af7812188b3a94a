// The same avatar, otherwise laid out: other units, other nodes, other splits, more triangles, leaning.
// None of these changes how far the skin moves relative to the face.
import type { Accessor, Document, Mesh, Node, Primitive } from "@gltf-transform/core";
import { attributesOf, copyShape, editDocument, indicesOf, pick, primitiveLike } from "./variant-io";

function scaleArray(accessor: Accessor | null, factor: number): void {
  const array = accessor?.getArray();
  if (accessor && array)
    accessor.setArray(Float32Array.from(array as ArrayLike<number>, (value) => value * factor));
}

function isPlace(path: string): boolean {
  return path.endsWith("POSITION");
}

/** Puts a node above everything that the scene holds. */
function wrapScene(document: Document, make: (node: Node) => void): void {
  for (const scene of document.getRoot().listScenes()) {
    const above = document.createNode("Above");
    make(above);
    for (const child of scene.listChildren()) above.addChild(child);
    scene.addChild(above);
  }
}

/** All numbers in centimetres, under a node that scales by 0.01. */
export function inCentimetres(bytes: Uint8Array): Promise<Uint8Array> {
  const factor = 100;
  return editDocument(bytes, (document) => {
    const root = document.getRoot();
    const places = new Set<Accessor>();
    for (const mesh of root.listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        for (const [path, accessor] of attributesOf(primitive)) if (isPlace(path)) places.add(accessor);
      }
    }
    for (const accessor of places) scaleArray(accessor, factor);
    for (const node of root.listNodes()) {
      node.setTranslation(node.getTranslation().map((value) => value * factor) as [number, number, number]);
    }
    for (const skin of root.listSkins()) {
      const inverse = skin.getInverseBindMatrices();
      const array = Float32Array.from(inverse?.getArray() ?? []);
      for (let i = 0; i < array.length; i += 16) {
        for (let k = 12; k < 15; ++k) array[i + k] = (array[i + k] as number) * factor;
      }
      inverse?.setArray(array);
    }
    wrapScene(document, (node) => node.setScale([1 / factor, 1 / factor, 1 / factor]));
  });
}

/** Under nodes that scale by `factor` in all and move it aside. */
export function underScaledNodes(bytes: Uint8Array, factor = 2.5): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    wrapScene(document, (node) => node.setScale([4, 4, 4]));
    wrapScene(document, (node) =>
      node.setScale([factor / 4, factor / 4, factor / 4]).setTranslation([0.7, 0, -0.3]),
    );
  });
}

/** Leaning forward by `degrees`, as a whole. */
export function pitched(bytes: Uint8Array, degrees = 20): Promise<Uint8Array> {
  const half = (degrees * Math.PI) / 360;
  return editDocument(bytes, (document) => {
    wrapScene(document, (node) => node.setRotation([Math.sin(half), 0, 0, Math.cos(half)]));
  });
}

/** The primitive's triangles in `parts` runs of about equal length, each with vertices of its own. */
function cutPrimitive(document: Document, primitive: Primitive, parts: number): readonly Primitive[] {
  const triangles = indicesOf(primitive);
  const count = triangles.length / 3;
  return Array.from({ length: parts }, (_, part) => {
    const run = triangles.subarray(
      3 * Math.floor((count * part) / parts),
      3 * Math.floor((count * (part + 1)) / parts),
    );
    const vertices = [...new Set(run)];
    const number = new Map(vertices.map((vertex, index) => [vertex, index]));
    const attributes = new Map(
      [...attributesOf(primitive)].map(
        ([path, accessor]) => [path, pick(document, accessor, vertices)] as const,
      ),
    );
    return primitiveLike(
      document,
      primitive,
      attributes,
      Uint32Array.from(run, (vertex) => number.get(vertex) as number),
    );
  }).filter((made) => indicesOf(made).length > 0);
}

function carriersOf(document: Document, mesh: Mesh): readonly Node[] {
  return document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh() === mesh);
}

/** Every mesh cut into `parts` meshes on nodes of their own. */
export function splitMeshes(bytes: Uint8Array, parts = 3): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    for (const mesh of document.getRoot().listMeshes()) {
      const primitives = mesh
        .listPrimitives()
        .flatMap((primitive) => cutPrimitive(document, primitive, parts));
      for (const node of carriersOf(document, mesh)) {
        primitives.forEach((primitive, index) => {
          const piece = document.createMesh(`${mesh.getName()}_${index}`).addPrimitive(primitive);
          piece.setExtras(mesh.getExtras());
          const carrier = document
            .createNode(`${node.getName()}_${index}`)
            .setMesh(piece)
            .setSkin(node.getSkin());
          node.addChild(carrier);
        });
        node.setMesh(null).setSkin(null);
      }
      mesh.dispose();
    }
  });
}

/** Meshes of that name (all without one) cut into primitives with vertices of their own. */
export function splitPrimitives(bytes: Uint8Array, parts = 3, meshName?: string): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    for (const mesh of document.getRoot().listMeshes()) {
      if (meshName !== undefined && mesh.getName() !== meshName) continue;
      for (const primitive of mesh.listPrimitives()) {
        for (const piece of cutPrimitive(document, primitive, parts)) mesh.addPrimitive(piece);
        mesh.removePrimitive(primitive);
      }
    }
  });
}

/** Every mesh cut into primitives that share one set of vertices. */
export function sharedVertices(bytes: Uint8Array, parts = 3): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    for (const mesh of document.getRoot().listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        const triangles = indicesOf(primitive);
        const count = triangles.length / 3;
        for (let part = 0; part < parts; ++part) {
          const run = triangles.slice(
            3 * Math.floor((count * part) / parts),
            3 * Math.floor((count * (part + 1)) / parts),
          );
          mesh.addPrimitive(primitiveLike(document, primitive, attributesOf(primitive), run));
        }
        mesh.removePrimitive(primitive);
      }
    }
  });
}

/** Most joint influences that a vertex keeps. */
const INFLUENCES = 4;

/** Joints and weights in the middle of two vertices: the strongest four of both. */
function middleSkin(joints: ArrayLike<number>, weights: ArrayLike<number>, a: number, b: number) {
  const sums = new Map<number, number>();
  for (const vertex of [a, b]) {
    for (let k = 0; k < INFLUENCES; ++k) {
      const joint = joints[vertex * INFLUENCES + k] as number;
      sums.set(joint, (sums.get(joint) ?? 0) + (weights[vertex * INFLUENCES + k] as number) / 2);
    }
  }
  const best = [...sums].sort((p, q) => q[1] - p[1]).slice(0, INFLUENCES);
  const total = best.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  return Array.from({ length: INFLUENCES }, (_, k) => {
    const [joint = 0, weight = 0] = best[k] ?? [];
    return { joint, weight: weight / total };
  });
}

function quartered(document: Document, primitive: Primitive): Primitive {
  const source = indicesOf(primitive);
  const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
  const middles: [number, number][] = [];
  const known = new Map<string, number>();
  const middle = (a: number, b: number) => {
    const key = a < b ? `${a}/${b}` : `${b}/${a}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    middles.push([a, b]);
    known.set(key, count + middles.length - 1);
    return count + middles.length - 1;
  };
  const triangles: number[] = [];
  for (let i = 0; i < source.length; i += 3) {
    const [a, b, c] = [source[i], source[i + 1], source[i + 2]] as [number, number, number];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const joints = primitive.getAttribute("JOINTS_0")?.getArray();
  const weights = primitive.getAttribute("WEIGHTS_0")?.getArray();
  const skins = middles.map(([a, b]) => (joints && weights ? middleSkin(joints, weights, a, b) : []));
  const attributes = new Map(
    [...attributesOf(primitive)].map(([path, accessor]) => {
      const size = accessor.getElementSize();
      const old = accessor.getArray() as Float32Array;
      const Type = old.constructor as new (length: number) => Float32Array<ArrayBuffer>;
      const array = new Type((count + middles.length) * size);
      array.set(old);
      middles.forEach(([a, b], index) => {
        for (let k = 0; k < size; ++k) {
          const at = (count + index) * size + k;
          if (path === "JOINTS_0") array[at] = skins[index]?.[k]?.joint ?? 0;
          else if (path === "WEIGHTS_0") array[at] = skins[index]?.[k]?.weight ?? 0;
          else array[at] = ((old[a * size + k] as number) + (old[b * size + k] as number)) / 2;
        }
      });
      return [path, copyShape(document, accessor).setArray(array)] as const;
    }),
  );
  return primitiveLike(document, primitive, attributes, Uint32Array.from(triangles));
}

/** Every triangle in four, with everything at the new vertices in the middle of their neighbours. */
export function splitTriangles(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    for (const mesh of document.getRoot().listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        mesh.addPrimitive(quartered(document, primitive));
        mesh.removePrimitive(primitive);
      }
    }
  });
}
