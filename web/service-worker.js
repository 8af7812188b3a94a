// The page without its server: keeps the files of one build and answers with them where nobody else does.
// It is no part of the bundle: the build writes it out with its list of files in place of the marks. Streams, remote control, uploaded
// assets and whatever else is not in the list are none of its business.

/** Of all files; another build is another version. */
const kVersion = "%VERSION%";
/** What the page cannot do without, from the page's own folder; names with a hash but for the few in `kLoose`. */
const kFiles = "%FILES%";
/** Hash of the page itself: a build that is put in place meanwhile is not mixed with this one. */
const kPageHash = "%PAGE_HASH%";
/** Asked anew each time, kept for when there is no answer; also the avatars and takes that were opened. */
const kLoose = "%LOOSE%";

const kPrefix = "doppel-page-";
const kCache = `${kPrefix}${kVersion}`;
const kPage = "./";

const addressOf = (file) => new URL(file, self.registration.scope).href;

async function sha256(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** All or nothing: a file that is missing leaves the version before in force. */
async function fill() {
  const cache = await caches.open(kCache);
  // Past the browser's own cache: what has no hash in its name may be of the build before.
  await cache.addAll([kPage, ...kFiles].map((file) => new Request(addressOf(file), { cache: "no-cache" })));
  const page = await cache.match(addressOf(kPage));
  if (page === undefined || (await sha256(page)) !== kPageHash) {
    await caches.delete(kCache);
    throw new Error("the page is of another build than this list");
  }
}

/** Only once no page of the version before is open: it may still want its files. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(kPrefix) && name !== kCache).map((name) => caches.delete(name)),
  );
}

/** The newest page where the server answers; its scripts have names of their own, so that it brings its own build along. */
async function page(request) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // No server.
  }
  return (await kept(kPage)) ?? fetch(request);
}

const kept = async (file) => (await caches.open(kCache)).match(addressOf(file));

async function newest(request, file) {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(kCache)).put(addressOf(file), response.clone());
    return response;
  } catch (error) {
    const answer = await kept(file);
    if (answer === undefined) throw error;
    return answer;
  }
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname))
    return;
  const file = url.pathname.slice(scope.pathname.length);
  if (request.mode === "navigate") {
    if (file === "" || file === "index.html") event.respondWith(page(request));
  } else if (kLoose.includes(file)) event.respondWith(newest(request, file));
  else if (kFiles.includes(file)) event.respondWith(kept(file).then((answer) => answer ?? fetch(request)));
});
