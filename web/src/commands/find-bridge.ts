// Where the stream is: named in the page's address, or of the very bridge that served the page.
// It opens nothing but one question to the page's own host.

export const BRIDGE_PARAMETER = "bridge";
export const TOKEN_PARAMETER = "token";
const NONE = "none";
const STREAM = "mocap";
const REMOTE = "retargeting";
/** How the bridge calls itself in `Server`. */
const BRIDGE = /^doppel-bridge\b/;

/**
 * @param page its address: `?bridge=none`, `?bridge=ws://HOST:PORT` (with or without a path), else the page's own host is asked
 * @param ask answers the `Server` header of an address, null where there is none
 * @returns address of the stream, null where there is no bridge
 */
export async function findBridge(
  page: string,
  ask: (address: string) => Promise<string | null>,
): Promise<string | null> {
  const url = new URL(page);
  const wanted = url.searchParams.get(BRIDGE_PARAMETER)?.trim() ?? "";
  if (wanted === NONE) return null;
  const token = url.searchParams.get(TOKEN_PARAMETER);
  if (wanted !== "") return streamAddress(wanted, page, token);
  if (!url.protocol.startsWith("http")) return null;
  const server = await ask(new URL("./", page).href);
  return server !== null && BRIDGE.test(server) ? streamAddress(page, page, token) : null;
}

/** Where the remote control is of the bridge whose stream is known. What is no address is handed on as it is. */
export function remoteAddress(stream: string): string {
  return stream.replace(new RegExp(`/${STREAM}(?=$|\\?)`), `/${REMOTE}`);
}

/** Of a file of the bridge whose remote control is known, by its SHA-256; null where that is no address. */
export function assetAddress(remote: string, hash: string): string | null {
  return fileAddress(remote, `/assets/${hash}`);
}

/** Of the list of recordings of the bridge whose stream is known, or of one by its name; null where that is no address. */
export function takeAddress(stream: string, name?: string): string | null {
  return fileAddress(stream, name === undefined ? "/takes" : `/takes/${encodeURIComponent(name)}`);
}

/** With the token that the WebSocket's address has. */
function fileAddress(socket: string, path: string): string | null {
  let url: URL;
  try {
    url = new URL(socket);
  } catch {
    return null;
  }
  url.protocol = url.protocol.replace(/^ws/, "http");
  url.pathname = path;
  return url.href;
}

/** What is no address is handed on as it is: opening it says so. */
function streamAddress(wanted: string, page: string, token: string | null): string {
  let url: URL;
  try {
    url = new URL(wanted, page);
  } catch {
    return wanted;
  }
  url.protocol = url.protocol.replace(/^http/, "ws");
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith(`/${STREAM}`)) url.pathname = `/${STREAM}`;
  if (token !== null) url.searchParams.set(TOKEN_PARAMETER, token);
  return url.href;
}

/** Seconds between two questions to a host that is not there. */
const ASK_AGAIN = 5;

/**
 * What an address's head calls its server, null where it does not say. A host that does not answer at all, as for a page that the browser
 * had kept, is asked again until it is there.
 * @param absent called when it does not answer
 */
export async function serverOnceThere(address: string, absent = () => {}): Promise<string | null> {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "HEAD", cache: "no-store" });
      return answer.headers.get("server");
    } catch {
      absent();
      await new Promise((resolve) => setTimeout(resolve, 1000 * ASK_AGAIN));
    }
  }
}
