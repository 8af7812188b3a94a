// How the page begins: with a bridge or without, with which avatar, and what developers find in the console.
// No behaviour of its own.

import type { Actions } from "../commands/actions";
import { findBridge, remoteAddress, serverOnceThere } from "../commands/find-bridge";
import { firstAvatar } from "../commands/first-avatar";
import { developerHooks } from "../console/developer-hooks";
import { PageFace } from "../console/page-face";
import { sendFaces, showFaces } from "../loop/face-relay";
import type { SourcePlayer } from "../loop/player";
import type { StageElement } from "../stage/stage-element";
import type { LiveMeters } from "../state/live";
import type { Store } from "../state/store";
import { isHidden, type Parts } from "./parts";

/** Who wants less motion sees an idle face that only blinks. */
export function followReducedMotion(player: SourcePlayer): void {
  const query = matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => {
    player.idle.calm = query.matches;
  };
  query.addEventListener("change", follow);
  follow();
}

/** Live from the first moment where a bridge served the page; a hidden page asks it for no frames. */
export async function joinBridge(
  { bridge, remote, player }: Parts,
  live: LiveMeters,
  output: boolean,
  absent = () => {},
): Promise<boolean> {
  document.addEventListener("visibilitychange", () => {
    bridge.setHidden(isHidden());
    remote.setHidden(isHidden());
  });
  const frames = {
    faces: bridge.source.faces,
    player,
    onFrame: (work: () => void) => void live.onFrame(work),
  };
  if (output) showFaces(frames);
  else sendFaces({ ...frames, input: live.input, leads: () => remote.state.isAuthority });
  const address = await findBridge(location.href, (host) => serverOnceThere(host, absent));
  if (address === null) return false;
  bridge.connect(address);
  remote.connect(remoteAddress(address), { name: document.title, output });
  return true;
}

/** A link is read before: it decides which sample the page opens with. */
export function openFirst(actions: Actions): void {
  const first = firstAvatar(location.href);
  // Who comes by the plain address may be new; a link or a named avatar is from somebody who knows what they want.
  if (first.kind === "any" && location.hash === "") void openPlain(actions);
  else if (first.kind === "any") void actions.openFirstSample();
  if (first.kind === "sample") void actions.openSample(first.name);
  if (first.kind === "address") void actions.openAddress(first.address);
}

/** What the user had at the last visit, else a sample. */
async function openPlain(actions: Actions): Promise<void> {
  if (!(await actions.kept.reopen())) await actions.openFirstSample();
  actions.guide.offerTour();
}

/** `window.doppel`: the library's interface for the open avatar, for developers and tests. */
export function exposeToDevelopers(parts: Parts, store: Store, element: Pick<StageElement, "stage">): void {
  const face = new PageFace({ ...parts, live: store.live });
  Object.assign(window, { doppel: developerHooks({ ...parts, face, store, stage: element.stage }) });
}
