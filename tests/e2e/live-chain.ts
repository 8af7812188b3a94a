// The real chain for browser tests: a bridge with its simulator as a process, another client of its stream, and what the page says of itself.
// It asserts nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { Quaternion, Vector3 } from "three";
import { WebSocket } from "ws";
import {
  type MocapDescriptions,
  type MocapFrame,
  parseMocapFrame,
} from "../../web/src/sources/mocap-protocol";

/** The bridge as it ships, from the project's folder. */
export const PROGRAM = "build/native-release/bridge/doppel-bridge";

export class BridgeProcess {
  private process: ChildProcess | null = null;

  /** @param data folder for the shared scene, asked for at each start; "": nothing is kept */
  constructor(
    readonly port: number,
    private readonly data: () => string = () => "",
  ) {}

  /** @returns once its page can be opened */
  async start(...more: string[]): Promise<void> {
    const source = more.includes("--source") ? [] : ["--source", "sim"];
    const args = [...source, "--port", `${this.port}`, "--page", "dist", "--data", this.data()];
    args.push("--log", "error");
    const process = spawn(PROGRAM, [...args, ...more], { stdio: ["ignore", "pipe", "inherit"] });
    this.process = process;
    await once(createInterface({ input: process.stdout }), "line");
  }

  /** Resident memory of the process, bytes; NaN where the system does not say. */
  memory(): number {
    try {
      const status = readFileSync(`/proc/${this.process?.pid}/status`, "utf8");
      return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    } catch {
      return Number.NaN;
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const { process } = this;
    this.process = null;
    if (process === null || process.exitCode !== null) return;
    const ended = once(process, "exit");
    process.kill(signal);
    await ended;
  }

  /** Listens to the stream as another client does; frames by their numbers. */
  async listen() {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/mocap`, "doppel.mocap.v1", {
      origin: `http://127.0.0.1:${this.port}`,
    });
    socket.binaryType = "arraybuffer";
    const frames = new Map<number, MocapFrame>();
    let descriptions: MocapDescriptions | null = null;
    socket.on("message", (data, isBinary) => {
      if (!isBinary) {
        const message = JSON.parse(String(data)) as { type: string };
        if (message.type === "descriptions") descriptions = message as MocapDescriptions;
        return;
      }
      const frame = parseMocapFrame((data as ArrayBuffer).slice(0));
      if (frame !== null) frames.set(frame.frameNumber, frame);
    });
    await once(socket, "open");
    return { frames, close: () => socket.close(), descriptions: () => descriptions };
  }
}

/** Joints of a performer in the world, by the protocol's own words: canonical name to place and turn. */
export function worldOf(description: MocapDescriptions["skeletons"][number], frame: MocapFrame) {
  const skeleton = frame.skeletons.find(({ id }) => id === description.id);
  if (skeleton === undefined) throw new Error("the frame lacks the skeleton");
  const turns: Quaternion[] = [];
  const places: Vector3[] = [];
  description.bones.forEach(({ parent, offset }, bone) => {
    const turn = new Quaternion().fromArray(skeleton.rotations, 4 * bone);
    const place =
      skeleton.positions !== null
        ? new Vector3().fromArray(skeleton.positions, 4 * bone)
        : parent < 0
          ? new Vector3().fromArray(skeleton.root)
          : new Vector3(...offset);
    const above = turns[parent];
    const from = places[parent];
    places.push(above === undefined || from === undefined ? place : place.applyQuaternion(above).add(from));
    turns.push(above === undefined ? turn : above.clone().multiply(turn));
  });
  return description.bones.map(({ bone }, index) => ({
    bone,
    turn: turns[index] ?? new Quaternion(),
    place: places[index] ?? new Vector3(),
  }));
}

export interface Seen {
  readonly frame: number;
  readonly isActive: boolean;
  readonly performers: readonly string[];
  readonly bones: Readonly<Record<string, { place: number[]; turn: number[] }>>;
}

/**
 * For `count` different frames, or pictures, or as many as come in the time: the number of the frame on the bones, and where they are in the
 * world.
 * @param seconds at most; a busy machine shows fewer
 */
export function watch(
  page: Page,
  count: number,
  each: "frame" | "picture" = "frame",
  seconds = 12,
): Promise<Seen[]> {
  return page.evaluate(
    async ([wanted, by, most]) => {
      interface Node {
        getWorldPosition(target: unknown): { toArray(): number[] };
        getWorldQuaternion(target: unknown): { toArray(): number[] };
        position: { clone(): unknown };
        quaternion: { clone(): unknown };
      }
      const { doppel } = window as unknown as {
        doppel: {
          body(): {
            frameNumber: number;
            status: number;
            performers: { key: string }[];
            rig: { humanoid: Record<string, string> };
          };
          theatre: {
            copies: {
              calibrated: {
                root: {
                  updateMatrixWorld(force: boolean): void;
                  position: { x: number; z: number };
                  getObjectByName(name: string): Node | undefined;
                };
              };
            };
          };
        };
      };
      const { calibrated } = doppel.theatre.copies;
      const seen: Seen[] = [];
      let last = -1;
      const until = performance.now() + 1000 * most;
      while (seen.length < wanted && performance.now() < until) {
        await new Promise((next) => requestAnimationFrame(next));
        const { frameNumber: frame, rig, status, performers } = doppel.body();
        if (by === "frame" && frame === last) continue;
        last = frame;
        calibrated.root.updateMatrixWorld(true);
        const bones: Record<string, { place: number[]; turn: number[] }> = {};
        for (const [name, joint] of Object.entries(rig.humanoid)) {
          const object = calibrated.root.getObjectByName(joint);
          if (object === undefined) continue;
          const [x = 0, y = 0, z = 0] = object.getWorldPosition(object.position.clone()).toArray();
          // The picture moves the whole avatar to its middle.
          const place = [x - calibrated.root.position.x, y, z - calibrated.root.position.z];
          bones[name] = { place, turn: object.getWorldQuaternion(object.quaternion.clone()).toArray() };
        }
        seen.push({
          frame,
          isActive: (status & 1) !== 0,
          performers: performers.map(({ key }) => key),
          bones,
        });
      }
      return seen;
    },
    [count, each, seconds] as const,
  );
}

interface Hooks {
  body(): {
    status: number;
    follows: string | null;
    frameNumber: number;
    performers: { key: string; rig: { complete: boolean } | null }[];
  };
  bridge(): {
    connection: string;
    source: string;
    lost: number;
    frames: number;
    latencyMedian: number;
    latencyP95: number;
  };
  setBody(name: string, value: unknown): Promise<unknown>;
}

/** What the page says of itself. */
export function hooksOf(page: Page) {
  const call = <Name extends keyof Hooks>(name: Name, ...given: Parameters<Hooks[Name]>) =>
    page.evaluate(
      ([which, list]) => {
        const { doppel } = window as unknown as { doppel: Record<string, (...all: unknown[]) => unknown> };
        return doppel[which]?.(...list);
      },
      [name, given as unknown[]] as const,
    ) as Promise<Awaited<ReturnType<Hooks[Name]>>>;
  return {
    body: () => call("body"),
    bridge: () => call("bridge"),
    setBody: (name: string, value: unknown) => call("setBody", name, value),
    waitLive: () =>
      page.waitForFunction(
        () => (window as unknown as { doppel: Hooks }).doppel.body().status !== 0,
        undefined,
        { timeout: 30_000 },
      ),
  };
}
