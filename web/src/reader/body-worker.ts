// The worker that reads a body recording: one request, one answer, then it ends; the page goes on drawing meanwhile.
// It keeps nothing, and is not for Node.
import { type BodyAnswer, type BodyRequest, buffersOf, refusalOf } from "./body-messages";
import { readBody } from "./read-body";

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function answer({ name, content }: BodyRequest): Promise<void> {
  try {
    const clip = await readBody(new Uint8Array(await content.arrayBuffer()), name);
    scope.postMessage({ kind: "done", clip } satisfies BodyAnswer, buffersOf(clip));
  } catch (error) {
    scope.postMessage(refusalOf(error));
  }
  scope.close();
}

scope.onmessage = ({ data }: MessageEvent<BodyRequest>) => void answer(data);
