// The two characters that Doppel ships: the measures and colours that head, body and hair agree on.
// What only one of them needs stands with it (head/, body/, hair/).
import type { Colour, Vec3 } from "./model";

export interface Character {
  /** Name of the file without ending, and of the avatar in its metadata. */
  readonly file: "realistic" | "stylised";
  readonly name: string;
  readonly shading: "pbr" | "cartoon";
  /** Where the head's own coordinates start: between the ears at the height of the eyes, in the world. Metres. */
  readonly headOrigin: Vec3;
  /** Size of the head against a head of 0.222 m from chin to crown. */
  readonly headScale: number;
  /** Joints in the world, metres. */
  readonly headBone: Vec3;
  readonly neckBone: Vec3;
  readonly leftEyeBone: Vec3;
  /** The neck where it enters the collar: centre in the world and radius, metres. The head's skin goes 0.05 m further down. */
  readonly collar: { readonly centre: Vec3; readonly radius: number };
  readonly colours: {
    readonly skin: Colour;
    readonly skinShade: Colour;
    readonly lips: Colour;
    readonly iris: Colour;
    readonly hair: Colour;
    readonly hairShade: Colour;
    readonly top: Colour;
    readonly bottom: Colour;
    readonly shoes: Colour;
    readonly accent: Colour;
  };
}

/** 1.66 m tall, seven and a half heads. */
export const realistic: Character = {
  file: "realistic",
  name: "Haru",
  shading: "pbr",
  headOrigin: [0, 1.545, 0],
  headScale: 1,
  headBone: [0, 1.468, -0.012],
  neckBone: [0, 1.39, -0.03],
  leftEyeBone: [0.0325, 1.545, 0.0648],
  collar: { centre: [0, 1.392, -0.022], radius: 0.057 },
  colours: {
    skin: "#e9b99f",
    skinShade: "#c98a72",
    lips: "#c4706a",
    iris: "#6b4a2f",
    hair: "#3a2620",
    hairShade: "#1f1411",
    top: "#2f7f86",
    bottom: "#35425c",
    shoes: "#e9e6df",
    accent: "#e2a23b",
  },
};

/** 1.46 m tall, five and a half heads, large eyes. */
export const stylised: Character = {
  file: "stylised",
  name: "Nabi",
  shading: "cartoon",
  headOrigin: [0, 1.31, 0],
  headScale: 1.2,
  headBone: [0, 1.212, -0.014],
  neckBone: [0, 1.155, -0.026],
  leftEyeBone: [0.0402, 1.3004, 0.0702],
  collar: { centre: [0, 1.155, -0.02], radius: 0.042 },
  colours: {
    skin: "#ffdccb",
    skinShade: "#f2b3a0",
    lips: "#ee8d86",
    iris: "#3d8fd1",
    hair: "#f199bb",
    hairShade: "#b9648f",
    top: "#ffd25e",
    bottom: "#2e3a66",
    shoes: "#ffffff",
    accent: "#3fc1b0",
  },
};

export const characters: readonly Character[] = [realistic, stylised];
