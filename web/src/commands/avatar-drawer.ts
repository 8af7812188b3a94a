// Draws a file for the session: bytes and the files beside it through the loader.
// It shows nothing; the theatre does.
import { AvatarDrawing } from "../avatar/avatar-drawing";
import type { Decoders } from "../avatar/decoders";
import type { DrawingLimits } from "../avatar/gpu-check";
import type { AvatarFile, Drawer, MeasuredAvatar } from "./ports";

export class AvatarDrawer implements Drawer {
  constructor(
    private readonly decoders: Decoders,
    private readonly limits: DrawingLimits,
  ) {}

  async draw(file: AvatarFile, avatar: MeasuredAvatar, signal: AbortSignal): Promise<AvatarDrawing> {
    const addresses = new Map<string, string>();
    const resolve = (uri: string): string => {
      const name = decodeURIComponent(uri.split("/").at(-1) ?? uri);
      const blob = Object.hasOwn(file.beside, name) ? file.beside[name] : undefined;
      if (blob === undefined) return uri;
      const address = addresses.get(name) ?? URL.createObjectURL(blob);
      addresses.set(name, address);
      return address;
    };
    try {
      const bytes = await file.content.arrayBuffer();
      signal.throwIfAborted();
      return await AvatarDrawing.load(
        this.decoders.loader(resolve),
        bytes,
        avatar.description,
        this.limits,
        signal,
      );
    } finally {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    }
  }
}
