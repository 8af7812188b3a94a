// Checks the parts of a glTF document that geometry hangs on, and reduces the document to them.
// Textures, materials and animations do not come through: they cannot matter to what is measured, nor fail.
import type { GltfContainer } from "./container";
import {
  arrayAt,
  countAt,
  indexAt,
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textOr,
} from "./json-values";
import { MAX_ACCESSOR_ELEMENTS, MAX_GEOMETRY_BYTES } from "./limits";
import { ReadError } from "./read-error";

export const DRACO = "KHR_draco_mesh_compression";
export const MESHOPT = "EXT_meshopt_compression";
/** The ratified form of the same layout; the decoder takes both. */
const MESHOPT_RATIFIED = "KHR_meshopt_compression";

const READ_EXTENSIONS = new Set([
  DRACO,
  MESHOPT,
  MESHOPT_RATIFIED,
  "KHR_mesh_quantization",
  "VRM",
  "VRMC_vrm",
]);
/** Extensions that change how a surface looks or what a file says about itself, not where a vertex is. */
const LOOK_EXTENSION =
  /^(KHR_(materials|texture|lights|xmp|animation|node_visibility)|EXT_(texture|materials|lights)|MSFT_(texture|packing)|VRMC_)/;

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const TYPE_SIZE: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
const GEOMETRY_ATTRIBUTE = /^(POSITION|(JOINTS|WEIGHTS)_\d+)$/;

/** Stands in for accessors that geometry does not use, so that indices keep their meaning and nothing is decoded. */
const UNUSED_ACCESSOR = { type: "SCALAR", componentType: 5121, count: 1 };

function checkExtensions(json: JsonObject): void {
  arrayAt(json.extensionsRequired, "extensionsRequired").forEach((name, index) => {
    const text = textOr(name);
    if (READ_EXTENSIONS.has(text) || LOOK_EXTENSION.test(text)) return;
    throw new ReadError(
      "unsupported-extension",
      `extensionsRequired[${index}]`,
      `the extension "${text}" is not supported`,
    );
  });
}

function checkRange(offset: number, length: number, available: number, place: string): void {
  if (offset + length > available) {
    throw new ReadError(
      "out-of-range",
      place,
      `expected bytes ${offset} to ${offset + length} within ${available} bytes`,
    );
  }
}

interface ViewFacts {
  readonly byteLength: number;
  readonly byteStride: number;
  readonly isCompressed: boolean;
}

class GeometryJson {
  readonly #json: JsonObject;
  readonly #buffers: readonly Uint8Array[];
  readonly #views: readonly JsonObject[];
  readonly #accessors: readonly JsonObject[];
  readonly #usedViews = new Set<number>();
  readonly #usedAccessors = new Set<number>();
  #bytes = 0;

  constructor(container: GltfContainer) {
    this.#json = container.json;
    this.#buffers = container.buffers;
    this.#views = objectsAt(this.#json.bufferViews, "bufferViews");
    this.#accessors = objectsAt(this.#json.accessors, "accessors");
  }

  #charge(bytes: number, place: string): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_GEOMETRY_BYTES) {
      throw new ReadError(
        "too-large",
        place,
        `expected at most ${MAX_GEOMETRY_BYTES} bytes of geometry in all`,
      );
    }
  }

  #checkView(index: number): ViewFacts {
    const place = `bufferViews[${index}]`;
    const view = this.#views[index] as JsonObject;
    const buffer = indexAt(view.buffer, this.#buffers.length, `${place}.buffer`);
    const byteLength = countAt(view.byteLength, `${place}.byteLength`);
    const byteStride = countAt(view.byteStride, `${place}.byteStride`, 0);
    const extensions = objectAt(view.extensions, `${place}.extensions`);
    const packed = extensions[MESHOPT] ?? extensions[MESHOPT_RATIFIED];
    const facts = { byteLength, byteStride, isCompressed: packed !== undefined };
    if (this.#usedViews.has(index)) return facts;
    this.#usedViews.add(index);
    if (packed === undefined) {
      const available = (this.#buffers[buffer] as Uint8Array).byteLength;
      checkRange(countAt(view.byteOffset, `${place}.byteOffset`, 0), byteLength, available, place);
      return facts;
    }
    const inner = `${place}.extensions.${MESHOPT}`;
    const meshopt = objectAt(packed, inner);
    const source = indexAt(meshopt.buffer, this.#buffers.length, `${inner}.buffer`);
    const length = countAt(meshopt.byteLength, `${inner}.byteLength`);
    const available = (this.#buffers[source] as Uint8Array).byteLength;
    checkRange(countAt(meshopt.byteOffset, `${inner}.byteOffset`, 0), length, available, inner);
    const count = countAt(meshopt.count, `${inner}.count`);
    const stride = countAt(meshopt.byteStride, `${inner}.byteStride`);
    this.#charge(count * stride, inner);
    if (count * stride > byteLength) {
      throw new ReadError("out-of-range", inner, `expected ${byteLength} bytes, found ${count} x ${stride}`);
    }
    return facts;
  }

  #checkSparse(accessor: JsonObject, count: number, elementBytes: number, place: string): void {
    const sparse = objectAt(accessor.sparse, `${place}.sparse`);
    const entries = countAt(sparse.count, `${place}.sparse.count`);
    if (entries > count) {
      throw new ReadError(
        "out-of-range",
        `${place}.sparse.count`,
        `expected at most ${count}, found ${entries}`,
      );
    }
    const indices = objectAt(sparse.indices, `${place}.sparse.indices`);
    const values = objectAt(sparse.values, `${place}.sparse.values`);
    const indexBytes =
      COMPONENT_BYTES[countAt(indices.componentType, `${place}.sparse.indices.componentType`)] ?? 0;
    if (indexBytes === 0) {
      throw new ReadError(
        "invalid-structure",
        `${place}.sparse.indices.componentType`,
        "expected 5121, 5123 or 5125",
      );
    }
    for (const [part, bytes, name] of [
      [indices, indexBytes, "indices"],
      [values, elementBytes, "values"],
    ] as const) {
      const inner = `${place}.sparse.${name}`;
      const facts = this.#checkView(indexAt(part.bufferView, this.#views.length, `${inner}.bufferView`));
      checkRange(
        countAt(part.byteOffset, `${inner}.byteOffset`, 0),
        entries * bytes,
        facts.byteLength,
        inner,
      );
    }
  }

  /** Checks the accessor and all it points at; marks them as used. `isDecoded`: its data come from Draco. */
  useAccessor(value: unknown, place: string, types: readonly string[], isDecoded = false): number {
    const index = indexAt(value, this.#accessors.length, place);
    const accessor = this.#accessors[index] as JsonObject;
    const own = `accessors[${index}]`;
    const type = textOr(accessor.type);
    if (!types.includes(type)) {
      throw new ReadError(
        "invalid-structure",
        `${own}.type`,
        `expected ${types.join(" or ")}, found "${type}"`,
      );
    }
    if (this.#usedAccessors.has(index)) return index;
    this.#usedAccessors.add(index);
    const componentBytes = COMPONENT_BYTES[countAt(accessor.componentType, `${own}.componentType`)];
    if (componentBytes === undefined) {
      throw new ReadError("invalid-structure", `${own}.componentType`, "expected a glTF component type");
    }
    const count = countAt(accessor.count, `${own}.count`);
    if (count > MAX_ACCESSOR_ELEMENTS) {
      throw new ReadError(
        "too-large",
        `${own}.count`,
        `expected at most ${MAX_ACCESSOR_ELEMENTS}, found ${count}`,
      );
    }
    const elementBytes = componentBytes * (TYPE_SIZE[type] as number);
    this.#charge(elementBytes * count, own);
    if (accessor.bufferView !== undefined && !isDecoded) {
      const facts = this.#checkView(indexAt(accessor.bufferView, this.#views.length, `${own}.bufferView`));
      const stride = facts.byteStride === 0 ? elementBytes : facts.byteStride;
      if (stride < elementBytes) {
        throw new ReadError(
          "invalid-structure",
          own,
          `expected a stride of at least ${elementBytes}, found ${stride}`,
        );
      }
      const length = count === 0 ? 0 : stride * (count - 1) + elementBytes;
      checkRange(countAt(accessor.byteOffset, `${own}.byteOffset`, 0), length, facts.byteLength, own);
    }
    if (accessor.sparse !== undefined) this.#checkSparse(accessor, count, elementBytes, own);
    return index;
  }

  accessorCount(index: number): number {
    return (this.#accessors[index] as JsonObject).count as number;
  }

  #reduceDraco(value: unknown, attributes: JsonObject, place: string): JsonObject {
    const draco = objectAt(value, place);
    const view = indexAt(draco.bufferView, this.#views.length, `${place}.bufferView`);
    this.#checkView(view);
    const ids = Object.entries(objectAt(draco.attributes, `${place}.attributes`))
      .filter(([name]) => name in attributes)
      .map(([name, id]) => [name, countAt(id, `${place}.attributes.${name}`)] as const);
    return { bufferView: view, attributes: Object.fromEntries(ids) };
  }

  #reduceTarget(value: JsonObject, vertexCount: number, place: string): JsonObject {
    if (value.POSITION === undefined) return {};
    const index = this.useAccessor(value.POSITION, `${place}.POSITION`, ["VEC3"]);
    if (this.accessorCount(index) !== vertexCount) {
      throw new ReadError(
        "out-of-range",
        `${place}.POSITION`,
        `expected ${vertexCount} deltas, one a vertex`,
      );
    }
    return { POSITION: index };
  }

  #reducePrimitive(primitive: JsonObject, place: string): JsonObject {
    const extensions = objectAt(primitive.extensions, `${place}.extensions`);
    const source = objectAt(primitive.attributes, `${place}.attributes`);
    const kept = Object.entries(source).filter(([name]) => GEOMETRY_ATTRIBUTE.test(name));
    const decoded = isObject(extensions[DRACO])
      ? objectAt((extensions[DRACO] as JsonObject).attributes, `${place}.extensions.${DRACO}.attributes`)
      : undefined;
    const attributes: Record<string, number> = {};
    for (const [name, value] of kept) {
      const types = name === "POSITION" ? ["VEC3"] : ["VEC4"];
      const isDecoded = decoded !== undefined && name in decoded;
      attributes[name] = this.useAccessor(value, `${place}.attributes.${name}`, types, isDecoded);
    }
    const position = attributes.POSITION;
    if (position === undefined) return { attributes: {}, targets: [], mode: primitive.mode };
    const vertexCount = this.accessorCount(position);
    for (const [name, index] of Object.entries(attributes)) {
      if (this.accessorCount(index) !== vertexCount) {
        throw new ReadError("out-of-range", `${place}.attributes.${name}`, `expected ${vertexCount} entries`);
      }
    }
    const targets = objectsAt(primitive.targets, `${place}.targets`).map((target, index) =>
      this.#reduceTarget(target, vertexCount, `${place}.targets[${index}]`),
    );
    return {
      attributes,
      targets,
      mode: primitive.mode === undefined ? 4 : countAt(primitive.mode, `${place}.mode`),
      ...(primitive.indices !== undefined && {
        indices: this.useAccessor(primitive.indices, `${place}.indices`, ["SCALAR"], decoded !== undefined),
      }),
      ...(decoded !== undefined && {
        extensions: {
          [DRACO]: this.#reduceDraco(extensions[DRACO], attributes, `${place}.extensions.${DRACO}`),
        },
      }),
    };
  }

  reduce(): JsonObject {
    const asset = objectAt(this.#json.asset, "asset");
    if (!/^2\./.test(textOr(asset.version))) {
      throw new ReadError(
        "unsupported-version",
        "asset.version",
        `expected "2.0", found "${textOr(asset.version)}"`,
      );
    }
    checkExtensions(this.#json);
    const meshes = objectsAt(this.#json.meshes, "meshes").map((mesh, index) => ({
      primitives: objectsAt(mesh.primitives, `meshes[${index}].primitives`).map((primitive, position) =>
        this.#reducePrimitive(primitive, `meshes[${index}].primitives[${position}]`),
      ),
    }));
    objectsAt(this.#json.skins, "skins").forEach((skin, index) => {
      if (skin.inverseBindMatrices === undefined) return;
      this.useAccessor(skin.inverseBindMatrices, `skins[${index}].inverseBindMatrices`, ["MAT4"]);
    });
    return {
      asset: { version: "2.0" },
      buffers: this.#buffers.map((bytes, index) => ({
        byteLength: bytes.byteLength,
        uri: bufferName(index),
      })),
      bufferViews:
        this.#usedViews.size === 0 ? [] : this.#views.map((view, index) => this.#reduceView(view, index)),
      accessors: this.#accessors.map((accessor, index) =>
        this.#usedAccessors.has(index) ? accessor : UNUSED_ACCESSOR,
      ),
      meshes,
    };
  }

  #reduceView(view: JsonObject, index: number): JsonObject {
    if (!this.#usedViews.has(index)) return { buffer: 0, byteLength: 0 };
    const { extensions, ...rest } = view;
    if (!isObject(extensions)) return rest;
    const packed = extensions[MESHOPT] ?? extensions[MESHOPT_RATIFIED];
    return packed === undefined ? rest : { ...rest, extensions: { [MESHOPT]: packed } };
  }

  get usesMeshopt(): boolean {
    return [...this.#usedViews].some((index) => {
      const extensions = this.#views[index]?.extensions;
      return isObject(extensions) && (MESHOPT in extensions || MESHOPT_RATIFIED in extensions);
    });
  }
}

/** Name under which buffer `index` is handed to the parser. */
export function bufferName(index: number): string {
  return `buffer-${index}.bin`;
}

export interface ReducedDocument {
  readonly json: JsonObject;
  readonly usesDraco: boolean;
  readonly usesMeshopt: boolean;
}

/** Throws `ReadError`. Indices of accessors, meshes, primitives and targets are those of the file. */
export function reduceToGeometry(container: GltfContainer): ReducedDocument {
  const geometry = new GeometryJson(container);
  const reduced = geometry.reduce();
  const usesDraco = (reduced.meshes as { primitives: JsonObject[] }[]).some((mesh) =>
    mesh.primitives.some((primitive) => primitive.extensions !== undefined),
  );
  const { usesMeshopt } = geometry;
  const extensions = [...(usesDraco ? [DRACO] : []), ...(usesMeshopt ? [MESHOPT] : [])];
  const json = { ...reduced, extensionsUsed: extensions, extensionsRequired: extensions };
  return { json, usesDraco, usesMeshopt };
}
