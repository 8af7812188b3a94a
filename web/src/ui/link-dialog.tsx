// Links: the one that holds the calibration in force, to be copied or scanned, and a field for one that was received.
// What a link holds and whom it fits is decided by the actions.
import { useRef, useState } from "preact/hooks";
import { pageAddress } from "../commands/first-avatar";
import { useApp, useText } from "./context";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { LinkCode } from "./link-code";

/** Names of hosts that mean this very computer. */
const OWN_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function ShareDialog({ close }: { close: () => void }) {
  const text = useText();
  const { store, actions } = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<{ link: string; allowed: boolean } | null>(null);
  // Read so that the link follows the profile.
  const profile = store.profile.value;
  if (profile === null) return null;
  const origin = store.origin.value;
  const page = pageAddress(location.href, origin?.kind === "address" ? origin.address : null);
  const link = new URL(actions.link(), page).href;
  const length = link.length - link.indexOf("#");
  const copy = async () => {
    const allowed = await actions.copy(link);
    if (!allowed) field.current?.select();
    setCopied({ link, allowed });
  };
  const told = copied?.link === link ? (copied.allowed ? "profile.linkCopied" : "profile.linkShown") : null;
  return (
    <Dialog title={text("share.title")} close={close} wide>
      <div class="share" data-testid="share">
        <div class="share-link">
          <label class="field">
            <span>{text("share.link")}</span>
            <textarea
              ref={field}
              class="input share-text"
              rows={7}
              readOnly
              spellcheck={false}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
          <div class="share-copy">
            <span role="status">{text(told ?? "share.length", { length, whole: link.length })}</span>
            <button type="button" class="button button-accent" onClick={() => void copy()}>
              <Icon name="copy" />
              {text("profile.copyLink")}
            </button>
          </div>
          <ul class="share-notes">
            <li>{text("share.holds")}</li>
            <LeftOutNotes />
            <li>{text("share.other")}</li>
            {OWN_HOST.test(location.hostname) && <li>{text("share.ownHost", { host: location.host })}</li>}
          </ul>
        </div>
        <LinkCode link={link} />
      </div>
    </Dialog>
  );
}

/** What acts on the face and is not in the link. */
function LeftOutNotes() {
  const text = useText();
  const { substitutes, mapped } = useApp().actions.leftOut();
  return (
    <>
      {substitutes.length > 0 && (
        <li>{text("share.leavesOutSubstitutes", { channels: substitutes.join(", ") })}</li>
      )}
      {mapped > 0 && <li>{text("share.leavesOutMapping", { count: mapped })}</li>}
    </>
  );
}

export function PasteLink({ close }: { close: () => void }) {
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
