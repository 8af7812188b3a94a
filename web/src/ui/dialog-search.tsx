// The field by which a list in a dialog is searched, under the list's own name.
// What is found is the dialog's matter.
import { Icon } from "./icons";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function DialogSearch({ label, value, onInput }: Props) {
  return (
    <label class="mapping-search">
      <Icon name="search" />
      <span class="visually-hidden">{label}</span>
      <input
        class="input"
        type="search"
        placeholder={label}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
