// Rigid bodies of the stream as props: named, seen and lost, known again; and those of a recording, on the performers' floor.
// What becomes of them in the engine is tests/web/loop/body-props.test.ts.
import { expect, test } from "vitest";
import { PROP_STRIDE } from "../../../web/src/sources/body-input";
import { BridgeSource } from "../../../web/src/sources/bridge-source";
import type { MotionClip, MotionPerformer } from "../../../web/src/sources/motion/motion-clip";
import { MotionInput } from "../../../web/src/sources/motion-input";
import { MotionSource } from "../../../web/src/sources/motion-source";
import { fakeSockets } from "../../support/fake-socket";
import type { MadeBody } from "../../support/mocap-bytes";
import { clipOf } from "../../support/motion-clips";

const MARKERS = [
  [0.1, 0, 0],
  [-0.1, 0.2, 0],
];
const body = (id: number, name: string) => ({ id, name, markers: MARKERS });
const TURN = [0, 0.6, 0, 0.8] as const;

function stream() {
  const net = fakeSockets();
  const lists: string[][] = [];
  const source = new BridgeSource(net.ports, {
    stateChanged: () => {},
    performersChanged: () => {},
    propsChanged: (props) => lists.push(props.map(({ key }) => key)),
  });
  source.connect("ws://127.0.0.1:64212/mocap");
  const socket = net.newest();
  socket.opens();
  const descriptions = (revision: number, ...rigidBodies: object[]) =>
    socket.says({ type: "descriptions", revision, skeletons: [], rigidBodies });
  const frame = (revision: number, ...bodies: MadeBody[]) => {
    socket.frame({ revision, sourceTime: 1, skeletons: [], bodies });
    return source.advance();
  };
  const pose = (prop: number) => {
    const found = new Float32Array(PROP_STRIDE).fill(9);
    return source.writeProp(prop, found) ? [...found] : null;
  };
  return { source, lists, descriptions, frame, pose };
}

test("bodies are props by their names; the newest pose is found by the number, whatever the order", () => {
  const { source, lists, descriptions, frame, pose } = stream();
  descriptions(1, body(5, "Chair"), body(9, "Box"), body(7, "Box"));
  expect(lists).toEqual([["Chair", "Box#9", "Box#7"]]);
  expect(source.props[0]).toEqual({ key: "Chair", name: "Chair", markers: MARKERS });
  expect(pose(0)).toBeNull();
  expect(frame(1, { id: 7, position: [7, 0, 0] }, { id: 5, position: [1, 0.5, -2], rotation: TURN })).toBe(
    true,
  );
  expect(pose(0)).toEqual([1, 0.5, -2, ...TURN].map(Math.fround));
  expect(pose(1)).toBeNull();
  expect(pose(2)?.slice(0, 3)).toEqual([7, 0, 0]);
  frame(1, { id: 5, position: [3, 0, 0], tracked: false });
  expect(pose(0)).toBeNull();
});

test("the list is another one only where a body came, went or is described otherwise", () => {
  const { source, lists, descriptions, frame, pose } = stream();
  descriptions(1, body(5, "Chair"));
  frame(1, { id: 5, position: [1, 0, 0] });
  descriptions(2, body(5, "Chair"));
  expect(lists).toHaveLength(1);
  // Its pose was of the old descriptions.
  expect(pose(0)).toBeNull();
  descriptions(3, body(5, "Chair"), body(6, "Ball"));
  expect(lists.at(-1)).toEqual(["Chair", "Ball"]);
  source.disconnect();
  expect(lists.at(-1)).toEqual([]);
});

test("a recording's bodies are where its frame has them, over the floor of its first performer", () => {
  const performer: MotionPerformer = {
    name: "made",
    bones: [{ name: "Hips", parent: -1, offset: [0, 1, 0], end: null }],
    rotations: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1]),
    positioned: [0],
    positions: Float32Array.from([0, 1, 0, 0, 1, 0]),
    tracked: null,
  };
  const clip: MotionClip = {
    ...clipOf(performer, 2, 1),
    bodies: [
      {
        name: "Chair",
        positions: Float32Array.from([1, 0.75, 0, 2, 0.75, 0]),
        rotations: Float32Array.from([0, 0, 0, 1, ...TURN]),
        tracked: Uint8Array.from([0, 1]),
      },
    ],
  };
  const source = new MotionSource(clip);
  const input = new MotionInput(source, () => ({ floor: 0.25 }));
  expect(input.props).toEqual([{ key: "Chair", name: "Chair", markers: [] }]);
  const pose = new Float32Array(PROP_STRIDE);
  source.advance(0);
  expect(input.writeProp(0, pose)).toBe(false);
  source.timeline.seek(1);
  source.advance(0);
  expect(input.writeProp(0, pose)).toBe(true);
  expect([...pose]).toEqual([2, 0.5, 0, ...TURN].map(Math.fround));
  expect(input.writeProp(1, pose)).toBe(false);
});
