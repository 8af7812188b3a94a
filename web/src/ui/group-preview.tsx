// The button that plays a group of channels, in the table and in the easy view.
// What is played, and how, is the action's.
import { useApp, useText } from "./context";
import { IconButton } from "./controls";

interface GroupPreviewProps {
  /** What the store calls the group while it plays. */
  group: string;
  /** As it is heard. */
  name: string;
  onClick: () => void;
}

export function GroupPreview({ group, name, onClick }: GroupPreviewProps) {
  const text = useText();
  const { store } = useApp();
  return (
    <IconButton
      icon="preview"
      label={text("panel.previewGroup", { group: name })}
      pressed={store.panel.previewingGroup.value === group}
      disabled={store.profile.value === null}
      onClick={onClick}
    />
  );
}
