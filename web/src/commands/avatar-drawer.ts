// Draws a file for the session: bytes and the files beside it through the loader.
// It shows nothing; the theatre does.
import { AvatarDrawing } from "../avatar/avatar-drawing";
import type { Decoders } from "../avatar/decoders";
import type { DrawingLimits } from "../avatar/gpu-check";
import { PropDrawing } from "../avatar/prop-model";
import type { AvatarFile, Drawer, Drawn, MeasuredAvatar } from "./ports";

export class AvatarDrawer implements Drawer {
  constructor(
    private readonly decoders: Decoders,
    private readonly limits: DrawingLimits,
  ) {}

  async draw(file: AvatarFile, avatar: MeasuredAvatar, signal: AbortSignal, whole = false): Promise<Drawn> {
    const parts = new PartAddresses(file.beside);
    let missingImages = 0;
    const loader = this.decoders.loader(parts.resolve, () => {
      missingImages++;
    });
    try {
      const bytes = await file.content.arrayBuffer();
      signal.throwIfAborted();
      const drawing = await AvatarDrawing.load(loader, bytes, avatar.description, this.limits, signal, whole);
      return Object.assign(drawing, { missingImages });
    } finally {
      parts.revoke();
    }
  }
}

/** Loads the file of a prop, which holds everything that it names. */
export async function drawProp(decoders: Decoders, name: string, content: Blob): Promise<PropDrawing> {
  const parts = new PartAddresses({});
  try {
    const loader = decoders.loader(parts.resolve, () => {});
    return await PropDrawing.load(loader, await content.arrayBuffer(), name);
  } finally {
    parts.revoke();
  }
}

/** What a file may name: itself and the files that were dropped with it. Nothing is fetched from anywhere else. */
class PartAddresses {
  private readonly addresses = new Map<string, string>();

  constructor(private readonly beside: Readonly<Record<string, Blob>>) {}

  readonly resolve = (uri: string): string => {
    if (/^(blob|data):/i.test(uri)) return uri;
    const name = lastPart(uri);
    const blob = Object.hasOwn(this.beside, name) ? this.beside[name] : undefined;
    if (blob === undefined) return NOWHERE;
    const address = this.addresses.get(name) ?? URL.createObjectURL(blob);
    this.addresses.set(name, address);
    return address;
  };

  revoke(): void {
    for (const address of this.addresses.values()) URL.revokeObjectURL(address);
  }
}

/** An address that holds nothing: loading it fails without asking any host. */
const NOWHERE = "data:,";

function lastPart(uri: string): string {
  const last = uri.split("/").at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
