// The bodies of all avatars on the stage: who follows whom, in a recording or live, what they are set to, and their frames in the pictures.
// It solves nothing and decides nothing of the settings; what the user sets comes as `$.retargeting` of each profile, in whole.
import type { Posed } from "../avatar/body-bones";
import type { BodyDescription, BodyReport, BodySettings, BodyTransfer } from "../core/body-documents";
import type { FaceEngine } from "../core/face-engine";
import type { CheckedPose, PoseFlaw } from "../retarget/pose-check";
import { recordedPerformer } from "../retarget/recorded-performer";
import type { BodyInput, InputProp } from "../sources/body-input";
import type { MotionClip, MotionPerformer } from "../sources/motion/motion-clip";
import { MotionInput } from "../sources/motion-input";
import type { MotionSource } from "../sources/motion-source";
import type { BodyRig, PerformerFacts } from "../state/body-rig";
import type { LatencyMeter } from "../state/latency";
import { asideOf, assignPerformers } from "./assign-performers";
import type { BodyFile } from "./body-cast";
import type { BodyFigure } from "./body-figure";
import type { BodyIk } from "./body-ik";
import { BodyMember } from "./body-member";
import { BodyPerformers } from "./body-performers";
import { BodyPlaces, type StageFloor } from "./body-places";
import { BodyProps, type PropPicture, type PropRule } from "./body-props";
import type { BodyView } from "./take-deck";

/** Where each frame's meters and what happened go for display. */
export interface BodyLive {
  readonly bodyMeters: Float32Array;
  readonly bodyStatus: Uint32Array;
  readonly latency: LatencyMeter;
}

export interface BodyListener {
  /**
   * Of the open avatar.
   * @param problem why there is no rig; "" where there is one or no avatar is open
   * @param joints names of all that a bone may be given to
   */
  rigChanged(rig: BodyRig | null, problem: string, joints: readonly string[]): void;
  /** @param follows key of the one that the open avatar follows */
  performersChanged(performers: readonly PerformerFacts[], follows: string | null): void;
  /** @param follows by avatar: key of its performer, null for nobody */
  membersChanged?(follows: ReadonlyMap<number, string | null>): void;
  /** Rigid bodies that are there now. */
  propsChanged?(props: readonly InputProp[]): void;
}

/** What it needs of the camera. */
export interface BodyCamera {
  /** All of a body that stands at the origin, metres. */
  frameBody(height: number): void;
  frameHead(): void;
}

type Figure = Pick<BodyFigure, "show" | "advance" | "shiftX" | "shiftZ" | "setAvatarHeight">;

export class BodyTheatre implements BodyView {
  /** The open avatar's among them, by their keys: in the order in which they came. */
  private readonly members = new Map<number, BodyMember>();
  private openKey = 0;
  private recording: MotionInput | null = null;
  private live: BodyInput | null = null;
  private readonly performers: BodyPerformers;
  private readonly places: BodyPlaces;
  private readonly props: BodyProps;
  /** The frame of now came live; its age is measured when it is on the bones. */
  private isLiveFrame = false;
  private left: BodyMember | null = null;
  /** Settings that came before the open avatar did. */
  private settings: BodySettings = {};

  constructor(
    private readonly engine: FaceEngine,
    private readonly figure: Figure,
    private readonly camera: BodyCamera,
    private readonly display: BodyLive,
    private readonly listener: BodyListener,
    /** What a skeleton is found to be: `Core.describeBody`. */
    private readonly reportOf: (description: BodyDescription) => BodyReport,
    floor: StageFloor | null = null,
    propPicture: PropPicture | null = null,
    private readonly ik: BodyIk | null = null,
  ) {
    this.performers = new BodyPerformers(engine.bodies);
    this.places = new BodyPlaces(engine.bodies, floor);
    this.props = new BodyProps(engine.bodies, propPicture, (list) => listener.propsChanged?.(list));
  }

  /** The recording whose performers can be followed, in place of live ones; null: there is none any more. */
  show(source: MotionSource | null): void {
    this.figure.show(source);
    this.recording =
      source === null ? null : new MotionInput(source, (clip, performer) => this.measured(clip, performer));
    for (const member of this.members.values()) member.wantedTake = undefined;
    this.choose();
  }

  /** Live performers; null: there are none any more. */
  setLive(input: BodyInput | null): void {
    this.live = input;
    this.choose();
  }

  /** The live input's list has changed. */
  refresh(): void {
    this.props.refresh();
    if (!this.performers.refresh()) return;
    const { renamed } = this.performers;
    for (const member of this.members.values()) {
      const key = member.wantedLive;
      if (typeof key === "string") member.wantedLive = renamed.get(key) ?? key;
    }
    this.followWanted(true);
  }

  /** What the props are from now on, and who holds them. */
  setProps(rules: readonly PropRule[]): void {
    this.props.put(rules);
  }

  /** A member has another body: it is told whom to follow. */
  refollow(): void {
    this.followWanted();
  }

  /** All avatars in one picture, where their performers stand; else the open one alone, in the middle. */
  setTogether(on: boolean): void {
    if (on === this.places.isTogether) return;
    this.places.setTogether(on);
    this.followWanted();
    if (!on) this.frameOpen();
  }

  /** The camera before all of them again, as they stand now. False where they are not shown together. */
  reframe(): boolean {
    if (this.places.isTogether) this.places.reframe();
    return this.places.isTogether;
  }

  /** The camera before the open avatar: all of it where it moves live, else its head. */
  private frameOpen(): void {
    const cast = this.open?.cast ?? null;
    const isLive = this.recording === null && this.live !== null;
    if (cast?.isFollowing && isLive) this.camera.frameBody(cast.file.height);
    else this.camera.frameHead();
  }

  /** The open avatar follows a performer by its key, or with null nobody. Throws RangeError where there is no such. */
  follow(key: string | null): void {
    const { open } = this;
    if (open !== null) this.followAs(open, key);
  }

  /** What a performer has to change for a pose, the worst first; null where it can not be told. */
  check(performer: string, pose: CheckedPose): readonly PoseFlaw[] | null {
    return this.performers.check(performer, pose);
  }

  /** What the open recording does to the open avatar: all that solving it anew takes. Null where it does nothing to it. */
  get motion() {
    const { open, recording } = this;
    if (recording === null || open?.cast == null || open.performer === null) return null;
    const performer = recording.performers.findIndex(({ key }) => key === open.performer);
    if (performer < 0) return null;
    const { clip } = recording;
    const { description } = open.cast;
    return { clip, performer, description, settings: open.settings, props: this.props.recorded };
  }

  /** A member by its key; the open avatar's among them. */
  member(key: number): BodyMember | null {
    return this.members.get(key) ?? null;
  }

  /** A member's meters of this frame, in the order of `bodyMeterNames`; 0 where it follows nobody. */
  metersOf(key: number): ArrayLike<number> {
    const { cast } = this.members.get(key) ?? {};
    const { bodies } = this.engine;
    const { meterStride } = bodies.layout;
    if (!cast?.isActive) return new Float32Array(this.display.bodyMeters.length);
    return bodies
      .meters()
      .slice(cast.row * meterStride, cast.row * meterStride + this.display.bodyMeters.length);
  }

  /** Who is remembered to have followed somebody does so once that one is there. */
  want(key: number, performer: string | null | undefined): void {
    const member = this.members.get(key);
    if (member === undefined) return;
    member.wantedLive = performer;
    this.followWanted();
  }

  /** @param leader another avatar whose pose it copies, null: it follows a performer again */
  lead(key: number, leader: number | null, transfer: BodyTransfer = {}): void {
    const member = this.members.get(key);
    if (member === undefined) return;
    member.leading = leader === null ? null : { leader, transfer };
    this.followWanted();
  }

  /** See `CastStage`. */
  freeBeside(key: number, leader: number): number {
    return this.places.freeBeside(this.ordered, this.members.get(leader), this.members.get(key));
  }

  /** @param copies what is drawn of the avatar; all show the same pose */
  setAvatar(handle: number, file: BodyFile, copies: readonly Posed[], key = this.openKey): void {
    this.openKey = key;
    const member = this.member(key) ?? this.addMember(key, this.settings);
    member.setAvatar(handle, file, copies);
    this.tellRig();
    if (member.cast === null) return;
    this.figure.setAvatarHeight(file.height);
    this.followWanted();
  }

  /** No avatar is open any more. The engine's slot is the caller's. */
  clear(): void {
    this.left = this.open;
    this.remove(this.openKey);
    this.listener.rigChanged(null, "", []);
  }

  /** One that stands beside the open avatar. */
  add(key: number, handle: number, file: BodyFile, copies: readonly Posed[], settings: BodySettings): void {
    this.addMember(key, settings).setAvatar(handle, file, copies);
    this.followWanted();
  }

  remove(key: number): void {
    const member = this.members.get(key);
    if (member === undefined) return;
    member.leave();
    this.members.delete(key);
    this.followWanted();
  }

  /**
   * Another one is open from now on, or with a key that there is no member of, none.
   * @param copies what is drawn of it from now on; whom it follows and its pose go on
   */
  setOpen(key: number, copies: readonly Posed[] = []): void {
    this.openKey = key;
    this.settings = this.open?.settings ?? {};
    this.open?.setCopies(copies);
    this.tellRig();
    this.figure.setAvatarHeight(this.open?.height ?? 0);
    this.followWanted();
  }

  /** Other copies show a member from now on. */
  setCopies(key: number, copies: readonly Posed[]): void {
    this.members.get(key)?.setCopies(copies);
  }

  /**
   * Puts the open profile's part into force. Throws `invalid-profile`, and has changed nothing then. Bones by hand that give no skeleton
   * are no error: there is no body until others are given.
   */
  setSettings(settings: BodySettings = {}): void {
    const { open } = this;
    const isAnother = open?.setSettings(settings) ?? false;
    this.settings = settings;
    if (!isAnother) return;
    this.tellRig();
    this.followWanted();
  }

  /** Of any avatar; see `setSettings`. */
  setSettingsOf(key: number, settings: BodySettings = {}): void {
    if (key === this.openKey) this.setSettings(settings);
    else if (this.members.get(key)?.setSettings(settings)) this.followWanted();
  }

  /** Before the engine's step: the performers' poses of now. */
  advance(now: number): void {
    this.figure.advance(now);
    this.places.advance(now);
    this.isLiveFrame = this.live?.advance?.() ?? false;
    this.performers.write();
    this.props.write();
  }

  /** After the engine's step: rows on the copies, the open avatar's meters on display. */
  pose(): void {
    const { display, open } = this;
    const { bodies } = this.engine;
    const { figure } = this;
    this.places.begin(this.ordered, open, this.recording === null ? null : figure);
    for (let index = 0; index < this.ordered.length; ++index) {
      const member = this.ordered[index];
      if (member !== undefined) member.pose(this.places.xOf(member), this.places.zOf(member));
    }
    this.props.draw(this.places);
    if (open === null) this.ik?.draw(null, 0, 0);
    else this.ik?.draw(open, this.places.xOf(open), this.places.zOf(open));
    const cast = open?.cast ?? null;
    display.bodyStatus[0] = cast === null ? 0 : (bodies.status()[cast.row] ?? 0);
    if (cast === null || !cast.isActive) {
      display.bodyMeters.fill(0);
      return;
    }
    if (this.isLiveFrame && this.recording === null) display.latency.add(this.live?.age?.() ?? Number.NaN);
    const meters = bodies.meters();
    const from = cast.row * bodies.layout.meterStride;
    for (let index = 0; index < display.bodyMeters.length; ++index) {
      display.bodyMeters[index] = meters[from + index] ?? 0;
    }
  }

  /** The open avatar's; null while none is open. */
  get open(): BodyMember | null {
    return this.members.get(this.openKey) ?? null;
  }

  /** The members in their order; made anew only when one comes or goes. */
  private ordered: readonly BodyMember[] = [];

  private addMember(key: number, settings: BodySettings): BodyMember {
    const member = new BodyMember(this.engine, key, settings, (who, performer) =>
      this.followAs(who, performer),
    );
    // Another file in the place of one that was open: it follows whom that one did.
    const { left } = this;
    if (left?.key === key) member.wantAs(left);
    this.left = null;
    this.members.set(key, member);
    return member;
  }

  private tellRig(): void {
    const { open } = this;
    this.listener.rigChanged(open?.rig ?? null, open?.problem ?? "", open?.joints ?? []);
  }

  private followAs(member: BodyMember, key: string | null): void {
    if (key !== null && this.performers.handleOf(key) === null) {
      const known = this.performers.list.map((performer) => performer.key).join(", ");
      throw new RangeError(`performer: expected one of ${known}, found ${key}`);
    }
    if (this.recording === null) member.wantedLive = key;
    else member.wantedTake = key;
    this.followWanted();
  }

  /** Floor, ankles and standing feet of a recording's performer. One without hips has none; it can not be followed either. */
  private measured(clip: MotionClip, performer: MotionPerformer): object {
    try {
      const { joints: _, ...rest } = recordedPerformer(this.reportOf, clip, performer).description;
      return rest;
    } catch {
      return {};
    }
  }

  private choose(): void {
    for (const member of this.members.values()) member.leave();
    this.performers.setInput(this.recording ?? this.live);
    this.props.setInput(this.recording ?? this.live);
    this.followWanted();
  }

  /**
   * Whom the user chose and who has gone is waited for: the avatar stays with nobody else's moves.
   * @param holds who is left by its performer keeps the pose: that one may come back
   */
  private followWanted(holds = false): void {
    this.ordered = [...this.members.values()].sort((a, b) => a.key - b.key);
    const { ordered, performers, open } = this;
    const had = open?.cast?.isFollowing ?? false;
    const keys = assignPerformers(
      ordered.map((member) => (this.recording === null ? member.wantedLive : member.wantedTake)),
      performers.followable,
    );
    ordered.forEach((member, index) => {
      this.followOne(member, keys[index] ?? null, holds);
    });
    this.props.setMembers(this.members);
    this.setAside(ordered);
    this.places.restart();
    this.listener.performersChanged(performers.list, open?.performer ?? null);
    this.listener.membersChanged?.(new Map(ordered.map(({ key, performer }) => [key, performer])));
    if (open === null || open.cast === null || this.places.isTogether) return;
    if (this.recording !== null || this.live === null) return;
    if (open.cast.isFollowing !== had) this.frameOpen();
  }

  private followOne(member: BodyMember, key: string | null, holds: boolean): void {
    const { cast, leading } = member;
    const leader = leading === null ? null : (this.members.get(leading.leader)?.cast ?? null);
    member.performer = cast === null || leader !== null ? null : key;
    if (cast === null) return;
    const isLeft = holds && key === null && leader === null && member.wantedLive !== null;
    if (isLeft) return;
    if (leader !== null && leading !== null) cast.followBody(leader.handle, leading.transfer);
    else cast.follow(this.performers.handleOf(key));
  }

  /** Those in one place stand side by side; those that follow nobody, beside whoever is in the middle. Who copies another goes with it. */
  private setAside(ordered: readonly BodyMember[]): void {
    const counts = new Map<string | null, number>();
    for (const member of ordered) {
      if (member.leading !== null) continue;
      const place = counts.get(member.performer) ?? (member.performer === null && ordered.length > 1 ? 1 : 0);
      counts.set(member.performer, place + 1);
      member.aside = asideOf(place);
    }
    for (const member of ordered) if (member.leading !== null) member.aside = this.headOf(member)?.aside ?? 0;
  }

  /** Whose pose is copied in the end; undefined where that one is not there. */
  private headOf(member: BodyMember): BodyMember | undefined {
    let head: BodyMember | undefined = member;
    // As many steps as there are members: more would be a circle.
    for (let steps = this.members.size; steps > 0 && head !== undefined && head.leading !== null; --steps)
      head = this.members.get(head.leading.leader);
    return head;
  }
}
