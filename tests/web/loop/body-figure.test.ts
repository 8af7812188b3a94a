// Tests of the stick figure: where its lines and dots are, what is shown, and what the camera frames. Three.js' geometry only, no picture.
import { type BufferGeometry, LineSegments, type Object3D, Points } from "three";
import { expect, test } from "vitest";
import { BodyFigure } from "../../../web/src/loop/body-figure";
import { readMotiveCsv } from "../../../web/src/sources/motion/read-motive-csv";
import { MotionSource } from "../../../web/src/sources/motion-source";
import { madeMotion, madeSkeleton, motiveCsv, placed } from "../../support/motive-csv";

function fakeStage() {
  const overlays: (readonly Object3D[] | null)[] = [];
  const boxes: number[][][] = [];
  let framed = 0;
  const figure = new BodyFigure(
    {
      setOverlays: (objects) => overlays.push(objects),
      cameraRig: { frameBetween: (low, high) => boxes.push([Array.from(low), Array.from(high)]) },
    },
    () => {
      framed += 1;
    },
  );
  return { figure, overlays, boxes, avatarFramed: () => framed };
}

function positions(
  object: Object3D | undefined,
  kind: typeof LineSegments | typeof Points,
  which = 0,
): number[][] {
  const found = object?.children.filter((child) => child instanceof kind)[which] as
    | LineSegments
    | Points
    | undefined;
  const geometry = found?.geometry as BufferGeometry | undefined;
  const attribute = geometry?.getAttribute("position");
  const count = Math.min(attribute?.count ?? 0, geometry?.drawRange.count ?? 0);
  return Array.from({ length: count }, (_, index) => [
    attribute?.getX(index) ?? 9,
    attribute?.getY(index) ?? 9,
    attribute?.getZ(index) ?? 9,
  ]);
}

const made = madeMotion(madeSkeleton(), 12);
const source = () => new MotionSource(readMotiveCsv(motiveCsv({ Dancer: made }), "a.csv"));

test("joints and bones are where the file has them, moved so that the figure begins at the origin", () => {
  const { figure, overlays } = fakeStage();
  const motion = source();
  motion.timeline.pause();
  figure.show(motion);
  const objects = overlays.at(-1);
  expect(objects).toHaveLength(2);
  for (const frame of [0, 7]) {
    motion.timeline.seek((frame + 1e-6) / 120);
    figure.advance(frame);
    const truth = placed(made, frame).map(({ position }) => [
      (position[0] ?? 0) - (made.roots[0]?.[0] ?? 0),
      position[1] ?? 0,
      (position[2] ?? 0) - (made.roots[0]?.[2] ?? 0),
    ]);
    const [performer] = motion.clip.performers;
    const order =
      performer?.bones.map(({ name }) => made.bones.findIndex((bone) => bone.name === name)) ?? [];
    const near = (place: number[] | undefined) => place?.map((value) => expect.closeTo(value, 3));
    const expected = order.map((bone) => near(truth[bone]));
    const segments = order
      .filter((bone) => (made.bones[bone]?.parent ?? -1) >= 0)
      .flatMap((bone) => [near(truth[made.bones[bone]?.parent ?? 0]), near(truth[bone])]);
    // Both scenes share the geometry.
    for (const object of objects ?? []) {
      expect(positions(object, Points)).toEqual(expected);
      expect(positions(object, LineSegments)).toEqual(segments);
    }
  }
});

test("the camera frames the whole figure, and the avatar again when it is put off", () => {
  const { figure, overlays, boxes, avatarFramed } = fakeStage();
  figure.show(source());
  const [low = [], high = []] = boxes[0] ?? [];
  expect(low[1]).toBeLessThan(0.15);
  expect(high[1]).toBeGreaterThan(1.4);
  expect((high[0] ?? 0) - (low[0] ?? 0)).toBeLessThanOrEqual(3.2);
  figure.setShown(false);
  expect([overlays.at(-1), avatarFramed(), figure.shown]).toEqual([null, 1, false]);
  figure.setShown(false);
  expect(avatarFramed()).toBe(1);
  figure.setShown(true);
  expect([overlays.at(-1)?.length, boxes.length]).toEqual([2, 2]);
  figure.show(null);
  expect([overlays.at(-1), avatarFramed()]).toEqual([null, 2]);
  figure.advance(1);
});

test("put on again while paused it shows the pose at the position", () => {
  const { figure, overlays } = fakeStage();
  const motion = source();
  figure.show(motion);
  figure.advance(0);
  motion.timeline.pause();
  figure.setShown(false);
  motion.timeline.seek(7 / 120);
  figure.advance(1);
  figure.setShown(true);
  figure.advance(2);
  const [hip] = positions(overlays.at(-1)?.[0], Points);
  expect(hip?.[0]).toBeCloseTo(0.14, 3);
});

test("bodies and markers are dots while they are tracked", () => {
  const text = `Format Version,1.23,Export Frame Rate,10,Rotation Type,Quaternion,Length Units,Meters,Coordinate Space,Global

,Type,Marker,Marker,Marker,Marker,Marker,Marker
,Name,a,a,a,b,b,b
,ID,1,1,1,2,2,2
,,Position,Position,Position,Position,Position,Position
Frame,Time (Seconds),X,Y,Z,X,Y,Z
0,0.0,1,2,3,3,4,5
1,0.1,1,2,3,,,
`;
  const { figure, overlays } = fakeStage();
  const motion = new MotionSource(readMotiveCsv(text, "a.csv"));
  figure.show(motion);
  motion.timeline.pause();
  figure.advance(0);
  const dots = () => positions(overlays.at(-1)?.[0], Points, 1);
  // Around their middle at the beginning: (2, 4).
  expect(dots()).toEqual([
    [-1, 2, -1],
    [1, 4, 1],
  ]);
  motion.timeline.seek(0.1);
  figure.advance(1);
  expect(dots()).toEqual([[-1, 2, -1]]);
});
