// The avatars on the stage: who stands there, which one is open in the panels, and a change of any of them.
// Loading one beside the others is the keeper's; what is drawn of them and how they move, the stage's.
import { batch } from "../state/batch";
import type { CastMember, CastState, Transfer } from "../state/cast";
import { memberAt, plainTransfer } from "../state/cast";
import type { Profile } from "../state/profile";
import { changesOf, type Note, type Store } from "../state/store";
import { characterId } from "./character-id";
import type { Character, Characters } from "./characters";
import { type History, mergeable } from "./history";
import type { AvatarFile, BodyStage, Drawn, MeasuredAvatar } from "./ports";
import type { Document, Session } from "./session";

/** What shows them. Every call either succeeds or changes nothing. */
export interface CastStage {
  add(key: number, drawn: Drawn, avatar: MeasuredAvatar, profile: Profile): void;
  /** Frees everything of it; unknown ones are none. */
  remove(key: number): void;
  setProfile(key: number, profile: Profile): void;
  reroute(key: number, avatar: MeasuredAvatar, profile: Profile): void;
  /** The open avatar stands beside the others; false where none is open. */
  stepAside(key: number): boolean;
  /** One of the others is open; none may be. */
  stepForward(key: number): boolean;
  /** Its body; null where it is not there. */
  body(key: number): BodyStage | null;
  /** Of this frame; see `Character`. */
  meters(key: number): ArrayLike<number>;
  /** Whom it is to follow live as soon as that one is there; undefined: whoever is free. */
  want(key: number, performer: string | null | undefined): void;
  /** What `want` or the user's hand said last. */
  wanted(key: number): string | null | undefined;
  lead(key: number, leader: number | null, transfer: Transfer): void;
  /** Offset to the side of `leader`, metres, with which `key` stands where nobody else does now; the sign is Unity's. */
  freeBeside(key: number, leader: number): number;
}

export interface CastParts {
  readonly store: Store;
  readonly session: Session;
  readonly history: History;
  readonly stage: CastStage;
  /** Another avatar is open: what waits to be saved of the one before is saved. */
  readonly openChanged: () => void;
  /** One that stands beside it has another document. */
  readonly standingChanged?: (document: Document) => void;
}

/** One that stands beside the open one. */
export interface Standing {
  readonly file: AvatarFile;
  readonly document: Document;
}

/** The body of one that has gone. */
const NOBODY: BodyStage = {
  follow: () => {},
  calibrate: () => "missing-bones",
  calibrateHeadForward: () => false,
  autoCalibrate: () => "missing-bones",
  autoCalibration: () => null,
  neckHeightScale: () => null,
  autoFloorHeight: () => null,
  inForce: () => null,
  tryOut: () => {},
  restore: () => {},
};

export class Cast implements Characters {
  private readonly standing = new Map<number, Standing>();
  /** The same avatar is the same character through all changes. */
  private readonly characters = new Map<number, Character>();
  private readonly state: CastState;
  private nextKey = 1;

  constructor(private readonly parts: CastParts) {
    this.state = parts.store.cast;
    parts.session.attach({
      apply: (key, document) => this.applyStanding(key, document),
    });
    parts.session.onOpened(() => this.openChanged());
  }

  get list(): readonly Character[] {
    return this.state.members.value.flatMap((member) => this.characterOf(member) ?? []);
  }

  get open(): Character | null {
    return this.characterAt(this.state.open.value);
  }

  onChange(listener: () => void): () => void {
    return changesOf(this.parts.store, listener);
  }

  find(id: string): Character | undefined {
    return this.list.find((character) => character.id === id);
  }

  characterAt(key: number): Character | null {
    const member = memberAt(this.state, key);
    return member === undefined ? null : this.characterOf(member);
  }

  /** Of those that are ready beside the open one. */
  get standingKeys(): readonly number[] {
    return [...this.standing.keys()];
  }

  /** A number for one that is to come. */
  takeKey(): number {
    return ++this.nextKey;
  }

  /** One comes whose number others have given. */
  reserveKey(key: number): void {
    this.nextKey = Math.max(this.nextKey, key);
  }

  /** File and document of one that is ready, whether it is open or not. */
  standingAt(key: number): Standing | null {
    const { session } = this.parts;
    return key === session.key ? session.opened : (this.standing.get(key) ?? null);
  }

  /** A new name for the remote control. */
  idFor(name: string): string {
    return characterId(name, (id) => this.state.members.value.some((member) => member.id === id));
  }

  edit(key: number, change: Partial<CastMember>): void {
    const { members } = this.state;
    members.value = members.value.map((member) => (member.key === key ? { ...member, ...change } : member));
  }

  /** Loaded and drawn: it stands beside the open one, or is the open one where none is; in the place of one of its number. */
  put(key: number, drawn: Drawn, standing: Standing): void {
    const { session, stage } = this.parts;
    const { avatar, profile } = standing.document;
    if (key === session.key && session.document !== null) {
      session.replace(drawn, standing);
      return;
    }
    if (this.standing.has(key)) stage.remove(key);
    stage.add(key, drawn, avatar, profile);
    this.standing.set(key, standing);
    const name = avatar.facts.name || avatar.facts.file;
    const before = memberAt(this.state, key);
    const id = before?.name === name ? before.id : this.idFor(name);
    this.edit(key, { status: "ready", progress: null, fault: null, name, id });
    if (session.document === null) this.choose(key);
  }

  /** Takes one away that is not open. @returns what is needed to bring it back */
  drop(key: number): Standing | undefined {
    const standing = this.standing.get(key);
    this.standing.delete(key);
    this.parts.stage.remove(key);
    return standing;
  }

  /** Opens one of the others in the panels; the one before stands on. It is a view of the same stage: nothing to undo. */
  choose(key: number): boolean {
    const { session, stage } = this.parts;
    const { state } = this;
    const next = this.standing.get(key);
    const before = state.open.value;
    if (next === undefined || (key === before && session.document !== null)) return false;
    const given = session.giveUp();
    if (given !== null && stage.stepAside(before)) this.standing.set(before, given);
    this.standing.delete(key);
    stage.stepForward(key);
    batch(() => {
      session.takeUp(key, next);
      state.open.value = key;
    });
    this.parts.openChanged();
    return true;
  }

  /** The open one is no more: another is open, where there is one. */
  leaveOpen(): void {
    const [next] = this.standingKeys;
    if (next === undefined) this.parts.session.remove();
    else this.choose(next);
  }

  /** @param leader key of the one whose pose it copies; null: it follows a performer again */
  lead(
    key: number,
    leader: number | null,
    transfer: Transfer = plainTransfer,
    mergeKey?: string,
  ): Promise<void> {
    const before = memberAt(this.state, key);
    if (before === undefined || this.leadsTo(leader, key)) return Promise.resolve();
    const set = (to: number | null, how: Transfer) => {
      this.parts.stage.lead(key, to, how);
      this.edit(key, { leader: to, transfer: how });
    };
    return this.parts.history.execute(
      mergeable({
        label: { key: "change.castLead", parameters: { name: before.name } },
        mergeKey,
        do: () => set(leader, transfer),
        undo: () => set(before.leader, before.transfer),
      }),
    );
  }

  /** True where following `leader` leads back to `key`. */
  leadsTo(leader: number | null, key: number): boolean {
    for (let at = leader; at !== null; ) {
      if (at === key) return true;
      const from: number = at;
      at = memberAt(this.state, from)?.leader ?? null;
    }
    return false;
  }

  /** The avatar in the panels is another file, or none. */
  private openChanged(): void {
    const { session } = this.parts;
    const { state } = this;
    const { document } = session;
    const others = state.members.value.filter(({ key }) => key !== session.key);
    if (document === null) {
      state.members.value = others;
      state.open.value = session.key;
      return;
    }
    const { facts } = document.avatar;
    const name = facts.name || facts.file;
    const before = memberAt(state, session.key);
    const member: CastMember = {
      leader: null,
      transfer: plainTransfer,
      ...before,
      key: session.key,
      id:
        before?.name === name
          ? before.id
          : characterId(name, (id) => others.some((other) => other.id === id)),
      file: facts.file,
      name,
      status: "ready",
      progress: null,
      fault: null,
    };
    batch(() => {
      state.members.value =
        before === undefined
          ? [...others, member].sort((a, b) => a.key - b.key)
          : state.members.value.map((other) => (other === before ? member : other));
      state.open.value = session.key;
    });
  }

  private documentOf(key: number): Document | null {
    const { session } = this.parts;
    return key === session.key ? session.document : (this.standing.get(key)?.document ?? null);
  }

  private characterOf({ key, id, name }: CastMember): Character | null {
    const document = this.documentOf(key);
    const body = this.parts.stage.body(key);
    if (document === null || body === null) return null;
    const known = this.characters.get(key);
    if (known?.id === id && known.name === name) return known;
    const character = this.makeCharacter(key, id, name, document);
    this.characters.set(key, character);
    return character;
  }

  private makeCharacter(key: number, id: string, name: string, first: Document): Character {
    const { session, stage } = this.parts;
    const { state } = this;
    const followers = () => state.members.value.filter((member) => member.leader === key);
    const isStillMe = () => state.members.value.some((member) => member.key === key && member.id === id);
    /** The last one where it is gone. */
    let last = first;
    const newest = () => {
      if (isStillMe()) last = this.documentOf(key) ?? last;
      return last;
    };
    return {
      id,
      name,
      get document() {
        return newest();
      },
      get performer() {
        return state.follows.value.get(key) ?? null;
      },
      get leader() {
        const leader = memberAt(state, key)?.leader ?? null;
        return leader === null ? null : (memberAt(state, leader)?.id ?? null);
      },
      get body() {
        return stage.body(key) ?? NOBODY;
      },
      get meters() {
        return stage.meters(key);
      },
      change: (label: Note, profile: Profile, mergeKey?: string) => {
        const before = newest();
        return session.changeOf(key, label, before, { avatar: before.avatar, profile }, mergeKey);
      },
      get transfers() {
        return followers().map(({ transfer }) => transfer);
      },
      changeTransfer: async (index, transfer, mergeKey) => {
        const follower = followers()[index];
        if (follower === undefined) throw new RangeError(`transfer: there is no ${index}`);
        await this.lead(follower.key, key, transfer, mergeKey);
      },
    };
  }

  /** Engine first: a document that it refuses changes nothing. */
  private applyStanding(key: number, document: Document): void {
    const standing = this.standing.get(key);
    if (standing === undefined) return;
    const { stage } = this.parts;
    if (standing.document.avatar === document.avatar) stage.setProfile(key, document.profile);
    else stage.reroute(key, document.avatar, document.profile);
    this.standing.set(key, { ...standing, document });
    this.edit(key, {});
    this.parts.standingChanged?.(document);
  }
}
