// Aligned columns from rows of texts.
// It knows no content and no colours but the one painter a cell may bring.

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

const gap = "  ";

/** Places a text takes in a terminal: wide letters (Korean, Japanese, Chinese) take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        letter,
      )
        ? 2
        : 1;
  }
  return width;
}

function padded(cell: Cell, width: number, align: Column["align"]): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(cell.text)));
  const text = cell.paint === undefined ? cell.text : cell.paint(cell.text);
  return align === "right" ? space + text : text + space;
}

/** Lines of a table with its titles; columns are as wide as their widest cell, and no line ends in spaces. */
export function alignedLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  paintTitle: (text: string) => string,
): string[] {
  const titles = columns.map((column) => ({ text: column.title, paint: paintTitle }));
  const widths = columns.map((_, index) =>
    Math.max(...[titles, ...rows].map((row) => displayWidth(row[index]?.text ?? ""))),
  );
  return [titles, ...rows].map((row) => {
    let last = row.length - 1;
    while (last > 0 && row[last]?.text === "") last -= 1;
    return row
      .slice(0, last + 1)
      .map((cell, index) => {
        const align = columns[index]?.align ?? "left";
        return padded(cell, index === last && align === "left" ? 0 : (widths[index] ?? 0), align);
      })
      .join(gap);
  });
}
