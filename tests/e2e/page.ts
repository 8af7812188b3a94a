// What the browser tests share: opening the page, dropping files as a user does, reading numbers through `window.doppel`, axe.
// It asserts nothing but that no request goes to another host and nothing fails unheard.
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export interface DoppelState {
  readonly avatar: { readonly file: string; readonly fingerprint: string } | null;
  readonly profile: {
    readonly calibration: {
      readonly method: string;
      readonly overall?: number;
      readonly channels: Record<string, { userGain?: number; ratio?: number }>;
      readonly substitutes?: Record<string, string>;
    };
  } | null;
  readonly report: {
    readonly before: number | null;
    readonly after: number | null;
    readonly channels: readonly { readonly verdict: string; readonly ratio: number }[];
  } | null;
  readonly input: number[];
  readonly output: number[];
  readonly position: number;
  readonly frame: number;
  readonly camera: [number, number, number];
}

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Requests that a test expects to leave the page's own host. */
interface Guards {
  foreignAllowed: (address: string) => boolean;
  /** Console errors that a test expects. */
  expectedErrors: RegExp[];
}

export const test = base.extend<{ guards: Guards; doppel: DoppelPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  guards: async ({}, use) => {
    await use({ foreignAllowed: () => false, expectedErrors: [] });
  },
  doppel: async ({ page, guards, baseURL }, use) => {
    // Visitors who know the page; the tour has a test of its own.
    await page.addInitScript(() => {
      if (location.protocol.startsWith("http")) localStorage.setItem("doppel.tour", "seen");
    });
    const foreign: string[] = [];
    const errors: string[] = [];
    const own = new URL(baseURL ?? "").host;
    page.on("request", (request) => {
      const address = new URL(request.url());
      if (!address.protocol.startsWith("http") || address.host === own) return;
      if (!guards.foreignAllowed(request.url())) foreign.push(request.url());
    });
    page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await use(new DoppelPage(page));
    expect(foreign, "requests to other hosts").toEqual([]);
    const unexpected = errors.filter((text) => !guards.expectedErrors.some((pattern) => pattern.test(text)));
    expect(unexpected, "errors in the console").toEqual([]);
  },
});

export { expect };

/** For tests to which it does not matter how many targets a face has: reading, measuring and drawing all 52 takes the longest. */
export const FEW_CHANNELS: readonly string[] = [
  "browInnerUp",
  "eyeBlinkLeft",
  "eyeBlinkRight",
  "jawOpen",
  "mouthClose",
  "mouthPucker",
  "mouthSmileLeft",
  "mouthSmileRight",
];

/** Milliseconds between two looks at the page's state. */
const POLLING = 50;

/**
 * What axe finds wrong on the page, or inside of `within` alone. Without the rows of the table, which take it as long as all the rest:
 * avatar.spec.ts looks at all 52 of them, in both languages and narrow.
 */
export async function axeFindings(page: Page, within?: string): Promise<unknown[]> {
  const axe = new AxeBuilder({ page });
  const looked = within === undefined ? axe.exclude("[data-channel]") : axe.include(within);
  const { violations } = await looked.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

export class DoppelPage {
  constructor(readonly page: Page) {}

  /**
   * Without a sample avatar, unless the address names one: tests make the avatars that they need. The clock stands still, as after
   * `openAvatar`.
   */
  async open(address = "/"): Promise<void> {
    const [rest = "", hash = ""] = address.split("#");
    const [path, query = ""] = rest.split("?");
    const parameters = new URLSearchParams(query);
    if (!parameters.has("avatar")) parameters.set("avatar", "none");
    await this.visit(`${path}?${parameters}${hash && `#${hash}`}`);
    await this.pause();
  }

  /** As a visitor who typed this address. */
  async visit(address = "/"): Promise<void> {
    await this.page.goto(address);
    await this.page.waitForFunction(() => "doppel" in window);
  }

  /** Drops files on the page with the browser's own drag events. */
  async drop(...files: Upload[]): Promise<void> {
    const parts = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
    const transfer = await this.page.evaluateHandle(async (list) => {
      const data = new DataTransfer();
      for (const { name, base64 } of list) {
        const text = atob(base64);
        const bytes = new Uint8Array(text.length);
        for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
        data.items.add(new File([bytes], name));
      }
      return data;
    }, parts);
    for (const event of ["dragenter", "dragover", "drop"]) {
      await this.page.dispatchEvent("main", event, { dataTransfer: transfer });
    }
  }

  /**
   * Drops an avatar and waits until it is there and drawn once. Then the clock stands still: drawing in software would take the
   * machine from everything else. Tests of what moves by itself call `resume`.
   */
  async openAvatar(file: Upload): Promise<void> {
    const before = (await this.state()).avatar?.fingerprint;
    await this.drop(file);
    await this.page.waitForFunction(
      (name) =>
        (window as unknown as { doppel: { state(): DoppelState } }).doppel.state().avatar?.file === name,
      file.name,
      { polling: POLLING, timeout: 30_000 },
    );
    if (before !== undefined) await this.idle();
    await this.page.evaluate(() => {
      const { doppel } = window as unknown as { doppel: { pause(): void; step(dt: number): void } };
      doppel.pause();
      doppel.step(0);
    });
  }

  /** Stops the clock. */
  async pause(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as { doppel: { pause(): void } }).doppel.pause());
  }

  /** Lets the clock go on. */
  async resume(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as { doppel: { resume(): void } }).doppel.resume());
  }

  async idle(): Promise<void> {
    await expect(this.page.getByTestId("loading")).toHaveCount(0, { timeout: 30_000 });
  }

  state(): Promise<DoppelState> {
    return this.page.evaluate(() =>
      (window as unknown as { doppel: { state(): DoppelState } }).doppel.state(),
    );
  }

  memory(): Promise<{ geometries: number; textures: number; programs: number }> {
    return this.page.evaluate(() =>
      (
        window as unknown as {
          doppel: { memory(): { geometries: number; textures: number; programs: number } };
        }
      ).doppel.memory(),
    );
  }

  /** Stops the clock, shows one row of values (by channel name) for some frames, and returns the weights on both copies. */
  async pose(
    values: Readonly<Record<string, number>>,
    frames = 3,
  ): Promise<{ raw: number[]; calibrated: number[] }> {
    return this.page.evaluate(
      ({ named, count }) => {
        interface Mesh {
          morphTargetInfluences?: number[];
        }
        interface Root {
          traverse(visit: (object: Mesh) => void): void;
        }
        const { doppel } = window as unknown as {
          doppel: {
            channels: string[];
            feedFace(row: Float32Array): void;
            pause(): void;
            step(dt: number): void;
            theatre: { copies: { raw: { root: Root }; calibrated: { root: Root } } };
          };
        };
        const row = new Float32Array(52);
        for (const [name, value] of Object.entries(named)) row[doppel.channels.indexOf(name)] = value;
        doppel.pause();
        for (let frame = 0; frame < count; frame++) {
          doppel.feedFace(row);
          doppel.step(1 / 60);
        }
        const weights = (root: Root) => {
          const list: number[] = [];
          root.traverse((object) => list.push(...(object.morphTargetInfluences ?? [])));
          return list;
        };
        const { raw, calibrated } = doppel.theatre.copies;
        return { raw: weights(raw.root), calibrated: weights(calibrated.root) };
      },
      { named: values, count: frames },
    );
  }

  message(kind: "error" | "warning" | "info") {
    return this.page.getByTestId(`message-${kind}`);
  }
}
