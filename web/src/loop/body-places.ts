// Where bodies stand in the picture: the open one alone in the middle, or all of them together, as far from each other as their performers.
// It knows no performers and draws nothing; the floor is handed what it is to be moved by.
import type { BodyEngine } from "../core/body-engine";
import { asideOf } from "./assign-performers";
import type { BodyMember } from "./body-member";

/** Seconds in which a live avatar comes most of the way back to the middle: steps and sways are seen, walking away is not. */
const CENTRING = 0.25;
/** The same for all of them together: slower, since it moves the whole picture. */
const CENTRING_TOGETHER = 1.5;
/** Room around a body that the camera frames, metres. */
const ROOM = 0.9;
/** Nearer than this, metres, one avatar is seen as standing where another does. */
const APART = 0.75;
/** Room above heads, as a share of their height. */
const HEADROOM = 1.15;

/** What shows all of them together. */
export interface StageFloor {
  /** What lies at the origin of the performers' world is seen here, metres. */
  setFloor(x: number, z: number): void;
  /** The camera before a box, metres. */
  frameBetween(low: ArrayLike<number>, high: ArrayLike<number>): void;
}

export interface Shift {
  readonly shiftX: number;
  readonly shiftZ: number;
}

export class BodyPlaces {
  isTogether = false;
  /** It is brought to the middle at once when it begins to move, and then more slowly than it walks. */
  private isCentred = false;
  /** How many moved when the camera was put before them; -1: it is to be put there. */
  private framed = -1;
  /** The loop's clock, and its step, seconds. */
  private now = 0;
  private elapsed = 0;
  /** Where the origin of the performers' world is seen, metres. */
  shiftX = 0;
  shiftZ = 0;
  private readonly low = [0, 0, 0];
  private readonly high = [0, 0, 0];

  constructor(
    private readonly bodies: BodyEngine,
    private readonly floor: StageFloor | null,
  ) {}

  setTogether(on: boolean): void {
    this.isTogether = on;
    this.framed = -1;
    this.isCentred = false;
  }

  /** Somebody came, went, or follows somebody else. */
  restart(): void {
    if (!this.isTogether) this.isCentred = false;
    this.framed = -1;
  }

  advance(now: number): void {
    this.elapsed = Math.max(0, now - this.now);
    this.now = now;
  }

  /**
   * Once a frame, before the places are asked for. Allocates nothing.
   * @param figure a recording's stick figure, with which they stand; null: they are live
   */
  begin(members: readonly BodyMember[], open: BodyMember | null, figure: Shift | null): void {
    // Whoever begins to move stands elsewhere than before: the camera is put before all of them anew, at once.
    const moving = this.isTogether ? countActive(members) : 0;
    const isAnew = this.isTogether && moving !== this.framed;
    if (isAnew) this.isCentred = false;
    if (figure !== null) {
      this.shiftX = figure.shiftX;
      this.shiftZ = figure.shiftZ;
    } else if (this.isTogether) this.centreAll(members);
    else if (open?.isActive) this.centre(this.hips(open, 0), this.hips(open, 2), CENTRING);
    if (!this.isTogether) return;
    this.floor?.setFloor(this.shiftX, this.shiftZ);
    if (isAnew) this.frame(members, moving);
  }

  /** The camera before all of them again, as they stand then. */
  reframe(): void {
    this.framed = -1;
  }

  xOf(member: BodyMember): number {
    // Who copies one that does not move stands beside it all the same.
    if (!member.isActive) return this.isTogether ? member.aside - (offsetOf(member)?.[0] ?? 0) : 0;
    return this.isTogether ? this.shiftX + member.aside : this.shiftX;
  }

  zOf(member: BodyMember): number {
    if (!member.isActive) return this.isTogether ? (offsetOf(member)?.[2] ?? 0) : 0;
    return this.shiftZ;
  }

  /**
   * @param follower is about to copy `leader`, and does not count: it leaves its place
   * @returns hipOffset's x, metres, of the nearest place to the side of `leader` where nobody of `members` stands now: 1, -1, 2, -2 ...
   */
  freeBeside(
    members: readonly BodyMember[],
    leader: BodyMember | undefined,
    follower: BodyMember | undefined,
  ): number {
    if (leader === undefined) return 0;
    const others = members.filter((member) => member !== leader && member !== follower);
    // Each of the others stands in the way of two places at most.
    for (let n = 1; n <= 2 * others.length + 1; ++n) {
      const x = this.standsAt(leader, 0) - asideOf(n);
      const z = this.standsAt(leader, 2);
      const isFree = others.every(
        (other) => Math.hypot(this.standsAt(other, 0) - x, this.standsAt(other, 2) - z) >= APART,
      );
      if (isFree) return asideOf(n);
    }
    return asideOf(1);
  }

  /** Where it is seen, metres. */
  private standsAt(member: BodyMember, axis: 0 | 2): number {
    const place = axis === 0 ? this.xOf(member) : this.zOf(member);
    return place + (member.isActive ? this.hips(member, axis) : 0);
  }

  private hips({ cast }: BodyMember, axis: number): number {
    const { poseStride, posePositions } = this.bodies.layout;
    return this.bodies.poses()[(cast?.row ?? 0) * poseStride + posePositions + axis] ?? 0;
  }

  private centreAll(members: readonly BodyMember[]): void {
    let x = 0;
    let z = 0;
    let count = 0;
    for (let index = 0; index < members.length; ++index) {
      const member = members[index];
      if (member === undefined || !member.isActive) continue;
      x += this.hips(member, 0);
      z += this.hips(member, 2);
      ++count;
    }
    if (count > 0) this.centre(x / count, z / count, CENTRING_TOGETHER);
  }

  private centre(x: number, z: number, seconds: number): void {
    const share = this.isCentred ? 1 - Math.exp(-this.elapsed / seconds) : 1;
    this.isCentred = true;
    this.shiftX += share * (-x - this.shiftX);
    this.shiftZ += share * (-z - this.shiftZ);
  }

  /** The camera before all of them as they stand now. */
  private frame(members: readonly BodyMember[], moving: number): void {
    if (members.length === 0) return;
    this.framed = moving;
    const { low, high } = this;
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    for (const member of members) {
      const x = this.standsAt(member, 0);
      const z = this.standsAt(member, 2);
      low[0] = Math.min(low[0] ?? 0, x - ROOM);
      high[0] = Math.max(high[0] ?? 0, x + ROOM);
      low[2] = Math.min(low[2] ?? 0, z - ROOM / 2);
      high[2] = Math.max(high[2] ?? 0, z + ROOM / 2);
      high[1] = Math.max(high[1] ?? 0, HEADROOM * member.height);
    }
    low[1] = 0;
    this.floor?.frameBetween(low, high);
  }
}

/** From whom it copies; the sign of x is Unity's. */
const offsetOf = ({ leading }: BodyMember) => leading?.transfer.hipOffset;

function countActive(members: readonly BodyMember[]): number {
  let count = 0;
  for (let index = 0; index < members.length; ++index) if (members[index]?.isActive) ++count;
  return count;
}
