// Reads a Motive CSV export (formats 1.20 and later): skeletons, rigid bodies and markers, in metres and Y up, with gaps kept as gaps.
// The head is motive-header.ts, the rows motive-rows.ts, a skeleton motive-skeleton.ts.

import { counted } from "../recording";
import type {
  MotionBody,
  MotionClip,
  MotionMarker,
  MotionOptions,
  MotionPerformer,
  MotionWarning,
  Origin,
  UpAxis,
} from "./motion-clip";
import { type MotiveHeader, readMotiveHeader } from "./motive-header";
import { type MotiveTrack, readMotiveRows } from "./motive-rows";
import { buildMotiveSkeleton } from "./motive-skeleton";
import { findUp } from "./skeleton-axes";
import { bodyToYUp, markerToYUp, performerToYUp } from "./to-y-up";

function tracksOf(tracks: readonly MotiveTrack[], kind: string): MotiveTrack[] {
  return tracks.filter(({ group }) => group.kind === kind);
}

/** Bones by the name in front of their colon; a name without one belongs to the take. */
function skeletonsOf(tracks: readonly MotiveTrack[], take: string): Map<string, MotiveTrack[]> {
  const skeletons = new Map<string, MotiveTrack[]>();
  for (const track of tracksOf(tracks, "bone")) {
    const colon = track.group.name.indexOf(":");
    const name = colon < 0 ? take : track.group.name.slice(0, colon);
    const list = skeletons.get(name);
    if (list === undefined) skeletons.set(name, [track]);
    else list.push(track);
  }
  return skeletons;
}

function unitOf(header: MotiveHeader, options: MotionOptions, warnings: MotionWarning[]): [number, Origin] {
  if (options.metresPerUnit !== undefined) return [options.metresPerUnit, "option"];
  if (!Number.isNaN(header.metresPerUnit)) return [header.metresPerUnit, "file"];
  const message = "no length unit stated; metres taken (option units)";
  warnings.push({ code: "assumed-units", count: 1, value: "m", message });
  return [1, "default"];
}

// Exports are Y up unless another axis convention was chosen, which the file does not say; a skeleton shows it.
function upOf(
  performers: readonly MotionPerformer[],
  times: Float64Array,
  options: MotionOptions,
  warnings: MotionWarning[],
): [UpAxis, Origin] {
  if (options.up !== undefined) return [options.up, "option"];
  const [leader] = performers;
  const found = leader === undefined ? undefined : findUp(leader, times);
  if (found?.isFound !== true) return ["y", "default"];
  if (found.world === "z") {
    const message = "Z up: found from head and feet (option up)";
    warnings.push({ code: "assumed-up", count: 1, value: "z", message });
  }
  return [found.world, "found"];
}

function trackingWarnings(tracks: readonly MotiveTrack[]): MotionWarning[] {
  const warnings: MotionWarning[] = [];
  const never = tracks.filter(({ tracked }) => tracked.every((flag) => flag === 0));
  if (never.length > 0) {
    const value = never.map(({ group }) => group.name).join(", ");
    const message = `never tracked: ${value}`;
    warnings.push({ code: "never-tracked", count: never.length, value, message });
  }
  const solid = tracks.filter((track) => track.group.kind !== "marker" && !never.includes(track));
  const frameCount = solid[0]?.tracked.length ?? 0;
  let lost = 0;
  for (let frame = 0; frame < frameCount; ++frame)
    if (solid.some(({ tracked }) => tracked[frame] === 0)) lost += 1;
  if (lost > 0) {
    const message = `bones or bodies are lost in ${counted(lost, "frame")}; their last pose is held`;
    warnings.push({ code: "untracked-frames", count: lost, value: "", message });
  }
  return warnings;
}

/**
 * Parses a whole file.
 * @param file name for messages
 * @throws RecordingError with line, column and expectation
 */
export function readMotiveCsv(text: string, file: string, options: MotionOptions = {}): MotionClip {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const header = readMotiveHeader(file, lines);
  const frames = readMotiveRows(file, header, lines, options.frameRate);
  const warnings = [...frames.warnings];
  if (header.ignored.length > 0) {
    const value = header.ignored.join(", ");
    const message = `columns that are not read: ${value}`;
    warnings.push({ code: "ignored-columns", count: header.ignored.length, value, message });
  }
  const raw: MotionPerformer[] = [];
  for (const [name, tracks] of skeletonsOf(frames.tracks, header.takeName === "" ? file : header.takeName)) {
    const skeleton = buildMotiveSkeleton(name, tracks, header.isLocal);
    warnings.push(...skeleton.warnings);
    raw.push(skeleton.performer);
  }
  const [metresPerUnit, unitsFrom] = unitOf(header, options, warnings);
  const [up, upFrom] = upOf(raw, frames.times, options, warnings);
  warnings.push(...trackingWarnings(frames.tracks));
  const bodies = tracksOf(frames.tracks, "body").map(
    ({ group, positions, rotations, tracked }): MotionBody => {
      const body = { name: group.name, positions, rotations, tracked };
      bodyToYUp(body, up, metresPerUnit);
      return body;
    },
  );
  const markers = tracksOf(frames.tracks, "marker").map(({ group, positions, tracked }): MotionMarker => {
    const marker = { name: group.name, positions, tracked };
    markerToYUp(marker, up, metresPerUnit);
    return marker;
  });
  return {
    name: file,
    format: "motive-csv",
    frameCount: frames.frameCount,
    frameRate: frames.frameRate,
    times: frames.times,
    duration: (frames.times.at(-1) ?? 0) + 1 / frames.frameRate,
    performers: raw.map((performer) => performerToYUp(performer, up, up, metresPerUnit)),
    bodies,
    markers,
    metresPerUnit,
    unitsFrom,
    up,
    upFrom,
    warnings,
  };
}
