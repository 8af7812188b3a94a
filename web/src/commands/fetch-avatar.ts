// Fetches a file from an address that the user entered, with progress, and names the cause when that fails.
// It is the only code of the page that asks another host for anything.
import { Refusal } from "./refusal";

/** Why an address gave no file. */
export class AddressError extends Refusal {
  override readonly name = "AddressError";
}

export interface Fetched {
  readonly name: string;
  readonly content: Blob;
}

/**
 * @param report progress 0..1, null where the server states no length
 * @throws AddressError; AbortError when cancelled
 */
export async function fetchAvatar(
  address: string,
  signal: AbortSignal,
  report: (progress: number | null) => void,
  maxBytes: number,
): Promise<Fetched> {
  const url = parseAddress(address);
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: "omit", redirect: "follow" });
  } catch (error) {
    signal.throwIfAborted();
    // A browser does not tell a page which of these it was: refusal, an unreachable host, or CORS.
    if (error instanceof TypeError) throw new AddressError({ key: "error.addressCors" });
    throw error;
  }
  if (!response.ok) {
    throw new AddressError({ key: "error.addressStatus", parameters: { status: response.status } });
  }
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  return { name: nameOf(url), content: await readBody(response, length, maxBytes, report) };
}

async function readBody(
  response: Response,
  length: number,
  maxBytes: number,
  report: (progress: number | null) => void,
): Promise<Blob> {
  const tooLarge = () =>
    new AddressError({
      key: "error.tooLargeDetail",
      parameters: { limit: Math.round(maxBytes / (1024 * 1024)) },
    });
  if (length > maxBytes) throw tooLarge();
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    received += part.value.byteLength;
    if (received > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    report(length > 0 ? Math.min(1, received / length) : null);
  }
  return new Blob(chunks);
}

// Plain http to another host is closed by the page's policy; saying so beats a failure that looks like the server's.
function parseAddress(address: string): URL {
  let url: URL;
  try {
    url = new URL(address.trim(), location.href);
  } catch {
    throw new AddressError({ key: "error.addressBad" });
  }
  const own = url.origin === location.origin;
  if (!/^https?:\/\//i.test(address.trim()) || (!own && url.protocol !== "https:")) {
    throw new AddressError({ key: "error.addressBad" });
  }
  return url;
}

function nameOf(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || url.hostname;
  } catch {
    return last || url.hostname;
  }
}
