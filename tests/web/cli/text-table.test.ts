// Tests of aligned columns, CSV and colours.
// They know no avatar.
import { expect, test } from "vitest";
import { makeStyle, wantsColour } from "../../../web/src/cli/style";
import { alignedLines, displayWidth } from "../../../web/src/cli/text-table";
import { csvText } from "../../../web/src/report/csv";

test("columns are aligned by what a terminal shows: wide letters take two places, colours none", () => {
  const style = makeStyle(true);
  const lines = alignedLines(
    [
      { title: "name", align: "left" },
      { title: "n", align: "right" },
      { title: "remark", align: "left" },
    ],
    [
      [{ text: "눈" }, { text: "10", paint: style.red }, { text: "" }],
      [{ text: "abcdef" }, { text: "5" }, { text: "x" }],
    ],
    (title) => title,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is taken off
  const plain = lines.map((line) => line.replace(/\x1b\[\d+m/g, ""));
  expect(plain).toEqual(["name     n  remark", "눈      10", "abcdef   5  x"]);
  expect(displayWidth("눈a")).toBe(3);
});

test("CSV quotes what needs it and leaves null empty", () => {
  expect(
    csvText([
      ["a", 1.5, null],
      ['say "hi"', "x,y", "two\nlines"],
    ]),
  ).toBe('a,1.5,\n"say ""hi""","x,y","two\nlines"\n');
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: "1" }, false],
  [true, { NO_COLOR: "" }, true],
  [true, { TERM: "dumb" }, false],
])("colour: terminal %s with %j -> %s", (terminal, environment, wanted) => {
  expect(wantsColour(terminal, environment)).toBe(wanted);
});
