// A character's whole model: head, body and hair put together.
// What a file is made of it is said in write/.
import { assemble, shifted } from "./assemble";
import { type BodyOptions, makeBody } from "./body/body";
import type { Character } from "./character";
import { makeHair } from "./hair/hair";
import { headField } from "./head/field";
import { makeHead } from "./head/head";
import { GAZE_DEGREES } from "./head/targets/upper-face";
import type { AvatarModel, Vec3 } from "./model";

/** The same character and options give the same model to the bit. */
export function makeAvatar(character: Character, options: BodyOptions = {}): AvatarModel {
  const body = makeBody(character, options);
  // Head and hair are made for a body of usual proportions, and rise with it.
  const rise: Vec3 = [0, body.headShift, 0];
  const head = shifted(makeHead(character), rise);
  const hair = shifted(makeHair(character, { field: headField(character) }), rise);
  const { name, shading } = character;
  const lookDegrees = { horizontal: GAZE_DEGREES, vertical: GAZE_DEGREES };
  return assemble({ name, shading, lookDegrees }, [body, head, hair]);
}
