// The first animation of a file: which node it moves by which curve, with every index checked.
// It knows no bone and evaluates nothing; curve.ts does.
import type { GltfContainer } from "./container";
import { type GeometryAccessors, readReduced } from "./geometry-accessors";
import { GeometryChecks } from "./geometry-checks";
import { checkVersion, reducedDocument } from "./geometry-json";
import { arrayAt, indexAt, isObject, objectAt, objectsAt, textOr } from "./json-values";
import { ReadError } from "./read-error";

export type CurvePath = "translation" | "rotation" | "scale";
export type Interpolation = "LINEAR" | "STEP" | "CUBICSPLINE";

export interface Curve {
  readonly node: number;
  readonly path: CurvePath;
  readonly interpolation: Interpolation;
  /** Seconds, strictly increasing. */
  readonly times: Float32Array;
  /** A value for each time, of 3 or 4 numbers; three of them (tangent in, value, tangent out) for CUBICSPLINE. */
  readonly values: Float32Array;
}

export interface AnimationCurves {
  readonly curves: readonly Curve[];
  /** Channels that move something else, such as morph weights. */
  readonly ignored: number;
}

const SIZE: Readonly<Record<CurvePath, number>> = { translation: 3, rotation: 4, scale: 3 };

interface ChannelJson {
  readonly node: number;
  readonly path: CurvePath;
  readonly interpolation: Interpolation;
  readonly input: number;
  readonly output: number;
  readonly place: string;
}

function interpolationOf(value: unknown, place: string): Interpolation {
  const text = value === undefined ? "LINEAR" : textOr(value);
  if (text === "LINEAR" || text === "STEP" || text === "CUBICSPLINE") return text;
  throw new ReadError("invalid-structure", place, `expected LINEAR, STEP or CUBICSPLINE, found "${text}"`);
}

function curveOf(channel: ChannelJson, accessors: GeometryAccessors): Curve {
  const { node, path, interpolation, place } = channel;
  const times = accessors.floats(channel.input);
  const values = accessors.floats(channel.output);
  const perKey = SIZE[path] * (interpolation === "CUBICSPLINE" ? 3 : 1);
  if (times.length === 0 || values.length !== times.length * perKey) {
    const expected = `expected ${perKey} numbers for each of at least one time`;
    throw new ReadError(
      "invalid-structure",
      place,
      `${expected}, found ${values.length} for ${times.length}`,
    );
  }
  for (let index = 0; index < times.length; ++index) {
    if ((times[index] as number) > (index === 0 ? -1e-9 : (times[index - 1] as number))) continue;
    throw new ReadError(
      "invalid-structure",
      place,
      `expected times that increase from 0, found ${times[index]}`,
    );
  }
  return { node, path, interpolation, times, values };
}

/** Throws `ReadError`. A file without animations has no curves. */
export async function readAnimation(container: GltfContainer): Promise<AnimationCurves> {
  const { json } = container;
  checkVersion(json);
  const checks = new GeometryChecks(container);
  const animation = objectsAt(json.animations, "animations")[0] ?? {};
  const nodeCount = arrayAt(json.nodes, "nodes").length;
  const samplers = objectsAt(animation.samplers, "animations[0].samplers");
  const channels: ChannelJson[] = [];
  let ignored = 0;
  for (const [index, channel] of objectsAt(animation.channels, "animations[0].channels").entries()) {
    const place = `animations[0].channels[${index}]`;
    const target = objectAt(channel.target, `${place}.target`);
    const path = textOr(target.path);
    const known = path === "translation" || path === "rotation" || path === "scale";
    if (!known || target.node === undefined || isObject(target.extensions)) {
      ignored += 1;
      continue;
    }
    const node = indexAt(target.node, nodeCount, `${place}.target.node`);
    const sampler = samplers[indexAt(channel.sampler, samplers.length, `${place}.sampler`)] ?? {};
    const own = `animations[0].samplers[${channel.sampler}]`;
    channels.push({
      node,
      path,
      place: own,
      interpolation: interpolationOf(sampler.interpolation, `${own}.interpolation`),
      input: checks.useAccessor(sampler.input, `${own}.input`, ["SCALAR"]),
      output: checks.useAccessor(sampler.output, `${own}.output`, [path === "rotation" ? "VEC4" : "VEC3"]),
    });
  }
  const accessors = await readReduced(container, reducedDocument(container, checks, [], false), {});
  return { curves: channels.map((channel) => curveOf(channel, accessors)), ignored };
}
