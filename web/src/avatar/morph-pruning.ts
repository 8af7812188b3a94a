// Drops the morph targets that nothing drives before they reach the graphics unit, and repairs mixed ones.
// It does not decide what is driven: the caller names the kept targets of each geometry.
import { BufferAttribute, type BufferGeometry, type InterleavedBufferAttribute } from "three";

type Attribute = BufferAttribute | InterleavedBufferAttribute;
type MorphSemantic = "position" | "normal" | "color";
const SEMANTICS: readonly MorphSemantic[] = ["position", "normal", "color"];

/** Where the file's target index went: its index in the pruned geometry. */
export type TargetIndex = ReadonlyMap<number, number>;

/**
 * Keeps only `kept` targets, in file order. Where one target of a mesh has normals and another has none, the loader puts the
 * base attribute in the gap; with relative targets that would add the whole base once more, so it is replaced by zeros.
 * @param kept indices of the file's targets
 */
export function pruneMorphTargets(geometry: BufferGeometry, kept: ReadonlySet<number>): TargetIndex {
  const order = [...kept].sort((a, b) => a - b);
  const index = new Map<number, number>();
  for (const semantic of SEMANTICS) {
    const all = geometry.morphAttributes[semantic];
    if (all === undefined) continue;
    const base = geometry.getAttribute(semantic) as Attribute | undefined;
    const remaining: Attribute[] = [];
    for (const target of order) {
      const attribute = all[target];
      if (attribute === undefined) continue;
      index.set(target, remaining.length);
      remaining.push(attribute === base ? zerosLike(attribute) : attribute);
    }
    if (remaining.length === 0) delete geometry.morphAttributes[semantic];
    else geometry.morphAttributes[semantic] = remaining as BufferAttribute[];
  }
  return index;
}

function zerosLike(attribute: Attribute): BufferAttribute {
  return new BufferAttribute(new Float32Array(attribute.count * attribute.itemSize), attribute.itemSize);
}
