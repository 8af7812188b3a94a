// Corrupted links and profile files, seeded: refused with a reason, or equal, or the valid values they hold;
// an engine is afterwards in its old state or exactly in the new one. Whole files of the page: acceptance/profile-files.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import type { DoppelCore, DoppelError, Engine } from "../../wasm/bind/doppel-core";
import { damage, loadModule, plainRoutes, seededRandom, tablesOf, thrownBy } from "./core-module";

const rounds = 1000;
/** A thousand damaged profiles are refused by the page's own loading in every run, here in long ones. */
const profileRounds = process.env.DOPPEL_LONG === "1" ? 1000 : 250;
/** A machine that builds beside the tests is slow; this is no measure of the code. */
const patience = { timeout: 120_000 };

function profileWithEverything(channels: readonly string[]): string {
  const random = seededRandom(11);
  const settings = channels.map((name) => [
    name,
    {
      ratio: 0.3 + 3 * random(),
      deadZone: 0.1 * random(),
      saturation: 0.5 + 0.5 * random(),
      userGain: 2 * random(),
      floor: 0.05,
      closedAt: 0.9,
    },
  ]);
  return JSON.stringify({
    version: 1,
    avatarName: "아바타 with a long name",
    avatar: { fingerprint: "ba7816bf8f01cfea414140de5dae2223" },
    calibration: {
      method: "range_match",
      overall: 0.9,
      symmetry: 0.5,
      channels: Object.fromEntries(settings),
    },
  });
}

/** Outputs over a sweep of inputs: what a profile does. */
function effect(engine: Engine, row: number): string {
  const outputs: string[] = [];
  for (const value of [0.02, 0.3, 0.7, 1]) {
    engine.faceInput().fill(value);
    engine.step(1 / 60);
    outputs.push(
      engine
        .faceOutput()
        .subarray(row * 52, row * 52 + 52)
        .join(),
    );
  }
  return outputs.join();
}

describe("damaged documents", () => {
  let core: DoppelCore;
  let channels: string[];
  beforeAll(async () => {
    core = await loadModule();
    channels = tablesOf(core).channels.map((channel) => channel.name);
  });

  test("a damaged link is refused as invalid-link, or equal", patience, () => {
    const link = core.encodeLink(profileWithEverything(channels));
    expect(link.length).toBeLessThan(400);
    const decoded = core.decodeLink(link);
    const random = seededRandom(1);
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const bad = damage(link, random);
      const error = thrownBy(() => expect(core.decodeLink(bad)).toBe(decoded));
      if (error === undefined) continue;
      refused += 1;
      expect(error).toMatchObject({ name: "DoppelError", code: "invalid-link" });
    }
    expect(refused).toBeGreaterThan(rounds * 0.9);
  });

  test(
    "a damaged profile is refused with path and reason, or holds valid values; the engine is old or exactly new",
    patience,
    () => {
      const text = core.sealProfile(profileWithEverything(channels));
      const engine = new core.Engine(2);
      const handle = engine.addAvatar(plainRoutes(channels), "");
      const other = engine.addAvatar(plainRoutes(channels), "");
      engine.setProfile(handle, text);
      let state = effect(engine, 0);
      const codes = new Set<string>();
      const random = seededRandom(2);
      for (let round = 0; round < profileRounds; round += 1) {
        const bad = damage(text, random);
        const error = thrownBy(() => engine.setProfile(handle, bad)) as DoppelError | undefined;
        if (error === undefined) {
          // The values it holds, in canonical form, on an avatar that never saw the damaged text.
          const checked = JSON.parse(core.checkProfile(bad)) as { profile: object };
          engine.setProfile(other, JSON.stringify(checked.profile));
          expect(effect(engine, 0)).toBe(effect(engine, 1));
          state = effect(engine, 0);
        } else {
          codes.add(error.code);
          expect(error.name).toBe("DoppelError");
          expect(error.message).toMatch(/^\$.*: ./s);
        }
        expect(effect(engine, 0)).toBe(state);
      }
      expect([...codes].sort()).toEqual(expect.arrayContaining(["invalid-json", "invalid-profile"]));
      engine.delete();
    },
  );

  test("saved and loaded has the same effect to the bit", () => {
    const text = profileWithEverything(channels);
    const engine = new core.Engine(2);
    engine.setProfile(engine.addAvatar(plainRoutes(channels), ""), text);
    const saved = core.sealProfile(text);
    // Through JavaScript's own JSON as well: numbers keep every bit, and the checksum still matches.
    const travelled = JSON.stringify(JSON.parse(saved));
    expect(JSON.parse(core.checkProfile(travelled))).toMatchObject({ warnings: [] });
    engine.setProfile(engine.addAvatar(plainRoutes(channels), ""), travelled);
    expect(effect(engine, 1)).toBe(effect(engine, 0));
    engine.delete();
  });
});
