// The stage as one character: the avatar that is open.
// It keeps nothing of its own: document, body and meters are those of the session and the store.
import type { Store } from "../state/store";
import { characterId } from "./character-id";
import type { Character, Characters } from "./characters";
import type { BodyStage } from "./ports";
import type { Document, Session } from "./session";

export interface OpenCharacterParts {
  readonly store: Store;
  readonly session: Session;
  readonly body: BodyStage;
}

export function createOpenCharacter(parts: OpenCharacterParts): Characters {
  const { store, session } = parts;
  let known: { readonly avatar: Document["avatar"]; readonly character: Character } | null = null;
  const open = (): Character | null => {
    const { document } = session;
    if (document === null) known = null;
    else if (known?.avatar !== document.avatar)
      known = { avatar: document.avatar, character: characterOf(parts, document) };
    return known?.character ?? null;
  };
  const list = () => {
    const character = open();
    return character === null ? [] : [character];
  };
  return {
    get open() {
      return open();
    },
    get list() {
      return list();
    },
    find: (id) => list().find((character) => character.id === id),
    onChange: (listener) => {
      const stops = [store.profile, store.bodyRig.follows].map((signal) => {
        // A signal tells its subscriber of what is there already.
        let isFirst = true;
        return signal.subscribe(() => {
          if (!isFirst) listener();
          isFirst = false;
        });
      });
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function characterOf({ store, session, body }: OpenCharacterParts, first: Document): Character {
  const { name, file } = first.avatar.facts;
  /** The last one where it is open no more. */
  let last = first;
  return {
    id: characterId(name || file),
    name: name || file,
    get document() {
      if (session.document?.avatar === first.avatar) last = session.document;
      return last;
    },
    get performer() {
      return store.bodyRig.follows.value;
    },
    body,
    meters: store.live.bodyMeters,
    change: (label, profile, mergeKey) => session.change(label, profile, mergeKey),
  };
}
