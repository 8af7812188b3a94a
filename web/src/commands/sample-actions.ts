// Opens the avatars of Doppel's own: at the start of the page, and when the user switches to one.
// A sample is a file like any other once it is fetched.

import { type Sample, type SampleName, sampleByName, samples } from "../state/samples";
import type { ActionParts } from "./actions";
import { showFailure } from "./attempt";
import { AddressError, fetchAvatar } from "./fetch-avatar";
import { MAX_FILE_BYTES } from "./open-actions";
import { isFingerprintOf, type ProfileActions } from "./profile-actions";

/** Folder of the samples, from the page's own. */
const FOLDER = "avatars/";

export function sampleAddress(sample: Sample): string {
  return new URL(FOLDER + sample.file, location.href).href;
}
/** First bytes of a binary glTF. A server may answer with a page of its own for what it does not have. */
const GLB_MAGIC = "glTF";

interface FetchedSample {
  readonly sample: Sample;
  readonly content: Blob;
}

export function createSampleActions(parts: ActionParts, profiles: ProfileActions) {
  const { store, session, calibrator } = parts;
  let latest = 0;

  async function fetchSample(sample: Sample): Promise<FetchedSample> {
    const address = sampleAddress(sample);
    const { content } = await session
      .download(sample.file, (signal, report) => fetchAvatar(address, signal, report, MAX_FILE_BYTES))
      .catch((error: unknown) => {
        throw error instanceof AddressError ? new AddressError({ key: "sample.absent" }) : error;
      });
    if ((await content.slice(0, GLB_MAGIC.length).text()) !== GLB_MAGIC) {
      throw new AddressError({ key: "sample.absent" });
    }
    return { sample, content };
  }

  /** Fetches and opens; where another file has taken its place meanwhile, it gives way without a word. */
  async function open(shown: Sample, fetchIt: () => Promise<FetchedSample>): Promise<boolean> {
    const turn = ++latest;
    store.comingSample.value = shown.name;
    try {
      const { sample, content } = await fetchIt();
      if (turn !== latest || store.busy.value) return false;
      store.comingSample.value = sample.name;
      await session.open({
        name: sample.file,
        content,
        beside: {},
        origin: { kind: "sample", name: sample.name },
      });
      return true;
    } catch (error) {
      const gaveWay = error instanceof DOMException && error.name === "AbortError" && store.busy.value;
      if (!gaveWay) showFailure(store, { key: "sample.failed", parameters: { file: shown.file } }, error);
      return false;
    } finally {
      if (turn === latest) store.comingSample.value = null;
    }
  }

  async function openSample(name: SampleName): Promise<void> {
    const sample = sampleByName(name);
    if (sample === undefined) return;
    if (await open(sample, () => fetchSample(sample))) await profiles.afterOpen();
  }

  /**
   * Opens the sample that a waiting link was made for, else the first one. A profile for no avatar in particular goes on waiting: it
   * is for the one that the user opens, not for what the page opens by itself.
   */
  async function openFirstSample(): Promise<void> {
    const wanted = store.pendingLink.value?.fingerprint ?? "";
    const opened = await open(samples[0], async () => {
      const first = await fetchSample(samples[0]);
      if (wanted === "") return first;
      return (await madeFor(wanted, first)) ?? first;
    });
    if (opened) await profiles.afterOpen(store.pendingLink.value?.fingerprint !== "");
  }

  async function madeFor(fingerprint: string, first: FetchedSample): Promise<FetchedSample | undefined> {
    for (const sample of samples) {
      const candidate = sample === first.sample ? first : await fetchSample(sample).catch(() => undefined);
      if (candidate === undefined) continue;
      const bytes = new Uint8Array(await candidate.content.arrayBuffer());
      if (isFingerprintOf(calibrator.fingerprint(bytes), fingerprint)) return candidate;
    }
    return undefined;
  }

  return { openSample, openFirstSample };
}
