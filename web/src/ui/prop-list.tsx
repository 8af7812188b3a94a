// The props in the list over the stage: what each is, where a chair's seat is, on whom it hangs, what it looks like.
// It holds only that a file is held over a row.
import { useRef, useState } from "preact/hooks";
import {
  MAX_SEAT,
  type PropFacts,
  type PropSlot,
  type PropType,
  propSlots,
  propTypes,
  typeOf,
} from "../state/props";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { FilePicker } from "./file-picker";

const FREE = "";

export function PropList() {
  const text = useText();
  const { store } = useApp();
  const props = store.props.list.value;
  return (
    <section class="props" aria-labelledby="props-title" data-testid="props">
      <span id="props-title" class="cast-label">
        {text("props.region")}
      </span>
      {props.length === 0 ? (
        <p class="cast-hint">{text("props.none")}</p>
      ) : (
        <ul class="cast-list">
          {props.map((prop) => (
            <PropRow key={prop.key} prop={prop} />
          ))}
        </ul>
      )}
    </section>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

function PropRow({ prop }: { readonly prop: PropFacts }) {
  const text = useText();
  const { store, props } = useApp();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { key, name } = prop;
  const type = typeOf(prop, store.props.settings.value);
  const model = store.props.models.value.get(key);
  return (
    <li
      class="prop-row"
      data-prop={key}
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (file === undefined) return;
        event.preventDefault();
        void props.openModel(key, file);
      }}
    >
      <span class="prop-name" title={model === undefined ? name : `${name}\n${model}`}>
        {name}
      </span>
      <select
        class="input"
        aria-label={text("props.type", { name })}
        value={type}
        onChange={({ currentTarget }) => void props.setType(key, currentTarget.value as PropType)}
      >
        {propTypes.map((each) => (
          <option key={each} value={each}>
            {text(`propType.${each}`)}
          </option>
        ))}
      </select>
      <IconButton
        icon={model === undefined ? "open" : "close"}
        label={text(model === undefined ? "props.model" : "props.modelRemove", { name })}
        onClick={() => (model === undefined ? picker.current?.click() : void props.removeModel(key))}
      />
      <HeldMenu prop={prop} />
      {type === "chair" && <SeatField prop={prop} />}
      <FilePicker
        input={picker}
        testId="prop-input"
        accept=".glb"
        picked={([file]) => file !== undefined && void props.openModel(key, file)}
      />
    </li>
  );
}

function HeldMenu({ prop: { key, name } }: { readonly prop: PropFacts }) {
  const text = useText();
  const { store, props } = useApp();
  const members = store.cast.members.value.filter(({ status }) => status === "ready");
  const held = store.props.settings.value[key]?.held;
  const value = held === undefined ? FREE : `${held.slot}:${held.avatar}`;
  const isGone = held !== undefined && !members.some(({ id }) => id === held.avatar);
  const choose = (chosen: string) => {
    const colon = chosen.indexOf(":");
    if (chosen === FREE) void props.detach(key);
    else void props.attach(key, chosen.slice(colon + 1), chosen.slice(0, colon) as PropSlot);
  };
  return (
    <select
      class="input prop-held"
      aria-label={text("props.held", { name })}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value={FREE}>{text("props.free")}</option>
      {isGone && <option value={value}>{text("props.gone", { avatar: held.avatar })}</option>}
      {members.map((member) => (
        <optgroup key={member.key} label={member.name}>
          {propSlots.map((slot) => (
            <option key={slot} value={`${slot}:${member.id}`}>
              {`${member.name}: ${text(`propSlot.${slot}`)}`}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

function SeatField({ prop: { key, name } }: { readonly prop: PropFacts }) {
  const text = useText();
  const { store, props } = useApp();
  return (
    <label class="prop-seat">
      {text("props.seatLabel")}
      <input
        class="input"
        type="number"
        min={-MAX_SEAT}
        max={MAX_SEAT}
        step={0.01}
        value={store.props.settings.value[key]?.seat?.[1] ?? 0}
        aria-label={text("props.seat", { name })}
        onChange={({ currentTarget }) => void props.setSeatHeight(key, currentTarget.valueAsNumber || 0)}
      />
      {text("props.metres")}
    </label>
  );
}
