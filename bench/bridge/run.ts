// Load of the bridge: 10 skeletons of 51 bones at 240 Hz to 1, 50 and 200 clients, beside a minimal epoll relay and a Node relay doing the same.
// Prints a table and writes build/bench/bridge.json; asserts nothing. Everything runs on 127.0.0.1 and is bounded in time.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { cpus } from "node:os";
import { createInterface } from "node:readline";

const RATE = 240;
const SECONDS = Number(process.env.DOPPEL_BENCH_SECONDS ?? 8);
const CLIENTS = [1, 50, 200];
const PROGRAMS = "build/native-release";

interface Figures {
  clients: number;
  deliveredShare: number;
  p50Ms: number;
  p99Ms: number;
  processorShare: number;
  processorMicrosecondsPerFrame: number;
  bytesPerFrame: number;
  memoryMb: number;
  memoryGrowthMb: number;
}

interface Relay {
  readonly name: string;
  readonly command: (commandPort: number, port: number) => [string, string[]];
}

const relays: readonly Relay[] = [
  {
    name: "bridge",
    command: (commandPort, port) => [
      `${PROGRAMS}/bridge/doppel-bridge`,
      [
        "--source",
        "natnet",
        "--server",
        "127.0.0.1",
        "--interface",
        "127.0.0.1",
        "--transport",
        "unicast",
      ].concat(["--command-port", `${commandPort}`, "--port", `${port}`, "--data", "", "--log", "warn"]),
    ],
  },
  {
    name: "epoll",
    command: (commandPort, port) => [`${PROGRAMS}/bench/bridge-epoll-relay`, [`${commandPort}`, `${port}`]],
  },
  {
    name: "node",
    command: (commandPort, port) => [
      process.execPath,
      ["bench/bridge/node-relay.mjs", `${commandPort}`, `${port}`],
    ],
  },
];

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Resolves with the first line that a relay prints: it listens then. */
async function ready(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error("no output");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), once(child, "exit")]);
  if (typeof first[0] !== "string") throw new Error(`the relay ended with ${first[0]}`);
}

async function measure(relay: Relay, clients: number): Promise<Figures> {
  const commandPort = await freeUdpPort();
  const port = await freeTcpPort();
  const [program, args] = relay.command(commandPort, port);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await ready(child);
    const load = [commandPort, port, child.pid, clients, RATE, SECONDS].map(String);
    return JSON.parse(execFileSync(`${PROGRAMS}/bench/bridge-load`, load, { encoding: "utf8" })) as Figures;
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
}

const results: Record<string, Figures[]> = {};
const columns = ["relay", "clients", "delivered", "p50 ms", "p99 ms", "core", "us/frame", "MB", "growth MB"];
console.log(columns.map((column) => column.padStart(10)).join(""));
for (const clients of CLIENTS) {
  for (const relay of relays) {
    const figures = await measure(relay, clients);
    results[relay.name] = [...(results[relay.name] ?? []), figures];
    const cells = [
      relay.name,
      `${clients}`,
      `${(figures.deliveredShare * 100).toFixed(2)} %`,
      figures.p50Ms.toFixed(3),
      figures.p99Ms.toFixed(3),
      `${(figures.processorShare * 100).toFixed(1)} %`,
      figures.processorMicrosecondsPerFrame.toFixed(2),
      figures.memoryMb.toFixed(1),
      figures.memoryGrowthMb.toFixed(2),
    ];
    console.log(cells.map((cell) => cell.padStart(10)).join(""));
  }
}
const report = { rate: RATE, skeletons: 10, bones: 51, seconds: SECONDS, cores: cpus().length, results };
mkdirSync("build/bench", { recursive: true });
writeFileSync("build/bench/bridge.json", `${JSON.stringify(report)}\n`);
console.log(JSON.stringify(report));
