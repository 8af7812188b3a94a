// What plays, as the transport shows it. Plain data.
// The position is not here: it changes every frame (see live.ts).

/** What happens when in a recording: the highest value in each of equally long stretches of time, 0..1. */
export interface Activity {
  /** Empty without a face, as `blink` is. */
  readonly jaw: Float32Array;
  readonly blink: Float32Array;
  /** All channels together; of a body its movement. */
  readonly all: Float32Array;
}

export interface Playback {
  readonly kind: "idle" | "recording" | "manual" | "live";
  readonly name: string;
  readonly playing: boolean;
  /** Seconds; 0 where there is no end. */
  readonly duration: number;
  readonly loop: boolean;
  readonly speed: number;
  /** Seconds between which a recording loops; 0 and `duration` where nothing was set. */
  readonly inPoint: number;
  readonly outPoint: number;
  /** Rows a second of the recording, 0 without one. */
  readonly frameRate: number;
  /** Null without a recording. */
  readonly activity: Activity | null;
}

export const initialPlayback: Playback = {
  kind: "idle",
  name: "",
  playing: true,
  duration: 0,
  loop: true,
  speed: 1,
  inPoint: 0,
  outPoint: 0,
  frameRate: 0,
  activity: null,
};

/** A recording that is being fetched or read, or was refused while none plays. */
export type TakeState =
  | {
      readonly kind: "loading";
      readonly file: string /** 0..1, or null where it is not known. */;
      readonly progress: number | null;
    }
  | { readonly kind: "failed"; readonly file: string };

/** True where the loop is shorter than the recording. */
export function hasRange({ inPoint, outPoint, duration }: Playback): boolean {
  return inPoint > 0 || outPoint < duration;
}
