// Where the pictures of a sequence go: a folder that the user chose, or one ZIP.
// Neither looks into a picture.
import { Zip, ZipPassThrough } from "fflate";
import type { PictureSink } from "./png-sequence";

/** Bytes of a ZIP: what is in it is held by the browser until it is saved. */
export const LARGEST_ZIP = 2_000_000_000;
/** Bytes of a picture's two heads in a ZIP, and some. */
const HEADS = 256;

/** The ZIP is full; what it holds is whole. */
export class ZipFull extends Error {
  readonly code = "sequence-full";
  override readonly name = "ZipFull";
  constructor(readonly limit: number) {
    super(`the ZIP has reached ${limit} bytes`);
  }
}

/** A sink that can be closed, with what is then to be saved, or thrown away. */
export interface ClosableSink extends PictureSink {
  /** Null where the pictures are where they belong already. */
  close(): Promise<Blob | null>;
  discard(): Promise<void>;
}

/** One ZIP, not compressed: PNGs do not shrink. Each picture goes to the browser's own keeping at once, so that the page's memory does not grow. */
export class ZipSink implements ClosableSink {
  private pieces: Blob[] = [];
  private size = 0;
  private readonly zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    // It belongs to nobody else: the library hands each piece on once.
    this.pieces.push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  });

  constructor(private readonly limit = LARGEST_ZIP) {}

  async put(name: string, picture: Blob): Promise<void> {
    const size = picture.size + HEADS;
    if (this.size + size > this.limit) throw new ZipFull(this.limit);
    this.size += size;
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const file = new ZipPassThrough(name);
    this.zip.add(file);
    file.push(bytes, true);
  }

  async close(): Promise<Blob> {
    this.zip.end();
    return new Blob(this.pieces, { type: "application/zip" });
  }

  async discard(): Promise<void> {
    this.zip.terminate();
    this.pieces = [];
  }
}

type Chooser = (options: { id: string; mode: "readwrite" }) => Promise<FileSystemDirectoryHandle>;

/** Files in a new folder, within one that the user chose. */
export class FolderSink implements ClosableSink {
  private constructor(
    private readonly parent: FileSystemDirectoryHandle,
    private readonly name: string,
    private readonly folder: FileSystemDirectoryHandle,
  ) {}

  static get isOffered(): boolean {
    return "showDirectoryPicker" in globalThis;
  }

  /** Rejects with an AbortError where the user chose none. Needs the press of a button. */
  static async choose(name: string): Promise<FolderSink> {
    const { showDirectoryPicker } = globalThis as unknown as { showDirectoryPicker: Chooser };
    const parent = await showDirectoryPicker.call(globalThis, { id: "doppel-pictures", mode: "readwrite" });
    return new FolderSink(parent, name, await parent.getDirectoryHandle(name, { create: true }));
  }

  async put(name: string, picture: Blob): Promise<void> {
    const file = await this.folder.getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(picture);
    await stream.close();
  }

  async close(): Promise<null> {
    return null;
  }

  discard(): Promise<void> {
    return this.parent.removeEntry(this.name, { recursive: true });
  }
}
