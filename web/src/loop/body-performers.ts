// The performers of an input in the engine: added, kept, and taken away as the input's list says, their newest poses in its rows.
// It follows nobody with anything: body-cast.ts does.
import type { BodyEngine } from "../core/body-engine";
import { type CheckedPose, checkPose, type PoseFlaw, worldPlaces } from "../retarget/pose-check";
import type { BodyInput, InputPerformer } from "../sources/body-input";
import type { BodyRig, PerformerFacts } from "../state/body-rig";
import { rigOf } from "./rig-of";

interface Performer {
  readonly key: string;
  /** How it was described, to know it again. */
  readonly text: string;
  readonly rig: BodyRig;
  readonly handle: number;
  readonly row: number;
  /** By joint, and human bones as the core found them: index of the joint. */
  readonly parents: readonly number[];
  readonly bones: Readonly<Record<string, number>>;
  /** Place in the input's list now. */
  index: number;
}

export class BodyPerformers {
  private input: BodyInput | null = null;
  private performers: readonly Performer[] = [];
  private shownList: readonly InputPerformer[] | null = null;
  private shownRevision = -1;

  constructor(private readonly bodies: BodyEngine) {}

  /** Another input, or none. Whom the one before had go. */
  setInput(input: BodyInput | null): void {
    if (input === this.input) return;
    for (const { handle } of this.performers) this.bodies.removePerformer(handle);
    this.performers = [];
    this.input = input;
    this.shownList = null;
    this.shownRevision = -1;
    this.refresh();
  }

  /**
   * As the input's list says now: who is described as before stays, with the pose.
   * @returns whether the list is another one
   */
  refresh(): boolean {
    const list = this.input?.performers ?? [];
    if (list === this.shownList) return false;
    this.shownList = list;
    const before = this.performers;
    const kept = new Set<Performer>();
    const wanted = list.map((performer, index) => {
      const text = JSON.stringify([performer.key, performer.joints, performer.humanoid]);
      const known = before.find((candidate) => candidate.text === text && !kept.has(candidate));
      if (known !== undefined) kept.add(known);
      return { performer, index, text, known };
    });
    // Those that go make room for those that come.
    for (const gone of before) if (!kept.has(gone)) this.bodies.removePerformer(gone.handle);
    this.performers = wanted.flatMap(({ performer, index, text, known }) => {
      if (known !== undefined) {
        known.index = index;
        return [known];
      }
      const made = this.add(performer, index, text);
      return made === null ? [] : [made];
    });
    this.shownRevision = -1;
    return true;
  }

  /** In the input's order. */
  get list(): readonly PerformerFacts[] {
    return (this.shownList ?? []).map(({ key, name }) => ({
      key,
      name,
      rig: this.performers.find((performer) => performer.key === key)?.rig ?? null,
    }));
  }

  /** By the key that somebody had before: the key of now. */
  get renamed(): ReadonlyMap<string, string> {
    return new Map(
      (this.shownList ?? []).flatMap(({ key, renamedFrom }) =>
        renamedFrom === undefined ? [] : [[renamedFrom, key] as const],
      ),
    );
  }

  /** Engine's handle; null for nobody. */
  handleOf(key: string | null): number | null {
    return this.performers.find((performer) => performer.key === key)?.handle ?? null;
  }

  /** Keys of those that can be followed, in the input's order. */
  get followable(): readonly string[] {
    return this.performers.map(({ key }) => key);
  }

  /** What somebody has to change for a pose; null where it can not be told. See `checkPose`. */
  check(key: string, pose: CheckedPose): readonly PoseFlaw[] | null {
    const performer = this.performers.find((candidate) => candidate.key === key);
    const { bodies } = this;
    if (performer === undefined || !Number.isFinite(bodies.performerTime()[performer.row])) return null;
    const { performerJoints, jointStride } = bodies.layout;
    const { parents, bones, row, rig } = performer;
    const places = worldPlaces(parents, bones, bodies.performerInput(), row * performerJoints * jointStride);
    return checkPose(pose, places, rig.legLength);
  }

  /** Before the engine's step: the poses of now. Allocates nothing. */
  write(): void {
    const { input, performers, bodies } = this;
    if (input === null || input.revision === this.shownRevision) return;
    this.shownRevision = input.revision;
    const { performerJoints, jointStride } = bodies.layout;
    const rows = bodies.performerInput();
    const times = bodies.performerTime();
    for (let index = 0; index < performers.length; ++index) {
      const performer = performers[index];
      if (performer === undefined) continue;
      input.writeRow(performer.index, performerJoints, rows, performer.row * performerJoints * jointStride);
      times[performer.row] = input.timeOf(performer.index);
    }
  }

  /** Null for a skeleton without hips, or one too many: it can be seen as a stick figure and not be followed. */
  private add(performer: InputPerformer, index: number, text: string): Performer | null {
    const { bodies } = this;
    const { key, joints, humanoid, measured } = performer;
    try {
      const handle = bodies.addPerformer({ joints, humanoid, ...measured });
      const report = bodies.performerReport(handle);
      const rig = rigOf(report, joints);
      const row = bodies.performerRow(handle);
      const parents = joints.map(({ parent }) => parent);
      return { key, text, rig, handle, row, parents, bones: report.humanoid, index };
    } catch {
      return null;
    }
  }
}
