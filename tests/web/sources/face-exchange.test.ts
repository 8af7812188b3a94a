// Face values from page to page: the message's bytes, who sends when, and what is refused.
// The bridge's part is tested in tests/bridge/server/mocap_hub_test.cpp, the whole way in tests/e2e/scene.spec.ts.
import { beforeEach, describe, expect, test } from "vitest";
import { type FaceRelayParts, sendFaces, showFaces } from "../../../web/src/loop/face-relay";
import { BridgeSource, type BridgeState } from "../../../web/src/sources/bridge-source";
import { FaceFrameWriter, readFaceFrame } from "../../../web/src/sources/face-frame";
import { fakeSockets } from "../../support/fake-socket";

const VALUES = Array.from({ length: 52 }, (_, channel) => channel / 64);

/** A message laid out by hand from docs/protocol.md. */
function message(values: readonly number[] = VALUES): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(32 + values.length * 4));
  view.setUint8(0, 2);
  view.setUint16(2, 32, true);
  view.setUint32(4, 9, true);
  view.setUint32(8, 3, true);
  view.setUint16(12, values.length, true);
  view.setFloat64(16, 12.5, true);
  view.setUint32(24, view.byteLength, true);
  values.forEach((value, index) => {
    view.setFloat32(32 + index * 4, value, true);
  });
  return view.buffer as ArrayBuffer;
}

describe("the message", () => {
  test("is laid out as the protocol says, with a number that grows", () => {
    const writer = new FaceFrameWriter();
    writer.write(VALUES, 1);
    const view = new DataView(writer.write(VALUES, 12.5));
    expect(view.byteLength).toBe(240);
    expect([view.getUint8(0), view.getUint8(1), view.getUint16(2, true)]).toEqual([2, 0, 32]);
    expect([view.getUint32(4, true), view.getUint16(12, true), view.getUint32(24, true)]).toEqual([
      1, 52, 240,
    ]);
    expect(view.getFloat64(16, true)).toBe(12.5);
    expect(VALUES.map((_, index) => view.getFloat32(32 + index * 4, true))).toEqual(VALUES);
  });

  test("carries no number that is none: the bridge would refuse it", () => {
    const bytes = new FaceFrameWriter().write([Number.NaN, Number.POSITIVE_INFINITY, 0.5], 0);
    expect(Array.from(readFaceFrame(bytes) ?? []).slice(0, 4)).toEqual([0, 0, 0.5, 0]);
  });

  test("is read back; one that is cut off, of another size or not finite is not", () => {
    expect(Array.from(readFaceFrame(message()) ?? [])).toEqual(VALUES);
    for (let length = 0; length < 240; length++)
      expect(readFaceFrame(message().slice(0, length)), `${length} bytes`).toBeNull();
    expect(readFaceFrame(message(VALUES.slice(1)))).toBeNull();
    expect(readFaceFrame(message([...VALUES.slice(1), Number.NaN]))).toBeNull();
  });
});

describe("over the bridge's connection", () => {
  let net: ReturnType<typeof fakeSockets>;
  let source: BridgeSource;
  let state: BridgeState;
  const connect = () => {
    source.connect("ws://127.0.0.1:64212/mocap");
    net.newest().opens();
    return net.newest();
  };

  beforeEach(() => {
    net = fakeSockets();
    source = new BridgeSource(net.ports, {
      stateChanged: (next) => {
        state = next;
      },
      performersChanged: () => {},
    });
  });

  test("nothing is sent before somebody asks, nor after nobody does", () => {
    const socket = connect();
    source.faces.send(VALUES);
    socket.says({ type: "faces", wanted: 1 });
    source.faces.send(VALUES);
    socket.says({ type: "faces", wanted: 0 });
    source.faces.send(VALUES);
    expect(socket.sentBytes.map((bytes) => Array.from(readFaceFrame(bytes) ?? []))).toEqual([VALUES]);
  });

  test("while what was sent before waits, nothing is put behind it", () => {
    const socket = connect();
    socket.says({ type: "faces", wanted: 1 });
    socket.bufferedAmount = 1 << 20;
    source.faces.send(VALUES);
    expect(socket.sentBytes).toHaveLength(0);
  });

  test("a new connection knows of nobody who asks, and is asked again", () => {
    source.faces.want(true);
    const first = connect();
    expect(first.sent).toContainEqual({ type: "faces", wanted: true });
    first.says({ type: "faces", wanted: 2 });
    first.ends();
    net.pass(1);
    net.newest().opens();
    source.faces.send(VALUES);
    expect(net.newest()).not.toBe(first);
    expect(net.newest().sentBytes).toHaveLength(0);
    expect(net.newest().sent).toContainEqual({ type: "faces", wanted: true });
  });

  test("what comes is handed on, and takes no frame's place; what cannot be read is counted", () => {
    const came: number[][] = [];
    source.faces.onCame((values) => came.push(Array.from(values)));
    const socket = connect();
    socket.saysText(message());
    expect(came).toEqual([VALUES]);
    expect(source.hasNews).toBe(false);
    socket.saysText(message().slice(0, 100));
    expect(came).toHaveLength(1);
    expect(state.badMessages).toBe(1);
  });
});

describe("in the page", () => {
  function relay(playing: "running" | "stalled" = "running") {
    const said: string[] = [];
    let came: (values: Float32Array) => void = () => {};
    let frame = () => {};
    const live = { state: playing } as { state: string };
    const parts = {
      faces: {
        want: (wanted: boolean) => said.push(`want ${wanted}`),
        send: (values: ArrayLike<number>) => said.push(`send ${values[0]}`),
        onCame: (listener: (values: Float32Array) => void) => {
          came = listener;
        },
      },
      player: {
        live,
        feed: (values: ArrayLike<number>) => said.push(`feed ${values[0]}`),
        release: () => said.push("release"),
      },
      onFrame: (work: () => void) => {
        frame = work;
      },
    } as unknown as Omit<FaceRelayParts, "input" | "leads">;
    return {
      parts,
      said,
      live,
      comes: (value: number) => came(Float32Array.of(value)),
      frame: () => frame(),
    };
  }

  test("the page that leads sends this frame's values, another does not", () => {
    const page = relay();
    const input = Float32Array.of(0.5);
    let leads = false;
    sendFaces({ ...page.parts, input, leads: () => leads });
    page.frame();
    leads = true;
    page.frame();
    input[0] = 0.25;
    page.frame();
    expect(page.said).toEqual(["send 0.5", "send 0.25"]);
  });

  test("the page that shows asks, is fed, and is idle again once nothing comes, until something does", () => {
    const page = relay();
    showFaces(page.parts);
    page.frame();
    page.comes(0.5);
    page.frame();
    page.live.state = "stalled";
    page.frame();
    page.frame();
    page.live.state = "running";
    page.comes(0.75);
    page.frame();
    expect(page.said).toEqual(["want true", "feed 0.5", "release", "feed 0.75"]);
  });
});
