// Profile actions in the header: the saved ones, save as a file, share, open a link; and the dialogs behind them.
// It holds no profile; the actions do the work and say how it went.
import { BoneDialog } from "./bone-dialog";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { PasteLink, ShareDialog } from "./link-dialog";
import { MappingDialog } from "./mapping-dialog";
import { ProfilesDialog } from "./profiles-dialog";

export function ProfileMenu() {
  const text = useText();
  const { store, actions } = useApp();
  const open = store.profile.value !== null;
  return (
    <fieldset class="header-group" aria-label={text("profile.menu")}>
      <IconButton
        icon="profiles"
        label={text("library.show")}
        text={text("library.show")}
        onClick={() => actions.library.show("profiles")}
      />
      <IconButton
        icon="save"
        label={text("profile.save")}
        shortcut="Ctrl+S"
        disabled={!open}
        onClick={() => actions.saveProfile()}
      />
      <IconButton
        icon="share"
        label={text("share.show")}
        text={text("share.show")}
        disabled={!open}
        onClick={() => actions.library.show("share")}
      />
      <IconButton
        icon="paste"
        label={text("profile.openLink")}
        onClick={() => actions.library.show("link")}
      />
    </fieldset>
  );
}

/** Whichever dialog is open, above the page. */
export function ProfileDialogs({ pick }: { pick: () => void }) {
  const { store, actions } = useApp();
  const close = () => actions.library.show(null);
  switch (store.library.dialog.value) {
    case "profiles":
      return <ProfilesDialog pick={pick} />;
    case "share":
      return <ShareDialog close={close} />;
    case "link":
      return <PasteLink close={close} />;
    case "mapping":
      return <MappingDialog close={close} />;
    case "bones":
      return <BoneDialog close={close} />;
    default:
      return null;
  }
}
