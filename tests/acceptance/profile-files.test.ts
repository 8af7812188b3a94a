// Profile files: equal after saving and loading, and when damaged refused with path and reason or loaded as the valid values they hold.
// Links are tested in links.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import type { Core } from "../../web/src/core/core";
import type { Profile } from "../../web/src/core/documents";
import { isDoppelError } from "../../web/src/core/errors";
import type { FaceEngine } from "../../web/src/core/face-engine";
import { faceChannelCount, faceChannelNames } from "../../web/src/tables/face-channels";
import { fullProfile } from "./full-profile";
import { core, doppel, put, seededChance } from "./support";

const steps = 24;
let theCore: Core;
beforeAll(async () => {
  theCore = await core();
});

const routes = {
  slotCount: faceChannelCount,
  expressions: [],
  channels: Object.fromEntries(
    faceChannelNames.map((name, slot) => [
      name,
      { binds: [{ slot, weight: 1 }], expressions: [], turns: [] },
    ]),
  ),
};

/** What a profile does: 52 outputs at each of a run of inputs, bit for bit. */
function effectOf(engine: FaceEngine, handle: number): Float32Array {
  const effect = new Float32Array(steps * faceChannelCount);
  for (let step = 0; step < steps; ++step) {
    engine.setInput(handle, new Float32Array(faceChannelCount).fill((step + 1) / steps));
    engine.step(1 / 60);
    effect.set(engine.output(handle), step * faceChannelCount);
  }
  return effect;
}

function withProfile<Result>(profile: Profile, use: (engine: FaceEngine, handle: number) => Result): Result {
  const engine = theCore.createEngine(1);
  try {
    const handle = engine.addAvatar(routes, null);
    engine.setProfile(handle, profile);
    return use(engine, handle);
  } finally {
    engine.delete();
  }
}

describe("B15: saved and loaded", () => {
  test.each([1, 2, 3])("profile %d: equal to the bit in effect, and the file is stable", (seed) => {
    const profile = fullProfile(seed);
    const saved = theCore.sealProfile(profile);
    const { profile: loaded, warnings } = theCore.checkProfile(saved);
    expect(warnings).toEqual([]);
    expect(withProfile(loaded, effectOf)).toEqual(withProfile(profile, effectOf));
    expect(theCore.sealProfile(loaded)).toBe(saved);
  });

  test("unknown fields survive at every level", () => {
    const profile = fullProfile(4) as Profile & Record<string, unknown>;
    const document = JSON.parse(JSON.stringify(profile));
    document.note = { by: "a studio", tags: ["a", 1, null] };
    document.calibration.curve = "house";
    document.calibration.channels.jawOpen.comment = "턱";
    const { profile: loaded } = theCore.checkProfile(theCore.sealProfile(document));
    expect(loaded).toMatchObject({
      note: { by: "a studio", tags: ["a", 1, null] },
      calibration: { curve: "house", channels: { jawOpen: { comment: "턱" } } },
    });
  });

  test("a file of the seed's form loads as it is", () => {
    const seedStyle = {
      version: 1,
      avatarName: "my-vroid-avatar",
      platform: "vroid",
      created: "2026-04-03T12:00:00Z",
      calibration: {
        method: "adaptive_remap",
        channels: {
          browDownLeft: { gamma: 1.02, deadZone: 0, saturation: 1, userGain: 1 },
          jawOpen: { gamma: 1.32, deadZone: 0.02, saturation: 0.85, userGain: 0.9 },
        },
      },
    };
    const { profile, warnings } = theCore.checkProfile(JSON.stringify(seedStyle));
    expect(warnings).toEqual([]);
    expect(profile).toMatchObject(seedStyle);
    // spec 3.4 and the pipeline of chapter 5, by hand: soft clamp, then the user's gain.
    const jaw = (x: number) => {
      const y = 0.02 + x ** 1.32 * 0.83;
      const soft = 0.85 * 0.9;
      return (y > soft ? soft + 0.085 * (1 - Math.exp(-(y - soft) / 0.085)) : y) * 0.9;
    };
    const effect = withProfile(profile, effectOf);
    const at = faceChannelNames.indexOf("jawOpen");
    for (let step = 0; step < steps; ++step) {
      expect(effect[step * faceChannelCount + at]).toBeCloseTo(jaw((step + 1) / steps), 6);
    }
  });

  test.each([
    ["a newer version", { version: 2 }, "unsupported-version", "version"],
    [
      "a gain out of range",
      { calibration: { channels: { jawOpen: { userGain: 7 } } } },
      "invalid-profile",
      "userGain",
    ],
    [
      "a text for a number",
      { calibration: { channels: { jawOpen: { ratio: "1" } } } },
      "invalid-profile",
      "jawOpen",
    ],
    ["an unknown method", { calibration: { method: "best" } }, "invalid-profile", "method"],
  ])("%s is refused with path and reason; the state stays as it was", async (_, change, code, place) => {
    const profile = JSON.parse(JSON.stringify(fullProfile(6)));
    const broken = merge(profile, change);
    withProfile(fullProfile(7), (engine, handle) => {
      const before = effectOf(engine, handle);
      expect(() => engine.setProfile(handle, broken)).toThrow(expect.objectContaining({ code }));
      expect(() => engine.setProfile(handle, broken)).toThrow(place);
      expect(effectOf(engine, handle)).toEqual(before);
    });
    const outcome = await doppel("profile", "encode", put("broken.json", JSON.stringify(broken)));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("broken.json");
    expect(outcome.stderr).toContain(place);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: documents that are wrong on purpose have no type
type Json = any;

function merge(target: Json, change: Json): Json {
  if (typeof target !== "object" || typeof change !== "object") return change;
  const merged = { ...target };
  for (const [key, value] of Object.entries(change)) merged[key] = merge(target[key], value);
  return merged;
}

const oddValues = [
  "null",
  "-1",
  "1e999",
  "-0",
  "1e-320",
  '"x"',
  "[]",
  "{}",
  "true",
  "NaN",
  "0.5",
  "99999999999999999999",
  "",
];

/** One damage: a byte changed, lost or doubled, the end cut off, or a value put in another's place. */
function damaged(text: string, chance: () => number): string {
  const at = Math.floor(chance() * text.length);
  switch (Math.floor(chance() * 6)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(0x20 + Math.floor(chance() * 95)) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(at, at + 20) + text.slice(at);
    case 3:
      return text.slice(0, at);
    default: {
      const values = [...text.matchAll(/(?<=: ?)(-?\d[\d.e+-]*|"[^"]*"|true|false)/g)];
      const chosen = values[Math.floor(chance() * values.length)];
      const odd = oddValues[Math.floor(chance() * oddValues.length)] ?? "";
      if (chosen === undefined) return text;
      return text.slice(0, chosen.index) + odd + text.slice(chosen.index + chosen[0].length);
    }
  }
}

const numberFields = ["ratio", "gamma", "deadZone", "saturation", "userGain", "floor", "closedAt"] as const;

/** Every known number that the text holds stands in what was loaded. */
function expectSameValues(loaded: Profile, text: string): void {
  const held = JSON.parse(text) as Profile;
  expect(loaded.calibration.method).toBe(held.calibration.method);
  for (const field of ["symmetry", "overall"] as const) {
    expect(loaded.calibration[field] ?? 1).toBe(held.calibration[field] ?? 1);
  }
  for (const name of faceChannelNames) {
    const [channel, other] = [loaded.calibration.channels[name], held.calibration.channels[name]];
    for (const field of numberFields) {
      // -0 and 0 are one value.
      if (other?.[field] !== undefined)
        expect((channel?.[field] ?? Number.NaN) + 0, `${name}.${field}`).toBe(other[field] + 0);
    }
  }
}

test("1,000 damaged files are refused with path and reason, or loaded as the valid values they hold; the state is the old or the new one", () => {
  const chance = seededChance(15);
  const texts = [0, 1, 2, 3].map((seed) => theCore.sealProfile(fullProfile(seed)));
  let refused = 0;
  withProfile(fullProfile(9), (engine, handle) => {
    let state = effectOf(engine, handle);
    for (let round = 0; round < 1000; ++round) {
      const broken = damaged(texts[round % texts.length] ?? "", chance);
      try {
        const { profile } = theCore.checkProfile(broken);
        expectSameValues(profile, broken);
        engine.setProfile(handle, profile);
        const fresh = withProfile(profile, effectOf);
        state = effectOf(engine, handle);
        expect(state).toEqual(fresh);
      } catch (error) {
        if (!isDoppelError(error)) throw error;
        expect(["invalid-json", "invalid-profile", "unsupported-version"]).toContain(error.code);
        if (error.code !== "invalid-json") expect(error.message).toMatch(/^\$/);
        expect(error.message.length).toBeGreaterThan(10);
        if (round % 10 === 0) expect(effectOf(engine, handle)).toEqual(state);
        refused += 1;
      }
    }
  });
  expect(refused).toBeGreaterThan(300);
  expect(refused).toBeLessThan(1000);
});
