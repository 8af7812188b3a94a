// Draws an avatar file into a labelled picture of many cells, in a browser without a window.
// What stands in the cells is the caller's; look.ts has the usual ones.
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { chromiumArguments, chromiumPath } from "../../lib/chromium.mjs";
import type { Vec3 } from "../model";

export interface View {
  /** Where the camera looks, metres. */
  readonly target: Vec3;
  /** Metres. */
  readonly distance: number;
  /** Degrees; yaw 90 looks at the avatar's left side, pitch 90 from above. */
  readonly yaw?: number;
  readonly pitch?: number;
  /** Vertical, degrees; default 20. */
  readonly fov?: number;
}

export interface Cell {
  readonly label?: string;
  readonly view: View;
  /** Target name -> weight. */
  readonly values?: Readonly<Record<string, number>>;
  /** Node name -> degrees about its own x, then y, then z. */
  readonly pose?: Readonly<Record<string, readonly [number, number, number]>>;
  /** Names of meshes that are not drawn. */
  readonly hidden?: readonly string[];
}

export interface Sheet {
  /** Pixels of one cell. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly cells: readonly Cell[];
  /** 0xrrggbb. */
  readonly background?: number;
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL("scene.ts", import.meta.url)),
        formats: ["iife"],
        name: "sheet",
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("sheet: the bundle has no output");
  return output.output[0].code;
}

/** PNG bytes. `bytes`: GLB or VRM. Needs a Chromium. */
export async function drawSheet(bytes: Uint8Array, sheet: Sheet): Promise<Buffer> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArguments],
  });
  try {
    const page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") console.error(message.text());
    });
    await page.addScriptTag({ content: await bundle() });
    const base64 = Buffer.from(bytes).toString("base64");
    const drawn = await page.evaluate(
      ([file, cells]) =>
        (window as unknown as { drawSheet(file: string, sheet: Sheet): Promise<string> }).drawSheet(
          file,
          cells,
        ),
      [base64, sheet] as const,
    );
    return Buffer.from(drawn, "base64");
  } finally {
    await browser.close();
  }
}
