// Saves the motion of the open avatar: what the body recording does to it, as a file named after both; one at a time, with a way out.
// Solving and writing are the worker's; nothing of it is a change, and nothing is undone.
import type { Store } from "../state/store";
import { type Attempt, showFailure } from "./attempt";
import { fileStem } from "./file-stem";
import type { Saver } from "./ports";

export type MotionFormat = "vrma" | "bvh";

export interface MotionExportOptions {
  readonly signal: AbortSignal;
  /** 0..1. */
  onProgress(share: number): void;
}

export interface MotionExporter {
  /** Null where no recording moves the open avatar. */
  begin(): {
    readonly take: string;
    write(format: MotionFormat, options: MotionExportOptions): Promise<Uint8Array | string>;
  } | null;
}

export interface MotionExportParts {
  readonly store: Store;
  readonly exporter: MotionExporter;
  readonly saver: Saver;
}

export type MotionExportActions = ReturnType<typeof createMotionExportActions>;

export function createMotionExportActions({ store, exporter, saver }: MotionExportParts, attempt: Attempt) {
  const { exporting } = store;
  let underWay: AbortController | null = null;

  async function write(format: MotionFormat): Promise<void> {
    const begun = exporter.begin();
    const avatar = store.avatar.value;
    if (begun === null || avatar === null || underWay !== null) return;
    const file = `${fileStem(begun.take)}-${fileStem(avatar.file)}.${format}`;
    underWay = new AbortController();
    const { signal } = underWay;
    exporting.value = { file, progress: 0 };
    try {
      const content = await begun.write(format, {
        signal,
        onProgress: (progress) => {
          exporting.value = { file, progress };
        },
      });
      saver.save(file, new Blob([content as BlobPart], { type: TYPES[format] }));
    } catch (error) {
      if (!signal.aborted) showFailure(store, { key: "error.export", parameters: { file } }, error);
    } finally {
      underWay = null;
      exporting.value = null;
    }
  }

  return {
    save: (format: MotionFormat) => attempt({ key: "error.change" }, () => write(format)),
    cancel: () => underWay?.abort(),
  };
}

const TYPES: Readonly<Record<MotionFormat, string>> = { vrma: "model/gltf-binary", bvh: "text/plain" };
