// Pictures of a model for its authors: node --import tsx scripts/avatars/render/look.ts MODULE EXPORT VIEWS OUT.png
// MODULE exports a function without arguments (or a value) that gives an AvatarModel; or MODULE is a GLB/VRM file and
// EXPORT is `-`. VIEWS: turn (whole body), face (head turned), or a JSON file with a `Sheet`.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AvatarModel, Vec3 } from "../model";
import { writeAvatar } from "../write/write-avatar";
import { drawSheet, type Sheet } from "./sheet";

const [module = "", name = "-", views = "turn", out = "build/look.png"] = process.argv.slice(2);

async function bytesOf(): Promise<Uint8Array> {
  if (/\.(glb|vrm)$/.test(module)) return readFileSync(module);
  const made = (await import(pathToFileURL(resolve(module)).href))[name];
  return writeAvatar((typeof made === "function" ? await made() : made) as AvatarModel);
}

/** Eye height of the character that is drawn, metres. */
const eyes = Number(process.env.EYES ?? 1.545);
const head: Vec3 = [0, eyes - 0.005, 0.02];
const middle: Vec3 = [0, eyes * 0.54, 0];

const sheets: Record<string, Sheet> = {
  turn: {
    width: 420,
    height: 760,
    columns: 4,
    cells: [0, 35, 90, 180].map((yaw) => ({
      label: `${yaw}`,
      view: { target: middle, distance: eyes * 3.5, yaw },
    })),
  },
  face: {
    width: 640,
    height: 720,
    columns: 3,
    cells: [0, 35, 90].map((yaw) => ({ label: `${yaw}`, view: { target: head, distance: 1, yaw } })),
  },
};

const sheet = sheets[views] ?? (JSON.parse(readFileSync(views, "utf8")) as Sheet);
writeFileSync(out, await drawSheet(await bytesOf(), sheet));
console.log(out);
