// Maps targets whose names say nothing to channels by hand: a list beside the avatar, each target with what it moves and a preview.
// It holds a draft until it is applied; what a mapping means is the actions' and the reader's matter.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TargetFacts } from "../state/avatar";
import { mappingOf } from "../state/mapping";
import { type Text, useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";
import { DialogSearch } from "./dialog-search";
import { assigned, BY_NAME, NOTHING, pairsOf, shownTargets } from "./mapping-rows";

const MILLIMETRES = 1000;

export function MappingDialog({ close }: { close: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => () => actions.mapping.stopPreview(), [actions]);
  const avatar = store.avatar.value;
  const inForce = mappingOf(store.profile.value);
  const draft = store.mapping.draft.value;
  const mapping = draft ?? inForce;
  const targets = avatar?.targets ?? [];
  const label = (target: TargetFacts) =>
    `${targetName(text, target)} ${target.meshes.join(" ")} ${movement(text, target)}`;
  const rows = shownTargets(targets, inForce, { all, search }, label);
  const apply = async () => {
    if (await actions.mapping.apply()) close();
  };
  return (
    <Dialog title={text("mapping.title")} close={close} side>
      <div class="mapping" data-testid="mapping">
        <p class="mapping-text">{text("mapping.text")}</p>
        <div class="mapping-tools">
          <DialogSearch label={text("mapping.search")} value={search} onInput={setSearch} />
          <label class="toggle">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
            {text("mapping.all", { count: targets.length })}
          </label>
        </div>
        {rows.length === 0 ? (
          <p class="mapping-none">
            {text(
              targets.length === 0
                ? "mapping.noTargets"
                : search === ""
                  ? "mapping.allNamed"
                  : "mapping.noneFound",
            )}
          </p>
        ) : (
          <ul class="mapping-list" aria-label={text("mapping.title")}>
            {rows.map((target) => (
              <Row
                key={target.keys[0]}
                target={target}
                language={text.language}
                choice={assigned(mapping, target)}
                plays={store.mapping.playing.value === target.keys[0]}
              />
            ))}
          </ul>
        )}
        <div class="mapping-foot">
          <IconButton icon="load" label={text("mapping.import")} onClick={() => file.current?.click()} />
          <IconButton
            icon="save"
            label={text("mapping.export")}
            disabled={Object.keys(mapping).length === 0}
            onClick={() => actions.mapping.exportFile()}
          />
          <span class="mapping-state" role="status">
            {draft === null
              ? text("mapping.count", { count: Object.keys(inForce).length })
              : text("mapping.changed")}
          </span>
          <button
            type="button"
            class="button button-plain"
            disabled={draft === null}
            onClick={() => actions.mapping.discard()}
          >
            {text("mapping.discard")}
          </button>
          <button
            type="button"
            class="button button-accent"
            disabled={draft === null || store.busy.value}
            onClick={() => void apply()}
          >
            {text("mapping.apply")}
          </button>
        </div>
        <input
          ref={file}
          class="visually-hidden"
          type="file"
          accept=".json"
          tabIndex={-1}
          aria-hidden="true"
          data-testid="mapping-file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen !== undefined) void actions.mapping.importFile(chosen.name, chosen, false);
            event.currentTarget.value = "";
          }}
        />
      </div>
    </Dialog>
  );
}

interface RowProps {
  target: TargetFacts;
  /** The texts of a row change with it. */
  language: string;
  choice: string | null | undefined;
  plays: boolean;
}

/** A file may have hundreds of targets, each with a choice of seventy: a row is built again only where it changes. */
function Row({ target, language, choice, plays }: RowProps) {
  return useMemo(
    () => <RowContent target={target} language={language} choice={choice} plays={plays} />,
    [target, language, choice, plays],
  );
}

function RowContent({ target, choice, plays }: RowProps) {
  const text = useText();
  const { actions } = useApp();
  const name = targetName(text, target);
  const key = target.keys[0] ?? "";
  return (
    <li class="target">
      <IconButton
        icon={plays ? "pause" : "preview"}
        label={text("mapping.preview", { target: name })}
        pressed={plays}
        disabled={target.region === "nothing"}
        onClick={() => actions.mapping.preview(key, target.slots)}
      />
      <span class="target-facts">
        <code class="target-name">{name}</code>
        <span class="target-about">
          {movement(text, target)}
          {target.meshes.length > 0 && ` · ${target.meshes.join(", ")}`}
        </span>
      </span>
      <select
        class={choice === undefined ? "input target-choice" : "input target-choice target-mapped"}
        aria-label={text("mapping.channelOf", { target: name })}
        value={choice === undefined ? BY_NAME : (choice ?? NOTHING)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          actions.mapping.assign(
            target.keys,
            value === BY_NAME ? undefined : value === NOTHING ? null : value,
          );
        }}
      >
        <Choices target={target} />
      </select>
    </li>
  );
}

function Choices({ target }: { target: TargetFacts }) {
  const text = useText();
  const { channels, groups } = useApp().store;
  const pairs = useMemo(() => pairsOf(channels.map(({ name }) => name)), [channels]);
  const named = target.drivers.join(", ");
  return (
    <>
      <option value={BY_NAME}>
        {named === "" ? text("mapping.unassigned") : text("mapping.byName", { drivers: named })}
      </option>
      <option value={NOTHING}>{text("mapping.nothing")}</option>
      {groups.map((group) => (
        <optgroup key={group} label={text(`group.${group}` as "group.Brow")}>
          {channels
            .filter((channel) => channel.group === group)
            .map(({ name }) => (
              <option key={name} value={name}>
                {name} · {text.channel(name)}
              </option>
            ))}
        </optgroup>
      ))}
      <optgroup label={text("mapping.bothSides")}>
        {pairs.map((stem) => (
          <option key={stem} value={stem}>
            {text("mapping.both", { stem })}
          </option>
        ))}
      </optgroup>
    </>
  );
}

function targetName(text: Text, target: TargetFacts): string {
  return target.name || text("mapping.unnamed", { number: target.index + 1 });
}

/** Where it moves something and how far: `Mouth and jaw, left · 4.2 mm`. */
function movement(text: Text, { region, side, travel }: TargetFacts): string {
  const place = text(`region.${region}`);
  if (region === "nothing") return place;
  const where = side === "middle" ? place : `${place}, ${text(`side.${side}`)}`;
  return `${where} · ${text("detail.travelValue", { value: text.number(travel * MILLIMETRES, 1) })}`;
}
