// The measures of the two heads. Head coordinates: metres at head scale 1, origin between the ears at eye height.
// Shapes that are the same for both stand in the files that make them.
import type { Vec3 } from "../model";

export interface EyeMeasures {
  /** Centre of the left eyeball. */
  readonly centre: Vec3;
  readonly radius: number;
  /** Thickness of a lid: its outer skin lies this far outside of the ball. */
  readonly lid: number;
  /** Half width of the opening, and how far it rises and falls from the line between its corners. */
  readonly halfWidth: number;
  readonly rise: number;
  readonly fall: number;
  /** How much higher the outer corner stands than the inner one. */
  readonly tilt: number;
  /** Where along the width, -1 inner to 1 outer, the upper and the lower edge are furthest apart from the corners' line. */
  readonly upperPeak: number;
  readonly lowerPeak: number;
  /** Roundness of the edges: 0.5 is an ellipse, 1 a parabola with pointed corners. */
  readonly roundness: number;
  /** The patch of skin around the eye: half width, above, below the centre of the opening. */
  readonly patch: {
    readonly inner: number;
    readonly outer: number;
    readonly up: number;
    readonly down: number;
  };
  /** Depth of the fold above the lid. */
  readonly crease: number;
  readonly iris: number;
  readonly pupil: number;
  /** How far the cornea stands out of the ball, share of its radius. */
  readonly cornea: number;
  /** How far wide eyes raise the upper lid, share of the opening. */
  readonly wide: number;
  /** Where closed lids meet: share of the opening above the lower lid. */
  readonly meeting: number;
}

export interface MouthMeasures {
  /** Middle of the line between the lips; its depth comes from the face. */
  readonly y: number;
  readonly halfWidth: number;
  /** Height of the lips in the middle. */
  readonly upper: number;
  readonly lower: number;
  /** Fullness towards the front. */
  readonly upperFullness: number;
  readonly lowerFullness: number;
  /** How far the corners lie above the middle of the line. */
  readonly smile: number;
  /** How far the corners lie behind what the face's own curve gives. */
  readonly bow: number;
  /** How far the mouth reaches up and down behind the lips. */
  readonly cavity: number;
  /** The patch of skin around the lips: beside the corners, above and below the line. */
  readonly patch: { readonly side: number; readonly up: number; readonly down: number };
}

export interface HeadMeasures {
  readonly eye: EyeMeasures;
  readonly mouth: MouthMeasures;
  readonly cranium: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly face: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly cheekbone: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly cheek: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly brow: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly muzzle: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly chin: { readonly centre: Vec3; readonly radii: Vec3 };
  readonly jaw: { readonly angle: Vec3; readonly front: Vec3; readonly radii: readonly [number, number] };
  readonly nose: {
    readonly root: Vec3;
    readonly rootRadius: number;
    readonly tip: Vec3;
    readonly tipRadius: number;
    readonly wing: Vec3;
    readonly wingRadius: number;
    readonly nostril: Vec3;
    readonly nostrilRadii: Vec3;
  };
  /** Hollow that the eye lies in. */
  readonly socket: { readonly centre: Vec3; readonly radii: Vec3; readonly depth: number };
  readonly neck: {
    readonly top: Vec3;
    readonly topRadius: number;
    readonly bottom: Vec3;
    readonly bottomRadius: number;
  };
  /** Heights of the neck's rings, from below. */
  readonly neckRings: readonly number[];
  /** The hinge of the jaw (left one). */
  readonly hinge: Vec3;
  /** How far the jaw opens at weight 1, radians. The chin of the reference face goes 4.65 cm, which is 0.4. */
  readonly jawAngle: number;
}

export const realisticHead: HeadMeasures = {
  eye: {
    centre: [0.0325, 0, 0.0648],
    radius: 0.0172,
    lid: 0.0017,
    halfWidth: 0.0166,
    rise: 0.0071,
    fall: 0.0056,
    tilt: 0.0016,
    upperPeak: -0.1,
    lowerPeak: 0.15,
    roundness: 0.78,
    patch: { inner: 0.021, outer: 0.0245, up: 0.0195, down: 0.0185 },
    crease: 0.0011,
    iris: 0.0083,
    pupil: 0.0031,
    cornea: 0.035,
    wide: 0.24,
    meeting: 0.2,
  },
  mouth: {
    y: -0.0635,
    halfWidth: 0.0212,
    upper: 0.0076,
    lower: 0.0095,
    upperFullness: 0.0048,
    lowerFullness: 0.0058,
    smile: 0.0026,
    bow: 0.001,
    cavity: 0.013,
    patch: { side: 0.0115, up: 0.0165, down: 0.0185 },
  },
  cranium: { centre: [0, 0.03, -0.013], radii: [0.073, 0.083, 0.0945] },
  face: { centre: [0, -0.018, 0.016], radii: [0.059, 0.084, 0.069] },
  cheekbone: { centre: [0.0445, -0.02, 0.044], radii: [0.02, 0.015, 0.022] },
  cheek: { centre: [0.031, -0.046, 0.048], radii: [0.025, 0.03, 0.026] },
  brow: { centre: [0.026, 0.019, 0.066], radii: [0.026, 0.011, 0.016] },
  muzzle: { centre: [0, -0.062, 0.058], radii: [0.032, 0.03, 0.034] },
  chin: { centre: [0, -0.0915, 0.0685], radii: [0.015, 0.0172, 0.0175] },
  jaw: { angle: [0.0465, -0.056, 0.004], front: [0.0105, -0.0905, 0.061], radii: [0.0125, 0.0132] },
  nose: {
    root: [0, 0.004, 0.0805],
    rootRadius: 0.0064,
    tip: [0, -0.031, 0.0982],
    tipRadius: 0.0074,
    wing: [0.0102, -0.0345, 0.0866],
    wingRadius: 0.0064,
    nostril: [0.0058, -0.0398, 0.0928],
    nostrilRadii: [0.0023, 0.0018, 0.0038],
  },
  socket: { centre: [0.0335, 0.0005, 0.1], radii: [0.0215, 0.0135, 0.0225], depth: 0.012 },
  neck: { top: [0, -0.06, -0.018], topRadius: 0.0425, bottom: [0, -0.215, -0.026], bottomRadius: 0.0565 },
  neckRings: [-0.205, -0.188, -0.172, -0.158, -0.145],
  hinge: [0.058, -0.022, 0.004],
  jawAngle: 0.4,
};

export const stylisedHead: HeadMeasures = {
  eye: {
    centre: [0.0335, -0.008, 0.0585],
    radius: 0.026,
    lid: 0.0024,
    halfWidth: 0.0185,
    rise: 0.0138,
    fall: 0.0112,
    tilt: 0.002,
    upperPeak: -0.05,
    lowerPeak: 0.1,
    roundness: 0.66,
    patch: { inner: 0.0235, outer: 0.026, up: 0.0245, down: 0.0225 },
    crease: 0.0008,
    iris: 0.0138,
    pupil: 0.0056,
    cornea: 0.008,
    wide: 0.15,
    meeting: 0.36,
  },
  mouth: {
    y: -0.0535,
    halfWidth: 0.015,
    upper: 0.0032,
    lower: 0.0042,
    upperFullness: 0.0017,
    lowerFullness: 0.0022,
    smile: 0.0016,
    bow: 0.0006,
    cavity: 0.0085,
    patch: { side: 0.011, up: 0.0145, down: 0.0155 },
  },
  cranium: { centre: [0, 0.032, -0.012], radii: [0.0785, 0.086, 0.0925] },
  face: { centre: [0, -0.012, 0.03], radii: [0.0705, 0.078, 0.054] },
  cheekbone: { centre: [0.042, -0.028, 0.045], radii: [0.022, 0.018, 0.022] },
  cheek: { centre: [0.031, -0.046, 0.044], radii: [0.029, 0.028, 0.029] },
  brow: { centre: [0.028, 0.02, 0.06], radii: [0.03, 0.014, 0.018] },
  muzzle: { centre: [0, -0.054, 0.054], radii: [0.026, 0.024, 0.03] },
  chin: { centre: [0, -0.0815, 0.064], radii: [0.0135, 0.0125, 0.0145] },
  jaw: { angle: [0.0465, -0.045, 0.006], front: [0.0095, -0.081, 0.057], radii: [0.0135, 0.011] },
  nose: {
    root: [0, -0.008, 0.0785],
    rootRadius: 0.0035,
    tip: [0, -0.031, 0.0898],
    tipRadius: 0.0042,
    wing: [0.0062, -0.0335, 0.0845],
    wingRadius: 0.004,
    nostril: [0.0036, -0.037, 0.0885],
    nostrilRadii: [0.0014, 0.0014, 0.0022],
  },
  socket: { centre: [0.0345, -0.004, 0.1], radii: [0.025, 0.02, 0.0205], depth: 0.014 },
  neck: { top: [0, -0.055, -0.014], topRadius: 0.0345, bottom: [0, -0.2, -0.02], bottomRadius: 0.0375 },
  neckRings: [-0.176, -0.162, -0.15, -0.139, -0.128],
  hinge: [0.055, -0.02, 0.004],
  jawAngle: 0.36,
};
