// The binary part of a GLB while it grows: buffer views, accessors, sparse accessors, pictures.
// It knows numbers and their layout, not what they mean.

export type Components = Float32Array | Uint8Array | Uint16Array | Uint32Array | Int16Array;
export type AccessorType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";

const SIZE_OF_TYPE: Readonly<Record<AccessorType, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT4: 16,
};

const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/** glTF wants every view and every vertex on a multiple of 4 bytes. */
const ALIGNMENT = 4;

const padded = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

function componentType(array: Components): number {
  if (array instanceof Float32Array) return 5126;
  if (array instanceof Uint8Array) return 5121;
  if (array instanceof Int16Array) return 5122;
  return array instanceof Uint16Array ? 5123 : 5125;
}

/** Least and greatest of each component, over the numbers as they are stored. */
function boundsOf(array: ArrayLike<number>, size: number, base: readonly number[] | undefined) {
  const min = base ? [...base] : new Array<number>(size).fill(Number.POSITIVE_INFINITY);
  const max = base ? [...base] : new Array<number>(size).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < array.length; ++i) {
    const value = array[i] as number;
    const k = i % size;
    if (value < (min[k] as number)) min[k] = value;
    if (value > (max[k] as number)) max[k] = value;
  }
  return { min, max };
}

export interface AccessorOptions {
  readonly name?: string;
  readonly normalized?: boolean;
  /** `min` and `max`, which places need; default false. */
  readonly bounds?: boolean;
}

/** Entries of `accessors`, `bufferViews` and `images` are final once made. */
export class Binary {
  readonly accessors: object[] = [];
  readonly bufferViews: object[] = [];
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** All views behind each other. */
  bytes(): Uint8Array {
    const out = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      out.set(chunk, at);
      at += padded(chunk.length);
    }
    return out;
  }

  /** Index of a new buffer view. */
  view(bytes: Uint8Array, more: object = {}): number {
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length, ...more });
    this.#chunks.push(bytes);
    this.#length += padded(bytes.length);
    return this.bufferViews.length - 1;
  }

  /** One value for each vertex; index of the accessor. */
  attribute(type: AccessorType, array: Components, options: AccessorOptions = {}): number {
    const size = SIZE_OF_TYPE[type];
    const tight = size * array.BYTES_PER_ELEMENT;
    const stride = padded(tight);
    let bytes = bytesOf(array);
    if (stride !== tight) {
      const spread = new Uint8Array((array.length / size) * stride);
      for (let from = 0, to = 0; from < bytes.length; from += tight, to += stride) {
        spread.set(bytes.subarray(from, from + tight), to);
      }
      bytes = spread;
    }
    const layout = { target: ARRAY_BUFFER, ...(stride !== tight && { byteStride: stride }) };
    return this.#add(type, array, { bufferView: this.view(bytes, layout) }, options);
  }

  /** Triangle corners. */
  indices(array: Uint16Array | Uint32Array): number {
    return this.#add("SCALAR", array, {
      bufferView: this.view(bytesOf(array), { target: ELEMENT_ARRAY_BUFFER }),
    });
  }

  /** Numbers that are no vertex attribute. */
  matrices(array: Float32Array): number {
    return this.#add("MAT4", array, { bufferView: this.view(bytesOf(array)) });
  }

  /** Which elements of sparse accessors differ from 0; several accessors may share one list. */
  sparseIndices(
    vertices: Uint32Array,
    count: number,
  ): { readonly bufferView: number; readonly componentType: number } {
    const array = count <= 0x10000 ? Uint16Array.from(vertices) : vertices;
    return { bufferView: this.view(bytesOf(array)), componentType: componentType(array) };
  }

  /**
   * `count` elements that are 0 but for those of `indices`, whose values are `values`. Without `indices` all are 0.
   */
  sparse(
    type: AccessorType,
    count: number,
    indices: ReturnType<Binary["sparseIndices"]> | undefined,
    values: Float32Array,
    options: AccessorOptions = {},
  ): number {
    const size = SIZE_OF_TYPE[type];
    const changed = values.length / size;
    const zero = new Array<number>(size).fill(0);
    const base = changed < count ? zero : undefined;
    this.accessors.push({
      ...(options.name !== undefined && { name: options.name }),
      componentType: componentType(values),
      count,
      type,
      ...(options.bounds && boundsOf(values, size, base)),
      ...(indices !== undefined && {
        sparse: { count: changed, indices, values: { bufferView: this.view(bytesOf(values)) } },
      }),
    });
    return this.accessors.length - 1;
  }

  #add(type: AccessorType, array: Components, place: object, options: AccessorOptions = {}): number {
    const size = SIZE_OF_TYPE[type];
    this.accessors.push({
      ...(options.name !== undefined && { name: options.name }),
      ...place,
      componentType: componentType(array),
      ...(options.normalized && { normalized: true }),
      count: array.length / size,
      type,
      ...(options.bounds && boundsOf(array, size, undefined)),
    });
    return this.accessors.length - 1;
  }
}

function bytesOf(array: Components): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
