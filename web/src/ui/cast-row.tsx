// One avatar in the list over the stage: its name, whom it follows, how it copies another, and a way to remove it.
// It holds only that a performer is held over it.
import { useState } from "preact/hooks";
import type { CastMember, Transfer } from "../state/cast";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FaultDetail } from "./fault-detail";

/** What is dragged from the list of performers. */
export const PERFORMER_TYPE = "application/x-doppel-performer";

const AUTO = "auto";
const NOBODY = "nobody";
const PERFORMER = "performer:";
const LEADER = "leader:";

export function CastRow({ member }: { readonly member: CastMember }) {
  const text = useText();
  const { store, cast } = useApp();
  const [isOver, setOver] = useState(false);
  const isOpen = store.cast.open.value === member.key;
  const { key, name, status, progress, fault, leader } = member;
  return (
    <li
      class="cast-row"
      data-open={isOpen}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes(PERFORMER_TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const performer = event.dataTransfer?.getData(PERFORMER_TYPE) ?? "";
        setOver(false);
        if (performer === "") return;
        event.preventDefault();
        void cast.follow(key, performer);
      }}
    >
      <button
        type="button"
        class="cast-name"
        aria-pressed={isOpen}
        disabled={status !== "ready"}
        title={text(isOpen ? "cast.isOpen" : "cast.open", { name })}
        onClick={() => void cast.choose(key)}
      >
        {name}
      </button>
      {status === "ready" && <FollowMenu member={member} />}
      {status !== "ready" && status !== "failed" && (
        <span class="cast-status" role="status">
          {text(status === "waiting" ? "wall.waiting" : `loading.${status}`)}
          {progress !== null && ` ${text.number(100 * progress, 0)} %`}
        </span>
      )}
      {fault !== null && (
        <span class="cast-fault" role="alert">
          <span>{text.note(fault.title)}</span>
          {(fault.texts ?? []).map((note) => (
            <span key={note.key}>{text.note(note)}</span>
          ))}
          {fault.detail !== undefined && <FaultDetail detail={fault.detail} />}
        </span>
      )}
      <IconButton
        icon="close"
        label={text("cast.remove", { name })}
        disabled={isOpen && store.cast.members.value.length === 1}
        onClick={() => void cast.remove(key)}
      />
      {leader !== null && <TransferFields member={member} />}
    </li>
  );
}

function FollowMenu({ member: { key, name, leader } }: { readonly member: CastMember }) {
  const text = useText();
  const { store, cast } = useApp();
  const performers = store.bodyRig.performers.value;
  const others = store.cast.members.value.filter((other) => other.key !== key && other.status === "ready");
  const performer = store.cast.follows.value.get(key) ?? null;
  const value =
    leader !== null ? `${LEADER}${leader}` : performer === null ? NOBODY : `${PERFORMER}${performer}`;
  const choose = async (chosen: string) => {
    if (chosen.startsWith(LEADER)) return cast.lead(key, Number(chosen.slice(LEADER.length)));
    if (leader !== null) await cast.lead(key, null);
    if (chosen === AUTO) return cast.follow(key, undefined);
    return cast.follow(key, chosen === NOBODY ? null : chosen.slice(PERFORMER.length));
  };
  return (
    <select
      class="input cast-follow"
      aria-label={text("cast.follows", { name })}
      value={value}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    >
      <option value={AUTO}>{text("cast.auto")}</option>
      <option value={NOBODY}>{text("live.nobody")}</option>
      {performers.map((each) => (
        <option key={each.key} value={`${PERFORMER}${each.key}`} disabled={each.rig === null}>
          {each.name}
        </option>
      ))}
      {others.length > 0 && (
        <optgroup label={text("cast.copy")}>
          {others.map((other) => (
            <option key={other.key} value={`${LEADER}${other.key}`}>
              {other.name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

const AXES = ["X", "Y", "Z"] as const;

/** How it copies the other: moved by so much, with its scale, with its head's. */
function TransferFields({ member: { key, leader, transfer } }: { readonly member: CastMember }) {
  const text = useText();
  const { cast } = useApp();
  const change = (edit: Partial<Transfer>) => void cast.lead(key, leader, { ...transfer, ...edit });
  return (
    <fieldset class="cast-transfer" aria-label={text("cast.transfer")}>
      {AXES.map((axis, index) => (
        <label key={axis} class="cast-axis">
          {axis}
          <input
            class="input"
            type="number"
            min={-10}
            max={10}
            step={0.1}
            value={transfer.hipOffset[index]}
            aria-label={text("cast.offset", { axis })}
            onChange={({ currentTarget }) => {
              const value = Math.min(10, Math.max(-10, currentTarget.valueAsNumber || 0));
              const [x, y, z] = transfer.hipOffset.map((old, at) => (at === index ? value : old));
              change({ hipOffset: [x ?? 0, y ?? 0, z ?? 0] });
            }}
          />
        </label>
      ))}
      <label class="cast-check">
        <input
          type="checkbox"
          checked={transfer.syncRootScale}
          onChange={({ currentTarget }) => change({ syncRootScale: currentTarget.checked })}
        />
        {text("cast.syncRootScale")}
      </label>
      <label class="cast-check">
        <input
          type="checkbox"
          checked={transfer.transferHeadScale}
          onChange={({ currentTarget }) => change({ transferHeadScale: currentTarget.checked })}
        />
        {text("cast.transferHeadScale")}
      </label>
    </fieldset>
  );
}
