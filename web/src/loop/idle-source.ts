// Small life while nothing plays: blinks, glances, small changes of brows and mouth, a little talk, so that an avatar is not dead on sight.
// It is not a performance and makes no claim to be one; from one seed it is the same in every run, however long the frames are.
import { FaceMailbox } from "../sources/face-mailbox";
import type { FrameSource, SourceState } from "../sources/frame-source";
import { type FaceChannelName, faceChannelCount, faceChannelIndex } from "../tables/face-channels";
import { Blinks } from "./idle/blinks";
import { Chance } from "./idle/chance";
import { Drift } from "./idle/drift";
import { Gaze } from "./idle/gaze";
import { Talk } from "./idle/talk";

/** Largest value of any channel but the blinks: nobody looks strained. */
export const COMFORTABLE = 0.45;
/** Seconds in which everything but the blinks comes to rest, or back. */
const CALMING_SECONDS = 0.5;
/** Smiles and brows are never quite the same on both sides. */
const RIGHT_SHARE = 0.9;
/** How much a smile lifts the cheeks, a stressed syllable the brows. */
const CHEEK_SHARE = 0.45;
const STRESS_BROW = 0.14;
/** Longest step, seconds: while another source was on, no time has passed here. */
const LONGEST_STEP = 0.1;
const SEED = 0x2545f491;

const at = (name: FaceChannelName): number => faceChannelIndex(name);
const channel = {
  blinkLeft: at("eyeBlinkLeft"),
  blinkRight: at("eyeBlinkRight"),
  lookInLeft: at("eyeLookInLeft"),
  lookOutLeft: at("eyeLookOutLeft"),
  lookInRight: at("eyeLookInRight"),
  lookOutRight: at("eyeLookOutRight"),
  lookUpLeft: at("eyeLookUpLeft"),
  lookUpRight: at("eyeLookUpRight"),
  lookDownLeft: at("eyeLookDownLeft"),
  lookDownRight: at("eyeLookDownRight"),
  browInnerUp: at("browInnerUp"),
  browOuterUpLeft: at("browOuterUpLeft"),
  browOuterUpRight: at("browOuterUpRight"),
  cheekLeft: at("cheekSquintLeft"),
  cheekRight: at("cheekSquintRight"),
  smileLeft: at("mouthSmileLeft"),
  smileRight: at("mouthSmileRight"),
};

export class IdleSource implements FrameSource {
  readonly kind = "live";
  readonly name = "idle";
  readonly mailbox = new FaceMailbox();
  /** True for people who want no motion: the lids blink, everything else rests. */
  calm = false;
  private readonly row = new Float32Array(faceChannelCount);
  private readonly blinks: Blinks;
  private readonly gaze: Gaze;
  private readonly talk: Talk;
  private readonly smile: Drift;
  private readonly innerBrow: Drift;
  private readonly outerBrow: Drift;
  private playing = true;
  private clock = Number.NaN;
  private seconds = 0;
  /** Share of everything but the blinks, -1 until the first frame says which it is. */
  private life = -1;

  constructor(seed = SEED) {
    // Chances of their own: how often one part draws does not change the others.
    const chances = new Chance(seed);
    const own = () => new Chance(Math.floor(chances.between(1, 0x7fff_ffff)));
    this.blinks = new Blinks(own());
    this.gaze = new Gaze(own());
    this.talk = new Talk(own());
    this.smile = new Drift(own(), 0.06, 0.24, 2, 5);
    this.innerBrow = new Drift(own(), 0, 0.12, 1.5, 4);
    this.outerBrow = new Drift(own(), 0, 0.1, 2, 6);
  }

  get state(): SourceState {
    return this.playing ? "running" : "paused";
  }

  play(): void {
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
  }

  advance(now: number): void {
    const elapsed = Number.isNaN(this.clock) ? 0 : Math.min(Math.max(0, now - this.clock), LONGEST_STEP);
    this.clock = now;
    if (!this.playing) return;
    this.seconds += elapsed;
    this.settle(elapsed);
    this.write(this.seconds);
    this.mailbox.put(this.row, this.seconds);
  }

  private settle(elapsed: number): void {
    const wanted = this.calm ? 0 : 1;
    const step = elapsed / CALMING_SECONDS;
    if (this.life < 0) this.life = wanted;
    else if (this.life < wanted) this.life = Math.min(wanted, this.life + step);
    else this.life = Math.max(wanted, this.life - step);
  }

  private write(time: number): void {
    const { row, life } = this;
    row.fill(0);
    this.writeGaze(time);
    const smile = life * this.smile.value(time);
    row[channel.smileLeft] = smile;
    row[channel.smileRight] = smile * RIGHT_SHARE;
    row[channel.cheekLeft] = smile * CHEEK_SHARE;
    row[channel.cheekRight] = smile * CHEEK_SHARE * RIGHT_SHARE;
    this.talk.add(row, time, life);
    row[channel.browInnerUp] = life * (this.innerBrow.value(time) + STRESS_BROW * this.talk.stress);
    const brow = life * (this.outerBrow.value(time) + 0.5 * STRESS_BROW * this.talk.stress);
    row[channel.browOuterUpLeft] = brow;
    row[channel.browOuterUpRight] = brow * RIGHT_SHARE;
    for (let index = 0; index < faceChannelCount; index++) {
      if ((row[index] ?? 0) > COMFORTABLE) row[index] = COMFORTABLE;
    }
    const blink = this.blinks.value(time);
    row[channel.blinkLeft] = blink;
    row[channel.blinkRight] = blink;
  }

  private writeGaze(time: number): void {
    const { row, gaze } = this;
    gaze.update(time);
    const left = this.life * gaze.left;
    const up = this.life * gaze.up;
    row[channel.lookOutLeft] = row[channel.lookInRight] = Math.max(0, left);
    row[channel.lookInLeft] = row[channel.lookOutRight] = Math.max(0, -left);
    row[channel.lookUpLeft] = row[channel.lookUpRight] = Math.max(0, up);
    row[channel.lookDownLeft] = row[channel.lookDownRight] = Math.max(0, -up);
  }
}
