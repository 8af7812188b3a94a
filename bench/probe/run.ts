// Times the probe of an avatar with 52 channels in the wasm core beside plain JavaScript through three.js, in one run, turn by turn.
// It asserts nothing about time; that both measured the same is printed with the times.
import { basename } from "node:path";
import { makeAvatar } from "../../tests/support/make-avatar";
import { hasSamples, readBytes, sampleBytes, sampleNote } from "../../tests/support/samples";
import type { Measurement } from "../../web/src/core/documents";
import { loadCoreNode } from "../../web/src/core/load-core-node";
import { measureAvatar } from "../../web/src/probe/measure-avatar";
import { faceChannelNames } from "../../web/src/tables/face-channels";
import { loadScene, probeScene } from "./three-probe";

const rounds = 9;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function timed<Result>(act: () => Result): { result: Result; milliseconds: number } {
  const start = performance.now();
  const result = act();
  return { result, milliseconds: performance.now() - start };
}

/** Largest difference between both, as a share. */
function difference(wasm: Measurement, three: ReadonlyMap<string, readonly number[]>): number {
  let largest = 0;
  for (const name of faceChannelNames) {
    wasm.channels[name]?.curve.forEach(({ rms }, at) => {
      const other = three.get(name)?.[at] ?? 0;
      largest = Math.max(largest, Math.abs(rms - other) / Math.max(rms, other, Number.MIN_VALUE));
    });
  }
  return largest;
}

const file = hasSamples ? "samples/rpm-male.glb" : "synthetic.glb";
const bytes = hasSamples ? sampleBytes("rpm-male.glb") : await makeAvatar();
const core = await loadCoreNode();
const description = await readBytes(bytes, basename(file));
const scene = await loadScene(bytes);

const wasmTimes: number[] = [];
const threeTimes: number[] = [];
let share = 0;
for (let round = 0; round < rounds; ++round) {
  const wasm = timed(() => measureAvatar(core, description));
  const three = timed(() => probeScene(scene, faceChannelNames));
  wasmTimes.push(wasm.milliseconds);
  threeTimes.push(three.milliseconds);
  share = Math.max(share, difference(wasm.result, three.result));
}

const [wasm, three] = [median(wasmTimes), median(threeTimes)];
const line = (label: string, value: number, times: readonly number[]) =>
  `  ${label.padEnd(44)} ${value.toFixed(1).padStart(8)} ms   (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`;
console.log(
  `${file}${hasSamples ? "" : sampleNote}: 52 channels x 5 weights, median of ${rounds}, turn by turn`,
);
console.log(line("wasm core: rms, travel, extents, lids, folds", wasm, wasmTimes));
console.log(line("plain JavaScript through three.js: rms alone", three, threeTimes));
console.log(
  `  ${(three / wasm).toFixed(1)} times as fast; rms differ by at most ${(share * 100).toFixed(4)} %`,
);
