// The session: opens, replaces and removes avatars, and applies whole documents to engine and store together.
// It decides nothing about the user interface and draws nothing; a failure leaves everything as it was.
import { batch } from "../state/batch";
import { mappingOf, sameMapping } from "../state/mapping";
import type { Profile } from "../state/profile";
import { sameSubstitutes } from "../state/profile";
import { keepEqualChannels, withChannelReport } from "../state/report";
import type { Note, Store } from "../state/store";
import type { History } from "./history";
import type {
  AvatarFile,
  Calibrator,
  Drawer,
  Drawn,
  MeasuredAvatar,
  Measurer,
  Theatre,
  UnknownSubstitute,
} from "./ports";

/** What is calibrated now: one document and the measurement that it is for. */
export interface Document {
  readonly avatar: MeasuredAvatar;
  readonly profile: Profile;
}

export interface SessionParts {
  readonly store: Store;
  readonly history: History;
  readonly measurer: Measurer;
  readonly drawer: Drawer;
  readonly calibrator: Calibrator;
  readonly theatre: Theatre;
  /** Runs `work` once nothing has asked again for a while; without it, reports are whole at once. */
  readonly later?: (work: () => void) => void;
}

/** Avatars beside the open one, whose documents change too. */
export interface OtherDocuments {
  /** Throws what the engine refuses it with, and has changed nothing then. */
  apply(key: number, document: Document): void;
}

/** An avatar that is measured and drawn, with its document. */
export interface OpenedAvatar {
  readonly file: AvatarFile;
  readonly document: Document;
  /** It is drawn with all of its targets; default false. */
  readonly isWhole?: boolean;
}

export class Session {
  private others: OtherDocuments | null = null;
  private readonly openedListeners: (() => void)[] = [];
  private openKey = 1;
  private file: AvatarFile | null = null;
  private current: Document | null = null;
  private loading: AbortController | null = null;
  /** The loading that brings another avatar. */
  private opening: AbortController | null = null;
  /** The open avatar is drawn with all of its targets. */
  private isWhole = false;
  /** The store's report has the selected channel of the document in force, the others of one before. */
  private isReportDue = false;

  constructor(private readonly parts: SessionParts) {}

  /** Number of the open avatar among all that stand on the stage. */
  get key(): number {
    return this.openKey;
  }

  attach(others: OtherDocuments): void {
    this.others = others;
  }

  /** Calls back after another avatar is open, or none. */
  onOpened(listener: () => void): void {
    this.openedListeners.push(listener);
  }

  get document(): Document | null {
    return this.current;
  }

  /** File and document of the open avatar; null where none is open. */
  get opened(): OpenedAvatar | null {
    const { file, current, isWhole } = this;
    return file === null || current === null ? null : { file, document: current, isWhole };
  }

  /** Another avatar is on its way: what is measured for the open one would be for nothing. */
  get isOpening(): boolean {
    return this.loading !== null && this.loading === this.opening;
  }

  /**
   * Opens an avatar in place of the one before.
   * @returns how many images could not be decoded
   * @throws whatever the reader, the probe, the drawing or the core refuse it with; AbortError when cancelled
   */
  async open(file: AvatarFile): Promise<number> {
    const { store, measurer, drawer, calibrator } = this.parts;
    const controller = this.begin();
    this.opening = controller;
    const { signal } = controller;
    try {
      store.loading.value = { file: file.name, stage: "read", progress: null };
      const avatar = await measurer.measure(file, {
        signal,
        substitutes: {},
        mapping: {},
        onProgress: (progress) => {
          if (!signal.aborted) store.loading.value = { file: file.name, stage: "measure", progress };
        },
      });
      signal.throwIfAborted();
      store.loading.value = { file: file.name, stage: "draw", progress: null };
      const drawn = await drawer.draw(file, avatar, signal);
      try {
        signal.throwIfAborted();
        this.replace(drawn, { file, document: { avatar, profile: calibrator.calibrate(avatar, null) } });
      } catch (error) {
        drawn.dispose();
        throw error;
      }
      return drawn.missingImages;
    } finally {
      this.end(controller);
    }
  }

  /**
   * One that is measured and drawn takes the place of the open one; the history begins anew.
   * @throws whatever the core refuses it with; nothing has changed then, and what is drawn is the caller's to free
   */
  replace(drawn: Drawn, { file, document }: OpenedAvatar): void {
    const { store, calibrator, theatre, history } = this.parts;
    const { avatar, profile } = document;
    const report = calibrator.report(avatar, profile);
    theatre.show(drawn, avatar, profile, this.openKey);
    this.file = file;
    this.current = document;
    this.isWhole = false;
    this.isReportDue = false;
    batch(() => {
      store.avatar.value = avatar.facts;
      store.origin.value = file.origin ?? null;
      store.profile.value = profile;
      store.report.value = report;
      this.tellOpened();
    });
    history.clear();
  }

  /** Runs a download as the first step of loading, cancellable like the rest. */
  async download<T>(
    name: string,
    fetchIt: (signal: AbortSignal, report: (progress: number | null) => void) => Promise<T>,
  ) {
    const controller = this.begin();
    this.opening = controller;
    try {
      const show = (progress: number | null) => {
        if (!controller.signal.aborted)
          this.parts.store.loading.value = { file: name, stage: "download", progress };
      };
      show(null);
      return await fetchIt(controller.signal, show);
    } finally {
      this.end(controller);
    }
  }

  cancel(): void {
    this.loading?.abort();
  }

  remove(): void {
    const { store, theatre, history } = this.parts;
    this.cancel();
    theatre.clear();
    this.file = null;
    this.current = null;
    this.isReportDue = false;
    batch(() => {
      store.avatar.value = null;
      store.origin.value = null;
      store.profile.value = null;
      store.report.value = null;
      this.tellOpened();
    });
    history.clear();
  }

  /** The open avatar leaves the panels and stays as it is; null where none is open. What is on its way is given up. */
  giveUp(): OpenedAvatar | null {
    this.cancel();
    this.settle();
    const { opened } = this;
    this.file = this.current = null;
    return opened;
  }

  /** One that is measured and drawn, and in the engine, is open from now on. The history goes on. */
  takeUp(key: number, { file, document, isWhole = false }: OpenedAvatar): void {
    const { store, calibrator } = this.parts;
    this.openKey = key;
    this.file = file;
    this.current = document;
    this.isWhole = isWhole;
    this.isReportDue = false;
    batch(() => {
      store.avatar.value = document.avatar.facts;
      store.origin.value = file.origin ?? null;
      store.profile.value = document.profile;
      store.report.value = calibrator.report(document.avatar, document.profile);
      this.tellOpened();
    });
  }

  private tellOpened(): void {
    for (const listener of this.openedListeners) listener();
  }

  /** A user change as one entry of the history. */
  change(label: Note, profile: Profile, mergeKey?: string): Promise<void> {
    const before = this.current;
    if (before === null) return Promise.resolve();
    return this.changeTo(label, { avatar: before.avatar, profile }, mergeKey);
  }

  /**
   * A user change that may drive channels by other substitutes or targets: the avatar is measured again where it has to be.
   * @param edited makes the new profile from the one in force; asked again after measuring, so that what was changed meanwhile stays
   * @param recalibrate false puts the profile into force as it is: it was made elsewhere, its ratios included
   * @returns substitutes that the avatar does not offer; those channels keep their own route
   * @throws AbortError where it would have to be measured while another avatar is on its way, which goes on
   */
  async changeMeasured(
    label: Note,
    edited: (profile: Profile) => Profile,
    { recalibrate = true } = {},
  ): Promise<readonly UnknownSubstitute[]> {
    const before = this.current;
    if (before === null || this.file === null) return [];
    const wanted = edited(before.profile);
    if (sameRouting(before.profile, wanted)) {
      await this.changeTo(label, { avatar: before.avatar, profile: wanted });
      return [];
    }
    if (this.isOpening) throw new DOMException("another avatar is being opened", "AbortError");
    if (!sameMapping(mappingOf(before.profile), mappingOf(wanted))) await this.drawWhole();
    const avatar = await this.measureAgain(this.file, wanted);
    const latest = edited(this.current?.profile ?? before.profile);
    const chosen = sameRouting(latest, wanted) ? latest : wanted;
    const profile = recalibrate ? this.parts.calibrator.calibrate(avatar, chosen) : chosen;
    await this.changeTo(label, { avatar, profile });
    return avatar.unknownSubstitutes;
  }

  /**
   * Draws the open avatar again with all of its targets, once: those that nothing drives are left out at first.
   * @throws whatever the drawing refuses it with; what is shown stays then
   */
  async drawWhole(): Promise<void> {
    const { file, current } = this;
    if (file === null || current === null || this.isWhole) return;
    const { store, drawer, theatre } = this.parts;
    const controller = this.begin();
    try {
      store.loading.value = { file: file.name, stage: "draw", progress: null };
      const drawn = await drawer.draw(file, current.avatar, controller.signal, true);
      try {
        controller.signal.throwIfAborted();
        theatre.redraw(drawn);
        this.isWhole = true;
      } catch (error) {
        drawn.dispose();
        throw error;
      }
    } finally {
      this.end(controller);
    }
  }

  private async measureAgain(file: AvatarFile, profile: Profile): Promise<MeasuredAvatar> {
    const { store, measurer } = this.parts;
    const controller = this.begin();
    const { signal } = controller;
    const show = (progress: number | null) => {
      if (!signal.aborted) store.loading.value = { file: file.name, stage: "measure", progress };
    };
    try {
      show(null);
      const avatar = await measurer.measure(file, {
        signal,
        substitutes: profile.calibration.substitutes ?? {},
        mapping: mappingOf(profile),
        onProgress: show,
      });
      signal.throwIfAborted();
      return avatar;
    } finally {
      this.end(controller);
    }
  }

  private changeTo(label: Note, after: Document, mergeKey?: string): Promise<void> {
    const before = this.current;
    if (before === null) return Promise.resolve();
    return this.changeOf(this.openKey, label, before, after, mergeKey);
  }

  /** A user change of any avatar on the stage, by its number, as one entry of the history. */
  changeOf(key: number, label: Note, before: Document, after: Document, mergeKey?: string): Promise<void> {
    return this.parts.history.execute(new SetDocument(this, key, label, before, after, mergeKey));
  }

  /** @param moving see `apply` */
  applyTo(key: number, document: Document, moving = false): void {
    if (key === this.openKey) this.apply(document, moving);
    else this.others?.apply(key, document);
  }

  /**
   * Engine first, then store: a document that the engine refuses changes neither.
   * @param moving within a slider's drag: the whole report takes longer than a frame, so that it waits for the hand to rest
   */
  apply(document: Document, moving = false): void {
    const { store, calibrator, theatre, later } = this.parts;
    const shown = store.report.value;
    if (shown !== null && this.isSameFace(document)) {
      theatre.setProfile(document.profile);
      this.current = document;
      store.profile.value = document.profile;
      return;
    }
    const partly =
      moving && later !== undefined && shown !== null && this.current?.avatar === document.avatar;
    const report = partly
      ? withChannelReport(shown, store.selected.value, (channel) =>
          calibrator.reportChannel(document.avatar, document.profile, channel),
        )
      : calibrator.report(document.avatar, document.profile);
    if (this.current?.avatar === document.avatar) theatre.setProfile(document.profile);
    else theatre.reroute(document.avatar, document.profile);
    this.current = document;
    this.isReportDue = partly;
    batch(() => {
      store.avatar.value = document.avatar.facts;
      store.profile.value = document.profile;
      store.report.value = keepEqualChannels(shown, report);
    });
    if (partly) later(() => this.settle());
  }

  /** Only the body's part differs: the report stands as it is, and one that waits goes on waiting. */
  private isSameFace({ avatar, profile }: Document): boolean {
    return this.current?.avatar === avatar && this.current.profile.calibration === profile.calibration;
  }

  /** Makes the whole report now where it waits. */
  settle(): void {
    const { store, calibrator } = this.parts;
    if (!this.isReportDue || this.current === null) return;
    this.isReportDue = false;
    const { avatar, profile } = this.current;
    store.report.value = keepEqualChannels(store.report.value, calibrator.report(avatar, profile));
  }

  private begin(): AbortController {
    this.loading?.abort();
    const controller = new AbortController();
    this.loading = controller;
    return controller;
  }

  private end(controller: AbortController): void {
    if (this.loading !== controller) return;
    this.loading = null;
    this.parts.store.loading.value = null;
  }
}

/** True where both drive the same channels by the same targets and substitutes. */
export function sameRouting(a: Profile, b: Profile): boolean {
  return sameSubstitutes(a, b) && sameMapping(mappingOf(a), mappingOf(b));
}

/** Every change of the calibration is one whole document for another. */
class SetDocument {
  readonly mergeKey: string | undefined;

  constructor(
    private readonly session: Session,
    private readonly key: number,
    readonly label: Note,
    private readonly before: Document,
    private readonly after: Document,
    private readonly gesture: string | undefined,
  ) {
    // Changes of two avatars are never one.
    this.mergeKey = gesture === undefined ? undefined : `${key}:${gesture}`;
  }

  do(): void {
    this.session.applyTo(this.key, this.after, this.mergeKey !== undefined);
  }

  undo(): void {
    this.session.applyTo(this.key, this.before);
  }

  merge(next: SetDocument): SetDocument {
    return new SetDocument(this.session, this.key, next.label, this.before, next.after, next.gesture);
  }
}
