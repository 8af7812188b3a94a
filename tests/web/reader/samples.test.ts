// What the reader says about the real avatars beside the checkout, held against what is known of them.
// Measured values are the probe's business.
import { describe, expect, it } from "vitest";
import { faceChannelNames } from "../../../web/src/tables/face-channels";
import { hasSamples, readSample, sampleNote } from "../../support/samples";

describe.runIf(hasSamples)(`rpm-male.glb${sampleNote}`, () => {
  it("has all 52 channels, each driven on the head, the teeth and both eyes", async () => {
    const avatar = await readSample("rpm-male.glb");
    expect(avatar.format).toBe("glb");
    expect(Object.keys(avatar.routes.channels).sort()).toEqual([...faceChannelNames]);
    for (const channel of faceChannelNames) {
      const meshes = avatar.routes.channels[channel]?.binds.map((bind) => avatar.slots[bind.slot]?.mesh);
      expect(meshes).toEqual([0, 1, 2, 3]);
    }
    expect(avatar.reduced).toBe(false);
  });
});
