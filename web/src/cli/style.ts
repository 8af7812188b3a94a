// Colours of the terminal, and whether they are wanted.
// It knows no content.

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

const codes = { bold: 1, dim: 2, green: 32, yellow: 33, red: 31 } as const;

/** @param coloured false: texts come back as they are */
export function makeStyle(coloured: boolean): Style {
  const paint = (code: number) => (text: string) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : text);
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    green: paint(codes.green),
    yellow: paint(codes.yellow),
    red: paint(codes.red),
  };
}

/** Colours are for terminals, and not where NO_COLOR is set to anything (no-color.org). */
export function wantsColour(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal && (environment.NO_COLOR ?? "") === "" && environment.TERM !== "dumb";
}
