// Tests of the stream's parser: the golden bytes that the bridge's encoder wrote, views without copies, damage of every kind.
// That the encoder writes these bytes is tested in tests/bridge/protocol/mocap_frame_test.cpp.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMocapMessage } from "../../../web/src/sources/mocap-messages";
import {
  MocapProtocolError,
  parseMocapFrame,
  RIGID_BODY_STRIDE,
} from "../../../web/src/sources/mocap-protocol";

const file = readFileSync("tests/fixtures/mocap-frame.bin");
const golden = () => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;

function frameOf(message: ArrayBuffer) {
  const frame = parseMocapFrame(message);
  if (frame === null) throw new Error("expected a frame");
  return frame;
}

test("the golden frame has the values that were put into it", () => {
  const frame = frameOf(golden());
  expect(frame).toMatchObject({
    sequence: 5,
    revision: 7,
    epoch: 2,
    frameNumber: 99,
    sourceTime: 0.5,
    captureTime: 1000012.25,
    receiveTime: 1000012.5,
    sendTime: 1000012.75,
    isDiscontinuity: true,
    rigidBodyCount: 1,
  });
  const [first, second] = frame.skeletons;
  expect(frame.skeletons.length).toBe(2);
  expect(first?.id).toBe(3);
  expect([...(first?.root ?? [])]).toEqual([1.5, 0.75, -2]);
  expect([...(first?.rotations ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5, 0, 0, 0, 1, 1, 0, 0, 0]);
  expect(first?.positions).toBeNull();
  expect([0, 1, 2, 3, -1].map((bone) => first?.isTracked(bone))).toEqual([true, true, true, false, false]);
  expect(second?.id).toBe(4);
  expect([...(second?.positions ?? [])]).toEqual([-1, 1, 0.25, 0, 0, 0.25, 0.25, 0, 0, 0.125, 0.5, 0]);
  expect([0, 1, 2].map((bone) => second?.isTracked(bone))).toEqual([true, false, true]);
  expect([frame.rigidBodyIds[0], frame.rigidBodyIds[1]]).toEqual([100, 1]);
  expect([...frame.rigidBodies.subarray(2, 3)]).toEqual([0.25]);
  expect([...frame.rigidBodies.subarray(4, 11)]).toEqual([0.5, -0.5, 0.5, -0.5, 0.125, 2, -0.5]);
  expect(frame.rigidBodies.length).toBe(RIGID_BODY_STRIDE);
});

test("every array lies on the message itself", () => {
  const message = golden();
  const frame = frameOf(message);
  const arrays = [frame.rigidBodies, frame.rigidBodyIds].map((array) => array.buffer);
  for (const { root, rotations, positions } of frame.skeletons)
    arrays.push(root.buffer, rotations.buffer, positions?.buffer ?? message);
  for (const buffer of arrays) expect(buffer).toBe(message);
});

test("kinds that are not known are passed over", () => {
  const message = golden();
  new DataView(message).setUint8(0, 2);
  expect(parseMocapFrame(message)).toBeNull();
});

test("a longer header of a later version is stepped over", () => {
  const old = new Uint8Array(golden());
  const message = new Uint8Array(old.length + 32);
  message.set(old.subarray(0, 64));
  message.set(old.subarray(64), 96);
  const view = new DataView(message.buffer);
  view.setUint16(2, 96, true);
  view.setUint32(56, message.length, true);
  expect([...(frameOf(message.buffer).skeletons[0]?.root ?? [])]).toEqual([1.5, 0.75, -2]);
});

test("cut anywhere, with or without a matching length, it is refused", () => {
  for (let length = 0; length < file.length; ++length) {
    const cut = golden().slice(0, length);
    expect(() => parseMocapFrame(cut), `${length}`).toThrow(MocapProtocolError);
    if (length < 64) continue;
    new DataView(cut).setUint32(56, length, true);
    expect(() => parseMocapFrame(cut), `${length}`).toThrow(MocapProtocolError);
  }
});

test("damaged bytes give a frame of finite numbers, an unknown kind, or a refusal", () => {
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 6,
      }),
      (changes) => {
        const message = golden();
        for (const [at, value] of changes) new Uint8Array(message)[at] = value;
        try {
          const frame = parseMocapFrame(message);
          for (const { root, rotations, positions } of frame?.skeletons ?? [])
            for (const values of [root, rotations, positions ?? root])
              expect(values.every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(MocapProtocolError);
          refused += 1;
        }
      },
    ),
    { numRuns: 3000, seed: 1 },
  );
  expect(refused).toBeGreaterThan(100);
});

const recording = {
  type: "recording",
  active: true,
  name: "take-2026-12-01-1530.dtake",
  seconds: 12.5,
  frames: 3000,
  bytes: 4194304,
  dropped: 0,
  error: "",
  message: "",
};
const status = {
  type: "status",
  state: "streaming",
  code: "",
  message: "",
  server: "Motive",
  coordinates: "local",
  rate: 240,
  clockError: null,
  undescribed: [],
  absent: [4],
  source: { frames: 3 },
};
const descriptions = {
  type: "descriptions",
  revision: 3,
  skeletons: [
    {
      id: 7,
      name: "Ann",
      bones: [
        { name: "Hip", bone: "hips", parent: -1, offset: [0, 0.92, 0], rest: [0, 0, 0, 1] },
        { name: "Ab", bone: "spine", parent: 0, offset: [0, 0.1, 0], rest: [0, 0, 0, 1] },
      ],
    },
  ],
  rigidBodies: [{ id: 12, name: "Chair", markers: [[0.1, 0, 0.1]] }],
};

test("text messages come as they were sent, with fields that are not known", () => {
  const messages = [
    {
      type: "hello",
      protocol: "doppel.mocap.v1",
      bridge: "0.1.0",
      session: "5f",
      source: "sim",
      time: 1.5,
      more: 1,
    },
    descriptions,
    status,
    recording,
    { type: "drops", sent: 1, dropped: 2, totalSent: 3, totalDropped: 4, queuedBytes: 0 },
    { type: "replay", position: 0, duration: 1, speed: 1, loop: true, paused: false },
    { type: "pong", bridgeTime: 3, id: 4, time: 1.25 },
    { type: "pong", bridgeTime: 3 },
    { type: "error", code: "unknown-type", message: "" },
  ];
  for (const message of messages) expect(parseMocapMessage(JSON.stringify(message))).toEqual(message);
  expect(parseMocapMessage('{"type":"weather"}')).toBeNull();
  expect(parseMocapMessage('{"type":"toString"}')).toBeNull();
});

test("a field of the wrong kind is refused by its name", () => {
  const cases: [unknown, string][] = [
    [{ ...status, state: "dancing" }, "status.state"],
    [{ ...recording, frames: -0.5 }, "recording.frames"],
    [{ ...recording, active: 1 }, "recording.active"],
    [{ ...recording, message: undefined }, "recording.message"],
    [{ ...status, rate: "240" }, "status.rate"],
    [{ ...status, source: { frames: "3" } }, "status.source"],
    [{ ...status, undescribed: [1.5] }, "status.undescribed"],
    [{ type: "hello" }, "hello.protocol"],
    [{ ...descriptions, revision: 1.5 }, "descriptions.revision"],
    [{ ...descriptions, skeletons: [{ id: 1, name: "x", bones: [] }] }, "skeletons[0].bones"],
    [{ ...descriptions, rigidBodies: [5] }, "rigidBodies[0]"],
  ];
  for (const parent of [1, -1, 0.5]) {
    const spoiled = structuredClone(descriptions);
    (spoiled.skeletons[0]?.bones[1] as { parent: number }).parent = parent;
    cases.push([spoiled, "skeletons[0].bones[1].parent"]);
  }
  for (const [message, place] of cases)
    expect(() => parseMocapMessage(JSON.stringify(message))).toThrow(place);
  for (const text of ["", "{", "[]", "3", "null", "{}", '{"type":3}'])
    expect(() => parseMocapMessage(text)).toThrow(MocapProtocolError);
});
