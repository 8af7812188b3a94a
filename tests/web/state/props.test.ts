// Tests of the props' settings: what a name says, what a storage may hold, and what holds for the props that are there.
// They touch no engine.
import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { CastMember } from "../../../web/src/state/cast";
import {
  createPropsState,
  followProps,
  guessedType,
  type PropInForce,
  readPropSettings,
  rememberProps,
  withProp,
} from "../../../web/src/state/props";

test.each([
  ["Chair_1", "chair"],
  ["office stool", "chair"],
  ["빨간의자", "chair"],
  ["LeftHand", "object"],
  ["Left Hand", "hand"],
  ["hand_2", "hand"],
  ["왼손", "hand"],
  ["손잡이", "object"],
  ["Handle", "object"],
  ["Sword", "object"],
])("%s is a %s by its name", (name, type) => {
  expect(guessedType(name)).toBe(type);
});

test("what a storage holds becomes settings that can be, and nothing else", () => {
  expect(
    readPropSettings({
      Chair: { type: "chair", seat: [0, 0.1, 0], held: { avatar: "haru", slot: "head" }, colour: "red" },
      Far: { seat: [0, 5, 0] },
      Odd: { type: "table", held: { avatar: "haru", slot: "foot" } },
      Gone: null,
    }),
  ).toEqual({ Chair: { type: "chair", seat: [0, 0.1, 0], held: { avatar: "haru", slot: "head" } } });
  for (const nothing of [null, 3, "x", []]) expect(readPropSettings(nothing)).toEqual({});
});

test("settings come back at the next visit; a storage that refuses costs the memory alone", () => {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
  const first = createPropsState();
  rememberProps(first.settings, storage);
  first.settings.value = withProp(first.settings.value, "Ball", { type: "none" });
  const second = createPropsState();
  rememberProps(second.settings, storage);
  expect(second.settings.value).toEqual({ Ball: { type: "none" } });
  second.settings.value = withProp(second.settings.value, "Ball", {});
  expect(second.settings.value).toEqual({});
  texts.set("doppel.props", "{broken");
  const third = createPropsState();
  rememberProps(third.settings, storage);
  expect(third.settings.value).toEqual({});
});

test("what holds follows the list, the settings and the avatars, and nothing that is none of them", () => {
  const props = createPropsState();
  const member = (key: number, id: string) => ({ key, id, name: id }) as CastMember;
  const members = signal<readonly CastMember[]>([member(1, "haru")]);
  const heard: (readonly PropInForce[])[] = [];
  const stop = followProps(props, members, (all) => heard.push(all));
  props.list.value = [
    { key: "Chair", name: "Chair" },
    { key: "Cup", name: "Cup" },
  ];
  expect(heard.at(-1)).toEqual([
    { key: "Chair", type: "chair", seat: [0, 0, 0], held: null },
    { key: "Cup", type: "object", seat: [0, 0, 0], held: null },
  ]);
  props.settings.value = { Cup: { held: { avatar: "nabi", slot: "leftHand" } }, Chair: { type: "none" } };
  expect(heard.at(-1)?.map(({ type, held }) => [type, held])).toEqual([
    ["none", null],
    ["object", null],
  ]);
  members.value = [member(1, "haru"), member(4, "nabi")];
  expect(heard.at(-1)?.[1]?.held).toEqual({ member: 4, slot: "leftHand" });
  const before = heard.length;
  // The same avatars, changed in something else.
  members.value = members.value.map((each) => ({ ...each, progress: 1 }));
  expect(heard).toHaveLength(before);
  stop();
});
