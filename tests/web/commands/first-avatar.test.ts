// Tests of what the page's address says about the avatar to open, and of the address that a link is made from.
// Opening is tested in the browser.
import { expect, test } from "vitest";
import { firstAvatar, pageAddress } from "../../../web/src/commands/first-avatar";

const PAGE = "https://doppel.example/app/";

test("without the parameter, or with an empty one, any sample will do", () => {
  expect(firstAvatar(PAGE)).toEqual({ kind: "any" });
  expect(firstAvatar(`${PAGE}?avatar=`)).toEqual({ kind: "any" });
  expect(firstAvatar(`${PAGE}?other=1#p=abc`)).toEqual({ kind: "any" });
});

test("none and the names of samples are words, everything else is an address, relative ones from the page", () => {
  expect(firstAvatar(`${PAGE}?avatar=none`)).toEqual({ kind: "none" });
  expect(firstAvatar(`${PAGE}?avatar=stylised`)).toEqual({ kind: "sample", name: "stylised" });
  expect(firstAvatar(`${PAGE}?avatar=realistic#p=abc`)).toEqual({ kind: "sample", name: "realistic" });
  expect(firstAvatar(`${PAGE}?avatar=faces/a.vrm`)).toEqual({
    kind: "address",
    address: "https://doppel.example/app/faces/a.vrm",
  });
  expect(firstAvatar(`${PAGE}?avatar=https%3A%2F%2Favatars.example%2Fb.glb`)).toEqual({
    kind: "address",
    address: "https://avatars.example/b.glb",
  });
});

test("what is no address is handed on, so that opening it says so", () => {
  expect(firstAvatar(`${PAGE}?avatar=https%3A%2F%2F`)).toEqual({ kind: "address", address: "https://" });
});

test("a link drops the avatar that the page was opened with, but for an address that is open still", () => {
  expect(pageAddress(`${PAGE}?avatar=stylised&x=1#p=old`, null).href).toBe(`${PAGE}?x=1`);
  expect(pageAddress(`${PAGE}?avatar=none`, null).href).toBe(PAGE);
  const byAddress = `${PAGE}?avatar=faces/a.vrm`;
  expect(pageAddress(byAddress, "https://doppel.example/app/faces/a.vrm").href).toBe(byAddress);
  expect(pageAddress(byAddress, null).href).toBe(PAGE);
  expect(pageAddress(byAddress, "https://doppel.example/app/faces/b.vrm").href).toBe(PAGE);
});
