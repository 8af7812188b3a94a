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

interface Time {
  readonly clock: number;
  /** Time on a processor, all threads of this process: what counts where others use the machine too. */
  readonly processor: number;
}

function timed<Result>(act: () => Result): { result: Result; time: Time } {
  const start = performance.now();
  const used = process.cpuUsage();
  const result = act();
  const { user, system } = process.cpuUsage(used);
  return { result, time: { clock: performance.now() - start, processor: (user + system) / 1000 } };
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

const wasmTimes: Time[] = [];
const threeTimes: Time[] = [];
let share = 0;
for (let round = 0; round < rounds; ++round) {
  const wasm = timed(() => measureAvatar(core, description));
  const three = timed(() => probeScene(scene, faceChannelNames));
  wasmTimes.push(wasm.time);
  threeTimes.push(three.time);
  share = Math.max(share, difference(wasm.result, three.result));
}

const clocks = (times: readonly Time[]) => times.map(({ clock }) => clock);
const processors = (times: readonly Time[]) => times.map(({ processor }) => processor);
const [wasm, three] = [median(processors(wasmTimes)), median(processors(threeTimes))];
const column = (milliseconds: number) => `${milliseconds.toFixed(1).padStart(8)} ms`;
const line = (label: string, times: readonly Time[]) =>
  [
    `  ${label.padEnd(44)}`,
    column(median(processors(times))),
    column(median(clocks(times))),
    column(Math.min(...clocks(times))),
    column(times[0]?.clock ?? Number.NaN),
  ].join("");
console.log(
  `${file}${hasSamples ? "" : sampleNote}: 52 channels x 5 weights, median of ${rounds}, turn by turn`,
);
console.log(`  ${"".padEnd(44)}  processor      clock      least      first`);
console.log(line("wasm core: rms, travel, extents, lids, folds", wasmTimes));
console.log(line("plain JavaScript through three.js: rms alone", threeTimes));
console.log(
  `  ${(three / wasm).toFixed(1)} times as fast by processor time; rms differ by at most ${(share * 100).toFixed(4)} %`,
);
