// The control page's composition root: makes its parts and hands each what it needs. No behaviour of its own.

import { isLanguage, preferredLanguage } from "./i18n/translate";
import { mountControl } from "./remote/app";
import { Control } from "./remote/control";
import { createControlState } from "./remote/control-state";
import { browserPorts } from "./sources/browser-ports";
import { RemoteController } from "./sources/remote-controller";
import { isLost } from "./state/bridge-trouble";
import { createPreferences } from "./state/preferences";

/** Of HTTP. */
const UNAUTHORIZED = 401;

/** Of the very bridge that served the page; its token stands in the page's address. */
function addressOf(path: string): URL {
  const url = new URL(path, location.href);
  const token = new URL(location.href).searchParams.get("token");
  if (token !== null) url.searchParams.set("token", token);
  return url;
}

function remoteAddress(): string {
  const url = addressOf("/retargeting");
  url.protocol = url.protocol.replace(/^http/, "ws");
  return url.href;
}

/** Whether the token is what is wrong: a socket can not tell, a file behind the same token can. */
async function isRefused(): Promise<boolean> {
  try {
    return (await fetch(addressOf("/metrics"))).status === UNAUTHORIZED;
  } catch {
    return false;
  }
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function start(root: HTMLElement): void {
  const state = createControlState();
  const control = new Control(state, (action, fields) => controller.ask(action, fields), browserPorts.after);
  let authority: string | null = null;
  const controller = new RemoteController(browserPorts, {
    socketChanged: ({ connection, attempt }) => {
      state.connection.value = isLost({ connection, attempt }) ? "waiting" : connection;
      authority = null;
      if (connection === "open") state.refused.value = false;
      else if (connection === "waiting")
        void isRefused().then((refused) => {
          state.refused.value = refused;
        });
    },
    sessionChanged: (session) => {
      state.pages.value = session.pages;
      if (session.authority === authority) return;
      authority = session.authority;
      void control.refresh();
    },
    valueChanged: (change) => control.heard(change),
  });
  const preferences = createPreferences(browserStorage(), isLanguage, preferredLanguage(navigator.languages));
  mountControl(root, control, preferences);
  controller.connect(remoteAddress());
}

const root = document.querySelector<HTMLElement>("#app");
if (root === null) throw new Error("remote.html: no #app");
start(root);
