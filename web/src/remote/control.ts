// What the control page does: asks the remote control and keeps its state as the answers and broadcasts say.
// It is a controller like any other; it draws nothing.
import type { BodyValue } from "../tables/body-parameters";
import type { CalibrationLine, CharacterLine, ControlState, Outcome } from "./control-state";
import { outcomeOf } from "./outcomes";
import { ValueSender } from "./value-sender";

/** An answer as it came; `sources/remote-controller.ts` gives such. */
export interface ControlAnswer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  readonly [field: string]: unknown;
}

export type Ask = (action: string, fields?: object) => Promise<ControlAnswer>;

/** Calls `work` after `seconds`; what it returns takes that back. */
export type After = (seconds: number, work: () => void) => () => void;

/** Actions that need a performer's pose, and may be counted down to. */
export type PoseAction =
  | "calibrateIPose"
  | "calibrateTPose"
  | "calibrateHeadForward"
  | "autoCalibrate"
  | "autoCalibrateAll";

/** Of each: the action of the remote control, its fields, and what is said when it was carried out. */
const POSE_ACTIONS: Readonly<Record<PoseAction, readonly [action: string, fields: object, done: string]>> = {
  calibrateIPose: ["calibrateIPose", {}, "remote.poseTaken"],
  calibrateTPose: ["calibrateIPose", { pose: "T" }, "remote.poseTaken"],
  calibrateHeadForward: ["calibrateHeadForward", {}, "remote.headTaken"],
  autoCalibrate: ["autoCalibrateAll", {}, "remote.autoTaken"],
  autoCalibrateAll: ["autoCalibrateAll", { characterId: "all" }, "remote.allTaken"],
};

/** How long it is said that something went well, seconds. */
const GOOD_SECONDS = 4;

export class Control {
  private readonly sender: ValueSender<BodyValue>;
  private endCountdown: (() => void) | null = null;
  private lastPose: PoseAction | null = null;
  /** Answers to what was asked before are of no use. */
  private reading = 0;

  constructor(
    readonly state: ControlState,
    private readonly ask: Ask,
    private readonly after: After,
  ) {
    this.sender = new ValueSender((property, value) => this.send(property, value));
  }

  /** Everything anew: the connection was opened, or another page answers. */
  async refresh(): Promise<void> {
    const reading = ++this.reading;
    const answer = await this.ask("refresh");
    if (reading !== this.reading) return;
    this.setCharacters(answer.ok ? (answer.characters as readonly CharacterLine[]) : [], answer.open);
    await this.read();
  }

  choose(characterId: string): void {
    if (characterId === this.state.chosen.value) return;
    this.cancel();
    this.state.chosen.value = characterId;
    this.state.outcome.value = null;
    void this.read();
  }

  /** What everybody is told. */
  heard({ characterId, property, value }: { characterId?: string; property: string; value: unknown }): void {
    const { state } = this;
    if (property === "characters") {
      const before = state.chosen.value;
      this.setCharacters(value as readonly CharacterLine[], undefined);
      if (state.chosen.value !== before) void this.read();
    }
    if (characterId === undefined || characterId !== state.chosen.value) return;
    if (property === "calibration") state.calibration.value = value as CalibrationLine | null;
    else if (state.values.value.has(property) && !this.sender.isBusy(property))
      this.keep({ [property]: value as BodyValue });
  }

  /** A slider or a switch; shown at once. */
  set(property: string, value: BodyValue): void {
    this.keep({ [property]: value });
    this.sender.put(property, value);
  }

  setPreset(preset: string): Promise<void> {
    const hand = this.state.hand.value;
    return this.act("remote.presetSet", "setHandPosePreset", { preset, hand });
  }

  resetCalibration(): Promise<void> {
    return this.act("remote.calibrationReset", "resetCalibration");
  }

  /** Counts down where that is wished, then takes the pose of then. */
  pose(action: PoseAction): void {
    this.cancel();
    this.state.outcome.value = null;
    this.count(this.state.delay.value, action);
  }

  /** The pose that was refused last is taken as it is now. */
  force(): void {
    if (this.lastPose !== null) void this.take(this.lastPose, { force: true });
  }

  cancel(): void {
    this.endCountdown?.();
    this.endCountdown = null;
    this.state.countdown.value = null;
  }

  private take(pose: PoseAction, more: object = {}): Promise<void> {
    const [action, fields, done] = POSE_ACTIONS[pose];
    return this.act(done, action, { ...fields, ...more });
  }

  private count(left: number, action: PoseAction): void {
    if (left === 0) {
      this.cancel();
      this.lastPose = action;
      void this.take(action);
      return;
    }
    this.state.countdown.value = left;
    this.endCountdown = this.after(1, () => this.count(left - 1, action));
  }

  /** @param done key of what is said where it was carried out */
  private async act(done: string, action: string, fields: object = {}): Promise<void> {
    const { state } = this;
    const characterId = state.chosen.value;
    if (characterId === null || state.busy.value) return;
    state.busy.value = true;
    state.outcome.value = null;
    const answer = await this.ask(action, { characterId, ...fields });
    state.busy.value = false;
    this.say(outcomeOf(answer, { key: done }, this.nameOf));
  }

  /** What went well goes by itself; a refusal stays until it is dismissed or something else is done. */
  private say(outcome: Outcome): void {
    const { outcome: shown } = this.state;
    shown.value = outcome;
    if (outcome.kind === "good")
      this.after(GOOD_SECONDS, () => {
        if (shown.value === outcome) shown.value = null;
      });
  }

  private async send(property: string, value: BodyValue): Promise<void> {
    const characterId = this.state.chosen.value;
    if (characterId === null) return;
    const answer = await this.ask("updateValueRealtime", { characterId, property, value });
    if (characterId !== this.state.chosen.value) return;
    if (answer.ok) return;
    this.say(outcomeOf(answer, { key: "remote.failed" }, this.nameOf));
    await this.read();
  }

  private setCharacters(list: readonly CharacterLine[], open: unknown): void {
    const { characters, chosen } = this.state;
    characters.value = list;
    if (list.some(({ characterId }) => characterId === chosen.value)) return;
    const first = list.find(({ characterId }) => characterId === open) ?? list[0];
    this.cancel();
    chosen.value = first?.characterId ?? null;
    this.state.values.value = new Map();
    this.state.calibration.value = null;
  }

  private async read(): Promise<void> {
    const characterId = this.state.chosen.value;
    if (characterId === null) return;
    const reading = ++this.reading;
    const answer = await this.ask("getCharacterData", { characterId });
    if (!answer.ok || reading !== this.reading) return;
    this.state.values.value = new Map(Object.entries(answer.values as Record<string, BodyValue>));
    const { calibration } = answer.readOnly as { calibration: CalibrationLine | null };
    this.state.calibration.value = calibration;
  }

  private readonly nameOf = (id: string): string =>
    this.state.characters.value.find(({ characterId }) => characterId === id)?.name ?? id;

  private keep(values: Readonly<Record<string, BodyValue>>): void {
    this.state.values.value = new Map([...this.state.values.value, ...Object.entries(values)]);
  }
}
