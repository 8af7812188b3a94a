// A place for one avatar in memory, so that keeping it can be tested without a browser.
// It fails when told to.
import type { KeptAvatars } from "../../web/src/commands/kept-avatar";
import type { AvatarFile } from "../../web/src/commands/ports";

export class FakeKept implements KeptAvatars {
  file: AvatarFile | null = null;
  failure: Error | null = null;

  async load(): Promise<AvatarFile | null> {
    if (this.failure !== null) throw this.failure;
    return this.file;
  }

  async put(file: AvatarFile): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.file = file;
  }

  async clear(): Promise<void> {
    this.file = null;
    if (this.failure !== null) throw this.failure;
  }
}
