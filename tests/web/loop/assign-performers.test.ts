// Tests of who follows whom by itself, and of where those in one place stand.
import { expect, test } from "vitest";
import { asideOf, assignPerformers } from "../../../web/src/loop/assign-performers";

test("avatars in their order get performers in theirs, each one before anybody gets one twice", () => {
  const free = [undefined, undefined, undefined, undefined, undefined];
  expect(assignPerformers(free, ["Ann", "Ben"])).toEqual(["Ann", "Ben", "Ann", "Ben", "Ann"]);
  expect(assignPerformers([undefined], ["Ann", "Ben"])).toEqual(["Ann"]);
  expect(assignPerformers(free.slice(0, 2), [])).toEqual([null, null]);
});

test("what is chosen by hand stands, and is nobody else's as long as others are free", () => {
  expect(assignPerformers([undefined, "Ann"], ["Ann", "Ben"])).toEqual(["Ben", "Ann"]);
  expect(assignPerformers([undefined, undefined, "Ann"], ["Ann", "Ben"])).toEqual(["Ben", "Ann", "Ann"]);
  expect(assignPerformers([null, undefined], ["Ann"])).toEqual([null, "Ann"]);
});

test("who was chosen and is not there is waited for", () => {
  expect(assignPerformers(["Cleo", undefined], ["Ann"])).toEqual([null, "Ann"]);
});

test("those in one place stand to both sides by turns, a metre apart", () => {
  expect([0, 1, 2, 3, 4].map(asideOf)).toEqual([0, 1, -1, 2, -2]);
});
