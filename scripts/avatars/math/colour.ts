// Colours: `#rrggbb` in sRGB, and linear light, which shading counts in.
// Source: IEC 61966-2-1.
import type { Colour, Vec3 } from "../model";

/** sRGB 0..1. */
export function encodedColour(colour: Colour): Vec3 {
  const at = (index: number) => Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
  const rgb: Vec3 = [at(0), at(1), at(2)];
  if (colour.length !== 7 || rgb.some(Number.isNaN))
    throw new Error(`${colour} is no colour such as #a0b1c2`);
  return rgb;
}

/** sRGB 0..1 -> linear light 0..1. */
export const linear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
/** Linear light 0..1 -> sRGB 0..1. */
export const encoded = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Linear light 0..1. */
export function lightOf(colour: Colour): Vec3 {
  const [red, green, blue] = encodedColour(colour);
  return [linear(red), linear(green), linear(blue)];
}
