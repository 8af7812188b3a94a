// A page at the remote control over a socket that the tests hold: registering, authority, requests, the scene, coming back.
// What it answers is tested with the commands; the real bridge with tests/e2e/remote.spec.ts.
import { beforeEach, describe, expect, test } from "vitest";
import type { RemotePageListener } from "../../../web/src/sources/remote-page";
import { RemotePage } from "../../../web/src/sources/remote-page";
import { type FakeSocket, fakeSockets } from "../../support/fake-socket";

const ADDRESS = "ws://127.0.0.1:64212/retargeting";

describe("a page at the remote control", () => {
  let net: ReturnType<typeof fakeSockets>;
  let page: RemotePage;
  let heard: unknown[];

  beforeEach(() => {
    net = fakeSockets();
    page = new RemotePage(net.ports);
    heard = [];
    const listener: RemotePageListener = {
      requested: ({ request, action }) => heard.push(["request", request, action]),
      valueChanged: ({ property, value }) => heard.push(["changed", property, value]),
      sceneCame: (revision, document) => heard.push(["scene", revision, document]),
      sceneStored: (revision) => heard.push(["stored", revision]),
      refused: ({ code }) => heard.push(["refused", code]),
    };
    page.subscribe(listener);
  });

  function register(authority: boolean): FakeSocket {
    page.connect(ADDRESS, { name: "Stage", output: false });
    const socket = net.newest();
    socket.opens();
    socket.says({ type: "session", pages: 0, controllers: 1, authority: null });
    socket.says({ type: "registered", page: "p3", authority, revision: 4, document: { version: 1 } });
    return socket;
  }

  test("registers by the protocol's name as soon as the connection is open", () => {
    const socket = register(true);
    expect([socket.address, socket.protocol]).toEqual([ADDRESS, "doppel.remote.v1"]);
    expect(socket.sent).toEqual([{ type: "register", name: "Stage", output: false }]);
    expect(page.state).toMatchObject({
      connection: "open",
      page: "p3",
      isAuthority: true,
      controllers: 1,
      revision: 4,
    });
    expect(heard).toEqual([["scene", 4, { version: 1 }]]);
  });

  test("requests are handed on and answered by their number; nobody's answer replaces the number", () => {
    const socket = register(true);
    socket.says({ type: "request", request: 88, from: "controller", action: "refresh" });
    expect(heard.at(-1)).toEqual(["request", 88, "refresh"]);
    page.answer(88, true, { type: "other", request: 1, ok: false, characters: [] });
    expect(socket.sent.at(-1)).toEqual({ type: "answer", request: 88, ok: true, characters: [] });
  });

  test("without the authority neither changes nor scenes are sent; it is handed over", () => {
    const socket = register(false);
    socket.says({ type: "authority", holder: "p1", you: false });
    page.tellChange({ characterId: "haru", property: "headScale", value: 2 });
    expect(page.storeScene(4, {})).toBe(false);
    expect(socket.sent).toHaveLength(1);
    socket.says({ type: "valueChanged", characterId: "haru", property: "headScale", value: 1.5 });
    expect(heard.at(-1)).toEqual(["changed", "headScale", 1.5]);
    page.takeAuthority();
    expect(socket.sent.at(-1)).toEqual({ type: "takeAuthority" });
    socket.says({ type: "authority", holder: "p3", you: true });
    expect(page.state).toMatchObject({ isAuthority: true, holder: "p3" });
    page.tellChange({ characterId: "haru", property: "headScale", value: 2 });
    expect(socket.sent.at(-1)).toEqual({
      type: "valueChanged",
      characterId: "haru",
      property: "headScale",
      value: 2,
    });
  });

  test("a scene is stored from the revision it was made from; a stale one is refused with the newest", () => {
    const socket = register(true);
    expect(page.storeScene(4, { version: 2 })).toBe(true);
    expect(socket.sent.at(-1)).toEqual({ type: "scene", baseRevision: 4, document: { version: 2 } });
    socket.says({ type: "sceneStored", revision: 5 });
    expect([page.state.revision, heard.at(-1)]).toEqual([5, ["stored", 5]]);
    socket.says({ type: "error", code: "stale-revision", message: "changed", revision: 9 });
    expect([page.state.revision, heard.at(-1)]).toEqual([9, ["refused", "stale-revision"]]);
    socket.says({ type: "scene", revision: 10, document: { version: 3 } });
    expect([page.state.revision, heard.at(-1)]).toEqual([10, ["scene", 10, { version: 3 }]]);
  });

  test("a connection that breaks takes the authority with it; it comes back and registers anew", () => {
    const socket = register(true);
    socket.ends(1001, "the bridge ends");
    expect(page.state).toMatchObject({
      connection: "waiting",
      reason: "the bridge ends",
      page: null,
      isAuthority: false,
      controllers: 0,
    });
    page.tellChange({ property: "characters", value: [] });
    expect(socket.sent).toHaveLength(1);
    net.pass(0.5);
    net.newest().opens();
    expect(net.sockets).toHaveLength(2);
    expect(net.newest().sent).toEqual([{ type: "register", name: "Stage", output: false }]);
    page.disconnect();
    expect(page.state.connection).toBe("off");
    net.pass(60);
    expect(net.sockets).toHaveLength(2);
  });

  test("what is not the protocol's is counted, and goes no further", () => {
    const socket = register(true);
    const before = heard.length;
    socket.saysText("{");
    socket.says({ type: "request", request: 1, action: 7 });
    socket.says({ type: "later" });
    expect([page.state.badMessages, heard.length]).toEqual([2, before]);
  });
});
