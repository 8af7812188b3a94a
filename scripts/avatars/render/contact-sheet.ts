// Makes docs/images/channels-*.png: each of the 52 channels of each sample avatar at weight 1, beside the face at rest.
// Needs the avatars built (`npm run build`) and Chromium. Run with: node --import tsx scripts/avatars/render/contact-sheet.ts
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { type Character, characters } from "../character";
import type { Vec3 } from "../model";
import { type Cell, drawSheet, type View } from "./sheet";

const FOLDER = "docs/images";
/** Bytes of one picture. */
const LIMIT = 1_000_000;
const COLUMNS = 9;
/** Pixels. */
const CELL = { width: 176, height: 190 };
/** Metres from the eyes at head scale 1, for the field of view below. */
const DISTANCE = 0.78;
const FIELD_OF_VIEW = 18;
/** Degrees: the left side is seen a little more, so that left and right channels differ to the eye. */
const YAW = 14;
/** With an open jaw the tongue is seen. */
const COMPANIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  tongueOut: { jawOpen: 0.35 },
  mouthClose: { jawOpen: 1 },
};

function viewOf({ headOrigin, headScale }: Character): View {
  const [x, y, z] = headOrigin;
  const target: Vec3 = [x, y - 0.03 * headScale, z + 0.03 * headScale];
  return { target, distance: DISTANCE * headScale, yaw: YAW, fov: FIELD_OF_VIEW };
}

function cellsOf(character: Character): readonly Cell[] {
  const view = viewOf(character);
  const channels = faceChannelNames.map((channel): Cell => {
    const companions = COMPANIONS[channel] ?? {};
    const label = [channel, ...Object.entries(companions).map(([name, value]) => `${name} ${value}`)].join(
      " + ",
    );
    return { label, view, values: { ...companions, [channel]: 1 } };
  });
  return [{ label: "at rest", view }, ...channels];
}

mkdirSync(FOLDER, { recursive: true });
for (const character of characters) {
  const bytes = readFileSync(`public/avatars/${character.file}.vrm`);
  const picture = await drawSheet(bytes, { ...CELL, columns: COLUMNS, cells: cellsOf(character) });
  const path = `${FOLDER}/channels-${character.file}.png`;
  if (picture.length > LIMIT)
    throw new Error(`${path}: expected at most ${LIMIT} bytes, found ${picture.length}`);
  writeFileSync(path, picture);
  console.log(`${path}: ${(picture.length / 1024).toFixed(0)} kB`);
}
