// A list of live meters: a name, a bar that moves with every frame, and words that follow at a pace that can be read.
// It measures and judges nothing.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { LiveMeters } from "../state/live";
import { type Bar, BarPainter } from "./bar-painter";
import { useApp } from "./context";

export interface LiveLine {
  readonly key: string;
  readonly name: string;
  readonly hint?: string;
  readonly bar: Bar;
}

/** What is written beside a bar: the value, and words for it. */
export interface LiveWords {
  readonly value: string;
  readonly words: string;
  /** Of a style sheet's `tone-`. */
  readonly tone?: string;
}

interface LiveBarsProps {
  label: string;
  lines: readonly LiveLine[];
  /** Frames between two writings. */
  every: number;
  /** @param meters of now, @param peaks highest since the last writing */
  write: (line: number, meters: Float32Array, peaks: Float32Array) => LiveWords;
  /** Changes where the words do: the language. */
  language: string;
}

export function LiveBars({ label, lines, every, write, language }: LiveBarsProps): JSX.Element {
  const { store } = useApp();
  const list = useRef<HTMLUListElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (list.current === null || canvas.current === null) return undefined;
    const { live } = store;
    const places = [...list.current.querySelectorAll<HTMLElement>(".live-line")].map((line) => ({
      value: line.querySelector<HTMLElement>(".live-value"),
      words: line.querySelector<HTMLElement>(".live-words"),
    }));
    const painter = new BarPainter(
      list.current,
      canvas.current,
      live.bodyMeters,
      lines.map(({ bar }) => bar),
    );
    const writeAll = () => {
      places.forEach(({ value, words }, index) => {
        const next = write(index, live.bodyMeters, painter.peaks);
        put(value, next.value);
        put(words, next.words);
        if (words !== null) words.className = `live-words tone-${next.tone ?? "plain"}`;
      });
    };
    /** What was written last: the row's values, the peaks, the status. While they stand, no text is made. */
    const written = new Float32Array(2 * live.bodyMeters.length + 1).fill(Number.NaN);
    let count = 0;
    const frame = () => {
      painter.paint();
      if (++count % every === 0 && differs(written, live, painter.peaks)) writeAll();
      if (count % every === 0) painter.peaks.fill(0);
    };
    writeAll();
    const stop = live.onFrame(frame);
    return () => {
      stop();
      painter.dispose();
    };
  }, [store, language]);
  return (
    <div class="live-bars">
      <ul class="live-list" ref={list} aria-label={label}>
        {lines.map(({ key, name, hint }) => (
          <li key={key} class="live-line" title={hint} data-line={key}>
            <span class="parameter-label">{name}</span>
            <span class="live-bar" data-bar />
            <span class="live-value" />
            <span class="live-words" />
          </li>
        ))}
      </ul>
      <div aria-hidden="true">
        <canvas ref={canvas} class="live-canvas" />
      </div>
    </div>
  );
}

/** True where anything is new since the last call; keeps what is now. Allocates nothing. */
function differs(written: Float32Array, live: LiveMeters, peaks: Float32Array): boolean {
  const { bodyMeters, bodyStatus } = live;
  const count = bodyMeters.length;
  let isNew = false;
  for (let index = 0; index <= 2 * count; index++) {
    const value =
      index < count
        ? (bodyMeters[index] ?? 0)
        : index < 2 * count
          ? (peaks[index - count] ?? 0)
          : (bodyStatus[0] ?? 0);
    if (written[index] === value) continue;
    written[index] = value;
    isNew = true;
  }
  return isNew;
}

function put(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
