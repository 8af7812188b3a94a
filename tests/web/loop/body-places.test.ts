// Tests of where bodies stand in the picture: together they keep their distances and the camera has all of them, alone one stands in the middle.
// Bodies and engine are stand-ins that say where hips are.
import { expect, test } from "vitest";
import { BodyPlaces } from "../../../web/src/loop/body-places";

const STRIDE = 10;
const AT = 4;

function stage(count: number) {
  const poses = new Float32Array(STRIDE * count);
  const members = Array.from({ length: count }, (_, row) => ({
    cast: { row },
    isActive: true,
    height: 1.6,
    aside: 0,
  }));
  const framed: { low: number[]; high: number[] }[] = [];
  const floor = { x: 0, z: 0 };
  const places = new BodyPlaces(
    { layout: { poseStride: STRIDE, posePositions: AT }, poses: () => poses } as never,
    {
      setFloor: (x, z) => Object.assign(floor, { x, z }),
      frameBetween: (low, high) => framed.push({ low: Array.from(low), high: Array.from(high) }),
    },
  );
  const put = (row: number, x: number, z: number) => poses.set([x, 1, z], STRIDE * row + AT);
  const frame = (now: number) => {
    places.advance(now);
    places.begin(members as never, (members[0] ?? null) as never, null);
    return members.map((member) => {
      const { row } = member.cast;
      const at = STRIDE * row + AT;
      const x = places.xOf(member as never) + (member.isActive ? (poses[at] ?? 0) : 0);
      return [x, places.zOf(member as never) + (member.isActive ? (poses[at + 2] ?? 0) : 0)];
    });
  };
  return { places, members, framed, floor, put, frame };
}

test("together they are as far from each other as their performers, about the middle, and the floor goes along", () => {
  const { places, framed, floor, put, frame } = stage(2);
  places.setTogether(true);
  put(0, 5, 1);
  put(1, 8, 3);
  expect(frame(0)).toEqual([
    [-1.5, -1],
    [1.5, 1],
  ]);
  expect(floor).toEqual({ x: -6.5, z: -2 });
  expect(framed).toHaveLength(1);
  const [box] = framed;
  expect(box?.low[0]).toBeLessThan(-1.5 - 0.5);
  expect(box?.high[0]).toBeGreaterThan(1.5 + 0.5);
  expect(box?.low[1]).toBe(0);
  expect(box?.high[1]).toBeGreaterThan(1.6);
  // Somebody walks off: seen at first, and followed with time; the camera is not moved anew.
  put(1, 12, 3);
  const [[a = 0] = [], [b = 0] = []] = frame(0.02);
  expect(b - a).toBeCloseTo(7, 5);
  expect(b).toBeGreaterThan(5);
  for (let now = 1; now < 30; ++now) frame(now);
  const [[left = 0] = [], [right = 0] = []] = frame(30);
  expect([left, right].map((x) => Math.round(10 * x) / 10)).toEqual([-3.5, 3.5]);
  expect(framed).toHaveLength(1);
});

test("one that copies another gets the nearest place beside it where nobody stands, in Unity's sign", () => {
  const { places, members, put, frame } = stage(4);
  const [leader, , , follower] = members;
  places.setTogether(true);
  const free = (all: typeof members) => places.freeBeside(all as never, leader as never, follower as never);
  put(0, 2, 0);
  put(1, 3.2, 0);
  put(2, 0.5, 0);
  // The follower leaves its place: it is in nobody's way.
  put(3, 1, 0);
  frame(0);
  expect(free([members[0], members[3]] as typeof members)).toBe(1);
  // Unity's 1 is the page's -1, half a metre from the third; -1 is 0.2 m from the second, 2 again 0.5 m from the third.
  expect(free(members)).toBe(-2);
  // The third in another row is 1.6 m away from the first of these.
  put(2, 0.5, -1.5);
  expect(free(members)).toBe(1);
});

test("one that copies another stands beside it while nobody moves, too", () => {
  const { places, members } = stage(2);
  for (const member of members) member.isActive = false;
  const [leader, follower] = members;
  Object.assign(follower ?? {}, { leading: { leader: 1, transfer: { hipOffset: [1, 0, 0.5] } } });
  expect([places.xOf(follower as never), places.zOf(follower as never)]).toEqual([0, 0]);
  places.setTogether(true);
  expect([places.xOf(leader as never), places.zOf(leader as never)]).toEqual([0, 0]);
  expect([places.xOf(follower as never), places.zOf(follower as never)]).toEqual([-1, 0.5]);
});

test("whoever begins to move is brought into the picture at once; a reset does the same", () => {
  const { places, members, framed, put, frame } = stage(2);
  const [, second] = members;
  if (second === undefined) throw new Error("no second");
  second.isActive = false;
  second.aside = 1;
  places.setTogether(true);
  put(0, 5, 0);
  expect(frame(0)).toEqual([
    [0, 0],
    [1, 0],
  ]);
  second.isActive = true;
  second.aside = 0;
  put(1, 9, 0);
  expect(frame(0.02)).toEqual([
    [-2, 0],
    [2, 0],
  ]);
  expect(framed).toHaveLength(2);
  places.reframe();
  frame(0.04);
  expect(framed).toHaveLength(3);
});

test("alone, the open one stands in the middle and no floor is moved", () => {
  const { floor, framed, put, frame } = stage(2);
  put(0, 5, 1);
  put(1, 8, 3);
  const [first] = frame(0);
  expect(first).toEqual([0, 0]);
  expect(floor).toEqual({ x: 0, z: 0 });
  expect(framed).toEqual([]);
});
