// What happens when in a recording: jaw, blinks and everything together over time, for the overview under a timeline.
// It draws nothing and judges nothing; each figure is the highest of its stretch of time, so that a single blink is not lost.

import { faceChannelCount, faceChannelIndex } from "../tables/face-channels";
import type { FaceRecording } from "./recording";

export interface RecordingActivity {
  /** jawOpen, 0..1, by stretch of time; all stretches are equally long. */
  readonly jaw: Float32Array;
  /** The further closed eye, 0..1. */
  readonly blink: Float32Array;
  /** Sum of all channels over the largest sum of the recording, 0..1. */
  readonly all: Float32Array;
}

/** Stretches of time that an overview has: about the pixels of a wide timeline. */
export const ACTIVITY_STRETCHES = 720;
/** Values above this are taken for 0..100 as the core does. */
const LARGEST_UNIT = 2;

const JAW = faceChannelIndex("jawOpen");
const BLINKS = [faceChannelIndex("eyeBlinkLeft"), faceChannelIndex("eyeBlinkRight")] as const;

/** @param span seconds that the overview stands for; default the recording's own */
export function recordingActivity(
  recording: FaceRecording,
  stretches = ACTIVITY_STRETCHES,
  span = recording.duration,
): RecordingActivity {
  const jaw = new Float32Array(stretches);
  const blink = new Float32Array(stretches);
  const all = new Float32Array(stretches);
  const { times, values, duration, rowCount } = recording;
  const unit = values.some((value) => value > LARGEST_UNIT) ? 100 : 1;
  const read = (row: number, channel: number) =>
    Math.min(1, Math.max(0, (values[row * faceChannelCount + channel] ?? 0) / unit));
  const raise = (list: Float32Array, at: number, value: number) => {
    if (value > (list[at] ?? 0)) list[at] = value;
  };
  for (let row = 0; row < rowCount; ++row) {
    let sum = 0;
    for (let channel = 0; channel < faceChannelCount; ++channel) sum += read(row, channel);
    // A row holds until the next one, so that a stretch without a row of its own shows the one before.
    const end = times[row + 1] ?? duration;
    const first = Math.min(stretches - 1, Math.floor(((times[row] ?? 0) / span) * stretches));
    const behind = Math.min(stretches, Math.max(first + 1, Math.ceil((end / span) * stretches)));
    for (let at = first; at < behind; ++at) {
      raise(jaw, at, read(row, JAW));
      raise(blink, at, Math.max(read(row, BLINKS[0]), read(row, BLINKS[1])));
      raise(all, at, sum);
    }
  }
  const largest = all.reduce((most, value) => Math.max(most, value), 0);
  if (largest > 0) for (let at = 0; at < stretches; ++at) all[at] = (all[at] ?? 0) / largest;
  return { jaw, blink, all };
}
