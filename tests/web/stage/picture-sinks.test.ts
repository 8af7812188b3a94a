// Tests of the ZIP of pictures: another reader finds in it what was put in, and it does not outgrow its limit.
// The folder is tested in a browser.
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { ZipFull, ZipSink } from "../../../web/src/stage/picture-sinks";

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test("each picture is in it under its name, byte for byte and not compressed", async () => {
  const sink = new ZipSink();
  const pictures = [1, 2, 3].map((seed) =>
    Uint8Array.from({ length: 1000 * seed }, (_, at) => (at * seed) & 255),
  );
  for (const [index, bytes] of pictures.entries()) await sink.put(`00000${index + 1}.png`, new Blob([bytes]));
  const zip = await bytesOf(await sink.close());
  expect(zip.length).toBeGreaterThan(6000);
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual(["000001.png", "000002.png", "000003.png"]);
  for (const [index, bytes] of pictures.entries()) expect(files[`00000${index + 1}.png`]).toEqual(bytes);
});

test("what would not fit is refused, and what came before is whole", async () => {
  const sink = new ZipSink(2500);
  const picture = new Blob([new Uint8Array(1000)]);
  await sink.put("000001.png", picture);
  await expect(sink.put("000002.png", new Blob([new Uint8Array(1500)]))).rejects.toThrow(ZipFull);
  const zip = await bytesOf(await sink.close());
  expect(zip.length).toBeLessThanOrEqual(2500);
  expect(Object.keys(unzipSync(zip))).toEqual(["000001.png"]);
});
