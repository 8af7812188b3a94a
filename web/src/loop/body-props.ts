// The props of an input in the engine and in the picture: added as they are first seen, placed before each step, drawn after it.
// It decides nothing of them: what they are and who holds them is said by `put`.
import type { PropSlot, PropType } from "../core/body-documents";
import type { BodyEngine } from "../core/body-engine";
import { type BodyInput, type InputProp, PROP_STRIDE } from "../sources/body-input";
import type { BodyMember } from "./body-member";

/** What holds for a prop, by its key. */
export interface PropRule {
  readonly key: string;
  readonly type: PropType;
  /** Metres from the prop's origin, in its own axes. */
  readonly seat: readonly [number, number, number];
  readonly held: { readonly member: number; readonly slot: PropSlot } | null;
}

/** What shows props; they are known by the engine's numbers. */
export interface PropPicture {
  show(id: number, prop: InputProp, rule: PropRule): void;
  hide(id: number): void;
  /** @param poses its place (3, metres) and turn (4) stand there from `at` on; x and z are moved besides. Allocates nothing. */
  place(id: number, poses: ArrayLike<number>, at: number, shiftX: number, shiftZ: number): void;
}

/** Where things are seen. */
export interface PropPlaces {
  readonly shiftX: number;
  readonly shiftZ: number;
  xOf(member: BodyMember): number;
  zOf(member: BodyMember): number;
}

interface Prop {
  readonly id: number;
  readonly seen: InputProp;
  readonly index: number;
  rule: PropRule;
  /** It is in the engine: it has been seen, or is held. */
  isIn: boolean;
  /** Handle of the avatar that it hangs on in the engine, 0: nowhere. */
  handle: number;
  slot: PropSlot | null;
}

/** Numbers that the engine takes: 1 to this, and again from the first on. */
const MOST_ID = 0xffffff;

export class BodyProps {
  private input: BodyInput | null = null;
  private shownList: readonly InputProp[] | null = null;
  private shownRevision = -1;
  private props: readonly Prop[] = [];
  private readonly byId = new Map<number, Prop>();
  private rules = new Map<string, PropRule>();
  private members: ReadonlyMap<number, BodyMember> = new Map();
  private lastId = 0;
  private readonly pose7 = new Float32Array(PROP_STRIDE);

  constructor(
    private readonly bodies: BodyEngine,
    private readonly picture: PropPicture | null,
    private readonly changed: (list: readonly InputProp[]) => void,
  ) {}

  /** Another input, or none. What the one before had goes. */
  setInput(input: BodyInput | null): void {
    if (input === this.input) return;
    this.input = input;
    this.clear();
    this.shownList = null;
    this.refresh();
  }

  /** As the input's list says now. */
  refresh(): void {
    const list = this.input?.props ?? NONE;
    if (list === this.shownList) return;
    this.shownList = list;
    this.shownRevision = -1;
    this.clear();
    this.props = list.slice(0, this.bodies.layout.maxProps).map((seen, index) => {
      this.lastId = (this.lastId % MOST_ID) + 1;
      const rule = this.rules.get(seen.key) ?? { ...PLAIN, key: seen.key };
      return { id: this.lastId, seen, index, rule, isIn: false, handle: 0, slot: null };
    });
    for (const prop of this.props) this.byId.set(prop.id, prop);
    for (const prop of this.props) this.hang(prop);
    this.changed(list);
  }

  /** What holds from now on. */
  put(rules: readonly PropRule[]): void {
    this.rules = new Map(rules.map((rule) => [rule.key, rule]));
    for (const prop of this.props) {
      prop.rule = this.rules.get(prop.seen.key) ?? { ...PLAIN, key: prop.seen.key };
      if (prop.isIn) this.tell(prop);
      this.hang(prop);
    }
  }

  /** Props that nobody holds, by their places in the input's list: as solving the recording anew takes them. */
  get recorded() {
    return this.props.flatMap(({ index, rule: { type, seat, held } }) =>
      held === null ? [{ body: index, type, seat }] : [],
    );
  }

  /** Avatars have come, gone, or have another place in the engine. */
  setMembers(members: ReadonlyMap<number, BodyMember>): void {
    this.members = members;
    for (const prop of this.props) this.hang(prop);
  }

  /** Before the engine's step. Allocates nothing, but for one that is seen for the first time. */
  write(): void {
    const { input, props, bodies, pose7 } = this;
    if (input === null || props.length === 0 || input.revision === this.shownRevision) return;
    this.shownRevision = input.revision;
    for (let index = 0; index < props.length; ++index) {
      const prop = props[index];
      if (prop === undefined || input.writeProp?.(prop.index, pose7) !== true) continue;
      if (!prop.isIn) this.enter(prop);
      bodies.placeProp(prop.id, pose7, 0, pose7, 3);
    }
  }

  /** After the step: where they are now. Allocates nothing. */
  draw(places: PropPlaces): void {
    const { picture, bodies } = this;
    if (picture === null || this.props.length === 0) return;
    const { maxProps, propStride } = bodies.layout;
    const poses = bodies.propPoses();
    for (let place = 0; place < maxProps; ++place) {
      const at = place * propStride;
      const prop = this.byId.get(poses[at] ?? 0);
      if (prop === undefined) continue;
      const holder = prop.handle === 0 ? undefined : this.members.get(prop.rule.held?.member ?? -1);
      const shiftX = holder === undefined ? places.shiftX : places.xOf(holder);
      const shiftZ = holder === undefined ? places.shiftZ : places.zOf(holder);
      picture.place(prop.id, poses, at + 1, shiftX, shiftZ);
    }
  }

  private clear(): void {
    for (const { id, isIn } of this.props) {
      if (!isIn) continue;
      this.bodies.removeProp(id);
      this.picture?.hide(id);
    }
    this.props = [];
    this.byId.clear();
  }

  private enter(prop: Prop): void {
    this.bodies.addProp(prop.id, prop.rule.type);
    prop.isIn = true;
    this.tell(prop);
  }

  private tell({ id, seen, rule }: Prop): void {
    this.bodies.setPropType(id, rule.type);
    this.bodies.setPropSeat(id, rule.seat);
    this.picture?.show(id, seen, rule);
  }

  /** On the avatar that is to hold it, once that one is there; it is let go where nobody does. */
  private hang(prop: Prop): void {
    const { held } = prop.rule;
    const handle = held === null ? 0 : (this.members.get(held.member)?.cast?.handle ?? 0);
    const slot = handle === 0 ? null : (held?.slot ?? null);
    if (handle === prop.handle && slot === prop.slot) return;
    // The engine lets go by itself of what hung on an avatar that went, and where it did not, it is told.
    if (prop.handle !== 0 && handle === 0) this.release(prop.id);
    prop.handle = handle;
    prop.slot = slot;
    if (slot === null) return;
    if (!prop.isIn) this.enter(prop);
    this.bodies.attachProp(prop.id, handle, slot);
  }

  private release(id: number): void {
    try {
      this.bodies.detachProp(id);
    } catch {
      // It hung on an avatar that is gone.
    }
    // It goes where it is seen at once, also in a recording that stands.
    this.shownRevision = -1;
  }
}

const NONE: readonly InputProp[] = [];
const PLAIN = { type: "object", seat: [0, 0, 0], held: null } as const;
