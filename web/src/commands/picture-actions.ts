// A picture, a video or a sequence of pictures of the stage as files of the user's.
// What is drawn is the stage's; here is when it begins and ends, and what the files are called.
import { pushMessage, type Store } from "../state/store";
import type { Attempt } from "./attempt";
import { fileStem } from "./file-stem";
import type { PictureTaker, Saver } from "./ports";

export interface PictureParts {
  readonly store: Store;
  readonly saver: Saver;
  readonly pictures: PictureTaker;
}

/** @param now the time of day, for the files' names */
export function createPictureActions(
  { store, saver, pictures }: PictureParts,
  attempt: Attempt,
  now: () => Date = () => new Date(),
) {
  const { videoSince } = store;
  const { rate, transparent, sequence } = store.capture;
  let running: Awaited<ReturnType<PictureTaker["startSequence"]>> | null = null;
  const nameOfNow = () => `${fileStem(store.avatar.value?.file ?? "doppel")}-${stamp(now())}`;
  const save = (content: Blob, ending: string) => saver.save(`${nameOfNow()}.${ending}`, content);

  const endSequence = (fault: unknown) =>
    attempt({ key: "error.sequence" }, async () => {
      const ended = running;
      running = null;
      if (ended === null) return;
      const content = await ended.end();
      const count = sequence.value ?? { written: 0, late: 0 };
      sequence.value = null;
      // What came before a fault is whole.
      if (content !== null && count.written > 0) save(content, "zip");
      const told = count.late > 0 ? "sequence.doneLate" : "sequence.done";
      pushMessage(store, { kind: "info", title: { key: told, parameters: { ...count } } });
      if (fault !== null) throw fault;
    });
  return {
    canRecord: pictures.canRecord,
    takePhoto: () => attempt({ key: "error.photo" }, async () => save(await pictures.photo(), "png")),
    /** Begins a video, or ends it and hands it over. */
    toggleVideo: () =>
      attempt({ key: "error.video" }, async () => {
        if (videoSince.value === null) {
          pictures.start();
          videoSince.value = now().getTime();
          return;
        }
        videoSince.value = null;
        const video = await pictures.stop();
        if (video !== null) save(video.content, video.ending);
      }),
    /** Asks for a folder where the browser can; the user may say no. */
    beginSequence: () =>
      attempt({ key: "error.sequence" }, async () => {
        if (sequence.value !== null || videoSince.value !== null) return;
        running = await pictures.startSequence({
          name: nameOfNow(),
          rate: rate.value,
          transparent: transparent.value,
          changed: (count, fault) => {
            if (sequence.value !== null) sequence.value = count;
            if (fault !== null && running !== null) void endSequence(fault);
          },
        });
        sequence.value = { written: 0, late: 0 };
      }),
    /** Hands it over once all that waits is written. */
    endSequence: () => endSequence(null),
    discardSequence: () =>
      attempt({ key: "error.sequence" }, async () => {
        const ended = running;
        running = null;
        sequence.value = null;
        await ended?.discard();
      }),
  };
}

/** Local time, in the order in which files are sorted: 20261201-093000. */
export function stamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
