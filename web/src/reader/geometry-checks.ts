// Checks accessors and the ranges of bytes behind them, and remembers which of them geometry uses.
// What the accessors are for is known to geometry-json.ts.
import type { GltfContainer } from "./container";
import { countAt, indexAt, isObject, type JsonObject, objectAt, objectsAt, textOr } from "./json-values";
import { MAX_ACCESSOR_ELEMENTS, MAX_GEOMETRY_BYTES } from "./limits";
import { ReadError } from "./read-error";

export const MESHOPT = "EXT_meshopt_compression";
/** The ratified form of the same layout; the decoder takes both. */
export const MESHOPT_RATIFIED = "KHR_meshopt_compression";

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

/** Stands in for accessors that geometry does not use, so that indices keep their meaning and nothing is decoded. */
const UNUSED_ACCESSOR = { type: "SCALAR", componentType: 5121, count: 1 };
const UNUSED_VIEW = { buffer: 0, byteLength: 0 };

/** The compressed form of a view, if it has one. */
function meshoptOf(view: JsonObject | undefined): unknown {
  const extensions = view?.extensions;
  return isObject(extensions) ? (extensions[MESHOPT] ?? extensions[MESHOPT_RATIFIED]) : undefined;
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

export class GeometryChecks {
  readonly #buffers: readonly Uint8Array[];
  readonly #views: readonly JsonObject[];
  readonly #accessors: readonly JsonObject[];
  readonly #usedViews = new Set<number>();
  readonly #usedAccessors = new Set<number>();
  #bytes = 0;

  constructor(container: GltfContainer) {
    this.#buffers = container.buffers;
    this.#views = objectsAt(container.json.bufferViews, "bufferViews");
    this.#accessors = objectsAt(container.json.accessors, "accessors");
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

  /** Checks the view of that index and marks it as used. */
  useView(value: unknown, place: string): number {
    const index = indexAt(value, this.#views.length, place);
    this.#checkView(index);
    return index;
  }

  #checkView(index: number): ViewFacts {
    const place = `bufferViews[${index}]`;
    const view = this.#views[index] as JsonObject;
    const buffer = indexAt(view.buffer, this.#buffers.length, `${place}.buffer`);
    const byteLength = countAt(view.byteLength, `${place}.byteLength`);
    const byteStride = countAt(view.byteStride, `${place}.byteStride`, 0);
    const packed = meshoptOf(view);
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

  /** The views with the offsets of the file; those that geometry does not use are emptied. */
  reducedViews(): readonly JsonObject[] {
    if (this.#usedViews.size === 0) return [];
    return this.#views.map((view, index) => {
      if (!this.#usedViews.has(index)) return UNUSED_VIEW;
      const { extensions: _, ...rest } = view;
      const packed = meshoptOf(view);
      return packed === undefined ? rest : { ...rest, extensions: { [MESHOPT]: packed } };
    });
  }

  reducedAccessors(): readonly JsonObject[] {
    return this.#accessors.map((accessor, index) =>
      this.#usedAccessors.has(index) ? accessor : UNUSED_ACCESSOR,
    );
  }

  get usesMeshopt(): boolean {
    return [...this.#usedViews].some((index) => meshoptOf(this.#views[index]) !== undefined);
  }
}
