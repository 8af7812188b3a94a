// The same avatar with other targets: stronger, empty, fewer, or only those of VRM's presets.
// The skin at rest stays as it is.
import type { AvatarModel, Part, Target } from "../model";
import type { Expression } from "../write/expressions";

function withTargets(
  model: AvatarModel,
  change: (targets: Part["targets"], part: Part) => Readonly<Record<string, Target>>,
): AvatarModel {
  return { ...model, parts: model.parts.map((part) => ({ ...part, targets: change(part.targets, part) })) };
}

const eachTarget = (targets: Part["targets"], change: (target: Target, channel: string) => Target) =>
  Object.fromEntries(Object.entries(targets).map(([channel, target]) => [channel, change(target, channel)]));

/** Every delta times `factor`. Normals would follow no straight line; theirs are scaled likewise, which only light shows. */
export function scaled(model: AvatarModel, factor: number): AvatarModel {
  return withTargets(model, (targets) =>
    eachTarget(targets, (target) => ({
      vertices: target.vertices,
      deltas: target.deltas.map((delta) => delta * factor),
      normalDeltas: target.normalDeltas.map((delta) => delta * factor),
    })),
  );
}

const NOTHING: Target = {
  vertices: new Uint32Array(0),
  deltas: new Float64Array(0),
  normalDeltas: new Float64Array(0),
};

/** Targets of these channels stay, and move nothing. */
export function emptied(model: AvatarModel, channels: readonly string[]): AvatarModel {
  return withTargets(model, (targets) =>
    eachTarget(targets, (target, channel) => (channels.includes(channel) ? NOTHING : target)),
  );
}

/** Without the targets of these channels. */
export function without(model: AvatarModel, channels: readonly string[]): AvatarModel {
  return withTargets(model, (targets) =>
    Object.fromEntries(Object.entries(targets).filter(([channel]) => !channels.includes(channel))),
  );
}

/** The sum of targets times their weights, as one target; undefined where none of them moves the part. */
function mixture(targets: Part["targets"], weights: Readonly<Record<string, number>>): Target | undefined {
  const sums = new Map<number, number[]>();
  for (const [channel, weight] of Object.entries(weights)) {
    const target = targets[channel];
    target?.vertices.forEach((vertex, at) => {
      const sum = sums.get(vertex) ?? [0, 0, 0, 0, 0, 0];
      for (let k = 0; k < 3; ++k) {
        sum[k] = (sum[k] as number) + weight * (target.deltas[3 * at + k] as number);
        sum[3 + k] = (sum[3 + k] as number) + weight * (target.normalDeltas[3 * at + k] as number);
      }
      sums.set(vertex, sum);
    });
  }
  if (sums.size === 0) return undefined;
  const vertices = [...sums.keys()].sort((a, b) => a - b);
  return {
    vertices: Uint32Array.from(vertices),
    deltas: Float64Array.from(vertices.flatMap((vertex) => (sums.get(vertex) as number[]).slice(0, 3))),
    normalDeltas: Float64Array.from(vertices.flatMap((vertex) => (sums.get(vertex) as number[]).slice(3))),
  };
}

/** Name of the target that shows a preset; none of the 52. */
export const presetTarget = (preset: string) => `preset_${preset}`;

/** One target a preset, in place of the 52. Presets that bind nothing get none. */
export function presetsOnly(model: AvatarModel, presets: readonly Expression[]): AvatarModel {
  return withTargets(model, (targets) =>
    Object.fromEntries(
      presets.flatMap(({ name, binds }) => {
        const target = mixture(targets, binds);
        return target === undefined ? [] : [[presetTarget(name), target] as const];
      }),
    ),
  );
}

/** Presets that bind the targets of `presetsOnly`. */
export function presetBinds(presets: readonly Expression[]): readonly Expression[] {
  return presets.map((preset) => ({
    ...preset,
    binds: Object.keys(preset.binds).length > 0 ? { [presetTarget(preset.name)]: 1 } : {},
  }));
}
