// Profile actions: save, load, copy a link, open a link.
// It holds no profile; the actions do the work and say how it went.
import { useRef, useState } from "preact/hooks";
import { pageAddress } from "../commands/first-avatar";
import { useApp, useText } from "./context";
import { IconButton } from "./controls";
import { Dialog } from "./dialog";

export function ProfileMenu({ pick }: { pick: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const [pasting, setPasting] = useState(false);
  const [shownLink, setShownLink] = useState("");
  const open = store.profile.value !== null;
  const copyLink = async () => {
    const origin = store.origin.value;
    const page = pageAddress(location.href, origin?.kind === "address" ? origin.address : null);
    const link = new URL(actions.link(), page).href;
    if (await actions.copy(link)) {
      const length = link.length - link.indexOf("#");
      actions.notify({ key: "profile.linkCopied", parameters: { length } });
    } else {
      setShownLink(link);
    }
  };
  return (
    <fieldset class="header-group" aria-label={text("profile.menu")}>
      <IconButton
        icon="save"
        label={text("profile.save")}
        text={text("profile.save")}
        shortcut="Ctrl+S"
        disabled={!open}
        onClick={() => actions.saveProfile()}
      />
      <IconButton icon="load" label={text("profile.load")} onClick={pick} />
      <IconButton
        icon="link"
        label={text("profile.copyLink")}
        disabled={!open}
        onClick={() => void copyLink()}
      />
      <IconButton
        icon="paste"
        label={text("profile.openLink")}
        text={text("profile.openLink")}
        onClick={() => setPasting(true)}
      />
      {pasting && <PasteLink close={() => setPasting(false)} />}
      {shownLink !== "" && <ShownLink link={shownLink} close={() => setShownLink("")} />}
    </fieldset>
  );
}

function PasteLink({ close }: { close: () => void }) {
  const text = useText();
  const { actions } = useApp();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={text("profile.openLink")} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const entered = field.current?.value.trim() ?? "";
          if (isAvatarAddress(entered)) {
            close();
            void actions.openAddress(entered);
          } else void actions.openLink(entered).then((read) => read && close());
        }}
      >
        <label class="field">
          <span>{text("profile.openLinkLabel")}</span>
          <input ref={field} class="input" type="text" required autocomplete="off" spellcheck={false} />
        </label>
        <div class="form-buttons">
          <button type="button" class="button button-plain" onClick={close}>
            {text("open.cancel")}
          </button>
          <button type="submit" class="button button-accent">
            {text("open.addressGo")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A link carries its profile behind `#p=`; any other address is an avatar's. */
function isAvatarAddress(entered: string): boolean {
  return /^https?:\/\//i.test(entered) && !entered.includes("#p=");
}

function ShownLink({ link, close }: { link: string; close: () => void }) {
  const text = useText();
  return (
    <Dialog title={text("profile.copyLink")} close={close}>
      <label class="field">
        <span>{text("profile.linkShown")}</span>
        <textarea
          class="input"
          rows={5}
          readOnly
          value={link}
          ref={(area) => {
            area?.select();
          }}
        />
      </label>
    </Dialog>
  );
}
