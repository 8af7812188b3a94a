// Writes public/takes/demo.json, the take that the page offers as a demonstration. Run it after a change of scripts/demo-take.ts;
// a test holds the file to what is made here.
import { mkdirSync, writeFileSync } from "node:fs";
import { faceChannelNames } from "../web/src/tables/face-channels";
import { demoText } from "./demo-take";

const FOLDER = "public/takes";
mkdirSync(FOLDER, { recursive: true });
const text = demoText(faceChannelNames);
writeFileSync(`${FOLDER}/demo.json`, text);
console.log(`    ${FOLDER}/demo.json: ${(text.length / 1024).toFixed(0)} kB`);
