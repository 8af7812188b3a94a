// The bridge's stream in the page, over a socket that the tests hold: order, newest frame, coming back, clock, what is not the protocol's.
// The parser has tests of its own; the real chain is tests/e2e/live.spec.ts.
import { beforeEach, describe, expect, test } from "vitest";
import type { InputPerformer } from "../../../web/src/sources/body-input";
import { BridgeSource, type BridgeState } from "../../../web/src/sources/bridge-source";
import { type FakeSocket, fakeSockets } from "../../support/fake-socket";

const BONES = [
  { name: "Hip", bone: "hips", parent: -1, offset: [0, 0.9, 0], rest: [0, 0, 0, 1] },
  { name: "Ab", bone: "spine", parent: 0, offset: [0, 0.1, 0], rest: [0, 0, 0, 1] },
  { name: "Ab2", bone: "spineExtra1", parent: 1, offset: [0, 0.2, 0], rest: [0, 0, 0, 1] },
];
const skeleton = (id: number, name: string, bones: readonly object[] = BONES) => ({ id, name, bones });
const descriptions = (revision: number, ...skeletons: object[]) => ({
  type: "descriptions",
  revision,
  skeletons,
  rigidBodies: [],
});
const hello = {
  type: "hello",
  protocol: "doppel.mocap.v1",
  bridge: "0.1.0",
  session: "0123456789abcdef",
  source: "sim",
  time: 1000,
};
const REST = [0, 0, 0, 1] as const;
const TURN = [0, 0.6, 0, 0.8] as const;
const pose = (id: number, x: number, turn: readonly [number, number, number, number] = REST) => ({
  id,
  root: [x, 1, 2] as const,
  rotations: [turn, REST, REST],
});

describe("the bridge's stream", () => {
  let net: ReturnType<typeof fakeSockets>;
  let states: BridgeState[];
  let lists: (readonly InputPerformer[])[];
  let source: BridgeSource;
  const newest = () => net.newest();
  const pass = (seconds: number) => net.pass(seconds);

  beforeEach(() => {
    net = fakeSockets();
    states = [];
    lists = [];
    source = new BridgeSource(net.ports, {
      stateChanged: (state) => states.push(state),
      performersChanged: (performers) => lists.push(performers),
    });
  });

  function open(...skeletons: object[]): FakeSocket {
    source.connect("ws://127.0.0.1:64212/mocap");
    const socket = newest();
    socket.opens();
    socket.says(hello);
    socket.says(descriptions(1, ...skeletons));
    return socket;
  }

  test("asks for the protocol by its name; performers have keys, joints and human bones", () => {
    const socket = open(skeleton(7, "Ann"), skeleton(8, "Bo"), skeleton(9, "Bo"));
    expect([socket.address, socket.protocol, socket.binaryType]).toEqual([
      "ws://127.0.0.1:64212/mocap",
      "doppel.mocap.v1",
      "arraybuffer",
    ]);
    expect(source.performers.map(({ key }) => key)).toEqual(["Ann", "Bo#8", "Bo#9"]);
    expect(source.performers[0]?.humanoid).toEqual({ hips: 0, spine: 1 });
    expect(source.performers[0]?.joints[1]).toEqual({
      name: "Ab",
      parent: 0,
      translation: [0, 0.1, 0],
      rotation: [0, 0, 0, 1],
    });
    expect(lists).toHaveLength(1);
  });

  test("of several frames between two looks the newest counts, once", () => {
    const socket = open(skeleton(7, "Ann"));
    expect(source.advance()).toBe(false);
    expect(source.timeOf(0)).toBeNaN();
    for (let frame = 1; frame <= 5; ++frame)
      socket.frame({
        revision: 1,
        frameNumber: frame,
        sourceTime: frame / 10,
        skeletons: [pose(7, frame, TURN)],
      });
    expect(source.advance()).toBe(true);
    expect([source.frame?.frameNumber, source.revision, source.timeOf(0)]).toEqual([5, 1, 0.5]);
    expect(source.advance()).toBe(false);
    const row = new Float32Array(30).fill(9);
    source.writeRow(0, 128, row, 7);
    const expected = [5, 1, 2, ...TURN, 0, 0.1, 0, ...REST, 0, 0.2, 0, ...REST].map(Math.fround);
    expect([...row.slice(7, 28)]).toEqual(expected);
    expect([row[6], row[28]]).toEqual([9, 9]);
  });

  test("positions that come take the described ones' place; a row holds no more joints than it may", () => {
    const socket = open(skeleton(7, "Ann"));
    const positions = [
      [3, 1, 0],
      [0, 0.5, 0],
      [0, 0.25, 1],
    ] as const;
    socket.frame({ revision: 1, sourceTime: 1, skeletons: [{ ...pose(7, 9), positions }] });
    source.advance();
    const row = new Float32Array(21).fill(-1);
    source.writeRow(0, 2, row, 0);
    expect([...row.slice(0, 3), ...row.slice(7, 10), row[14]]).toEqual([3, 1, 0, 0, 0.5, 0, -1]);
  });

  test("a frame of other descriptions is not read; who is described as before keeps the pose", () => {
    const socket = open(skeleton(7, "Ann"), skeleton(8, "Bo"));
    socket.frame({ revision: 1, sourceTime: 1, skeletons: [pose(7, 1), pose(8, 2)] });
    source.advance();
    const ann = source.performers[0];
    socket.says(descriptions(2, skeleton(7, "Ann")));
    expect(source.performers).toEqual([ann]);
    socket.frame({ revision: 1, sourceTime: 2, skeletons: [pose(7, 5)] });
    expect(source.advance()).toBe(false);
    expect(source.timeOf(0)).toBe(1);
    socket.frame({ revision: 2, sourceTime: 3, skeletons: [pose(7, 6), pose(8, 7)] });
    expect(source.advance()).toBe(true);
    expect(source.timeOf(0)).toBe(3);
    // The same again is no other list.
    socket.says(descriptions(3, skeleton(7, "Ann")));
    expect(lists).toHaveLength(2);
    socket.says(descriptions(4, skeleton(7, "Ann", BONES.slice(0, 2))));
    expect(lists).toHaveLength(3);
    expect(source.timeOf(0)).toBeNaN();
  });

  test("somebody of the same number under a new name is the same person; an exchange of names is not", () => {
    const socket = open(skeleton(7, "Ann"), skeleton(8, "Ben"));
    socket.says(descriptions(2, skeleton(7, "Anna"), skeleton(8, "Ben")));
    expect(source.performers.map(({ key, renamedFrom }) => [key, renamedFrom])).toEqual([
      ["Anna", "Ann"],
      ["Ben", undefined],
    ]);
    socket.says(descriptions(3, skeleton(7, "Ben"), skeleton(8, "Anna")));
    expect(source.performers.map(({ key, renamedFrom }) => [key, renamedFrom])).toEqual([
      ["Ben", undefined],
      ["Anna", undefined],
    ]);
  });

  test("comes back: each try waits twice as long, up to half a second; performers stay meanwhile, counting starts anew", () => {
    const socket = open(skeleton(7, "Ann"));
    socket.frame({ revision: 1, sourceTime: 50, skeletons: [pose(7, 1)] });
    source.advance();
    socket.ends(1001, "the bridge ends");
    expect(source.state).toMatchObject({ connection: "waiting", attempt: 1, reason: "the bridge ends" });
    expect(source.performers).toHaveLength(1);
    const starts: number[] = [];
    for (let attempt = 0; attempt < 7; ++attempt) {
      const before = net.now();
      const count = net.sockets.length;
      while (net.sockets.length === count) pass(0.125);
      starts.push(net.now() - before);
      newest().ends();
    }
    expect(starts).toEqual([0.125, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5]);
    pass(0.5);
    newest().opens();
    newest().says(hello);
    newest().says(descriptions(1, skeleton(7, "Ann")));
    expect(source.state).toMatchObject({ connection: "open", attempt: 0, reason: "" });
    expect(lists).toHaveLength(1);
    newest().frame({ revision: 1, sourceTime: 0.1, skeletons: [pose(7, 2)] });
    expect(source.advance()).toBe(true);
    expect(source.timeOf(0)).toBe(0.1);
    // Nobody looks: there is no hurry, until somebody does again.
    source.setPaused(true);
    newest().ends();
    for (let attempt = 0; attempt < 9; ++attempt) {
      const count = net.sockets.length;
      while (net.sockets.length === count) pass(0.125);
      newest().ends();
    }
    const tries = net.sockets.length;
    pass(5);
    expect(net.sockets).toHaveLength(tries);
    source.setPaused(false);
    expect(net.sockets).toHaveLength(tries + 1);
    newest().ends();
    source.disconnect();
    expect([newest().isClosed, source.state.connection, source.performers.length]).toEqual([true, "off", 0]);
    const count = net.sockets.length;
    pass(60);
    expect(net.sockets).toHaveLength(count);
  });

  test("an old socket that speaks after another was opened is not heard", () => {
    const first = open(skeleton(7, "Ann"));
    const late = first.onmessage;
    source.connect("ws://127.0.0.1:1/mocap");
    expect(first.isClosed).toBe(true);
    expect(first.onmessage).toBeNull();
    expect(late).not.toBeNull();
    first.ends();
    expect(source.state.connection).toBe("connecting");
    expect(net.sockets).toHaveLength(2);
  });

  test("an address that is none is said, and tried again", () => {
    const refusing = new BridgeSource(
      {
        openSocket: () => {
          throw new SyntaxError("the address is invalid");
        },
        now: net.now,
        after: () => () => {},
      },
      { stateChanged: (state) => states.push(state), performersChanged: () => {} },
    );
    refusing.connect("http:/nowhere");
    expect(refusing.state).toMatchObject({ connection: "waiting", reason: "the address is invalid" });
  });

  test("the clock's offset is that of the quickest round trip; latency counts from there", () => {
    const socket = open(skeleton(7, "Ann"));
    const answer = (delay: number, bridgeTime: number) => {
      const ping = [...socket.sent].reverse().find(({ type }) => type === "ping");
      net.stall(delay);
      socket.says({ type: "pong", time: ping?.time, bridgeTime });
    };
    // The first, of 0.4 s, would say 4899.9.
    answer(0.4, 5000.1);
    pass(1.6);
    answer(0.01, 5002.005);
    const times = { sourceTime: 1, captureTime: 5002, receiveTime: 5002.004 };
    socket.frame({ revision: 1, ...times, skeletons: [pose(7, 1)] });
    source.advance();
    expect(source.roundTrip).toBeCloseTo(0.01, 9);
    expect(source.latency("capture")).toBeCloseTo(0.01, 6);
    expect(source.latency("receive")).toBeCloseTo(0.006, 6);
    pass(0.5);
    expect(source.latency("capture")).toBeCloseTo(0.51, 6);
  });

  test("a recording is asked for, told and forgotten with the connection; refusals are handed on", () => {
    const refusals: string[] = [];
    source = new BridgeSource(net.ports, {
      stateChanged: (state) => states.push(state),
      performersChanged: () => {},
      refused: (code, message) => refusals.push(`${code}: ${message}`),
    });
    const socket = open();
    expect(source.state.recording).toBeNull();
    source.record(true);
    source.record(false);
    expect(socket.sent.filter(({ type }) => type === "record")).toEqual([
      { type: "record", action: "start" },
      { type: "record", action: "stop" },
    ]);
    const counts = { seconds: 1.5, frames: 360, bytes: 65536, dropped: 0, error: "", message: "" };
    socket.says({ type: "recording", active: true, name: "a.dtake", ...counts });
    expect(source.state.recording).toMatchObject({ active: true, name: "a.dtake", frames: 360 });
    socket.says({ type: "error", code: "already-recording", message: "being recorded already: a.dtake" });
    expect(refusals).toEqual(["already-recording: being recorded already: a.dtake"]);
    socket.ends();
    expect(source.state.recording).toBeNull();
  });

  test("what is not the protocol's is counted, and the next frame is taken", () => {
    const socket = open(skeleton(7, "Ann"));
    socket.onmessage?.({ data: "{" });
    socket.onmessage?.({ data: JSON.stringify({ type: "descriptions", revision: "x" }) });
    socket.onmessage?.({ data: new ArrayBuffer(3) });
    expect(source.advance()).toBe(false);
    expect(source.state.badMessages).toBe(3);
    socket.says({ type: "a-later-version's", anything: 1 });
    socket.frame({ revision: 1, sourceTime: 1, skeletons: [pose(7, 1), pose(99, 1)] });
    expect(source.advance()).toBe(true);
    expect(source.state.badMessages).toBe(3);
  });

  test("paused, it says so, also after coming back; status and drops are handed on", () => {
    const socket = open(skeleton(7, "Ann"));
    source.setPaused(true);
    source.setPaused(true);
    expect(socket.sent.filter(({ type }) => type === "pause")).toHaveLength(1);
    socket.ends();
    pass(0.5);
    newest().opens();
    expect(newest().sent[0]?.type).toBe("pause");
    source.setPaused(false);
    expect(newest().sent.at(-1)?.type).toBe("resume");
    newest().says({
      type: "drops",
      sent: 60,
      dropped: 2,
      totalSent: 600,
      totalDropped: 20,
      queuedBytes: 0,
    });
    expect(source.state.drops?.dropped).toBe(2);
    source.steer({ paused: true });
    expect(newest().sent.at(-1)).toEqual({ type: "replay", paused: true });
  });
});
