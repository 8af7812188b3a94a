// The hair of the two characters: bones that swing, parts, materials and springs.
// Styles are in bob.ts and tails.ts; how a lock is made in lock.ts.
import type { Character } from "../character";
import { featuresOf } from "../head/features";
import { ellipsoid, union } from "../math/fields";
import { mix, scale, smoothstep } from "../math/vec";
import type { Bone, Material, Part, Spring } from "../model";
import { makeBob } from "./bob";
import { rig } from "./chains";
import type { Paint } from "./hair-mesh";
import { frameOf, type HeadSurface, skullOf } from "./head-surface";
import { drawnPicture, strandNormals, strandPicture } from "./pictures";
import { makeTails } from "./tails";

/** How much the hair's normals follow the head's own roundness: 0 each lock for itself, 1 one smooth ball. */
const CALM = { natural: 0.5, drawn: 0.55 };

/** The natural hair: its colour where strand and vertex are brightest, so that on the whole it is the character's. */
const NATURAL = { colour: "#644231", roughness: 0.43, strandDepth: 0.02 } as const;

/** The drawn hair. Its own colours are in its picture; `shade` is what the shadow takes of them. */
const DRAWN = {
  shade: "#dccbf2",
  roughness: 0.7,
  root: "#e07ea4",
  tip: "#ffc6d6",
  ring: "#fff0f2",
  line: "#d66f98",
  /** Metres. */
  outline: 0.001,
} as const;
const BAND = { shade: "#27847c", roughness: 0.6 } as const;

export interface Hair {
  readonly bones: readonly Bone[];
  readonly parts: readonly Part[];
  readonly materials: Record<string, Material>;
  readonly springs: readonly Spring[];
}

/** Darker where hair lies in shadow, warmer and lighter towards the tips. */
const naturally: Paint = ({ tone, x }) => {
  const light = tone * mix(0.55, 1, smoothstep(0, 0.14, x)) * mix(0.84, 1, x);
  return [light, light * mix(0.97, 0.95, x), light * mix(0.95, 0.88, x)];
};

/** The head with its ears, which are no part of its skin. */
function withEars(character: Character, head: HeadSurface): HeadSurface {
  const { ear } = featuresOf(character);
  const frame = frameOf(character);
  const [x, y, z] = ear.root;
  const shell = (side: 1 | -1) =>
    ellipsoid(
      frame.world([side * (x + 0.005), y + 0.003, z - 0.004]),
      scale([0.009, 0.031, 0.02], ear.size * frame.scale),
    );
  return { field: union(0.006 * frame.scale, head.field, shell(1), shell(-1)) };
}

/** `skin`: the head without ears. The same character and head give the same hair to the bit. */
export function makeHair(character: Character, skin: HeadSurface): Hair {
  const head = withEars(character, skin);
  const frame = frameOf(character);
  const skull = skullOf(head, frame);
  return character.shading === "pbr"
    ? natural(character, head, frame, skull)
    : drawn(character, head, frame, skull);
}

type Maker = (
  character: Character,
  head: HeadSurface,
  frame: ReturnType<typeof frameOf>,
  skull: ReturnType<typeof skullOf>,
) => Hair;

const natural: Maker = ({ colours }, head, frame, skull) => {
  const { mesh, chains } = makeBob(head, frame, skull);
  return {
    ...rig(chains),
    parts: [mesh.part("Hair", "hair", { calm: CALM.natural, paint: naturally })],
    materials: {
      hair: {
        colour: NATURAL.colour,
        shade: colours.hairShade,
        roughness: NATURAL.roughness,
        picture: strandPicture(),
        normalPicture: strandNormals(NATURAL.strandDepth),
      },
    },
  };
};

const drawn: Maker = ({ colours }, head, frame, skull) => {
  const { mesh, bands, chains } = makeTails(head, frame, skull);
  return {
    ...rig(chains),
    parts: [
      mesh.part("Hair", "hair", { calm: CALM.drawn }),
      bands.part("HairBands", "hairBand", { calm: 0 }),
    ],
    materials: {
      hair: {
        colour: "#ffffff",
        shade: DRAWN.shade,
        roughness: DRAWN.roughness,
        picture: drawnPicture({ ...DRAWN, base: colours.hair }),
        outline: DRAWN.outline,
      },
      hairBand: { colour: colours.accent, ...BAND },
    },
  };
};
