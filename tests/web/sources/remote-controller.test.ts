// A controller over a socket that the tests hold: requests find their answers, and none waits for ever.
// What is asked is tested with the control page and the page that answers.
import { expect, test } from "vitest";
import { RemoteController } from "../../../web/src/sources/remote-controller";
import { fakeSockets } from "../../support/fake-socket";

function connected() {
  const net = fakeSockets();
  const heard: unknown[] = [];
  const controller = new RemoteController(net.ports, {
    socketChanged: ({ connection }) => heard.push(connection),
    sessionChanged: ({ pages, authority }) => heard.push([pages, authority]),
    valueChanged: ({ property, value }) => heard.push([property, value]),
  });
  controller.connect("ws://127.0.0.1:64212/retargeting");
  net.newest().opens();
  return { net, heard, controller, socket: net.newest() };
}

test("answers find their requests, in any order; broadcasts and sessions are heard", async () => {
  const { heard, controller, socket } = connected();
  const first = controller.ask("refresh");
  const second = controller.ask("getCharacterData", { characterId: "haru", id: 99, action: "x" });
  expect(socket.sent).toEqual([
    { action: "refresh", id: 1 },
    { action: "getCharacterData", characterId: "haru", id: 2 },
  ]);
  socket.says({ type: "getCharacterData", id: 2, ok: true, name: "Haru" });
  socket.says({ type: "refresh", id: 1, ok: false, error: { code: "no-page", message: "none" } });
  expect(await second).toMatchObject({ ok: true, name: "Haru" });
  expect(await first).toMatchObject({ ok: false, error: { code: "no-page" } });
  socket.says({ type: "session", pages: 1, controllers: 1, authority: "p1" });
  socket.says({ type: "valueChanged", characterId: "haru", property: "headScale", value: 2 });
  socket.saysText("{");
  socket.says({ type: "refresh", id: 77, ok: true });
  expect(heard).toEqual(["connecting", "open", [1, "p1"], ["headScale", 2]]);
});

test("who waits when the connection breaks, and who asks while there is none, is told", async () => {
  const { net, controller, socket } = connected();
  const waiting = controller.ask("refresh");
  socket.ends();
  expect(await waiting).toMatchObject({ ok: false, error: { code: "disconnected" } });
  expect(await controller.ask("refresh")).toMatchObject({ ok: false, error: { code: "disconnected" } });
  net.pass(0.5);
  net.newest().opens();
  const again = controller.ask("refresh");
  net.newest().says({ type: "refresh", id: 3, ok: true });
  expect(await again).toMatchObject({ ok: true });
});
