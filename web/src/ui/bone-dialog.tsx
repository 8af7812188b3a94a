// Maps human bones to joints by hand: a list beside the avatar, doubtful ones first, each with a field that searches the joints.
// Each choice is in force at once; what it means is the core's to say.
import { useId, useRef, useState } from "preact/hooks";
import { boneMap } from "../state/body-settings";
import { type BoneRow, boneLists, boneRows } from "./bone-rows";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";
import { DialogSearch } from "./dialog-search";

export function BoneDialog({ close }: { close: () => void }) {
  const text = useText();
  const { store } = useApp();
  const [search, setSearch] = useState("");
  const joints = store.bodyRig.joints.value;
  const rows = boneRows(store.bodyRig.rig.value, boneMap(store.profile.value), joints);
  const lists = boneLists(rows, search, (bone) => text.bone(bone));
  const options = useId();
  return (
    <Dialog title={text("bones.title")} close={close} side>
      <div class="mapping" data-testid="bones">
        <p class="mapping-text">{text("bones.text")}</p>
        <DialogSearch label={text("bones.search")} value={search} onInput={setSearch} />
        {lists.length === 0 || joints.length === 0 ? (
          <p class="mapping-none">{text(joints.length === 0 ? "bones.noAvatar" : "bones.none")}</p>
        ) : (
          <div class="mapping-list">
            {lists.map(({ group, rows: listed }) => (
              <section key={group} class="bone-group" aria-label={text(`boneGroup.${group}`)}>
                <h3>{text(`boneGroup.${group}`)}</h3>
                <ul>
                  {listed.map((row) => (
                    <Row key={row.bone} row={row} options={options} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        <datalist id={options}>
          {joints.map((joint) => (
            <option key={joint} value={joint} />
          ))}
        </datalist>
        <Foot />
      </div>
    </Dialog>
  );
}

function Row({ row, options }: { row: BoneRow; options: string }) {
  const text = useText();
  const { store, actions } = useApp();
  const [isWrong, setWrong] = useState(false);
  const { bone, byHand, joint = "", isStale, findings } = row;
  const name = text.bone(bone);
  const note = useId();
  const state = byHand !== undefined ? "byHand" : joint === "" ? "absent" : "found";
  const choose = (field: HTMLInputElement) => {
    const wanted = field.value.trim();
    const known = wanted === "" || store.bodyRig.joints.value.includes(wanted);
    setWrong(!known);
    if (known) void actions.bones.assign(bone, wanted === "" ? undefined : wanted);
    // What it becomes is shown by the core's answer; without one the field goes back.
    if (wanted === "") field.value = joint;
  };
  return (
    <li class="bone" data-bone={bone}>
      <span class="target-facts">
        <span class="target-name">{name}</span>
        <span class={isStale || findings.length > 0 ? "target-about tone-fair" : "target-about"} id={note}>
          {isWrong
            ? text("bones.unknown")
            : isStale
              ? text("bones.stale", { joint: byHand ?? "" })
              : text(`bones.${state}`)}
          {findings.map(({ kind, text: reason }) => (
            <span key={reason}>
              {" · "}
              {text(`boneFinding.${kind}`)} <small lang="en">{reason}</small>
            </span>
          ))}
        </span>
      </span>
      <input
        class={byHand === undefined ? "input target-choice" : "input target-choice target-mapped"}
        type="text"
        list={options}
        autocomplete="off"
        spellcheck={false}
        aria-label={text("bones.jointOf", { bone: name })}
        aria-describedby={note}
        aria-invalid={isWrong}
        placeholder={text("bones.placeholder")}
        value={joint}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => choose(event.currentTarget)}
      />
      <IconButton
        icon="reset"
        label={text("bones.clear", { bone: name })}
        disabled={byHand === undefined}
        onClick={() => {
          setWrong(false);
          void actions.bones.assign(bone, undefined);
        }}
      />
    </li>
  );
}

function Foot() {
  const text = useText();
  const { store, actions } = useApp();
  const file = useRef<HTMLInputElement>(null);
  const count = Object.keys(boneMap(store.profile.value)).length;
  const undo = store.history.value.undo;
  return (
    <div class="mapping-foot">
      <IconButton icon="load" label={text("bones.import")} onClick={() => file.current?.click()} />
      <IconButton
        icon="save"
        label={text("bones.export")}
        disabled={count === 0}
        onClick={() => actions.bones.exportFile()}
      />
      <IconButton
        icon="undo"
        label={undo === null ? text("history.undo") : text("history.undoNamed", { change: text.note(undo) })}
        disabled={undo === null}
        onClick={() => void actions.undo()}
      />
      <span class="mapping-state" role="status">
        {text("bones.count", { count })}
      </span>
      <button
        type="button"
        class="button button-plain"
        disabled={count === 0}
        onClick={() => void actions.bones.clear()}
      >
        {text("bones.clearAll")}
      </button>
      <input
        ref={file}
        class="visually-hidden"
        type="file"
        accept=".json"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="bones-file"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen !== undefined) void actions.bones.importFile(chosen.name, chosen);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
