// The demonstration of a body as a Motive export: the skeleton `Demo` and the rigid body `Chair`, in metres and in the world.
// What moves how is demo-body.ts; where the file lies, build-body-take.ts.
import { Quaternion, Vector3 } from "three";
import { BEHIND, BODY_FPS, BODY_SECONDS, demoBones, demoPose, SEAT } from "./demo-body";

const DIGITS = 4;

const cell = (value: number) => {
  const text = value.toFixed(DIGITS).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
};

function cells(turn: Quaternion, place: Vector3): string {
  return [turn.x, turn.y, turn.z, turn.w, place.x, place.y, place.z].map(cell).join(",");
}

const wide = (texts: readonly string[]) => texts.flatMap((text) => new Array<string>(7).fill(text)).join(",");

export function bodyTake(): string {
  const count = Math.round(BODY_SECONDS * BODY_FPS) + 1;
  const names = [...demoBones.map(({ name }) => `Demo:${name}`), "Chair"];
  const types = names.map((name) => (name === "Chair" ? "Rigid Body" : "Bone"));
  const rate = BODY_FPS.toFixed(6);
  const lines = [
    `Format Version,1.23,Take Name,Demonstration,Capture Frame Rate,${rate},Export Frame Rate,${rate},Capture Start Time,2026-01-01 01.00.00.000,Total Exported Frames,${count},Rotation Type,Quaternion,Length Units,Meters,Coordinate Space,Global`,
    "",
    `,Type,${wide(types)}`,
    `,Name,${wide(names)}`,
    `,ID,${wide(names.map((_, index) => `"D${index}"`))}`,
    `,,${names.map(() => "Rotation,Rotation,Rotation,Rotation,Position,Position,Position").join(",")}`,
    `Frame,Time (Seconds),${names.map(() => "X,Y,Z,W,X,Y,Z").join(",")}`,
  ];
  const chair = cells(new Quaternion(), new Vector3(0, SEAT, -BEHIND));
  for (let frame = 0; frame < count; ++frame) {
    const { turns, places } = demoPose(frame / BODY_FPS);
    const bones = turns.map((turn, bone) => cells(turn, places[bone] ?? new Vector3()));
    lines.push([frame, (frame / BODY_FPS).toFixed(6), ...bones, chair].join(","));
  }
  return `${lines.join("\n")}\n`;
}
