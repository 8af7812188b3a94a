// Finds for every vertex of an avatar the ones that lie where its mirror image would, across x = 0.
// It looks at places alone; what else has to be alike is asked by the tests.
import { type Built, type Piece, type Vec3, vectorAt } from "./built";

/** A vertex of a piece. */
export interface Place {
  readonly piece: Piece;
  readonly vertex: number;
}

/** `EyeLeft` <-> `EyeRight`, `leftHand` <-> `rightHand`; a name without a side stays. */
export function otherSide(name: string): string {
  return name.replace(/left|right/i, (side) => {
    const other = side.toLowerCase() === "left" ? "right" : "left";
    return side[0] === side[0]?.toUpperCase() ? other[0]?.toUpperCase() + other.slice(1) : other;
  });
}

export const mirrored = ([x, y, z]: Vec3): Vec3 => [-x, y, z];

export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Vertices by place, to be found again within `reach` metres. */
export class PlaceIndex {
  readonly #cells = new Map<string, Place[]>();

  constructor(
    pieces: readonly Piece[],
    private readonly reach: number,
  ) {
    for (const piece of pieces) {
      for (let vertex = 0; vertex < piece.count; ++vertex) {
        const key = this.#cell(vectorAt(piece.positions, vertex)).join();
        const known = this.#cells.get(key);
        if (known === undefined) this.#cells.set(key, [{ piece, vertex }]);
        else known.push({ piece, vertex });
      }
    }
  }

  near(place: Vec3): Place[] {
    const [x, y, z] = this.#cell(place);
    const found: Place[] = [];
    for (let i = -1; i <= 1; ++i)
      for (let j = -1; j <= 1; ++j)
        for (let k = -1; k <= 1; ++k)
          for (const candidate of this.#cells.get([x + i, y + j, z + k].join()) ?? [])
            if (distance(vectorAt(candidate.piece.positions, candidate.vertex), place) <= this.reach)
              found.push(candidate);
    return found;
  }

  #cell(place: Vec3): Vec3 {
    return place.map((value) => Math.floor(value / this.reach)) as unknown as Vec3;
  }
}

/** For each piece and vertex the mirror images, in the piece of the other side's name. */
export function mirrorImages(built: Built, reach: number): ReadonlyMap<Piece, readonly (readonly Place[])[]> {
  return new Map(
    built.pieces.map((piece) => {
      const partners = built.pieces.filter(({ name }) => name === otherSide(piece.name));
      const others = new PlaceIndex(partners, reach);
      const images = Array.from({ length: piece.count }, (_, vertex) =>
        others.near(mirrored(vectorAt(piece.positions, vertex))),
      );
      return [piece, images];
    }),
  );
}
