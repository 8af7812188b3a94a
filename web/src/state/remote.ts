// The connection to the remote control as the page names it. Plain data.
// What is asked and answered there is not here.
import { signal } from "@preact/signals";

export interface RemoteStateFacts {
  /** `off`: the page was not served by a bridge, and none was named. */
  readonly connection: "off" | "connecting" | "open" | "waiting";
  /** What the bridge calls this page; null while it is not registered. */
  readonly page: string | null;
  /** This page answers controllers and writes the scene. */
  readonly isAuthority: boolean;
  /** The page that does; null where none does or that is not known. */
  readonly holder: string | null;
  readonly pages: number;
  readonly controllers: number;
}

export const noRemote: RemoteStateFacts = {
  connection: "off",
  page: null,
  isAuthority: false,
  holder: null,
  pages: 0,
  controllers: 0,
};

export const createRemoteFacts = () => signal<RemoteStateFacts>(noRemote);
