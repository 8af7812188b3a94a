// Hands an avatar's geometry and routes to the core's probe and brings back the measurement. Runs in the worker and in Node alike.
// It measures nothing itself, reads no file, and posts no message.

import type { Core, FaceProbe } from "../core/core";
import type { Measurement } from "../core/documents";
import type { AvatarDescription, VertexBufferDescription } from "../reader/avatar-description";
import { faceChannelCount } from "../tables/face-channels";

/** Called before the first channel and after each: how many of the 52 are measured. */
export type MeasureProgress = (done: number, total: number) => void;

/** Numbers of the face bones at the boundary. */
const faceBones = { leftEye: 0, rightEye: 1, jaw: 2 } as const;

function addBuffer(probe: FaceProbe, buffer: VertexBufferDescription): void {
  const id = probe.addVertices(
    buffer.positions,
    buffer.joints,
    buffer.weights,
    buffer.matrices,
    buffer.faceBones,
  );
  for (const triangles of buffer.triangles) probe.addTriangles(id, triangles);
  for (const { slot, deltas } of buffer.targets) probe.addTarget(id, slot, deltas);
}

/** Everything that is known of the head's place: the origin of the extents, and the pivots of eyes and jaw. */
function placeHead(probe: FaceProbe, description: AvatarDescription): void {
  probe.setHeadUp(...description.headUp);
  const head = description.humanoid.head;
  const world = head === undefined ? undefined : description.nodes[head]?.world;
  if (world !== undefined) probe.setHeadOrigin(world[12] ?? 0, world[13] ?? 0, world[14] ?? 0);
  for (const [name, bone] of Object.entries(faceBones) as [keyof typeof faceBones, number][]) {
    const pivot = description.faceBonePivots[name];
    if (pivot !== undefined) probe.setBonePivot(bone, ...pivot);
  }
}

/**
 * Measures all 52 channels over the routes of the description.
 * @param description with its geometry
 * @throws the core's `invalid-geometry` and `invalid-argument`
 */
export function measureAvatar(
  core: Core,
  description: AvatarDescription,
  onProgress: MeasureProgress = () => {},
): Measurement {
  const probe = core.createProbe();
  try {
    probe.setRoutes(JSON.stringify(description.routes));
    placeHead(probe, description);
    for (const buffer of description.buffers) addBuffer(probe, buffer);
    onProgress(0, faceChannelCount);
    for (let channel = 0; channel < faceChannelCount; ++channel) {
      probe.measureChannel(channel);
      onProgress(channel + 1, faceChannelCount);
    }
    return JSON.parse(probe.finish()) as Measurement;
  } finally {
    probe.delete();
  }
}
