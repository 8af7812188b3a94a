// Writes public/takes/body.csv, the body recording that the page offers as a demonstration; it is made at every build and not kept.
// What is in it is made in body-take.ts.
import { mkdirSync, writeFileSync } from "node:fs";
import { bodyTake } from "./body-take";

const FOLDER = "public/takes";
mkdirSync(FOLDER, { recursive: true });
const text = bodyTake();
writeFileSync(`${FOLDER}/body.csv`, text);
console.log(`    ${FOLDER}/body.csv: ${(text.length / 1024).toFixed(0)} kB`);
