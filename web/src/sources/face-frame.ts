// Face values on their way from page to page over the bridge (docs/protocol.md): to bytes, and views on received bytes.
// It opens no socket; who sends and who asks for them is bridge-source.ts' and face-relay.ts' affair.

import { faceChannelCount } from "../tables/face-channels";

/** First byte of the message. */
export const FACE_KIND = 2;
const HEADER_BYTES = 32;

/** A message whose values are replaced for every frame, so that sending allocates nothing here. */
export class FaceFrameWriter {
  private readonly view = new DataView(new ArrayBuffer(HEADER_BYTES + faceChannelCount * 4));
  private readonly values = new Float32Array(this.view.buffer, HEADER_BYTES);
  private sequence = 0;

  constructor() {
    this.view.setUint8(0, FACE_KIND);
    this.view.setUint16(2, HEADER_BYTES, true);
    this.view.setUint16(12, faceChannelCount, true);
    this.view.setUint32(24, this.view.byteLength, true);
  }

  /**
   * @param values 52 in row order, 0..1 or 0..100; what is not finite becomes 0
   * @param time seconds on the sender's clock
   * @returns the same buffer every time
   */
  write(values: ArrayLike<number>, time: number): ArrayBuffer {
    this.view.setUint32(4, this.sequence++, true);
    this.view.setFloat64(16, time, true);
    for (let channel = 0; channel < faceChannelCount; channel++) {
      const value = values[channel] ?? 0;
      this.values[channel] = Number.isFinite(value) ? value : 0;
    }
    return this.view.buffer as ArrayBuffer;
  }
}

/** The 52 values, a view on `data`; null where it is no message of face values that this page can read. */
export function readFaceFrame(data: ArrayBuffer): Float32Array | null {
  if (data.byteLength < HEADER_BYTES) return null;
  const view = new DataView(data);
  const header = view.getUint16(2, true);
  const fits =
    view.getUint8(0) === FACE_KIND &&
    header >= HEADER_BYTES &&
    header % 16 === 0 &&
    view.getUint16(12, true) === faceChannelCount &&
    view.getUint32(24, true) === data.byteLength &&
    header + faceChannelCount * 4 <= data.byteLength;
  if (!fits) return null;
  const values = new Float32Array(data, header, faceChannelCount);
  return values.every(Number.isFinite) ? values : null;
}
