// The skeletons that a stream describes, and the newest pose of each, ready to be written as rows.
// It opens nothing and parses nothing; a frame comes as mocap-protocol.ts reads it.
import { type InputPerformer, JOINT_STRIDE } from "./body-input";
import type { MocapDescriptions, MocapFrame, SkeletonDescription, SkeletonFrame } from "./mocap-protocol";

/** Numbers a joint has in a frame's blocks. */
const QUAD = 4;

interface Described {
  readonly skeleton: SkeletonDescription;
  /** Rest places in the parents' frames, 3 a bone. */
  readonly offsets: Float32Array;
  frame: SkeletonFrame | null;
  time: number;
}

export class LivePerformers {
  private described: Described[] = [];
  private list: readonly InputPerformer[] = [];
  private revision = -1;

  get performers(): readonly InputPerformer[] {
    return this.list;
  }

  /** The bridge started anew: its numbers count from the beginning. */
  restart(): void {
    this.revision = -1;
  }

  /**
   * Other descriptions hold from now on. Who is described as before keeps the pose.
   * @returns whether the list of performers is another one
   */
  describe({ revision, skeletons }: MocapDescriptions): boolean {
    this.revision = revision;
    const before = this.described;
    this.described = skeletons.map((skeleton) => {
      const known = before.find((candidate) => sameSkeleton(candidate.skeleton, skeleton));
      if (known !== undefined) return known;
      const offsets = Float32Array.from(skeleton.bones.flatMap(({ offset }) => offset));
      return { skeleton, offsets, frame: null, time: Number.NaN };
    });
    const isSame =
      before.length === this.described.length &&
      this.described.every((each, index) => each === before[index]);
    if (!isSame) {
      const keys = new Map(before.map(({ skeleton: { id } }, index) => [id, this.list[index]?.key ?? ""]));
      this.list = listOf(skeletons).map((performer, index) => {
        const key = keys.get(skeletons[index]?.id ?? Number.NaN);
        // Of the same number, under a name that nobody had: the same person.
        const isRenamed = key !== undefined && key !== performer.key && !this.hasKey(performer.key);
        return isRenamed ? { ...performer, renamedFrom: key } : performer;
      });
    }
    return !isSame;
  }

  private hasKey(key: string): boolean {
    return this.list.some((performer) => performer.key === key);
  }

  /** Nobody any more. @returns whether there was somebody */
  clear(): boolean {
    const had = this.list.length > 0;
    this.described = [];
    this.list = [];
    this.revision = -1;
    return had;
  }

  /** False for a frame of other descriptions than those that hold; nothing is taken of it then. */
  take(frame: MocapFrame): boolean {
    if (frame.revision !== this.revision) return false;
    for (const skeleton of frame.skeletons) {
      const described = this.described.find(({ skeleton: { id } }) => id === skeleton.id);
      if (described === undefined || described.skeleton.bones.length !== skeleton.boneCount) continue;
      described.frame = skeleton;
      described.time = frame.sourceTime;
    }
    return true;
  }

  timeOf(performer: number): number {
    return this.described[performer]?.time ?? Number.NaN;
  }

  writeRow(performer: number, most: number, row: Float32Array, at: number): void {
    const described = this.described[performer];
    const frame = described?.frame;
    if (described === undefined || frame == null) return;
    const { offsets } = described;
    const { rotations, positions, root } = frame;
    const count = Math.min(frame.boneCount, most);
    for (let bone = 0; bone < count; ++bone) {
      const to = at + JOINT_STRIDE * bone;
      const isRoot = described.skeleton.bones[bone]?.parent === -1;
      for (let i = 0; i < 3; ++i) {
        const place =
          positions !== null ? positions[QUAD * bone + i] : isRoot ? root[i] : offsets[3 * bone + i];
        row[to + i] = place ?? 0;
      }
      for (let i = 0; i < QUAD; ++i) row[to + 3 + i] = rotations[QUAD * bone + i] ?? 0;
    }
  }
}

/** Described alike: the same number, name and bones. */
function sameSkeleton(a: SkeletonDescription, b: SkeletonDescription): boolean {
  return a.id === b.id && a.name === b.name && JSON.stringify(a.bones) === JSON.stringify(b.bones);
}

/** Names are what people and settings know performers by; two of one name are told apart by their numbers. */
function listOf(skeletons: readonly SkeletonDescription[]): InputPerformer[] {
  return skeletons.map(({ id, name, bones }) => {
    const isTwice = skeletons.filter((other) => other.name === name).length > 1;
    const humanoid: Record<string, number> = {};
    bones.forEach(({ bone }, index) => {
      // Extra links of spine and neck have no place among the human bones; the chain is found from the joints.
      if (bone !== "" && !/^(spine|neck)Extra\d+$/.test(bone)) humanoid[bone] ??= index;
    });
    return {
      key: isTwice ? `${name}#${id}` : name,
      name,
      joints: bones.map((bone) => ({
        name: bone.name,
        parent: bone.parent,
        translation: triple(bone.offset),
        rotation: quad(bone.rest),
      })),
      humanoid,
    };
  });
}

const triple = ([x = 0, y = 0, z = 0]: readonly number[]) => [x, y, z] as const;
const quad = ([x = 0, y = 0, z = 0, w = 1]: readonly number[]) => [x, y, z, w] as const;
