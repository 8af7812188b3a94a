// Calibrates people who stand on the stage: counts down, says meanwhile what is wrong with each pose, takes them all, and says what came of it.
// What a calibration is, and whether a pose is taken, is body-changes.ts and the core.
import { batch } from "../state/batch";
import type { FlowPose, FlowResult, FlowScope } from "../state/calibration-flow";
import type { Store } from "../state/store";
import type { Attempt } from "./attempt";
import type { BodyChanges } from "./body-changes";
import type { Character, Characters } from "./characters";
import type { History } from "./history";

/** Seconds between two looks at the poses: as often as a person can read them. */
export const LOOK_EVERY = 0.25;
const SECOND = 1;

export interface CalibrationFlowParts {
  readonly store: Store;
  readonly characters: Characters;
  readonly changes: BodyChanges;
  readonly history: Pick<History, "undo">;
  /** What a performer has to change for a pose, the worst first; null where it can not be told. */
  check(performer: string, pose: FlowPose): FlowResult["flaws"];
  /** Calls back after so many seconds, unless the returned function is called before. */
  after(seconds: number, call: () => void): () => void;
  /** A frame with what was set has gone by. */
  frame(): Promise<void>;
  /** A tone; `high` where the pose is taken. */
  tone(high: boolean): void;
}

export type CalibrationFlow = ReturnType<typeof createCalibrationFlow>;

export function createCalibrationFlow(parts: CalibrationFlowParts, attempt: Attempt) {
  return new Flow(parts, attempt).actions;
}

class Flow {
  private endTick: (() => void) | null = null;
  private endLook: (() => void) | null = null;

  constructor(
    private readonly parts: CalibrationFlowParts,
    private readonly attempt: Attempt,
  ) {}

  readonly actions = {
    /** Shows the choices; nothing is taken yet. */
    open: () => {
      this.set("choosing");
      this.look();
    },
    close: () => this.close(),
    setPose: (pose: FlowPose) => {
      this.flow.pose.value = pose;
      this.lookOnce();
    },
    setSeconds: (seconds: number) => {
      this.flow.seconds.value = seconds;
    },
    setScope: (scope: FlowScope) => {
      this.flow.scope.value = scope;
      this.lookOnce();
    },
    setAuto: (on: boolean) => {
      this.flow.auto.value = on;
    },
    setSound: (on: boolean) => {
      this.flow.sound.value = on;
    },
    start: () => this.start(),
    /** Back to the choices, while it counts or after it. */
    again: () => {
      this.stop();
      this.actions.open();
    },
    /** Takes the poses that were refused as they are. */
    takeAnyway: () => this.take(true),
    /** All that it has changed. */
    undo: () =>
      this.attempt({ key: "error.change" }, async () => {
        for (; this.flow.entries.value > 0; --this.flow.entries.value) await this.parts.history.undo();
      }),
  };

  private get flow() {
    return this.parts.store.calibrationFlow;
  }

  private set(phase: typeof this.flow.phase.value): void {
    this.flow.phase.value = phase;
  }

  private close(): void {
    this.stop();
    this.set("closed");
    this.flow.checks.value = [];
  }

  private stop(): void {
    this.endTick?.();
    this.endLook?.();
    this.endTick = this.endLook = null;
  }

  private get meant(): readonly Character[] {
    const { characters } = this.parts;
    if (this.flow.scope.value === "all") return characters.list;
    return characters.open === null ? [] : [characters.open];
  }

  private nameOf(id: string | null): string {
    return id === null ? "" : (this.parts.characters.find(id)?.name ?? "");
  }

  private look(): void {
    this.endLook?.();
    this.lookOnce();
    this.endLook = this.parts.after(LOOK_EVERY, () => this.look());
  }

  private lookOnce(): void {
    const pose = this.flow.pose.value;
    this.flow.checks.value = this.meant.map(({ name, performer, leader }, key) => ({
      key,
      avatar: name,
      performer: performer ?? "",
      leader: this.nameOf(leader),
      flaws: performer === null ? null : this.parts.check(performer, pose),
    }));
  }

  private start(): void {
    this.endTick?.();
    batch(() => {
      this.flow.left.value = this.flow.seconds.value;
      this.set("counting");
    });
    this.look();
    this.tick();
  }

  private tick(): void {
    this.sound(false);
    this.endTick = this.parts.after(SECOND, () => {
      if (--this.flow.left.value > 0) this.tick();
      else void this.take(false);
    });
  }

  private sound(high: boolean): void {
    if (this.flow.sound.value) this.parts.tone(high);
  }

  private async take(force: boolean): Promise<void> {
    const before = force ? this.flow.results.value : [];
    this.stop();
    this.set("taking");
    const entriesBefore = force ? this.flow.entries.value : 0;
    this.flow.entries.value = entriesBefore;
    const results: FlowResult[] = [];
    await this.attempt({ key: "error.change" }, async () => {
      const { meant } = this;
      for (const [key, character] of meant.entries()) {
        const known = before[key];
        // Whose pose was taken keeps it.
        if (known !== undefined && known.fault === null) results.push(known);
        else results.push(await this.takeOne(key, character, force));
      }
    });
    this.sound(true);
    batch(() => {
      this.flow.results.value = results;
      this.set("done");
    });
  }

  private async takeOne(key: number, character: Character, force: boolean): Promise<FlowResult> {
    const { changes, check, frame } = this.parts;
    const pose = this.flow.pose.value;
    const { name: avatar, performer } = character;
    const leader = this.nameOf(character.leader);
    // Its own calibration moves nothing as long as it copies another.
    if (leader !== "")
      return { key, avatar, performer: "", leader, fault: null, flaws: null, scale: null, head: null };
    const flaws = performer === null ? null : check(performer, pose);
    const fault = await changes.calibrate(character, pose, force);
    const plain = { key, avatar, performer: performer ?? "", leader, fault, flaws, scale: null, head: null };
    if (fault !== null) return plain;
    ++this.flow.entries.value;
    if (!this.flow.auto.value) return plain;
    const found = await changes.autoAll(character, frame, force);
    if (!("values" in found)) return plain;
    ++this.flow.entries.value;
    const { avatarScale, headRotationOffsetX, headRotationOffsetY, headRotationOffsetZ } = found.values;
    return {
      ...plain,
      scale: Number(avatarScale),
      head: [Number(headRotationOffsetX), Number(headRotationOffsetY), Number(headRotationOffsetZ)],
    };
  }
}
