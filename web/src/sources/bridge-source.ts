// The bridge's stream in the page: connects, comes back by itself, keeps the newest frame, and is what drives bodies.
// It parses nothing itself (mocap-protocol.ts) and moves no avatar; docs/protocol.md is what it speaks.

import type { BodyInput, InputPerformer, InputProp } from "./body-input";
import { BridgeClock } from "./bridge-clock";
import { type BridgeListener, type BridgeState, CLOSED } from "./bridge-state";
import { FaceExchange } from "./face-exchange";
import { LivePerformers } from "./live-performers";
import { LiveProps } from "./live-props";
import { parseMocapMessage } from "./mocap-messages";
import {
  MOCAP_PROTOCOL,
  type MocapFrame,
  type MocapMessage,
  MocapProtocolError,
  parseMocapFrame,
} from "./mocap-protocol";
import { type BridgePorts, type SocketState, SteadySocket } from "./steady-socket";

export type { BridgeListener, BridgeState } from "./bridge-state";
export type { BridgePorts, BridgeSocket } from "./steady-socket";

/** Seconds between two pings. */
const PING_EVERY = 2;

export class BridgeSource implements BodyInput {
  /** Faces that go from page to page. */
  readonly faces: FaceExchange;
  private readonly clock = new BridgeClock();
  private readonly live = new LivePerformers();
  private readonly bodies = new LiveProps();
  private readonly socket: SteadySocket;
  private endPing: (() => void) | null = null;
  private newest: ArrayBuffer | null = null;
  private current: MocapFrame | null = null;
  private isPaused = false;
  private known: BridgeState = CLOSED;
  private frames = 0;

  constructor(
    private readonly ports: BridgePorts,
    private readonly listener: BridgeListener,
  ) {
    this.socket = new SteadySocket(ports, MOCAP_PROTOCOL, {
      socketChanged: (state) => this.connectionChanged(state),
      received: (data) => this.received(data),
    });
    this.faces = new FaceExchange(this.socket, () => ports.now());
  }

  get state(): BridgeState {
    return this.known;
  }

  get performers(): readonly InputPerformer[] {
    return this.live.performers;
  }

  get props(): readonly InputProp[] {
    return this.bodies.props;
  }

  get revision(): number {
    return this.frames;
  }

  /** The newest frame that was taken; null before the first and after the connection is gone for good. */
  get frame(): MocapFrame | null {
    return this.current;
  }

  /** A frame has come since `advance` was asked last. */
  get hasNews(): boolean {
    return this.newest !== null;
  }

  /** Seconds from the cameras, or from the bridge's network card, to now, of the newest frame. NaN while not known. */
  latency(since: "capture" | "receive"): number {
    if (this.current === null) return Number.NaN;
    const bridgeNow = this.ports.now() + this.clock.offset;
    return bridgeNow - (since === "capture" ? this.current.captureTime : this.current.receiveTime);
  }

  age(): number {
    return this.latency("receive");
  }

  get roundTrip(): number {
    return this.clock.roundTrip;
  }

  timeOf(performer: number): number {
    return this.live.timeOf(performer);
  }

  writeRow(performer: number, most: number, row: Float32Array, at: number): void {
    this.live.writeRow(performer, most, row, at);
  }

  writeProp(prop: number, pose: Float32Array): boolean {
    return this.bodies.write(prop, pose);
  }

  /** @param address `ws://` or `wss://`, the stream's path in it */
  connect(address: string): void {
    this.clear();
    this.socket.connect(address);
  }

  /** Closes the connection and does not come back. Performers go. */
  disconnect(): void {
    this.clear();
    this.socket.disconnect();
  }

  /** No frames are sent while it is paused: nobody looks. */
  setPaused(paused: boolean): void {
    if (paused === this.isPaused) return;
    this.isPaused = paused;
    this.socket.setHidden(paused);
    this.socket.say({ type: paused ? "pause" : "resume" });
  }

  /** Steers a recording that the bridge plays. */
  steer(change: {
    readonly speed?: number;
    readonly loop?: boolean;
    readonly paused?: boolean;
    readonly position?: number;
  }): void {
    this.socket.say({ type: "replay", ...change });
  }

  /** Begins or ends a recording of the stream; what came of it is `state.recording`, or a refusal. */
  record(starts: boolean): void {
    this.socket.say({ type: "record", action: starts ? "start" : "stop" });
  }

  /** Takes the newest frame that came since. True where there was one that its descriptions are known of. */
  advance(): boolean {
    const { newest } = this;
    if (newest === null) return false;
    let frame: MocapFrame | null;
    try {
      frame = parseMocapFrame(newest);
    } catch (error) {
      this.newest = null;
      this.count(error);
      return false;
    }
    // Descriptions come before the frame that follows them: with others it is an old frame.
    this.newest = null;
    if (frame === null || !this.live.take(frame)) return false;
    this.bodies.take(frame);
    this.current = frame;
    ++this.frames;
    return true;
  }

  private clear(): void {
    this.newest = this.current = null;
    if (this.live.clear()) this.listener.performersChanged(this.live.performers);
    if (this.bodies.clear()) this.listener.propsChanged?.(this.bodies.props);
    this.known = CLOSED;
  }

  /** Performers stay while it tries again: avatars hold their pose and follow on. */
  private connectionChanged(state: SocketState): void {
    this.endPing?.();
    this.endPing = null;
    if (state.connection === "open") this.clock.reset();
    const gone = state.connection === "waiting" ? { status: null, drops: null, recording: null } : {};
    this.set({ ...this.known, ...state, ...gone });
    if (state.connection !== "open") return;
    if (this.isPaused) this.socket.say({ type: "pause" });
    this.faces.opened();
    this.ping();
  }

  private received(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      if (!this.faces.isFace(data)) this.newest = data;
      else if (!this.faces.received(data)) this.countBad();
      return;
    }
    let message: MocapMessage | null;
    try {
      message = parseMocapMessage(String(data));
    } catch (error) {
      this.count(error);
      return;
    }
    switch (message?.type) {
      case "descriptions":
        // A frame that still waits belongs to the old ones.
        this.advance();
        if (this.live.describe(message)) this.listener.performersChanged(this.live.performers);
        if (this.bodies.describe(message.rigidBodies)) this.listener.propsChanged?.(this.bodies.props);
        break;
      case "hello":
        this.live.restart();
        break;
      case "status":
        this.set({ ...this.known, status: message });
        break;
      case "drops":
        this.set({ ...this.known, drops: message });
        break;
      case "recording":
        this.set({ ...this.known, recording: message });
        break;
      case "faces":
        this.faces.asked(message);
        break;
      case "error":
        this.listener.refused?.(message.code, message.message);
        break;
      case "pong":
        if (typeof message.time === "number")
          this.clock.answered(message.time, this.ports.now(), message.bridgeTime);
        break;
      default:
    }
  }

  private ping(): void {
    this.socket.say({ type: "ping", time: this.ports.now() });
    this.endPing = this.ports.after(PING_EVERY, () => this.ping());
  }

  private count(error: unknown): void {
    if (!(error instanceof MocapProtocolError)) throw error;
    this.countBad();
  }

  private countBad(): void {
    this.set({ ...this.known, badMessages: this.known.badMessages + 1 });
  }

  private set(state: BridgeState): void {
    this.known = state;
    this.listener.stateChanged(state);
  }
}
