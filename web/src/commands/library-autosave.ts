// Saves the open avatar's profile by itself while it is changed, and brings it back when the avatar is opened again.
// An avatar that nobody has changed is not saved: its profile is what the measurement says.
import type { Profile } from "../state/profile";
import { pushMessage, type Store } from "../state/store";
import { freeName, type Library, newId, ownId, type Writing } from "./library";
import type { SavedProfile } from "./library-shelf";
import type { Calibrator } from "./ports";
import type { Document, Session } from "./session";

/** How long a change must rest before it is written, milliseconds. */
export const SAVE_AFTER = 600;
/** How long a gesture that goes on and on may stay unwritten, milliseconds. */
export const SAVE_AT_LATEST = 4000;

/** Puts a saved profile into force: as it is, or by channel name on another version of its avatar. */
export type PutIntoForce = (saved: SavedProfile, byName: boolean) => Promise<boolean>;

export interface AutosaveParts {
  readonly store: Store;
  readonly session: Session;
  readonly calibrator: Calibrator;
  readonly library: Library;
}

export class Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waitingSince = 0;
  private waiting: Document | null = null;
  /** Where the open avatar's profile goes where that is not its own record. */
  private aside: string | null = null;
  private written = "";
  /** The last that is on its way to storage, which may not have answered yet. */
  private underway: Document | null = null;
  private queue: Promise<void> = Promise.resolve();
  /** Changed avatars that stand beside the open one, by fingerprint. */
  private readonly others = new Map<string, Document>();
  private readonly claimed = new Set<string>();
  private otherTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly parts: AutosaveParts,
    private readonly now: () => number,
  ) {
    // Every change of the calibration goes through the history; one that is empty says that another avatar is open, or none.
    parts.store.history.subscribe(({ undo, redo }) => {
      if (undo === null && redo === null) this.begin();
      else this.changed();
    });
  }

  /** Looks for the open avatar's profile and puts it into force as one change that can be undone. */
  async bringBack(put: PutIntoForce): Promise<void> {
    const { session, store, library } = this.parts;
    const opened = session.document;
    if (opened === null) return;
    await Promise.all([library.ready(), this.queue]);
    const { facts } = opened.avatar;
    // What the user does while storage answers comes first.
    if (session.document !== opened || store.history.value.undo !== null) return;
    const saved = library.ownOf(facts);
    if (saved === undefined) return;
    const byName = saved.id !== ownId(facts.fingerprint);
    if (!byName) {
      library.claim(saved.id);
      this.written = saved.text;
    }
    if (!(await put(saved, byName))) return;
    const key = byName ? "library.restoredByName" : "library.restored";
    pushMessage(store, { kind: "info", title: { key, parameters: { name: facts.name || facts.file } } });
  }

  /**
   * Before something from outside takes the place of what the user has: that is kept as a copy, where it was saved and no copy of it
   * lies there yet.
   * @param next what takes its place, where that is known
   */
  async keepOwn(next?: Profile): Promise<void> {
    const { session, library, store, calibrator } = this.parts;
    const fingerprint = session.document?.avatar.facts.fingerprint;
    if (fingerprint === undefined) return;
    await this.flush();
    const own = library.find(this.aside ?? ownId(fingerprint));
    if (own === undefined || library.hasCopyOf(own)) return;
    if (next !== undefined && calibrator.seal(next) === own.text) return;
    try {
      const name = freeName(own.name, library.names());
      await library.write(newId(), { ...own, kind: "kept", name });
      pushMessage(store, { kind: "info", title: { key: "library.keptOwn", parameters: { copy: name } } });
    } catch (error) {
      library.tell(error);
    }
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    const document = this.take();
    if (document !== null) this.enqueue(document);
    return this.queue;
  }

  private enqueue(document: Document): void {
    this.underway = document;
    this.queue = this.queue
      .then(() => this.save(document))
      .then(() => {
        if (this.underway === document) this.underway = null;
      });
  }

  /** Writes what waits while the page goes: nothing is waited for. */
  flushAtOnce(): void {
    this.flushOthers();
    const { underway } = this;
    const document = this.take() ?? underway;
    if (document === null) return;
    // What is on its way is lost with a page that goes before storage has answered: it is written once more, without asking.
    if (underway !== null) this.written = "";
    // And where the page was only hidden, what was on its way before is not to be the last.
    if (underway !== null && underway !== document) this.enqueue(document);
    const writing = this.writingOf(document);
    if (writing === null || this.parts.library.writeAtOnce(this.idOf(document), writing)) return;
    this.parts.library.writeAtOnce(newId(), this.besideOwn(writing));
  }

  /** Another avatar is open, with its own record. */
  avatarChanged(): void {
    this.begin();
  }

  /** One that stands beside the open one was changed: it is saved like that one, under its own fingerprint. */
  otherChanged(document: Document): void {
    this.others.set(document.avatar.facts.fingerprint, document);
    clearTimeout(this.otherTimer);
    this.otherTimer = setTimeout(() => this.flushOthers(), SAVE_AFTER);
  }

  private flushOthers(): void {
    clearTimeout(this.otherTimer);
    for (const document of this.others.values()) this.queue = this.queue.then(() => this.saveOther(document));
    this.others.clear();
  }

  private async saveOther({ avatar, profile }: Document): Promise<void> {
    const { library, calibrator } = this.parts;
    const { name, file, fingerprint } = avatar.facts;
    const text = calibrator.seal(profile);
    const writing: Writing = { kind: "own", name: name || file, avatarName: name, file, fingerprint, text };
    try {
      await library.ready();
      // It came with what is stored under its fingerprint, where there is something: it goes on from that.
      if (!this.claimed.has(fingerprint)) library.claim(ownId(fingerprint));
      this.claimed.add(fingerprint);
      if (!(await library.write(ownId(fingerprint), writing)))
        await library.write(newId(), this.besideOwn(writing));
    } catch (error) {
      library.tell(error);
    }
  }

  private begin(): void {
    this.flushOthers();
    void this.flush();
    this.queue = this.queue.then(() => {
      this.aside = null;
      this.written = "";
    });
  }

  private changed(): void {
    const document = this.parts.session.document;
    if (document === null || document.profile === this.waiting?.profile) return;
    if (this.waiting === null) this.waitingSince = this.now();
    this.waiting = document;
    clearTimeout(this.timer);
    const rest = Math.min(SAVE_AFTER, Math.max(0, this.waitingSince + SAVE_AT_LATEST - this.now()));
    this.timer = setTimeout(() => void this.flush(), rest);
  }

  private take(): Document | null {
    clearTimeout(this.timer);
    const document = this.waiting;
    this.waiting = null;
    return document;
  }

  private idOf(document: Document): string {
    return this.aside ?? ownId(document.avatar.facts.fingerprint);
  }

  /** `null` where it is stored already. */
  private writingOf({ avatar, profile }: Document): Writing | null {
    const text = this.parts.calibrator.seal(profile);
    if (text === this.written) return null;
    this.written = text;
    const { name, file, fingerprint } = avatar.facts;
    const kind = this.aside === null ? "own" : "kept";
    return { kind, name: name || file, avatarName: name, file, fingerprint, text };
  }

  private besideOwn(writing: Writing): Writing {
    return { ...writing, kind: "kept", name: freeName(writing.name, this.parts.library.names()) };
  }

  private async save(document: Document): Promise<void> {
    const { library, store } = this.parts;
    try {
      const writing = this.writingOf(document);
      if (writing === null) return;
      if (await library.write(this.idOf(document), writing)) return;
      // Another tab has the same avatar: neither overwrites the other.
      this.aside = newId();
      const beside = this.besideOwn(writing);
      await library.write(this.aside, beside);
      pushMessage(store, {
        kind: "warning",
        title: { key: "library.otherTab", parameters: { name: writing.name } },
        texts: [{ key: "library.otherTabText", parameters: { copy: beside.name } }],
      });
    } catch (error) {
      this.written = "";
      library.tell(error);
    }
  }
}
