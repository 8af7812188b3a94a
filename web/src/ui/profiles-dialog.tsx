// The profiles that this browser keeps: a list to put into force, rename, duplicate, hand out and delete from.
// It stores nothing; the library's actions do.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Fit, fitOf, type SavedFacts } from "../state/library";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { KeptAvatar } from "./kept-avatar";

export function ProfilesDialog({ pick }: { pick: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const { saved, status } = store.library;
  const isOpen = store.avatar.value !== null;
  const close = () => actions.library.show(null);
  return (
    <Dialog title={text("library.title")} close={close} wide>
      <div class="profiles" data-testid="profiles">
        <div class="profiles-tools">
          <IconButton
            icon="copy"
            tone="plain"
            label={text("library.keep")}
            text={text("library.keep")}
            disabled={!isOpen || status.value === "unavailable"}
            onClick={() => void actions.library.keep()}
          />
          <IconButton
            icon="load"
            tone="plain"
            label={text("profile.load")}
            text={text("profile.load")}
            onClick={() => {
              close();
              pick();
            }}
          />
          <IconButton
            icon="map"
            tone="plain"
            label={text("mapping.show")}
            text={text("mapping.show")}
            disabled={(store.avatar.value?.targets.length ?? 0) === 0}
            onClick={() => void actions.mapping.open()}
          />
        </div>
        {status.value === "unavailable" && <p class="profiles-note">{text("library.unavailable")}</p>}
        {saved.value.length === 0 ? <NothingSaved /> : <SavedList list={saved.value} />}
        <Deleted />
        <KeptAvatar />
      </div>
    </Dialog>
  );
}

function NothingSaved() {
  const text = useText();
  return (
    <div class="profiles-empty" data-testid="profiles-empty">
      <Icon name="profiles" />
      <strong>{text("library.emptyTitle")}</strong>
      <p>{text("library.emptyText")}</p>
    </div>
  );
}

function SavedList({ list }: { list: readonly SavedFacts[] }) {
  const text = useText();
  return (
    <ul class="profiles-list" aria-label={text("library.title")}>
      {list.map((saved) => (
        <SavedRow key={saved.id} saved={saved} />
      ))}
    </ul>
  );
}

function SavedRow({ saved }: { saved: SavedFacts }) {
  const text = useText();
  const { store, actions } = useApp();
  const [renaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const avatar = store.avatar.value;
  const fit = fitOf(saved, avatar);
  const { name } = saved;
  const date = new Date(saved.savedAt).toLocaleString(text.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const endRenaming = () => {
    setRenaming(false);
    row.current?.querySelector<HTMLElement>("[data-action=rename] button")?.focus();
  };
  return (
    <li class="saved" ref={row}>
      <div class="saved-facts">
        {renaming ? (
          <NameField saved={saved} done={endRenaming} />
        ) : (
          <strong class="saved-name">{name}</strong>
        )}
        <FitTag fit={fit} isOpen={avatar !== null} />
        {saved.kind === "own" && (
          <span class="tag" title={text("library.ownHint")}>
            {text("library.own")}
          </span>
        )}
        <span class="saved-about">
          {saved.avatarName !== "" && saved.avatarName !== name && <span>{saved.avatarName}</span>}
          <span>{saved.file}</span>
          <time dateTime={new Date(saved.savedAt).toISOString()}>{date}</time>
        </span>
      </div>
      <div class="saved-buttons">
        <button
          type="button"
          class="button button-plain"
          disabled={avatar === null}
          aria-label={text(fit === "same" ? "library.applyNamed" : "library.applyByNameNamed", { name })}
          onClick={() =>
            void actions.library.apply(saved.id).then((done) => done && actions.library.show(null))
          }
        >
          {text(fit === "same" || avatar === null ? "library.apply" : "library.applyByName")}
        </button>
        <span data-action="rename">
          <IconButton
            icon="edit"
            label={text("library.rename", { name })}
            onClick={() => setRenaming(true)}
          />
        </span>
        <IconButton
          icon="copy"
          label={text("library.duplicate", { name })}
          onClick={() => void actions.library.duplicate(saved.id)}
        />
        <IconButton
          icon="save"
          label={text("library.export", { name })}
          onClick={() => actions.library.exportFile(saved.id)}
        />
        <IconButton
          icon="trash"
          label={text("library.delete", { name })}
          onClick={() => void actions.library.remove(saved.id)}
        />
      </div>
    </li>
  );
}

function FitTag({ fit, isOpen }: { fit: Fit; isOpen: boolean }) {
  const text = useText();
  if (!isOpen) return null;
  return (
    <span class={`tag tag-fit-${fit}`} title={text(`library.fit.${fit}.hint`)}>
      {text(`library.fit.${fit}`)}
    </span>
  );
}

function NameField({ saved, done }: { saved: SavedFacts; done: () => void }) {
  const text = useText();
  const { actions } = useApp();
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (keep: boolean) => {
    if (over.current) return;
    over.current = true;
    if (keep) void actions.library.rename(saved.id, field.current?.value ?? "");
    done();
  };
  return (
    <input
      ref={field}
      class="input saved-rename"
      aria-label={text("library.newName", { name: saved.name })}
      defaultValue={saved.name}
      maxLength={80}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === "Enter");
      }}
    />
  );
}

/** What was deleted last, and the way back; the button takes the focus that went with the row. */
function Deleted() {
  const text = useText();
  const { store, actions } = useApp();
  const names = store.library.deleted.value;
  const name = names.at(-1);
  const button = useRef<HTMLButtonElement>(null);
  const count = useRef(names.length);
  useLayoutEffect(() => {
    if (names.length > count.current) button.current?.focus();
    count.current = names.length;
  }, [names]);
  return (
    <div class="profiles-deleted" role="status">
      {name !== undefined && (
        <>
          <span>{text("library.deleted", { name })}</span>
          <button
            ref={button}
            type="button"
            class="button button-plain"
            onClick={() => void actions.library.undoRemove()}
          >
            <Icon name="undo" />
            {text("library.undoDelete")}
          </button>
        </>
      )}
    </div>
  );
}
