// Small life before any recording is there: blinks, a glance, a little talk, so that an avatar is not dead on first sight.
// It is not a performance and makes no claim to be one; it repeats alike from one seed.
import { FaceMailbox } from "../sources/face-mailbox";
import type { FrameSource, SourceState } from "../sources/frame-source";
import { faceChannelCount, faceChannelNames } from "../tables/face-channels";

/** Seconds from one blink to the next: this plus up to `BLINK_SPREAD`. */
const BLINK_PAUSE = 2.4;
const BLINK_SPREAD = 2.6;
const BLINK_SECONDS = 0.22;
/** Seconds of talk, and of silence between. */
const TALK_SECONDS = 3.2;
const SILENCE_SECONDS = 3.4;
/** Syllables a second while talking. */
const SYLLABLE_RATE = 3.6;
const MAX_JAW = 0.42;

const at = (name: (typeof faceChannelNames)[number]): number => faceChannelNames.indexOf(name);
const channel = {
  blinkLeft: at("eyeBlinkLeft"),
  blinkRight: at("eyeBlinkRight"),
  lookInLeft: at("eyeLookInLeft"),
  lookOutLeft: at("eyeLookOutLeft"),
  lookInRight: at("eyeLookInRight"),
  lookOutRight: at("eyeLookOutRight"),
  browInnerUp: at("browInnerUp"),
  jawOpen: at("jawOpen"),
  funnel: at("mouthFunnel"),
  pucker: at("mouthPucker"),
  smileLeft: at("mouthSmileLeft"),
  smileRight: at("mouthSmileRight"),
};

export class IdleSource implements FrameSource {
  readonly kind = "live";
  readonly name = "idle";
  readonly mailbox = new FaceMailbox();
  private readonly row = new Float32Array(faceChannelCount);
  private playing = true;
  private clock = Number.NaN;
  private seconds = 0;
  private nextBlink = 1.2;
  private random = 0x2545f491;

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
    const elapsed = Number.isNaN(this.clock) ? 0 : Math.max(0, now - this.clock);
    this.clock = now;
    if (!this.playing) return;
    this.seconds += elapsed;
    this.write(this.seconds);
    this.mailbox.put(this.row, this.seconds);
  }

  private write(time: number): void {
    const row = this.row;
    row.fill(0);
    const blink = this.blink(time);
    row[channel.blinkLeft] = blink;
    row[channel.blinkRight] = blink;
    const glance = 0.22 * Math.sin(time * 0.43) * Math.sin(time * 0.19 + 1);
    row[channel.lookOutLeft] = Math.max(0, glance);
    row[channel.lookInRight] = Math.max(0, glance);
    row[channel.lookInLeft] = Math.max(0, -glance);
    row[channel.lookOutRight] = Math.max(0, -glance);
    const smile = 0.14 + 0.08 * Math.sin(time * 0.5);
    row[channel.smileLeft] = smile;
    row[channel.smileRight] = smile * 0.92;
    const talk = talking(time);
    const syllable = Math.max(0, Math.sin(time * SYLLABLE_RATE * Math.PI * 2));
    const stress = 0.55 + 0.45 * Math.sin(time * 2.3 + 0.7);
    row[channel.jawOpen] = talk * syllable * stress * MAX_JAW;
    row[channel.funnel] = talk * Math.max(0, Math.sin(time * 5.1)) * 0.22;
    row[channel.pucker] = talk * Math.max(0, Math.sin(time * 3.3 + 2)) * 0.2;
    row[channel.browInnerUp] = talk * Math.max(0, Math.sin(time * 1.7)) * 0.3;
  }

  private blink(time: number): number {
    if (time > this.nextBlink + BLINK_SECONDS)
      this.nextBlink = time + BLINK_PAUSE + this.chance() * BLINK_SPREAD;
    const phase = (time - this.nextBlink) / BLINK_SECONDS;
    return phase > 0 && phase < 1 ? Math.sin(phase * Math.PI) ** 0.6 : 0;
  }

  // xorshift32 (Marsaglia 2003), 0..1
  private chance(): number {
    let x = this.random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.random = x;
    return (x >>> 0) / 0xffffffff;
  }
}

/** 0 in silence, 1 in the middle of talk, eased between. */
function talking(time: number): number {
  const phase = (time % (TALK_SECONDS + SILENCE_SECONDS)) / TALK_SECONDS;
  return phase < 1 ? Math.min(1, 4 * phase, 4 * (1 - phase)) : 0;
}
