// Tests of what is remembered of the comparison: a mode and a place that exist, whatever the storage holds.
// They move no picture.
import { expect, test } from "vitest";
import {
  clampDivider,
  createComparison,
  DIVIDER_MAX,
  DIVIDER_MIDDLE,
  DIVIDER_MIN,
} from "../../../web/src/state/comparison";

function storageWith(text: string | null) {
  const storage = {
    text,
    getItem: () => storage.text,
    setItem: (_key: string, value: string) => {
      storage.text = value;
    },
  };
  return storage;
}

test("mode and divider are remembered once they are settled", () => {
  const storage = storageWith(null);
  const first = createComparison(storage);
  expect([first.mode.value, first.divider.value]).toEqual(["side", DIVIDER_MIDDLE]);
  first.mode.value = "cut";
  first.divider.value = 0.25;
  expect(storage.text).toBeNull();
  first.remember();
  const next = createComparison(storage);
  expect([next.mode.value, next.divider.value]).toEqual(["cut", 0.25]);
});

test.each(["", "nonsense", "null", "[]", '{"mode":"wall","divider":"x"}', '{"mode":3,"divider":1e999}'])(
  "a storage that holds %j gives the comparison of a first visit",
  (text) => {
    const { mode, divider } = createComparison(storageWith(text));
    expect([mode.value, divider.value]).toEqual(["side", DIVIDER_MIDDLE]);
  },
);

test("a denied storage costs the memory alone", () => {
  const denied = () => {
    throw new Error("denied");
  };
  const comparison = createComparison({ getItem: denied, setItem: denied });
  comparison.mode.value = "cut";
  expect(() => comparison.remember()).not.toThrow();
  expect(createComparison(null).mode.value).toBe("side");
});

test("the divider stays where it can be taken back", () => {
  expect(clampDivider(-1)).toBe(DIVIDER_MIN);
  expect(clampDivider(7)).toBe(DIVIDER_MAX);
  expect(clampDivider(0.4)).toBe(0.4);
  expect(clampDivider(Number.NaN)).toBe(DIVIDER_MIDDLE);
});
