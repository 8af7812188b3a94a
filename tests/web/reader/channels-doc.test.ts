// The reduction table of docs/channels.md is the one in the code.
// The rest of the document is prose.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { VRM_REDUCTION } from "../../../web/src/reader/vrm-reduction";

it("docs/channels.md holds the reduction as it is", () => {
  const text = readFileSync(fileURLToPath(new URL("../../../docs/channels.md", import.meta.url)), "utf8");
  for (const [channel, { ways, reason }] of Object.entries(VRM_REDUCTION)) {
    const mixtures = ways.map((mixture) =>
      mixture.map(([preset, weight]) => `${preset} ${weight}`).join(" + "),
    );
    expect(text).toContain(`| ${channel} | ${mixtures.join(", else ") || "none"} | ${reason} |`);
  }
});
