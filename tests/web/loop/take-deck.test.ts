// Tests of face and body recordings on one timeline, as the player opens and closes them.
import { expect, test } from "vitest";
import { SourcePlayer } from "../../../web/src/loop/player";
import { TakeDeck } from "../../../web/src/loop/take-deck";
import { readMotion } from "../../../web/src/sources/motion/read-motion";
import type { MotionSource } from "../../../web/src/sources/motion-source";
import { RecordingError } from "../../../web/src/sources/recording";

const face = (seconds: number) =>
  JSON.stringify({ fps: 10, frames: Array.from({ length: seconds * 10 }, () => ({ jawOpen: 0.5 })) });
const body = (seconds: number) => `HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT Head
{
OFFSET 0 80 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
JOINT LeftFoot
{
OFFSET 0 -80 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
}
MOTION
Frames: ${seconds * 30}
Frame Time: 0.0333333
${Array.from({ length: seconds * 30 }, (_, frame) => `${frame} 90 0 0 0 ${frame} 0 0 0 0 0 0`).join("\n")}
`;

test("a face and a body play together, as long as the longer one; a body that goes leaves the face", () => {
  const deck = new TakeDeck();
  expect([deck.isLoaded, deck.name, deck.frameRate]).toEqual([false, "", 0]);
  expect(deck.open("face.json", face(3)).kind).toBe("face");
  deck.timeline.seek(2);
  expect(deck.openBody(readMotion(body(5), "body.bvh"))).toMatchObject({ kind: "body", name: "body.bvh" });
  expect([deck.timeline.position, deck.name, deck.frameRate]).toEqual([0, "face.json + body.bvh", 10]);
  expect(deck.timeline.duration).toBeCloseTo(5, 9);
  // The face's overview takes three fifths of the line.
  const shown = Array.from(deck.activity?.all ?? []).filter((value) => value > 0).length;
  expect(shown / (deck.activity?.all.length ?? 1)).toBeCloseTo(0.6, 2);
  expect(deck.bodyState).toEqual({
    name: "body.bvh",
    performers: [{ name: "body.bvh", bones: 3 }],
    bodies: 0,
    markers: 0,
  });
  deck.timeline.seek(4);
  deck.closeBody();
  expect([deck.name, deck.timeline.position]).toEqual(["face.json", 3]);
  expect(deck.bodyState).toBe(null);
});

test("a body alone has an overview of its movement, and its own frame rate for steps", () => {
  const deck = new TakeDeck();
  deck.openBody(readMotion(body(2), "body.bvh"));
  expect([deck.frameRate, deck.activity?.jaw.length]).toEqual([30, 0]);
  expect(Math.max(...(deck.activity?.all ?? []))).toBe(1);
});

test("what is refused changes nothing", () => {
  const deck = new TakeDeck();
  deck.openBody(readMotion(body(2), "body.bvh"));
  deck.timeline.seek(1);
  expect(() => deck.open("b.csv", "Format Version,1.23\n")).toThrow(RecordingError);
  expect(() => deck.open("b.json", "[")).toThrow(RecordingError);
  expect([deck.name, deck.timeline.position]).toEqual(["body.bvh", 1]);
});

test("the player shows a body recording, tells of it, and pauses and seeks it", () => {
  const shown: (MotionSource | null)[] = [];
  const told: unknown[] = [];
  let state = { kind: "", playing: false, duration: 0, name: "" };
  const player = new SourcePlayer(
    {
      stateChanged: (next) => {
        state = next;
      },
      manualChanged: () => {},
      previewChanged: () => {},
      bodyChanged: (next) => told.push(next),
    },
    { show: (source) => shown.push(source), advance: () => {} },
  );
  player.openBody(readMotion(body(2), "body.bvh"));
  expect(state).toMatchObject({ kind: "recording", playing: true, duration: 2, name: "body.bvh" });
  player.pause();
  player.seek(1.5);
  expect([state.playing, player.position]).toEqual([false, 1.5]);
  const [source] = shown;
  source?.advance(0);
  expect(source?.frame).toBe(45);
  player.play();
  player.closeBody();
  expect([shown.length, shown[1], told.length, told[1]]).toEqual([2, null, 2, null]);
  expect([state.kind, state.playing, player.position]).toEqual(["idle", true, 0]);
  player.closeBody();
  expect(told).toHaveLength(2);
});

test("live values take the face; the body's timeline is told no more, and comes back with it", () => {
  let kind = "";
  const player = new SourcePlayer({
    stateChanged: (next) => {
      kind = next.kind;
    },
    manualChanged: () => {},
    previewChanged: () => {},
    bodyChanged: () => {},
  });
  player.openBody(readMotion(body(2), "body.bvh"));
  player.feed(new Float32Array(52));
  expect(kind).toBe("live");
  player.release();
  expect(kind).toBe("recording");
});
