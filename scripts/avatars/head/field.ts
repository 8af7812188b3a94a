// The head's skin as a signed distance field: skull, face, jaw, nose, neck. Head coordinates (see measures.ts).
// Lids and lips are not in it: they are shaped where their skin is laid (eye-patch.ts, mouth-patch.ts).
import type { Character } from "../character";
import { capsule, ellipsoid, type Field, smoothMax, smoothMin } from "../math/fields";
import { scale, sub } from "../math/vec";
import type { Vec3 } from "../model";
import { type HeadMeasures, realisticHead, stylisedHead } from "./measures";

export const measuresOf = (character: Character): HeadMeasures =>
  character.file === "realistic" ? realisticHead : stylisedHead;

const blob = ({ centre, radii }: { readonly centre: Vec3; readonly radii: Vec3 }) => ellipsoid(centre, radii);

/** Metres at head scale 1, in head coordinates. */
export function localHeadField(measures: HeadMeasures): Field {
  const { nose, jaw, neck } = measures;
  const cranium = blob(measures.cranium);
  const face = blob(measures.face);
  const cheekbone = blob(measures.cheekbone);
  const cheek = blob(measures.cheek);
  const brow = blob(measures.brow);
  const muzzle = blob(measures.muzzle);
  const chin = blob(measures.chin);
  const jawLine = capsule(jaw.angle, jaw.front, ...jaw.radii);
  const throat = capsule(neck.top, neck.bottom, neck.topRadius, neck.bottomRadius);
  const bridge = capsule(nose.root, nose.tip, nose.rootRadius, nose.tipRadius * 0.86);
  const tip = ellipsoid(nose.tip, [nose.tipRadius * 1.12, nose.tipRadius, nose.tipRadius]);
  const wing = ellipsoid(nose.wing, [nose.wingRadius * 0.9, nose.wingRadius, nose.wingRadius * 1.35]);
  const nostril = ellipsoid(nose.nostril, nose.nostrilRadii);
  const socket = blob(measures.socket);
  return (q) => {
    const p: Vec3 = [Math.abs(q[0]), q[1], q[2]];
    let d = smoothMin(cranium(p), face(p), 0.035);
    d = smoothMin(d, jawLine(p), 0.03);
    d = smoothMin(d, chin(p), 0.026);
    d = smoothMin(d, muzzle(p), 0.03);
    d = smoothMin(d, cheekbone(p), 0.024);
    d = smoothMin(d, cheek(p), 0.026);
    d = smoothMin(d, brow(p), 0.018);
    d = smoothMax(d, -socket(p), measures.socket.depth);
    d = smoothMin(d, bridge(p), 0.013);
    d = smoothMin(d, tip(p), 0.008);
    d = smoothMin(d, wing(p), 0.005);
    d = smoothMax(d, -nostril(p), 0.0022);
    return smoothMin(d, throat(p), 0.022);
  };
}

/** In the world, metres. */
export function headField(character: Character): Field {
  const local = localHeadField(measuresOf(character));
  const { headOrigin, headScale } = character;
  return (p) => local(scale(sub(p, headOrigin), 1 / headScale)) * headScale;
}
