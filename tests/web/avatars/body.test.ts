// The bodies of the two characters: what their meshes and skeletons must be, and what other proportions change.
// Whether they look well is judged from pictures (scripts/avatars/render).
import { describe, expect, it } from "vitest";
import { type Body, makeBody } from "../../../scripts/avatars/body/body";
import { type Character, realistic, stylised } from "../../../scripts/avatars/character";
import type { Part, Vec3 } from "../../../scripts/avatars/model";

/** VRM 1.0, humanoid: all of its human bones. */
const HUMAN_BONES = [
  ..."hips spine chest upperChest neck head leftEye rightEye jaw".split(" "),
  ...["left", "right"].flatMap((side) => [
    ..."UpperLeg LowerLeg Foot Toes Shoulder UpperArm LowerArm Hand".split(" ").map((name) => side + name),
    ..."Metacarpal Proximal Distal".split(" ").map((name) => `${side}Thumb${name}`),
    ..."Index Middle Ring Little"
      .split(" ")
      .flatMap((finger) =>
        "Proximal Intermediate Distal".split(" ").map((name) => `${side}${finger}${name}`),
      ),
  ]),
];

/** Parts made of bands and plates, whose open edges lie inside other parts. */
const OPEN_PARTS = ["Hands", "Shoes", "TopRibs", "TurnUps", "Trim", "White"];

const placeOf = ({ positions }: Pick<Part, "positions">, vertex: number): Vec3 => [
  positions[3 * vertex] as number,
  positions[3 * vertex + 1] as number,
  positions[3 * vertex + 2] as number,
];
const normalOf = ({ normals }: Part, vertex: number): Vec3 => placeOf({ positions: normals }, vertex);
const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const distance = (a: Vec3, b: Vec3) => Math.hypot(...sub(a, b));
const vertexCount = (part: Part) => part.positions.length / 3;
const heights = (parts: readonly Part[]) =>
  parts.flatMap(({ positions }) => Array.from(positions.filter((_, at) => at % 3 === 1)));
const widths = (part: Part) => Array.from(part.positions.filter((_, at) => at % 3 === 0));
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const greatest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
const partNamed = (body: Body, name: string) => body.parts.find((part) => part.name === name) as Part;
const boneAt = (body: Body, name: string) => body.bones.find((bone) => bone.name === name)?.position as Vec3;
const lengthOf = (body: Body, from: string, to: string) => distance(boneAt(body, from), boneAt(body, to));
const otherSide = (name: string) =>
  name.startsWith("left")
    ? `right${name.slice(4)}`
    : name.startsWith("right")
      ? `left${name.slice(5)}`
      : name;

/** Vertices by place in cells of a tenth of a millimetre. */
function byPlace(part: Part): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let vertex = 0; vertex < vertexCount(part); ++vertex) {
    const key = placeOf(part, vertex)
      .map((value) => Math.round(value * 1e4))
      .join();
    found.set(key, [...(found.get(key) ?? []), vertex]);
  }
  return found;
}

/** The vertices whose place is within 1e-5 m of `place`. */
function near(found: Map<string, number[]>, part: Part, place: Vec3): number[] {
  const [x, y, z] = place.map((value) => Math.round(value * 1e4)) as [number, number, number];
  const close: number[] = [];
  for (const i of [x - 1, x, x + 1])
    for (const j of [y - 1, y, y + 1])
      for (const k of [z - 1, z, z + 1])
        for (const vertex of found.get([i, j, k].join()) ?? [])
          if (distance(placeOf(part, vertex), place) < 1e-5) close.push(vertex);
  return close;
}

/** Directed edges between places, how often each is there. */
function edgesOf(part: Part): Map<string, number> {
  const keys = Array.from({ length: vertexCount(part) }, (_, vertex) =>
    placeOf(part, vertex)
      .map((value) => value.toFixed(9))
      .join(),
  ).map((key) => key.replaceAll("-0.000000000", "0.000000000"));
  const edges = new Map<string, number>();
  for (let t = 0; t < part.triangles.length; t += 3)
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const edge = `${keys[part.triangles[t + a] as number]} ${keys[part.triangles[t + b] as number]}`;
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  return edges;
}

const reversed = (edge: string) => edge.split(" ").reverse().join(" ");

describe.each([realistic, stylised])("body of $name", (character: Character) => {
  const body = makeBody(character);

  it("has all 55 human bones, parents before children, the hips alone without parent", () => {
    expect([...body.bones.map(({ name }) => name)].sort()).toEqual([...HUMAN_BONES].sort());
    for (const [at, { name, parent }] of body.bones.entries()) {
      if (parent === null) expect(name).toBe("hips");
      else expect(body.bones.findIndex((bone) => bone.name === parent)).toBeLessThan(at);
    }
    expect(body.bones.filter(({ parent }) => parent !== null)).toHaveLength(54);
  });

  it("has head, neck and eyes where the character has them, and a jaw below the eyes", () => {
    expect(boneAt(body, "head")).toEqual(character.headBone);
    expect(boneAt(body, "neck")).toEqual(character.neckBone);
    expect(boneAt(body, "leftEye")).toEqual(character.leftEyeBone);
    expect(boneAt(body, "jaw")[1]).toBeLessThan(boneAt(body, "leftEye")[1]);
    expect(boneAt(body, "jaw")[1]).toBeGreaterThan(boneAt(body, "head")[1]);
  });

  it("stands in T-pose: arms along x, legs under the hips, toes before the ankles, thumbs in front", () => {
    for (const bone of ["leftLowerArm", "leftHand", "leftMiddleProximal"])
      expect(Math.abs(boneAt(body, bone)[1] - boneAt(body, "leftUpperArm")[1])).toBeLessThan(0.01);
    expect(boneAt(body, "leftHand")[0]).toBeGreaterThan(boneAt(body, "leftLowerArm")[0]);
    expect(boneAt(body, "leftToes")[2] - boneAt(body, "leftFoot")[2]).toBeGreaterThan(0.08);
    expect(boneAt(body, "leftThumbDistal")[2]).toBeGreaterThan(boneAt(body, "leftIndexProximal")[2]);
    expect(boneAt(body, "leftIndexProximal")[2]).toBeGreaterThan(boneAt(body, "leftLittleProximal")[2]);
    // Elbows give way forwards, knees backwards.
    const bend = (from: string, middle: string, to: string) =>
      boneAt(body, middle)[2] - (boneAt(body, from)[2] + boneAt(body, to)[2]) / 2;
    expect(bend("leftUpperArm", "leftLowerArm", "leftHand")).toBeLessThan(0);
    expect(bend("leftUpperLeg", "leftLowerLeg", "leftFoot")).toBeGreaterThan(0);
  });

  it("has the same bones on both sides", () => {
    for (const { name, position } of body.bones) {
      const [x, y, z] = boneAt(body, otherSide(name));
      expect(distance(position, [-x, y, z])).toBeLessThan(1e-12);
    }
  });

  it("is its own mirror image in places, normals, colours and shares, to 1e-5", () => {
    for (const part of body.parts) {
      const found = byPlace(part);
      for (let vertex = 0; vertex < vertexCount(part); ++vertex) {
        const [x, y, z] = placeOf(part, vertex);
        const [u, v, w] = normalOf(part, vertex);
        const shares = JSON.stringify(
          part.influences[vertex]?.map(([bone, share]) => [otherSide(bone), share]).sort(),
        );
        const isMirrored = near(found, part, [-x, y, z]).some(
          (other) =>
            distance(normalOf(part, other), [-u, v, w]) < 1e-5 &&
            [0, 1, 2].every((k) => part.colours?.[3 * vertex + k] === part.colours?.[3 * other + k]) &&
            JSON.stringify([...(part.influences[other] ?? [])].sort()) === shares,
        );
        expect(isMirrored, `${part.name} ${vertex} at ${[x, y, z]}`).toBe(true);
      }
    }
  });

  it("follows one to four known bones at each vertex, with shares of at least 0.01 that sum to exactly 1", () => {
    const names = new Set(body.bones.map(({ name }) => name));
    for (const part of body.parts) {
      expect(part.influences).toHaveLength(vertexCount(part));
      for (const influences of part.influences) {
        expect(influences.length).toBeGreaterThan(0);
        expect(influences.length).toBeLessThanOrEqual(4);
        expect(new Set(influences.map(([bone]) => bone)).size).toBe(influences.length);
        for (const [bone, share] of influences) {
          expect(names.has(bone)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(0.01);
        }
        expect(influences.reduce((sum, [, share]) => sum + share, 0)).toBe(1);
      }
    }
  });

  it("moves with every bone of trunk, limbs and fingers", () => {
    const led = new Set(
      body.parts.flatMap(({ influences }) =>
        influences.flatMap((own) => own.filter(([, share]) => share > 0.4).map(([bone]) => bone)),
      ),
    );
    const others = ["neck", "head", "jaw", "leftEye", "rightEye"];
    expect(HUMAN_BONES.filter((name) => !led.has(name) && !others.includes(name))).toEqual([]);
  });

  it("has finite numbers, unit normals, colours from 0 to 1, and triangles of existing vertices", () => {
    for (const part of body.parts) {
      for (const list of [part.positions, part.normals, part.colours ?? [], part.uvs ?? []])
        expect(Array.from(list).every(Number.isFinite)).toBe(true);
      for (let vertex = 0; vertex < vertexCount(part); ++vertex)
        expect(Math.abs(Math.hypot(...normalOf(part, vertex)) - 1)).toBeLessThan(1e-6);
      expect(Array.from(part.colours ?? []).every((value) => value >= 0 && value <= 1)).toBe(true);
      expect(greatest(Array.from(part.triangles))).toBeLessThan(vertexCount(part));
    }
  });

  it("turns its triangles outwards, as its normals are", () => {
    for (const part of body.parts) {
      let against = 0;
      let volume = 0;
      for (let t = 0; t < part.triangles.length; t += 3) {
        const corners = Array.from(part.triangles.slice(t, t + 3));
        const [a, b, c] = corners.map((vertex) => placeOf(part, vertex)) as [Vec3, Vec3, Vec3];
        const facing = cross(sub(b, a), sub(c, a));
        volume += dot(a, facing) / 6;
        const sum = corners.reduce((total, vertex) => total + dot(facing, normalOf(part, vertex)), 0);
        if (sum < 0) against += 1;
      }
      expect(volume, part.name).toBeGreaterThan(0);
      expect(against / (part.triangles.length / 3), part.name).toBeLessThan(0.01);
    }
  });

  it("is closed where nothing hides an edge, and nowhere folded back onto itself", () => {
    for (const part of body.parts) {
      const edges = edgesOf(part);
      expect(
        [...edges.values()].every((count) => count === 1),
        part.name,
      ).toBe(true);
      if (OPEN_PARTS.includes(part.name)) continue;
      expect([...edges.keys()].filter((edge) => !edges.has(reversed(edge))).length, part.name).toBe(0);
    }
  });

  it("stands on y = 0", () => {
    expect(Math.abs(least(heights(body.parts)))).toBeLessThan(1e-4);
    expect(Math.abs(least(heights([partNamed(body, "Shoes")])))).toBeLessThan(1e-4);
  });

  it("leaves the neck a collar to come out of, and hands at the ends of the arms", () => {
    const clothes = body.parts.filter(({ name }) => name !== "Hands");
    const top = greatest(heights(clothes));
    expect(top).toBeGreaterThan(character.collar.centre[1]);
    expect(top).toBeLessThan(character.headBone[1]);
    expect(greatest(widths(partNamed(body, "Hands")))).toBeGreaterThan(boneAt(body, "leftMiddleDistal")[0]);
  });

  it("has at most 9,000 vertices, and pictures of at most 75 KB", () => {
    expect(body.parts.reduce((sum, part) => sum + vertexCount(part), 0)).toBeLessThanOrEqual(9000);
    const pictures = Object.values(body.materials).flatMap(({ picture, normalPicture }) =>
      [picture, normalPicture].filter((bytes) => bytes !== undefined),
    );
    expect([...new Set(pictures)].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(75_000);
  });

  it("names only materials that it defines, or the skin", () => {
    for (const { material } of body.parts)
      expect(material === "skin" || material in body.materials, material).toBe(true);
    expect("skin" in body.materials).toBe(false);
  });
});

describe("proportions", () => {
  const plain = makeBody(realistic);
  const leg = (body: Body) =>
    lengthOf(body, "leftUpperLeg", "leftLowerLeg") + lengthOf(body, "leftLowerLeg", "leftFoot");
  const arm = (body: Body) =>
    lengthOf(body, "leftUpperArm", "leftLowerArm") + lengthOf(body, "leftLowerArm", "leftHand");

  it.each([0.5, 2])("legs %f times as long: all above rises by what they gain, the feet stay", (ratio) => {
    const body = makeBody(realistic, { legRatio: ratio });
    const upright = (made: Body) => boneAt(made, "leftUpperLeg")[1] - boneAt(made, "leftFoot")[1];
    expect(upright(body) / upright(plain)).toBeCloseTo(ratio, 12);
    expect(leg(body) / leg(plain)).toBeCloseTo(ratio, 2);
    const gain = (ratio - 1) * upright(plain);
    expect(body.headShift).toBeCloseTo(gain, 12);
    for (const bone of ["hips", "head", "leftHand", "leftEye"])
      expect(boneAt(body, bone)[1] - boneAt(plain, bone)[1]).toBeCloseTo(gain, 12);
    expect(boneAt(body, "leftFoot")).toEqual(boneAt(plain, "leftFoot"));
    const tops = [body, plain].map((made) => greatest(heights([partNamed(made, "Top")]))) as [number, number];
    expect(tops[0] - tops[1]).toBeCloseTo(gain, 9);
    expect(Math.abs(least(heights(body.parts)))).toBeLessThan(1e-4);
  });

  it.each([0.8, 1.25])("arms %f times as long: hands keep their size", (ratio) => {
    const body = makeBody(realistic, { armRatio: ratio });
    expect(arm(body) / arm(plain)).toBeCloseTo(ratio, 3);
    const wrist = (made: Body) => boneAt(made, "leftHand")[0] - boneAt(made, "leftUpperArm")[0];
    expect(wrist(body) / wrist(plain)).toBeCloseTo(ratio, 12);
    const reach = (made: Body) => greatest(widths(partNamed(made, "Hands"))) - boneAt(made, "leftHand")[0];
    expect(reach(body)).toBeCloseTo(reach(plain), 9);
    expect(lengthOf(body, "leftIndexProximal", "leftIndexDistal")).toBeCloseTo(
      lengthOf(plain, "leftIndexProximal", "leftIndexDistal"),
      12,
    );
    expect(body.headShift).toBe(0);
  });

  it("soles 6 cm thicker: everything else rises by 6 cm, the soles stay on the ground", () => {
    const body = makeBody(realistic, { soleThickness: 0.06 });
    for (const bone of plain.bones)
      expect(boneAt(body, bone.name)[1] - bone.position[1]).toBeCloseTo(0.06, 12);
    expect(Math.abs(least(heights(body.parts)))).toBeLessThan(1e-4);
    expect(
      greatest(heights([partNamed(body, "Shoes")])) - greatest(heights([partNamed(plain, "Shoes")])),
    ).toBeCloseTo(0.06, 9);
    expect(body.headShift).toBeCloseTo(0.06, 12);
  });

  it("normals stay unit and square to what was stretched", () => {
    const body = makeBody(realistic, { legRatio: 2, armRatio: 1.25, soleThickness: 0.05 });
    for (const part of body.parts) {
      let against = 0;
      for (let t = 0; t < part.triangles.length; t += 3) {
        const corners = Array.from(part.triangles.slice(t, t + 3));
        const [a, b, c] = corners.map((vertex) => placeOf(part, vertex)) as [Vec3, Vec3, Vec3];
        const facing = cross(sub(b, a), sub(c, a));
        if (corners.reduce((total, vertex) => total + dot(facing, normalOf(part, vertex)), 0) < 0)
          against += 1;
      }
      expect(against / (part.triangles.length / 3), part.name).toBeLessThan(0.01);
    }
  });
});
