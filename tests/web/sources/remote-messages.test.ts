// Messages of the remote control as text: what is read, what is refused with the field's name, what is left to later versions.
// The connection has tests of its own.
import { expect, test } from "vitest";
import { parseRemoteMessage } from "../../../web/src/sources/remote-messages";

const parse = (message: object) => parseRemoteMessage(JSON.stringify(message));

test("the examples of docs/protocol.md are read as they stand", () => {
  for (const message of [
    { type: "registered", page: "p1", authority: true, revision: 4, document: null },
    { type: "registered", page: "p1", authority: false, revision: 4, document: { version: 1 } },
    { type: "authority", holder: "p2", you: false },
    { type: "authority", holder: null, you: false },
    { type: "session", pages: 1, controllers: 2, authority: "p1" },
    { type: "request", request: 88, from: "controller", action: "refresh" },
    { type: "scene", revision: 5, document: {} },
    { type: "sceneStored", revision: 5 },
    { type: "valueChanged", characterId: "haru", property: "headScale", value: 1.2 },
    { type: "valueChanged", property: "characters", value: [] },
    { type: "error", code: "stale-revision", message: "changed since", revision: 6 },
  ])
    expect(parse(message)).toEqual({ news: message });
});

test("an answer is known by its `ok`, whatever its action is called", () => {
  const refused = {
    type: "scene",
    id: 17,
    ok: false,
    error: { code: "no-page", message: "no page" },
  };
  expect(parse(refused)).toEqual({ answer: refused });
  expect(parse({ type: "refresh", ok: true, characters: [] })).toMatchObject({ answer: { type: "refresh" } });
});

test("types of a later version are left alone", () => {
  expect(parse({ type: "later", revision: "x" })).toBeNull();
  expect(parse({ type: "toString" })).toBeNull();
});

test.each([
  ["{", "expected JSON"],
  ["[]", "expected an object"],
  ["{}", "type"],
  ['{"type":"registered","page":"p1","authority":true,"revision":-1,"document":null}', "revision"],
  ['{"type":"registered","page":"p1","authority":1,"revision":1,"document":null}', "authority"],
  ['{"type":"scene","revision":1,"document":[]}', "document"],
  ['{"type":"request","request":"1","from":"controller","action":"refresh"}', "request"],
  ['{"type":"valueChanged","value":1}', "property"],
  ['{"type":"valueChanged","characterId":7,"property":"headScale","value":1}', "characterId"],
  ['{"type":"refresh","ok":"yes"}', "ok"],
  ['{"type":"refresh","ok":false,"error":{"code":5,"message":""}}', "error"],
])("%s is refused for its %s", (text, what) => {
  expect(() => parseRemoteMessage(text)).toThrow(what);
});
