// How a tile of the wall begins, and what it shows once its avatar is there.
// It keeps none.
import type { WallTile } from "../state/wall";
import type { WallLoad } from "./wall-loader";

export function emptyTile(key: number, file: string): WallTile {
  return {
    key,
    file,
    name: file,
    status: "waiting",
    progress: null,
    before: null,
    after: null,
    fault: null,
  };
}

export function readyTile({ avatar, report }: WallLoad): Partial<WallTile> {
  return {
    name: avatar.facts.name || avatar.facts.file,
    status: "ready",
    progress: null,
    before: report.score.before,
    after: report.score.after,
  };
}
