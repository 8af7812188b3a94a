// The same job in Node, for comparison: NatNet 4.1 frames by dgram, the stream's binary frames by ws.
// As lean as Node allows: one buffer a frame, one pass of views, newest frame wins; no descriptions, control or checks.
import { createSocket } from "node:dgram";
import { WebSocketServer } from "ws";

const [commandPort, port] = process.argv.slice(2).map(Number);
const HEADER = 64;
const RECORD = 32;
const BONE_IN = 38;
const BONE_OUT = 16;
/** Bytes that may wait for a client before frames are dropped for it: two frames. */
const MOST_WAITING = 20_000;

const server = new WebSocketServer({
  host: "127.0.0.1",
  port,
  path: "/mocap",
  perMessageDeflate: false,
  handleProtocols: () => "doppel.mocap.v1",
});

function convert(datagram) {
  let at = 8;
  // Marker sets, other markers and rigid bodies by their byte counts.
  for (let section = 0; section < 3; ++section) at += 8 + datagram.readUInt32LE(at + 4);
  const count = datagram.readUInt32LE(at);
  at += 8;
  let size = HEADER;
  for (let skeleton = 0, from = at; skeleton < count; ++skeleton) {
    const bones = datagram.readUInt32LE(from + 4);
    size += RECORD + bones * BONE_OUT;
    from += 8 + bones * BONE_IN;
  }
  // A buffer of its own: ws may still hold the one before.
  const out = Buffer.alloc(size);
  out[0] = 1;
  out.writeUInt16LE(HEADER, 2);
  out.writeUInt16LE(count, 12);
  out.writeInt32LE(datagram.readInt32LE(4), 48);
  out.writeUInt32LE(size, 56);
  let to = HEADER;
  for (let skeleton = 0; skeleton < count; ++skeleton) {
    const bones = datagram.readUInt32LE(at + 4);
    out.writeInt32LE(datagram.readInt32LE(at), to);
    out.writeUInt16LE(bones, to + 4);
    out.writeUInt16LE(1, to + 6);
    out.writeUInt32LE(RECORD + bones * BONE_OUT, to + 8);
    at += 8;
    datagram.copy(out, to + 16, at + 4, at + 16);
    to += RECORD;
    for (let bone = 0; bone < bones; ++bone) {
      datagram.copy(out, to, at + 16, at + 32);
      at += BONE_IN;
      to += BONE_OUT;
    }
  }
  return out;
}

const udp = createSocket({ type: "udp4", recvBufferSize: 1 << 20 });
let isFed = false;
udp.on("message", (datagram) => {
  if (datagram.readUInt16LE(0) !== 7) return;
  isFed = true;
  const frame = convert(datagram);
  for (const client of server.clients) {
    if (client.readyState === 1 && client.bufferedAmount < MOST_WAITING) client.send(frame, { binary: true });
  }
});
udp.bind(0, "127.0.0.1", () => {
  const connect = setInterval(() => {
    if (isFed) clearInterval(connect);
    else udp.send(Buffer.alloc(4), commandPort, "127.0.0.1");
  }, 100);
});
server.on("listening", () => console.log("ready"));
