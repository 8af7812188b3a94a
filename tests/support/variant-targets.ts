// The same avatar with other morph targets: scaled, removed, emptied, renamed, named elsewhere, stored sparsely.
// Names are those of mesh extras.
import type { Accessor, Document, Mesh } from "@gltf-transform/core";
import { editGlbJson, type Json } from "../../scripts/avatars/write/glb-json";
import { editDocument } from "./variant-io";

type NameTest = (name: string) => boolean;

function namesOf(mesh: Mesh): readonly string[] {
  return (mesh.getExtras().targetNames ?? []) as string[];
}

/** The writer takes names from the targets where they have any. */
function setNames(mesh: Mesh, names: readonly string[]): void {
  mesh.setExtras({ ...mesh.getExtras(), targetNames: [...names] });
  for (const primitive of mesh.listPrimitives()) {
    primitive.listTargets().forEach((target, index) => {
      target.setName(names[index] ?? "");
    });
  }
}

function dropMeshNames(json: Json): void {
  for (const mesh of json.meshes) if (mesh.extras !== undefined) delete mesh.extras.targetNames;
}

function eachMesh(document: Document, act: (mesh: Mesh, names: readonly string[]) => void): void {
  for (const mesh of document.getRoot().listMeshes()) act(mesh, namesOf(mesh));
}

/** Position deltas of the targets whose names pass, each accessor once. */
function deltasOf(document: Document, wanted: NameTest): ReadonlySet<Accessor> {
  const accessors = new Set<Accessor>();
  eachMesh(document, (mesh, names) => {
    for (const primitive of mesh.listPrimitives()) {
      primitive.listTargets().forEach((target, index) => {
        const accessor = target.getAttribute("POSITION");
        if (accessor !== null && wanted(names[index] ?? "")) accessors.add(accessor);
      });
    }
  });
  return accessors;
}

/** Deltas times `factor` of the targets whose names pass; all without a test. */
export function scaleTargets(
  bytes: Uint8Array,
  factor: number,
  wanted: NameTest = () => true,
): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    for (const accessor of deltasOf(document, wanted)) {
      const deltas = (accessor.getArray() ?? []) as ArrayLike<number>;
      accessor.setArray(Float32Array.from(deltas, (value) => value * factor));
    }
  });
}

/** Targets that exist and move nothing. */
export function emptyTargets(bytes: Uint8Array, wanted: NameTest): Promise<Uint8Array> {
  return scaleTargets(bytes, 0, wanted);
}

/** Without the targets whose names fail the test. */
export function keepTargets(bytes: Uint8Array, wanted: NameTest): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    eachMesh(document, (mesh, names) => {
      for (const primitive of mesh.listPrimitives()) {
        primitive.listTargets().forEach((target, index) => {
          if (!wanted(names[index] ?? "")) primitive.removeTarget(target);
        });
      }
      if (names.length > 0) setNames(mesh, names.filter(wanted));
      mesh.setWeights([]);
    });
  });
}

export function removeTargets(bytes: Uint8Array, wanted: NameTest): Promise<Uint8Array> {
  return keepTargets(bytes, (name) => !wanted(name));
}

/** Only the targets of mouth and jaw. */
export function mouthAndJawOnly(bytes: Uint8Array): Promise<Uint8Array> {
  return keepTargets(bytes, (name) => /^(mouth|jaw)/.test(name));
}

export function renameTargets(
  bytes: Uint8Array,
  rename: (name: string, mesh: string) => string,
): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    eachMesh(document, (mesh, names) => {
      if (names.length > 0)
        setNames(
          mesh,
          names.map((name) => rename(name, mesh.getName())),
        );
    });
  });
}

/** Names on the primitives instead of the meshes. */
export async function namesOnPrimitives(bytes: Uint8Array): Promise<Uint8Array> {
  return editGlbJson(bytes, (json) => {
    for (const mesh of json.meshes) {
      const names = mesh.extras?.targetNames;
      if (names === undefined) continue;
      for (const primitive of mesh.primitives) primitive.extras = { ...primitive.extras, targetNames: names };
    }
    dropMeshNames(json);
  });
}

/** Names on the accessors of the deltas instead of the meshes. */
export async function namesOnAccessors(bytes: Uint8Array): Promise<Uint8Array> {
  return editGlbJson(bytes, (json) => {
    for (const mesh of json.meshes) {
      for (const primitive of mesh.primitives) {
        (primitive.targets ?? []).forEach((target: Json, index: number) => {
          // Targets that move nothing often share one accessor, which cannot have two names.
          json.accessors.push({
            ...json.accessors[target.POSITION],
            name: mesh.extras?.targetNames?.[index],
          });
          target.POSITION = json.accessors.length - 1;
        });
      }
    }
    dropMeshNames(json);
  });
}

/** No names anywhere. */
export async function withoutNames(bytes: Uint8Array): Promise<Uint8Array> {
  return editGlbJson(bytes, dropMeshNames);
}

/** Position-only targets, every second one stored sparsely. */
export function sparseTargets(bytes: Uint8Array): Promise<Uint8Array> {
  return editDocument(bytes, (document) => {
    eachMesh(document, (mesh) => {
      for (const primitive of mesh.listPrimitives()) {
        primitive.listTargets().forEach((target, index) => {
          for (const name of target.listSemantics()) if (name !== "POSITION") target.setAttribute(name, null);
          target.getAttribute("POSITION")?.setSparse(index % 2 === 0);
        });
      }
    });
  });
}
