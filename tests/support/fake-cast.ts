// A stage for the cast that shows nothing: it knows who stands there, records what was asked of it, and fails when told to.
// All bodies are one; whom the open avatar follows goes through the store as with the real one.
import type { CastStage } from "../../web/src/commands/cast";
import type { BodyStage, Drawn, MeasuredAvatar } from "../../web/src/commands/ports";
import type { Profile } from "../../web/src/state/profile";
import type { Store } from "../../web/src/state/store";

export function makeCastStage(store: Store, body: BodyStage, step: (name: string) => void) {
  /** What stands beside the open one. */
  const standing = new Map<
    number,
    { drawn: Drawn | null; avatar: MeasuredAvatar | null; profile: Profile | null }
  >();
  const wants = new Map<number, string | null | undefined>();
  const at = (key: number) => {
    const found = standing.get(key);
    if (found === undefined) throw new Error(`nobody stands there: ${key}`);
    return found;
  };
  const stage: CastStage = {
    add: (key, drawn, avatar, profile) => {
      step(`cast add ${key}`);
      standing.set(key, { drawn, avatar, profile });
    },
    remove: (key) => {
      step(`cast remove ${key}`);
      standing.get(key)?.drawn?.dispose();
      standing.delete(key);
    },
    setProfile: (key, profile) => {
      step(`cast setProfile ${key}`);
      at(key).profile = profile;
    },
    reroute: (key, avatar, profile) => {
      step(`cast reroute ${key}`);
      Object.assign(at(key), { avatar, profile });
    },
    stepAside: (key) => {
      step(`cast aside ${key}`);
      standing.set(key, { drawn: null, avatar: null, profile: null });
      return true;
    },
    stepForward: (key) => {
      step(`cast forward ${key}`);
      return standing.delete(key);
    },
    body: () => body,
    meters: () => store.live.bodyMeters,
    want: (key, performer) => {
      step(`cast want ${key} ${performer}`);
      wants.set(key, performer);
    },
    wanted: (key) => wants.get(key),
    lead: (key, leader, transfer) => step(`cast lead ${key} ${leader} ${transfer.hipOffset}`),
    freeBeside: () => 2,
  };
  // The one body's performer is the open avatar's.
  store.bodyRig.follows.subscribe((performer) => {
    store.cast.follows.value = new Map(store.cast.follows.value).set(store.cast.open.value || 1, performer);
  });
  return { stage, standing };
}
