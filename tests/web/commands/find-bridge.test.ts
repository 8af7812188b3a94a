// Where the page looks for its bridge: named in the address, or of the host that served it; never without a sign of one.
import { expect, test } from "vitest";
import { findBridge, takeAddress } from "../../../web/src/commands/find-bridge";

const bridge = async () => "doppel-bridge";
const other = async () => "nginx";
const never = () => Promise.reject(new Error("asked"));

test("the host that served the page is asked by its root; only a bridge's answer counts", async () => {
  const asked: string[] = [];
  const ask = async (address: string) => {
    asked.push(address);
    return "doppel-bridge";
  };
  expect(await findBridge("http://127.0.0.1:64212/?avatar=none#p=x", ask)).toBe("ws://127.0.0.1:64212/mocap");
  expect(asked).toEqual(["http://127.0.0.1:64212/"]);
  expect(await findBridge("https://stage.example/doppel/", bridge)).toBe("wss://stage.example/mocap");
  expect(await findBridge("http://127.0.0.1:5173/", other)).toBeNull();
  expect(await findBridge("http://127.0.0.1:5173/", async () => "doppel-bridges")).toBeNull();
  expect(await findBridge("http://127.0.0.1:5173/", async () => null)).toBeNull();
  expect(await findBridge("file:///home/page/index.html", never)).toBeNull();
});

test("an address that is named is taken without asking; the token goes along; none means none", async () => {
  const page = (query: string) => `http://127.0.0.1:5173/?${query}`;
  expect(await findBridge(page("bridge=ws://10.0.0.5:64212"), never)).toBe("ws://10.0.0.5:64212/mocap");
  expect(await findBridge(page("bridge=http://10.0.0.5:64212/mocap"), never)).toBe(
    "ws://10.0.0.5:64212/mocap",
  );
  expect(await findBridge(page("bridge=ws://10.0.0.5:64212&token=abc.def"), never)).toBe(
    "ws://10.0.0.5:64212/mocap?token=abc.def",
  );
  expect(await findBridge(page("bridge=none"), never)).toBeNull();
  expect(await findBridge("http://10.0.0.5:64212/?token=abc", bridge)).toBe(
    "ws://10.0.0.5:64212/mocap?token=abc",
  );
});

test("recordings stand beside the stream, with its token; a name can not lead elsewhere", () => {
  expect(takeAddress("ws://127.0.0.1:64212/mocap")).toBe("http://127.0.0.1:64212/takes");
  expect(takeAddress("wss://stage.example/mocap?token=abc", "Scene 1.dtake")).toBe(
    "https://stage.example/takes/Scene%201.dtake?token=abc",
  );
  expect(takeAddress("ws://127.0.0.1:64212/mocap", "../x?y")).toBe("http://127.0.0.1:64212/takes/..%2Fx%3Fy");
  expect(takeAddress("nowhere")).toBeNull();
});
