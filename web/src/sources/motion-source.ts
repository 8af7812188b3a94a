// Plays a body recording along a timeline: the pose of every performer at its position, blended between frames.
// It has no clock of its own and drives no avatar; who shows or retargets the poses reads them after `advance`.

import type { SourceState } from "./frame-source";
import type { MotionClip } from "./motion/motion-clip";
import { createPose, type MotionPose, poseToWorld, samplePose } from "./motion/pose";
import { rowAt } from "./row-at";
import { Timeline } from "./timeline";

export class MotionSource {
  readonly kind = "motion";
  readonly timeline: Timeline;
  /** One for each performer of the clip, at the position of the last `advance`. The same buffers every time. */
  readonly poses: readonly MotionPose[];
  private shownFrame = 0;
  private shown = 0;

  /** @param timeline shared with other recordings; default one of its own, as long as the clip */
  constructor(
    readonly clip: MotionClip,
    timeline?: Timeline,
  ) {
    this.timeline = timeline ?? new Timeline(clip.duration);
    this.poses = clip.performers.map(createPose);
  }

  get name(): string {
    return this.clip.name;
  }

  /** Seconds of the clip; the timeline may be longer. */
  get duration(): number {
    return this.clip.duration;
  }

  get frameRate(): number {
    return this.clip.frameRate;
  }

  get state(): SourceState {
    return this.timeline.state;
  }

  /** The frame at or before the position: what bodies, markers and flags are read by, which are not blended. */
  get frame(): number {
    return this.shownFrame;
  }

  /**
   * Goes with the timeline. Allocates nothing.
   * @param now the loop's clock in seconds; it never runs backwards
   * @returns whether the poses are new
   */
  advance(now: number): boolean {
    const { timeline, clip } = this;
    timeline.advance(now);
    if (this.shown === timeline.revision) return false;
    this.shown = timeline.revision;
    this.shownFrame = rowAt(clip.times, timeline.position);
    for (let index = 0; index < this.poses.length; ++index) {
      const performer = clip.performers[index];
      const pose = this.poses[index];
      if (performer === undefined || pose === undefined) continue;
      samplePose(performer, clip.times, timeline.position, pose);
      poseToWorld(performer, pose);
    }
    return true;
  }
}
