// The list beside the stage: who stands there, whom each follows, which one is open in the panels; performers to be dragged onto them; the
// props. It holds no choice; the picture is the stage's.
import { useRef } from "preact/hooks";
import type { CastMember } from "../state/cast";
import { samples } from "../state/samples";
import { CastRow, PERFORMER_TYPE } from "./cast-row";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FilePicker } from "./file-picker";
import { Icon } from "./icons";
import { PropList } from "./prop-list";

export function CastView() {
  const text = useText();
  const { store } = useApp();
  const { isListOpen } = store.cast;
  const isOpen = isListOpen.value;
  const members = store.cast.members.value;
  return (
    <section class="cast" data-open={isOpen} aria-label={text("cast.region")} data-testid="cast">
      <div class="cast-head">
        <IconButton
          icon={isOpen ? "chevron" : "right"}
          label={text("cast.title", { count: members.length })}
          text={text("cast.title", { count: members.length })}
          pressed={isOpen}
          onClick={() => {
            isListOpen.value = !isOpen;
          }}
        />
        {!isOpen && members.map((member) => <CastChip key={member.key} member={member} />)}
      </div>
      {isOpen && (
        <>
          <Performers />
          <ul class="cast-list">
            {members.map((member) => (
              <CastRow key={member.key} member={member} />
            ))}
          </ul>
          <AddToCast />
          <PropList />
        </>
      )}
    </section>
  );
}

/** One avatar while the list is folded: how far it is, and a way to open it in the panels. */
function CastChip({ member: { key, name, status, progress } }: { readonly member: CastMember }) {
  const text = useText();
  const { store, cast } = useApp();
  const isOpen = store.cast.open.value === key;
  const isComing = status !== "ready" && status !== "failed";
  return (
    <button
      type="button"
      class="cast-chip"
      aria-pressed={isOpen}
      disabled={status !== "ready"}
      data-failed={status === "failed"}
      title={text(isOpen ? "cast.isOpen" : "cast.open", { name })}
      onClick={() => void cast.choose(key)}
    >
      {name}
      {isComing && ` ${progress === null ? "…" : `${text.number(100 * progress, 0)} %`}`}
    </button>
  );
}

/** Those that come from the source, to be dragged onto avatars; each avatar's own menu does the same. */
function Performers() {
  const text = useText();
  const { store } = useApp();
  const performers = store.bodyRig.performers.value;
  if (performers.length === 0) return <p class="cast-hint">{text("cast.noPerformers")}</p>;
  const followed = new Set(store.cast.follows.value.values());
  return (
    <div class="cast-performers">
      <span class="cast-label">{text("cast.performers")}</span>
      {performers.map(({ key, name, rig }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way; keys have each avatar's menu
        <span
          key={key}
          class="cast-performer"
          draggable={rig !== null}
          data-idle={!followed.has(key)}
          title={text(rig === null ? "cast.unfollowable" : followed.has(key) ? "cast.drag" : "cast.dragFree")}
          onDragStart={(event) => event.dataTransfer?.setData(PERFORMER_TYPE, key)}
        >
          {name}
        </span>
      ))}
    </div>
  );
}

function AddToCast() {
  const text = useText();
  const { store, cast } = useApp();
  const picker = useRef<HTMLInputElement>(null);
  const disabled = store.cast.full.value;
  return (
    <div class="cast-add">
      <button
        type="button"
        class="button button-plain"
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <Icon name="open" />
        {text("cast.addFiles")}
      </button>
      {samples.map(({ name }) => (
        <button
          key={name}
          type="button"
          class="button button-plain"
          disabled={disabled}
          aria-label={text("cast.addSample", { name: text(`sample.${name}`) })}
          onClick={() => void cast.addSample(name)}
        >
          + {text(`sample.${name}`)}
        </button>
      ))}
      <FilePicker
        input={picker}
        testId="cast-input"
        accept=".vrm,.glb"
        picked={(files) => void cast.addFiles(files)}
      />
    </div>
  );
}
