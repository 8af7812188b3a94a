// The face of the page that leads, on the pages that only show: sent once a frame while somebody asks for it, and idle where none comes.
// It opens nothing and knows no avatar; values go the bridge's way (docs/protocol.md).

import type { FaceExchange } from "../sources/face-exchange";
import type { SourcePlayer } from "./player";

export interface FaceRelayParts {
  readonly faces: Pick<FaceExchange, "want" | "send" | "onCame">;
  readonly player: Pick<SourcePlayer, "feed" | "release" | "live">;
  /** This frame's values, before any calibration. */
  readonly input: Float32Array;
  /** Calls `work` once a frame. */
  onFrame(work: () => void): void;
  /** Whether this page's face is everybody's. */
  leads(): boolean;
}

/** Of a page that can be worked with. */
export function sendFaces({ faces, input, onFrame, leads }: FaceRelayParts): void {
  onFrame(() => {
    if (leads()) faces.send(input);
  });
}

/** Of a page that only shows. Without values for a second its face is idle again. */
export function showFaces({ faces, player, onFrame }: Omit<FaceRelayParts, "input" | "leads">): void {
  let isFed = false;
  faces.onCame((values) => {
    isFed = true;
    player.feed(values);
  });
  faces.want(true);
  onFrame(() => {
    if (!isFed || player.live.state !== "stalled") return;
    isFed = false;
    player.release();
  });
}
