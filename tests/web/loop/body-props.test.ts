// Props from an input into the engine and onto the picture: entered when seen, placed each frame, held by a hand, gone with the list.
// Where a held prop stands on the hand is the core's tests' matter; here it is only that it does.
import { expect, test } from "vitest";
import { loadCoreNode } from "../../../web/src/core/load-core-node";
import type { BodyMember } from "../../../web/src/loop/body-member";
import { BodyProps, type PropPicture, type PropRule } from "../../../web/src/loop/body-props";
import { avatarBody } from "../../../web/src/reader/body-description";
import type { BodyInput, InputProp } from "../../../web/src/sources/body-input";
import { drawBytes } from "../../support/draw-avatar";
import { makeAvatar } from "../../support/make-avatar";

const PLACES = { shiftX: 10, shiftZ: 20, xOf: () => 100, zOf: () => 200 };
const chair: PropRule = { key: "Chair", type: "chair", seat: [0, 0.1, 0], held: null };

async function stage() {
  const core = await loadCoreNode();
  const engine = core.createEngine(2);
  const shown = new Map<number, { rule: PropRule; at: number[] | null }>();
  const picture: PropPicture = {
    show: (id, _, rule) => void shown.set(id, { rule, at: shown.get(id)?.at ?? null }),
    hide: (id) => void shown.delete(id),
    place: (id, poses, at, x, z) => {
      const prop = shown.get(id);
      if (prop === undefined) throw new Error("placed before it is shown");
      prop.at = [(poses[at] ?? 0) + x, poses[at + 1] ?? 0, (poses[at + 2] ?? 0) + z];
    },
  };
  const lists: string[][] = [];
  const props = new BodyProps(engine.bodies, picture, (list) => lists.push(list.map(({ key }) => key)));
  const seen = new Map<number, number[]>();
  const input = {
    performers: [],
    props: [] as readonly InputProp[],
    revision: 0,
    timeOf: () => 0,
    writeRow: () => {},
    writeProp: (prop: number, pose: Float32Array) => {
      const at = seen.get(prop);
      if (at !== undefined) pose.set([...at, 0, 0, 0, 1]);
      return at !== undefined;
    },
  } satisfies BodyInput;
  const frame = () => {
    ++input.revision;
    props.write();
    engine.step(1 / 60);
    props.draw(PLACES);
  };
  const inEngine = () => {
    const { maxProps, propStride } = engine.bodies.layout;
    const poses = engine.bodies.propPoses();
    return Array.from({ length: maxProps }, (_, place) => poses[place * propStride] ?? 0).filter(
      (id) => id > 0,
    ).length;
  };
  const list = (...keys: string[]) => {
    input.props = keys.map((key) => ({ key, name: key, markers: [] }));
    props.refresh();
  };
  const at = (key: string) => [...shown.values()].find(({ rule }) => rule.key === key)?.at ?? null;
  return { engine, props, input, seen, shown, lists, frame, inEngine, list, at };
}

test("a prop is there from the first frame that it is seen in, moved as the avatars are, and keeps its place unseen", async () => {
  const { props, input, seen, lists, frame, inEngine, list, at } = await stage();
  props.put([chair]);
  props.setInput(input);
  list("Chair", "Cup");
  expect(lists.at(-1)).toEqual(["Chair", "Cup"]);
  frame();
  expect(inEngine()).toBe(0);
  seen.set(0, [1, 0.5, 2]);
  frame();
  expect([inEngine(), at("Chair"), at("Cup")]).toEqual([1, [11, 0.5, 22], null]);
  seen.set(1, [0, 1, 0]);
  seen.delete(0);
  frame();
  expect([inEngine(), at("Chair"), at("Cup")]).toEqual([2, [11, 0.5, 22], [10, 1, 20]]);
  list("Cup");
  frame();
  expect([inEngine(), at("Chair")]).toEqual([0, null]);
  props.setInput(null);
  expect(lists.at(-1)).toEqual([]);
});

test("no more props are taken than the core has places; those that are shown know what they are", async () => {
  const { engine, props, input, seen, shown, frame, inEngine, list } = await stage();
  const { maxProps } = engine.bodies.layout;
  props.setInput(input);
  list("Chair", ...Array.from({ length: maxProps + 5 }, (_, index) => `Cup ${index}`));
  for (let prop = 0; prop < maxProps + 6; ++prop) seen.set(prop, [0, 0, 0]);
  props.put([chair]);
  frame();
  expect(inEngine()).toBe(maxProps);
  expect([...shown.values()].filter(({ rule }) => rule.type === "chair")).toHaveLength(1);
});

test("a prop goes with the hand that holds it, also one that is never seen, and back to where it is seen", async () => {
  const { engine, props, input, seen, frame, inEngine, list, at } = await stage();
  const { description } = await drawBytes(await makeAvatar({ format: "vrm1" }));
  const handle = engine.addAvatar(description.routes, null);
  engine.bodies.setBody(handle, avatarBody(description).description);
  const member = { cast: { handle } } as unknown as BodyMember;
  props.setInput(input);
  list("Cup", "Bell");
  seen.set(0, [1, 0.5, 2]);
  const held = (key: string, slot: "leftHand" | "head"): PropRule => ({
    key,
    type: "object",
    seat: [0, 0, 0],
    held: { member: 3, slot },
  });
  props.put([held("Cup", "leftHand"), held("Bell", "head")]);
  frame();
  // The avatar is not there yet.
  expect([inEngine(), at("Cup")]).toEqual([1, [11, 0.5, 22]]);
  props.setMembers(new Map([[3, member]]));
  frame();
  frame();
  const report = engine.bodies.report(handle);
  const [handX = 0, handY = 0] = report.tPositions.leftHand ?? [];
  const [headX = 0, headY = 0] = report.tPositions.head ?? [];
  const cup = at("Cup") ?? [];
  const bell = at("Bell") ?? [];
  expect(inEngine()).toBe(2);
  // Where its avatar is seen, a hand's breadth from the joint; over the head.
  expect(Math.hypot((cup[0] ?? 0) - 100 - handX, (cup[1] ?? 0) - handY)).toBeLessThan(0.06);
  expect(bell[0]).toBeCloseTo(100 + headX, 3);
  expect((bell[1] ?? 0) - headY).toBeGreaterThan(0.1);
  props.setMembers(new Map());
  frame();
  expect(at("Cup")).toEqual([11, 0.5, 22]);
  // An avatar that has gone has let go by itself.
  props.setMembers(new Map([[3, member]]));
  frame();
  engine.removeAvatar(handle);
  props.setMembers(new Map());
  frame();
  expect(at("Cup")).toEqual([11, 0.5, 22]);
});
