// Loads avatars that are to stand beside the open one, one after the other; takes them away and brings them back.
// Who is open and what is changed of them is the cast's.
import type { CastMember } from "../state/cast";
import { MAX_CAST, memberAt, plainTransfer } from "../state/cast";
import type { Profile } from "../state/profile";
import { type Note, pushMessage, type Store } from "../state/store";
import type { Cast, Standing } from "./cast";
import { describeError } from "./describe-error";
import type { History } from "./history";
import { sameRouting } from "./session";
import type { Coming } from "./wall-keeper";
import { WallLoader, type WallLoaderParts } from "./wall-loader";

export interface CastKeeperParts extends WallLoaderParts {
  readonly store: Store;
  readonly history: History;
  readonly cast: Cast;
  /** What follows from a member's id: whom it followed last. */
  readonly arrived: (key: number) => void;
}

/** One of the shared scene: what is known of it before it is loaded. */
export type Brought = Omit<CastMember, "status" | "progress" | "fault">;

interface Gone {
  readonly member: CastMember;
  readonly standing: Standing | undefined;
  readonly coming: Coming;
}

export class CastKeeper {
  private readonly loader: WallLoader;
  private readonly loading = new Map<number, AbortController>();
  private readonly comings = new Map<number, Coming>();
  private readonly gone = new Map<number, Gone>();
  /** By hash, or by the name of one of Doppel's own. */
  private readonly known = new Map<string, Promise<Standing>>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: CastKeeperParts) {
    this.loader = new WallLoader(parts);
  }

  /** As `add`, and nothing to undo: the page begins with it. */
  async stand(coming: Coming): Promise<void> {
    if (this.parts.store.cast.full.value) return;
    await this.begin(this.parts.cast.takeKey(), coming);
  }

  /**
   * One of the shared scene comes, or takes the place of the one with its number once it is loaded: nothing to undo.
   * @param profile what it is set to
   */
  async bring(member: Brought, coming: Coming, profile: Profile): Promise<void> {
    const { cast, store } = this.parts;
    const { key } = member;
    this.loading.get(key)?.abort();
    cast.reserveKey(key);
    const { members } = store.cast;
    const others = members.value.filter((other) => other.key !== key);
    const waiting: CastMember = { ...member, status: "waiting", progress: null, fault: null };
    members.value = [...others, waiting].sort((a, b) => a.key - b.key);
    this.comings.set(key, coming);
    await this.enqueue(key, coming, undefined, profile);
  }

  /** Goes and does not come back; the last one too. */
  discard(key: number): void {
    const { cast, store } = this.parts;
    this.loading.get(key)?.abort();
    if (store.cast.open.value === key) cast.leaveOpen();
    cast.drop(key);
    this.comings.delete(key);
    const { members } = store.cast;
    members.value = members.value.filter((other) => other.key !== key);
  }

  /** Stands beside the others once it is loaded; told where there is no room, or where it is refused. */
  async add(coming: Coming): Promise<void> {
    const { store, history, cast } = this.parts;
    if (store.cast.full.value) {
      const parameters = { file: coming.file, count: MAX_CAST };
      pushMessage(store, { kind: "warning", title: { key: "cast.full", parameters } });
      return;
    }
    const key = cast.takeKey();
    let loaded: Promise<void> = Promise.resolve();
    let isNew = true;
    await history.execute({
      label: { key: "change.castAdd", parameters: { name: coming.file } },
      // Loading goes on by itself: other changes need not wait for it.
      do: () => {
        loaded = isNew ? this.begin(key, coming) : this.giveBack(key);
        isNew = false;
      },
      undo: () => this.take(key),
    });
    await loaded;
  }

  async remove(key: number): Promise<void> {
    const member = memberAt(this.parts.store.cast, key);
    if (member === undefined) return;
    await this.parts.history.execute({
      label: { key: "change.castRemove", parameters: { name: member.name } },
      do: () => this.take(key),
      undo: () => void this.giveBack(key),
    });
  }

  private begin(key: number, coming: Coming): Promise<void> {
    const { members } = this.parts.store.cast;
    this.comings.set(key, coming);
    const { file } = coming;
    const member: CastMember = {
      key,
      id: this.parts.cast.idFor(file),
      file,
      name: file,
      status: "waiting",
      progress: null,
      fault: null,
      leader: null,
      transfer: plainTransfer,
    };
    members.value = [...members.value, member];
    return this.enqueue(key, coming, undefined);
  }

  /** One at a time: measuring takes a processor, drawing the graphics unit. */
  private enqueue(
    key: number,
    coming: Coming,
    standing: Standing | undefined,
    given: Profile | null = null,
  ): Promise<void> {
    const controller = new AbortController();
    this.loading.set(key, controller);
    const work = this.queue.then(() => this.load(key, coming, standing, given, controller));
    this.queue = work;
    return work;
  }

  private async load(
    key: number,
    coming: Coming,
    standing: Standing | undefined,
    given: Profile | null,
    controller: AbortController,
  ): Promise<void> {
    const { cast } = this.parts;
    const { signal } = controller;
    const step = (status: CastMember["status"], progress: number | null) => {
      if (!signal.aborted) cast.edit(key, { status, progress });
    };
    try {
      signal.throwIfAborted();
      const ready = standing ?? (await this.measured(coming, given, signal, step));
      const { avatar, profile } = ready.document;
      step("draw", null);
      const drawn = await this.parts.drawer.draw(ready.file, avatar, signal);
      try {
        signal.throwIfAborted();
        cast.put(key, drawn, { file: ready.file, document: { avatar, profile } });
        this.parts.arrived(key);
      } catch (error) {
        drawn.dispose();
        throw error;
      }
    } catch (error) {
      if (!signal.aborted) this.fail(key, coming.file, error);
    } finally {
      if (this.loading.get(key) === controller) this.loading.delete(key);
    }
  }

  /** What is fetched is measured once, however often it stands there. */
  private async measured(
    coming: Coming,
    given: Profile | null,
    signal: AbortSignal,
    step: (status: CastMember["status"], progress: number | null) => void,
  ): Promise<Standing> {
    if (coming.fetch === undefined) return this.measureNow(coming, given, signal, step);
    const name = coming.hash ?? coming.file;
    const known = await this.known.get(name);
    if (known !== undefined && given === null) return known;
    if (known !== undefined && given !== null && sameRouting(known.document.profile, given))
      return { file: known.file, document: { avatar: known.document.avatar, profile: given } };
    const measured = this.measureNow(coming, given, signal, step);
    this.known.set(name, measured);
    measured.catch(() => this.known.delete(name));
    return measured;
  }

  private async measureNow(
    coming: Coming,
    given: Profile | null,
    signal: AbortSignal,
    step: (status: CastMember["status"], progress: number | null) => void,
  ): Promise<Standing> {
    step("download", null);
    const file = coming.content ?? (await coming.fetch?.(signal, (progress) => step("download", progress)));
    if (file === undefined) throw new Error(`${coming.file}: neither a file nor an address`);
    const { avatar, profile } = await this.loader.measure(file, signal, step, given);
    return { file, document: { avatar, profile } };
  }

  private fail(key: number, file: string, error: unknown): void {
    const title: Note = { key: "error.file", parameters: { file } };
    this.parts.cast.edit(key, { status: "failed", progress: null, fault: describeError(title, error) });
  }

  private take(key: number): void {
    const { cast, store } = this.parts;
    this.loading.get(key)?.abort();
    if (store.cast.open.value === key) {
      const next = cast.standingKeys.find((other) => other !== key);
      if (next === undefined) return;
      cast.choose(next);
    }
    const member = memberAt(this.parts.store.cast, key);
    if (member === undefined) return;
    const standing = cast.drop(key);
    const coming = this.comings.get(key) ?? {
      file: member.file,
      ...(standing && { content: standing.file }),
    };
    this.gone.set(key, { member, standing, coming });
    const { members } = store.cast;
    members.value = members.value.filter((other) => other.key !== key);
  }

  private giveBack(key: number): Promise<void> {
    const gone = this.gone.get(key);
    const { members, full } = this.parts.store.cast;
    if (gone === undefined || full.value) return Promise.resolve();
    this.gone.delete(key);
    const member: CastMember = { ...gone.member, status: "waiting" };
    members.value = [...members.value, member].sort((a, b) => a.key - b.key);
    return this.enqueue(key, gone.coming, gone.standing);
  }
}
