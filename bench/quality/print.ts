// The table of the quality bench: a line for each recording, avatar and method, and what all lines of a method come to.
// It measures nothing.
import type { Figures } from "../../tests/support/body-quality/measures";

export interface Row {
  readonly take: string;
  readonly avatar: string;
  readonly isShortLegged: boolean;
  readonly method: string;
  readonly figures: Figures;
}

interface Column {
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
  /** The most that a row may have. */
  readonly limit: (row: Row) => number;
}

const at = (limit: number) => () => limit;
const acceleration = ({ isShortLegged }: Row) => (isShortLegged ? 2.5 : 1.5);

export const columns: Readonly<Record<keyof Figures, Column>> = {
  slideMean: { title: "slide", unit: "cm/s", decimals: 2, limit: at(1) },
  slideP95: { title: "p95", unit: "cm/s", decimals: 2, limit: at(2) },
  drift: { title: "drift", unit: "cm", decimals: 2, limit: at(1) },
  sole: { title: "sole", unit: "mm", decimals: 1, limit: at(3) },
  penetration: { title: "under", unit: "mm", decimals: 1, limit: at(5) },
  floating: { title: "over", unit: "mm", decimals: 1, limit: at(3) },
  arms: { title: "arms", unit: "deg", decimals: 1, limit: at(1) },
  hands: { title: "hands", unit: "deg", decimals: 1, limit: at(5) },
  legs: { title: "legs", unit: "deg", decimals: 1, limit: at(8) },
  torso: { title: "torso", unit: "deg", decimals: 1, limit: at(3) },
  stretch: { title: "stretch", unit: "%", decimals: 3, limit: at(0.01) },
  kneeAcceleration: { title: "knee", unit: "x", decimals: 2, limit: acceleration },
  elbowAcceleration: { title: "elbow", unit: "x", decimals: 2, limit: acceleration },
  jumps: { title: "jumps", unit: "", decimals: 0, limit: at(0) },
  backwards: { title: "back", unit: "", decimals: 0, limit: at(0) },
  notNumbers: { title: "NaN", unit: "", decimals: 0, limit: at(0) },
  lag: { title: "lag", unit: "ms", decimals: 0, limit: at(0) },
};
const names = Object.keys(columns) as (keyof Figures)[];
const WIDTH = 8;
const HEAD = [26, 22, 14] as const;

function line(head: readonly string[], cells: readonly string[]): void {
  const left = head.map((text, index) => text.padEnd(HEAD[index] ?? 0)).join("");
  console.log(left + cells.map((cell) => cell.padStart(WIDTH)).join(""));
}

/** Rounding may not hide that a limit is passed, nor make a float's noise pass one. */
function isOver(row: Row, name: keyof Figures): boolean {
  const { decimals, limit } = columns[name];
  return row.figures[name] > limit(row) + 0.5 * 10 ** -(decimals + 2);
}

export function printTitles(): void {
  line(
    ["recording", "avatar", "method"],
    names.map((name) => columns[name].title),
  );
  line(
    ["", "", "!: more than allowed"],
    names.map((name) => columns[name].unit),
  );
}

export function printRow(row: Row): void {
  const cells = names.map((name) => {
    const { decimals } = columns[name];
    return `${row.figures[name].toFixed(decimals)}${isOver(row, name) ? "!" : " "}`;
  });
  line([row.take, row.avatar, row.method], cells);
}

export function printSummary(rows: readonly Row[]): void {
  const methods = [...new Set(rows.map(({ method }) => method))];
  for (const [title, of] of [
    [
      "mean of all rows",
      (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
    ],
    ["worst row", (values: readonly number[]) => Math.max(...values)],
  ] as const) {
    console.log(`\n${title}`);
    for (const method of methods) {
      const own = rows.filter((row) => row.method === method);
      const cells = names.map(
        (name) => `${of(own.map(({ figures }) => figures[name])).toFixed(columns[name].decimals)} `,
      );
      line(["", "", method], cells);
    }
  }
  console.log("\nrows that reach what they have to, of all");
  for (const method of methods) {
    const own = rows.filter((row) => row.method === method);
    const cells = names.map((name) => `${own.filter((row) => !isOver(row, name)).length}/${own.length} `);
    line(["", "", method], cells);
    const whole = own.filter((row) => names.every((name) => !isOver(row, name))).length;
    line(["", "", ""], [`${whole} rows in every column`]);
  }
}
