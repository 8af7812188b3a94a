// A key pad for Doppel's remote control: keys of the terminal are what buttons of a StreamDeck plug-in are. No dependencies.
// Node has no WebSocket client of its own before version 22, so the few lines of RFC 6455 that a client needs stand here.
//
//   node docs/examples/remote-keys.mjs [ws://127.0.0.1:64212/retargeting] [characterId]
import { createHash, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { request } from "node:http";

const kAddress = process.argv[2] ?? "ws://127.0.0.1:64212/retargeting";
/** Without one: the avatar that is open in the page. */
const kWanted = process.argv[3];

/** Key -> what it asks for. Change this. */
const kKeys = {
  i: ["I-pose", "calibrateIPose"],
  t: ["T-pose", "calibrateIPose", { pose: "T" }],
  r: ["rest poses", "resetCalibration"],
  f: ["head forward", "calibrateHeadForward"],
  a: ["scale and head of all", "autoCalibrateAll", { characterId: "all" }],
  1: ["scissors", "setHandPosePreset", { preset: "가위" }],
  2: ["rock", "setHandPosePreset", { preset: "바위" }],
  3: ["paper", "setHandPosePreset", { preset: "보" }],
  0: ["hands neutral", "setHandPosePreset", { preset: "초기화" }],
  "+": ["head larger", "updateValueRealtime", { property: "headScale", by: 0.05 }],
  "-": ["head smaller", "updateValueRealtime", { property: "headScale", by: -0.05 }],
};

const kGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const kText = 0x1;
const kClose = 0x8;
const kPing = 0x9;
const kPong = 0xa;

/** A client of one WebSocket: "open", "text" with what was said, "close" once and for all. */
class Socket extends EventEmitter {
  constructor(address) {
    super();
    const url = new URL(address);
    url.protocol = url.protocol.replace("ws", "http");
    const key = randomBytes(16).toString("base64");
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
      "Sec-WebSocket-Protocol": "doppel.remote.v1",
    };
    const asking = request(url, { headers });
    asking.on("upgrade", (answer, stream, head) => {
      const expected = createHash("sha1")
        .update(key + kGuid)
        .digest("base64");
      if (answer.headers["sec-websocket-accept"] !== expected) return stream.destroy();
      this.stream = stream;
      this.waiting = head;
      this.message = [];
      stream.on("data", (data) => this.read(data));
      stream.on("error", () => {});
      stream.on("close", () => this.end());
      this.emit("open");
      this.read(Buffer.alloc(0));
    });
    asking.on("response", (answer) => {
      answer.resume();
      this.end(`the bridge says ${answer.statusCode}`);
    });
    asking.on("error", (error) => this.end(error.message));
    asking.end();
  }

  send(text) {
    this.write(kText, Buffer.from(text));
  }

  /** A client's frames are masked. */
  write(kind, body) {
    const mask = randomBytes(4);
    const length =
      body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
    if (body.length > 65535) throw new RangeError("a request is shorter than 64 KiB");
    this.stream?.write(
      Buffer.concat([
        Buffer.from([0x80 | kind, ...length]),
        mask,
        body.map((byte, index) => byte ^ mask[index % 4]),
      ]),
    );
  }

  read(data) {
    this.waiting = Buffer.concat([this.waiting, data]);
    for (;;) {
      const short = (this.waiting[1] ?? 0) & 127;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (this.waiting.length < head) return;
      const size =
        short === 127
          ? Number(this.waiting.readBigUInt64BE(2))
          : short === 126
            ? this.waiting.readUInt16BE(2)
            : short;
      if (this.waiting.length < head + size) return;
      this.take(this.waiting[0], this.waiting.subarray(head, head + size));
      this.waiting = this.waiting.subarray(head + size);
    }
  }

  take(first, body) {
    const kind = first & 15;
    if (kind === kPing) this.write(kPong, Buffer.from(body));
    if (kind === kClose) this.stream.end();
    if (kind > kText) return;
    this.message.push(Buffer.from(body));
    if ((first & 0x80) === 0) return;
    this.emit("text", Buffer.concat(this.message).toString());
    this.message = [];
  }

  end(reason = "") {
    if (this.isOver) return;
    this.isOver = true;
    this.emit("close", reason);
  }
}

const kFirstWait = 500;
const kLongestWait = 8000;

let socket = null;
let isOpen = false;
let tries = 0;
let last = 0;
let character = null;
/** Of the character, as last heard. */
const values = new Map();
const waiting = new Map();

function connect() {
  socket = new Socket(kAddress);
  socket.on("open", () => {
    isOpen = true;
    tries = 0;
    console.log(`connected to ${kAddress}`);
  });
  socket.on("text", (text) => hear(JSON.parse(text)));
  socket.on("close", (reason) => {
    isOpen = false;
    for (const resolve of waiting.values())
      resolve({ ok: false, error: { message: "the connection broke" } });
    waiting.clear();
    const wait = Math.min(kFirstWait * 2 ** tries, kLongestWait);
    if (tries === 0) console.log(`not connected${reason ? `: ${reason}` : ""}; trying again`);
    ++tries;
    setTimeout(connect, wait);
  });
}

function ask(action, fields = {}) {
  if (!isOpen) return Promise.resolve({ ok: false, error: { message: "not connected" } });
  const id = ++last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ action, id, ...fields }));
  });
}

function hear(message) {
  if (message.type === "session") {
    // Another page may show others.
    void refresh();
  } else if (message.type === "valueChanged") {
    if (message.property === "characters") void refresh();
    if (message.characterId !== character) return;
    values.set(message.property, message.value);
    console.log(`  ${message.property} is ${JSON.stringify(message.value)}`);
  } else {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  }
}

async function refresh() {
  const { ok, characters, open } = await ask("refresh");
  const ids = ok ? characters.map(({ characterId }) => characterId) : [];
  const next = ids.includes(kWanted) ? kWanted : (open ?? null);
  if (next === character) return;
  character = next;
  console.log(character === null ? "no avatar is there" : `keys are for ${character}`);
  values.clear();
  if (character === null) return;
  const data = await ask("getCharacterData", { characterId: character });
  for (const [property, value] of Object.entries(data.values ?? {})) values.set(property, value);
}

async function press(key) {
  const [name, action, { by, ...fields } = {}] = kKeys[key] ?? [];
  if (action === undefined) return;
  if (by !== undefined) fields.value = (values.get(fields.property) ?? 1) + by;
  const answer = await ask(action, { characterId: character, ...fields });
  const refused = answer.error?.message;
  console.log(
    refused === undefined ? `${name}: done${answer.clamped ? ", at its end" : ""}` : `${name}: ${refused}`,
  );
}

console.log(
  Object.entries(kKeys)
    .map(([key, [name]]) => `${key} ${name}`)
    .join(" · "),
);
console.log("q ends");
process.stdin.setRawMode?.(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (keys) => {
  for (const key of keys) {
    if (key === "q" || key === "\u0003") process.exit(0);
    void press(key);
  }
});
connect();
