// This page's part in handing face values from page to page: asks for them, sends its own while somebody asks, and reads what comes.
// It has no socket of its own and knows no scene; docs/protocol.md is what it speaks.

import { FACE_KIND, FaceFrameWriter, readFaceFrame } from "./face-frame";
import type { SteadySocket } from "./steady-socket";

/** How many clients ask for face values. */
export interface MocapFaces {
  readonly type: "faces";
  readonly wanted: number;
}

export class FaceExchange {
  private readonly writer = new FaceFrameWriter();
  private came: (values: Float32Array) => void = () => {};
  private wants = false;
  private asking = 0;

  /** @param now seconds on a clock that never runs backwards */
  constructor(
    private readonly socket: Pick<SteadySocket, "say" | "sayBytes">,
    private readonly now: () => number,
  ) {}

  /** Whether this page asks for the face of the page that leads; also after the connection has come back. */
  want(wanted: boolean): void {
    this.wants = wanted;
    this.socket.say({ type: "faces", wanted });
  }

  /** @param came gets the 52 values of each message; they are valid during the call */
  onCame(came: (values: Float32Array) => void): void {
    this.came = came;
  }

  /**
   * Sends this page's face to those that ask for it; nothing where nobody does.
   * @param values 52 in row order
   */
  send(values: ArrayLike<number>): void {
    if (this.asking > 0) this.socket.sayBytes(this.writer.write(values, this.now()));
  }

  /** A connection is open; nothing is known of it. */
  opened(): void {
    this.asking = 0;
    if (this.wants) this.socket.say({ type: "faces", wanted: true });
  }

  /** The bridge says how many ask. */
  asked({ wanted }: MocapFaces): void {
    this.asking = wanted;
  }

  isFace(data: ArrayBuffer): boolean {
    return data.byteLength > 0 && new Uint8Array(data, 0, 1)[0] === FACE_KIND;
  }

  /** False where these are no values that this page can read. */
  received(data: ArrayBuffer): boolean {
    const values = readFaceFrame(data);
    if (values !== null) this.came(values);
    return values !== null;
  }
}
