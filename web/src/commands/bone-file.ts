// Human bones by hand as a file of its own: written, and read with a reason where it is refused.
// Whether an avatar has the joints is not asked here.
import { asBoneMap, type BoneMap } from "../state/body-settings";
import { type HumanBoneName, humanBoneNames } from "../tables/human-bones";

/** Version of the form. */
const VERSION = 1;

export interface BoneFile {
  readonly avatarName: string;
  readonly humanoid: BoneMap;
}

export function writeBoneFile({ avatarName, humanoid }: BoneFile): string {
  const order = (bone: string) => humanBoneNames.indexOf(bone as HumanBoneName);
  const sorted = Object.fromEntries(Object.entries(humanoid).sort(([a], [b]) => order(a) - order(b)));
  return `${JSON.stringify({ doppelBones: VERSION, avatarName, humanoid: sorted }, null, 2)}\n`;
}

/** Throws with place and expectation. */
export function readBoneFile(text: string): BoneMap {
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) throw new Error("$: expected an object");
  const version = document.doppelBones;
  if (version !== VERSION) {
    throw new Error(`$.doppelBones: expected ${VERSION}, found ${JSON.stringify(version)}`);
  }
  const { humanoid } = document;
  if (!isObject(humanoid)) throw new Error("$.humanoid: expected an object");
  for (const [bone, joint] of Object.entries(humanoid)) {
    const place = `$.humanoid[${JSON.stringify(bone)}]`;
    if (!(humanBoneNames as readonly string[]).includes(bone)) {
      throw new Error(`${place}: expected a human bone, such as ${humanBoneNames[0]}`);
    }
    if (typeof joint !== "string") throw new Error(`${place}: expected the name of a joint`);
  }
  return asBoneMap(humanoid);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
