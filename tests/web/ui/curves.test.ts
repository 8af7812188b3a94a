// Tests of the curve drawing and of which channels the table shows.
// Markup is tested in the browser.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChannelReport, Verdict } from "../../../web/src/state/report";
import { createStore } from "../../../web/src/state/store";
import { faceChannels, faceGroupNames } from "../../../web/src/tables/face-channels";
import { monotonePath } from "../../../web/src/ui/monotone-path";
import { visibleChannels } from "../../../web/src/ui/visible-channels";

interface Piece {
  from: number;
  controls: [number, number];
  to: number;
}

function pieces(path: string): Piece[] {
  const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map((match) => Number(match[0]));
  const list: Piece[] = [];
  let y = numbers[1] ?? 0;
  for (let at = 2; at < numbers.length; at += 6) {
    const to = numbers[at + 5] ?? 0;
    list.push({ from: y, controls: [numbers[at + 1] ?? 0, numbers[at + 3] ?? 0], to });
    y = to;
  }
  return list;
}

test("property: a path through rising points never leaves the box of its neighbours", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 8 }),
      (heights) => {
        const rising = [...heights].sort((a, b) => a - b);
        const path = monotonePath(rising.map((y, index) => ({ x: index * 10, y })));
        for (const { from, controls, to } of pieces(path)) {
          for (const control of controls) {
            expect(control).toBeGreaterThanOrEqual(from - 0.011);
            expect(control).toBeLessThanOrEqual(to + 0.011);
          }
        }
      },
    ),
  );
});

test("a straight line stays straight, and no points make no path", () => {
  const path = monotonePath([0, 1, 2].map((i) => ({ x: i * 30, y: i * 60 })));
  expect(path).toBe("M0 0C10 20 20 40 30 60C40 80 50 100 60 120");
  expect(monotonePath([])).toBe("");
});

const report = (verdict: Verdict) => ({ verdict }) as ChannelReport;

test("the table shows all 52 channels in the order of the groups", () => {
  const store = createStore(faceChannels, faceGroupNames);
  const shown = visibleChannels(store, "en");
  expect(shown).toHaveLength(52);
  expect([...new Set(shown.map((channel) => channel.group))]).toEqual([...faceGroupNames]);
});

test("the search finds names and labels, and forgives case and space", () => {
  const store = createStore(faceChannels, faceGroupNames);
  store.search.value = " JAWOPEN ";
  expect(visibleChannels(store, "en").map((channel) => channel.name)).toEqual(["jawOpen"]);
  store.search.value = "미소";
  expect(visibleChannels(store, "ko").map((channel) => channel.name)).toEqual([
    "mouthSmileLeft",
    "mouthSmileRight",
  ]);
  expect(visibleChannels(store, "en")).toEqual([]);
});

test("needs attention: weak, strong, empty and missing", () => {
  const store = createStore(faceChannels, faceGroupNames);
  store.attentionOnly.value = true;
  expect(visibleChannels(store, "en")).toHaveLength(52);
  const verdicts: Verdict[] = ["effective", "weak", "strong", "binary", "empty", "missing"];
  const channels = faceChannels.map((channel) => report(verdicts[channel.index] ?? "effective"));
  store.report.value = { before: 1, after: 2, lowConfidence: false, channels };
  expect(visibleChannels(store, "en").map((channel) => channel.index)).toEqual([1, 2, 4, 5]);
});
