// A picture or a video of the stage as files of the user's.
// What is drawn is the stage's; here is when it begins and ends, and what the files are called.
import type { Store } from "../state/store";
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
  const save = (content: Blob, ending: string) =>
    saver.save(`${fileStem(store.avatar.value?.file ?? "doppel")}-${stamp(now())}.${ending}`, content);
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
  };
}

/** Local time, in the order in which files are sorted: 20261201-093000. */
export function stamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
