// Left and right of the built sample avatars are mirror images: places, normals, triangles, shares of bones, targets, bones.
// Everything is compared across x = 0 in the world at rest.
import { beforeAll, describe, expect, test } from "vitest";
import { type Built, type Piece, readBuilt, sampleNames, type Vec3, vectorAt } from "./built";
import { distance, mirrored, mirrorImages, otherSide, type Place } from "./mirror";

/** Metres for places and displacements, plain numbers for directions and shares. */
const ALIKE = 1e-5;

interface Worst {
  value: number;
  at: string;
}

function note(worst: Worst, value: number, at: () => string): void {
  if (value <= worst.value && !Number.isNaN(value)) return;
  worst.value = value;
  worst.at = at();
}

const describePlace = ({ piece, vertex }: Place) =>
  `${piece.name} ${vertex} at ${vectorAt(piece.positions, vertex).map((value) => value.toFixed(4))}`;

const ZERO: Vec3 = [0, 0, 0];

describe.each(sampleNames)("%s", (name) => {
  let avatar: Built;
  let images: ReadonlyMap<Piece, readonly (readonly Place[])[]>;
  beforeAll(async () => {
    avatar = await readBuilt(name);
    images = mirrorImages(avatar, ALIKE);
  });

  /** The least difference among the mirror images of each vertex, at worst over the avatar. */
  function worstOf(difference: (place: Place, image: Place) => number): Worst {
    const worst: Worst = { value: 0, at: "" };
    for (const [piece, list] of images) {
      list.forEach((candidates, vertex) => {
        const place = { piece, vertex };
        const values = candidates.map((image) => difference(place, image));
        note(worst, Math.min(...values), () => describePlace(place));
      });
    }
    return worst;
  }

  test("every vertex has its mirror image", () => {
    const lonely = [...images].flatMap(([piece, list]) =>
      list.flatMap((candidates, vertex) =>
        candidates.length === 0 ? [describePlace({ piece, vertex })] : [],
      ),
    );
    expect(lonely.slice(0, 5), `${lonely.length} vertices without a mirror image`).toEqual([]);
  });

  test("normals are mirrored", () => {
    const worst = worstOf((place, image) =>
      distance(
        mirrored(vectorAt(place.piece.normals, place.vertex)),
        vectorAt(image.piece.normals, image.vertex),
      ),
    );
    expect(worst.value, worst.at).toBeLessThan(ALIKE);
  });

  test("shares of bones are mirrored", () => {
    const partner = bonePartners(avatar);
    const worst = worstOf((place, image) => {
      const mine = new Map(
        place.piece.influences[place.vertex]?.map(([node, share]) => [partner.get(node) ?? -1, share]),
      );
      const theirs = new Map(image.piece.influences[image.vertex]);
      let most = 0;
      for (const node of new Set([...mine.keys(), ...theirs.keys()]))
        most = Math.max(most, Math.abs((mine.get(node) ?? 0) - (theirs.get(node) ?? 0)));
      return most;
    });
    expect(worst.value, worst.at).toBeLessThan(ALIKE);
  });

  test("bones are mirrored", () => {
    const partner = bonePartners(avatar);
    for (const [bone, node] of Object.entries(avatar.humanoid)) {
      const other = avatar.humanoid[otherSide(bone)];
      expect(other, bone).toBeDefined();
      expect(partner.get(node), bone).toBe(other);
    }
    const lonely = jointsOf(avatar).filter((node) => !partner.has(node));
    expect(lonely.map((node) => avatar.nodes[node]?.name)).toEqual([]);
    for (const [node, other] of partner) {
      const [mine, theirs] = [avatar.nodes[node], avatar.nodes[other]];
      if (mine === undefined || theirs === undefined) throw new Error(`no node ${node} or ${other}`);
      expect(distance(mirrored(mine.place), theirs.place), mine.name).toBeLessThan(ALIKE);
      const parents = [mine.parent, theirs.parent] as const;
      if (partner.has(parents[0])) expect(partner.get(parents[0]), mine.name).toBe(parents[1]);
    }
  });

  test("a target of the left moves the left as the right's moves the right", () => {
    const channels = [...new Set(avatar.pieces.flatMap((piece) => [...piece.targets.keys()]))];
    const worst: Worst = { value: 0, at: "" };
    for (const channel of channels) {
      const move = ({ piece, vertex }: Place, target: string): Vec3 => {
        const moves = piece.targets.get(target);
        return moves === undefined ? ZERO : vectorAt(moves.positions, vertex);
      };
      const here = worstOf((place, image) =>
        distance(mirrored(move(place, channel)), move(image, otherSide(channel))),
      );
      note(worst, here.value, () => `${channel}: ${here.at}`);
    }
    expect(worst.value, worst.at).toBeLessThan(ALIKE);
  });

  test("triangles are mirrored and face outwards on both sides", () => {
    const unmatched: string[] = [];
    for (const [piece, list] of images) {
      const partner = avatar.pieces.find((other) => other.name === otherSide(piece.name));
      if (partner === undefined) throw new Error(`${piece.name} has no other side`);
      const known = new Set<string>();
      for (let i = 0; i < partner.triangles.length; i += 3)
        known.add(key(partner.triangles.subarray(i, i + 3)));
      for (let i = 0; i < piece.triangles.length; i += 3) {
        const [a = [], b = [], c = []] = [0, 1, 2].map((k) =>
          (list[piece.triangles[i + k] ?? -1] ?? []).map(({ vertex }) => vertex),
        );
        const found = a.some((p) => b.some((q) => c.some((r) => known.has(key([p, r, q])))));
        if (!found) unmatched.push(describePlace({ piece, vertex: piece.triangles[i] ?? 0 }));
      }
    }
    expect(unmatched.slice(0, 5), `${unmatched.length} triangles without a mirror image`).toEqual([]);
  });
});

/** A triangle by its corners in their order, whichever is named first. */
function key([a = 0, b = 0, c = 0]: ArrayLike<number> & Iterable<number>): string {
  if (a <= b && a <= c) return `${a} ${b} ${c}`;
  return b <= c ? `${b} ${c} ${a}` : `${c} ${a} ${b}`;
}

const jointsOf = (avatar: Built) => [
  ...new Set(avatar.pieces.flatMap((piece) => piece.influences.flat().map(([node]) => node))),
];

/** Human bones by their names, every other joint by its place. */
function bonePartners(avatar: Built): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  for (const [bone, node] of Object.entries(avatar.humanoid)) {
    const other = avatar.humanoid[otherSide(bone)];
    if (other !== undefined) partners.set(node, other);
  }
  const joints = jointsOf(avatar).filter((node) => !partners.has(node));
  for (const node of joints) {
    const place = mirrored(avatar.nodes[node]?.place ?? [NaN, NaN, NaN]);
    const other = joints.find((candidate) => distance(avatar.nodes[candidate]?.place ?? ZERO, place) < ALIKE);
    if (other !== undefined) partners.set(node, other);
  }
  return partners;
}
