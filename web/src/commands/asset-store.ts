// The bridge's store of files that several pages share, by their SHA-256: sends and fetches (docs/protocol.md, "Assets").
// Which files are sent is decided elsewhere.
import { Refusal } from "./refusal";

/** Why a file is not on the bridge. */
export class AssetError extends Refusal {
  override readonly name = "AssetError";
}

export interface AssetStore {
  /**
   * Sends a file that may be there already.
   * @param report progress 0..1
   * @throws AssetError
   */
  put(hash: string, content: Blob, report: (progress: number) => void): Promise<void>;
  /** @throws AssetError where it is not there; AbortError when cancelled */
  get(hash: string, signal: AbortSignal): Promise<Blob>;
}

const STORED: readonly number[] = [200, 201];
const TOO_LARGE = 413;
const NO_SPACE = 507;

/** @param addressOf of an asset, null while no bridge is known */
export function createAssetStore(addressOf: (hash: string) => string | null): AssetStore {
  const known = (hash: string): string => {
    const address = addressOf(hash);
    if (address === null) throw new AssetError({ key: "scene.assetUnreachable" });
    return address;
  };
  return {
    async put(hash, content, report) {
      const address = known(hash);
      const status = await send(address, content, report);
      if (STORED.includes(status)) return;
      if (status === TOO_LARGE) throw new AssetError({ key: "scene.assetTooLarge" });
      if (status === NO_SPACE) throw new AssetError({ key: "scene.assetNoSpace" });
      if (status === 0) throw new AssetError({ key: "scene.assetUnreachable" });
      throw new AssetError({ key: "error.addressStatus", parameters: { status } });
    },
    async get(hash, signal) {
      let answer: Response;
      try {
        answer = await fetch(known(hash), { signal });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TypeError) throw new AssetError({ key: "scene.assetUnreachable" });
        throw error;
      }
      if (!answer.ok) throw new AssetError({ key: "scene.assetAbsent" });
      return answer.blob();
    },
  };
}

/** `fetch` does not tell how far it is. @returns the status, 0 where nobody answered */
function send(address: string, content: Blob, report: (progress: number) => void): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address);
    request.upload.onprogress = ({ loaded, total }) => report(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request.status);
    request.onerror = request.onabort = () => resolve(0);
    request.send(content);
  });
}
