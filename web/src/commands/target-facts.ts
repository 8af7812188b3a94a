// The targets of an avatar as lines of the mapping dialog: which belong together, what they move, and what drives them now.
// It guesses no channel.
import type { AvatarDescription } from "../avatar/description";
import type { TargetFacts, TargetRegion } from "../state/avatar";

/** What a slot moves at weight 1: as the probe found it, avatar space, metres. */
export interface Movement {
  readonly travel: number;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** Heights as shares of the face from its lowest to its highest moving point: below it is the mouth's, above it the eyes'. */
const MOUTH_BELOW = 0.38;
const EYES_ABOVE = 0.6;
/** A target that moves this share of the face's height moves all of it. */
const WHOLE_FACE = 0.75;
/** Distance from the middle, as a share of the face's height, from which a movement is one side's. */
const SIDE_FROM = 0.06;
/** What lies further below the head's joint than this is no face, metres. */
const BELOW_HEAD = 0.1;

type Described = Pick<AvatarDescription, "slots" | "routes" | "humanoid" | "nodes" | "meshNames">;

interface Face {
  readonly floor: number;
  readonly low: number;
  readonly height: number;
}

function faceOf(description: Described, movements: readonly Movement[]): Face {
  const head = description.nodes[description.humanoid.head ?? -1]?.world[13];
  const floor = head === undefined ? Number.NEGATIVE_INFINITY : head - BELOW_HEAD;
  const moving = movements.filter(({ travel, y }) => travel > 0 && y > floor);
  const low = Math.min(...moving.map((movement) => movement.low));
  const high = Math.max(...moving.map((movement) => movement.high));
  return { floor, low, height: moving.length === 0 ? 0 : high - low };
}

function regionOf(movement: Movement, face: Face): TargetRegion {
  if (movement.travel === 0) return "nothing";
  if (movement.y < face.floor || face.height <= 0) return "body";
  if (movement.high - movement.low > WHOLE_FACE * face.height) return "face";
  const height = (movement.y - face.low) / face.height;
  if (height < MOUTH_BELOW) return "mouth";
  return height > EYES_ABOVE ? "eyes" : "cheeks";
}

function sideOf({ x, travel }: Movement, face: Face): TargetFacts["side"] {
  if (travel === 0 || Math.abs(x) < SIDE_FROM * face.height) return "middle";
  return x > 0 ? "left" : "right";
}

/** Of two meshes of one head, a target may move different parts of a place, but not eyes here and mouth there. */
function areFarApart(a: TargetRegion, b: TargetRegion): boolean {
  if (a === "nothing" || b === "nothing") return false;
  if ((a === "body") !== (b === "body")) return true;
  return (a === "eyes" && b === "mouth") || (a === "mouth" && b === "eyes");
}

/**
 * For each mesh the first one that it belongs together with. Names say that; without names, meshes of equally many targets do whose
 * targets do not move far apart places, as exporters split a head into face, teeth and eyes. Others are each of their own.
 */
function belonging({ slots }: Described, places: readonly TargetRegion[]): ReadonlyMap<number, number> {
  const meshes = new Map<number, TargetRegion[]>();
  slots.forEach(({ mesh, name }, index) => {
    if (name !== "") return;
    const list = meshes.get(mesh) ?? [];
    list.push(places[index] ?? "nothing");
    meshes.set(mesh, list);
  });
  const alike = (a: readonly TargetRegion[], b: readonly TargetRegion[]) =>
    a.length === b.length && a.every((place, at) => !areFarApart(place, b[at] ?? "nothing"));
  const first = new Map<number, number>();
  for (const [mesh, own] of meshes) {
    // Like every one of a line and not only its first: one that moves nothing is like all.
    const line = [...meshes].find(
      ([other]) =>
        first.get(other) === other &&
        [...meshes].every(([member, others]) => first.get(member) !== other || alike(others, own)),
    );
    first.set(mesh, line?.[0] ?? mesh);
  }
  return first;
}

/** Slots that are one line: of one name on all meshes; without a name, of one place on meshes that belong together. */
function groups(description: Described, movements: readonly Movement[], face: Face): Map<string, number[]> {
  const { slots } = description;
  const places = slots.map((_, index): TargetRegion => {
    const movement = movements[index];
    return movement === undefined ? "nothing" : regionOf(movement, face);
  });
  const first = belonging(description, places);
  const lines = new Map<string, number[]>();
  slots.forEach((slot, index) => {
    const key = slot.name === "" ? `#${first.get(slot.mesh)}/${slot.target}` : slot.name;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [index]);
    else line.push(index);
  });
  return lines;
}

function strongest(slots: readonly number[], movements: readonly Movement[]): Movement {
  const list = slots.flatMap((slot) => movements[slot] ?? []);
  return list.reduce((best, other) => (other.travel > best.travel ? other : best), {
    travel: 0,
    x: 0,
    y: 0,
    low: 0,
    high: 0,
  });
}

/** Channels and expressions that write one of the slots. */
function driversOf({ routes }: Described, slots: readonly number[]): readonly string[] {
  const writes = ({ binds }: { readonly binds: readonly { readonly slot: number }[] }) =>
    binds.some(({ slot }) => slots.includes(slot));
  const channels = Object.entries(routes.channels).filter(([, route]) => writes(route));
  const expressions = routes.expressions.filter(writes);
  return [...channels.map(([channel]) => channel), ...expressions.map(({ name }) => name)];
}

export function targetFacts(description: Described, movements: readonly Movement[]): readonly TargetFacts[] {
  const face = faceOf(description, movements);
  return [...groups(description, movements, face)].map(([, slots]): TargetFacts => {
    const first = description.slots[slots[0] ?? -1];
    const movement = strongest(slots, movements);
    const meshes = slots.map((slot) => description.slots[slot]?.mesh ?? -1);
    const moving = meshes.filter((_, index) => (movements[slots[index] ?? -1]?.travel ?? 0) > 0);
    const name = first?.name ?? "";
    return {
      keys:
        name === ""
          ? slots.map((slot, index) => `#${meshes[index]}/${description.slots[slot]?.target}`)
          : [name],
      slots,
      name,
      index: first?.target ?? 0,
      meshes: [...new Set(moving.length > 0 ? moving : meshes)].map(
        (mesh) => description.meshNames?.[mesh] ?? `#${mesh}`,
      ),
      region: regionOf(movement, face),
      side: sideOf(movement, face),
      travel: movement.travel,
      drivers: driversOf(description, slots),
    };
  });
}
