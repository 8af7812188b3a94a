// Names of targets against the 52 channels: every spelling in use, what must not match, and properties over all of them.
// Files with such names are in routes.test.ts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchChannel, nameKey, sharedPrefixes } from "../../../web/src/reader/channel-names";
import {
  CENTRE_CHANNELS,
  CHANNEL_NAMES,
  SIDED_STEMS,
  splitChannel,
} from "../../../web/src/reader/channel-table";
import { nameStyles } from "../../support/avatar-variants";

const whole = (channel: string) => ({ channel, half: undefined });

describe("channel table", () => {
  it("is 20 stems with two sides and 12 channels without, 52 in all", () => {
    expect(SIDED_STEMS).toHaveLength(20);
    expect(CENTRE_CHANNELS).toHaveLength(12);
    expect(CHANNEL_NAMES).toHaveLength(52);
    expect(splitChannel("jawLeft")).toEqual({ stem: "jaw", side: "Left" });
    expect(splitChannel("tongueOut")).toEqual({ stem: "tongueOut", side: undefined });
  });
});

describe("names of channels", () => {
  for (const [style, spell] of Object.entries(nameStyles)) {
    it(`finds all 52 spelled as ${style}, for example ${spell("eyeBlinkLeft")}`, () => {
      const owners = sharedPrefixes(CHANNEL_NAMES.map(spell));
      for (const channel of CHANNEL_NAMES)
        expect(matchChannel(spell(channel), owners)).toEqual(whole(channel));
    });
  }

  it("takes the mesh's own name off, whatever the separator", () => {
    for (const mark of ["_", ".", ":", " ", "-", "|"]) {
      expect(matchChannel(`Wolf3D_Head${mark}jawOpen`, ["Wolf3D_Head"])).toEqual(whole("jawOpen"));
    }
  });

  it("finds any channel under any mixture of prefix, case, separator and side spelling", () => {
    const prefix = fc.constantFrom(
      "",
      "Fcl_",
      "BlendShape.",
      "blendShape2.",
      "ARKit_",
      "head_",
      "3_",
      "ns:",
      "Fcl_03_",
    );
    const separator = fc.constantFrom("", "_", ".", "-", " ");
    const sideSpelling = fc.constantFrom("whole", "letter");
    const shape = (text: string, kind: string) =>
      kind === "upper" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANNEL_NAMES),
        prefix,
        separator,
        sideSpelling,
        fc.constantFrom("lower", "upper"),
        fc.constantFrom("after", "before"),
        (channel, before, mark, spelling, first, order) => {
          const { stem, side } = splitChannel(channel);
          const words = stem.split(/(?=[A-Z])/);
          const sideWord = side === undefined ? [] : [spelling === "whole" ? side : side.charAt(0)];
          const all = order === "after" ? [...words, ...sideWord] : [...sideWord, ...words];
          // Without separators the words are told apart by their capitals.
          const name = shape(
            all.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(mark),
            first,
          );
          expect(matchChannel(before + name)).toEqual(whole(channel));
        },
      ),
      { seed: 52, numRuns: 2000 },
    );
  });

  it("matches no name that does not hold the channel's stem", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), (name) => {
        const match = matchChannel(name);
        if (match === undefined) return;
        const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
        const words = splitChannel(match.channel).stem.split(/(?=[A-Z])/);
        for (const word of words) expect(letters).toContain(word.toLowerCase());
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it("leaves shapes that are none of the 52 alone", () => {
    for (const name of [
      "mouthOpen",
      "mouthSmile",
      "eyesClosed",
      "eyesLookUp",
      "viseme_aa",
      "male",
      "Fcl_EYE_Close_L",
      "Fcl_MTH_A",
      "blink_left",
      "look_left",
      "jaw",
      "Left",
      "eyeBlink",
      "head_left",
      "まばたき",
      "",
      "_",
      "eyeBlinkLeftRight",
    ]) {
      expect(matchChannel(name), name).toBeUndefined();
    }
  });

  it("does not take a corrective of two channels for the last of them", () => {
    expect(matchChannel("corrective_eyeBlinkLeft_jawOpen")).toBeUndefined();
    expect(matchChannel("jawOpen_mouthSmileLeft")).toBeUndefined();
    expect(matchChannel("jawOpen.mouthSmileLeft")).toBeUndefined();
  });

  it("gives up on names of absurd length at once", () => {
    expect(matchChannel(`${"a.".repeat(100_000)}jawOpen`)).toBeUndefined();
  });

  it("knows one side of a channel that has none", () => {
    expect(matchChannel("browInnerUp_L")).toEqual({ channel: "browInnerUp", half: "Left" });
    expect(matchChannel("cheekPuff_R")).toEqual({ channel: "cheekPuff", half: "Right" });
    expect(matchChannel("CheekPuffLeft")).toEqual({ channel: "cheekPuff", half: "Left" });
  });

  it("splits side and stem", () => {
    expect(nameKey("Fcl_EYE_Close_L")).toEqual({ stem: "fcleyeclose", side: "Left" });
    expect(nameKey("look_left_right")).toEqual({ stem: "lookleftright", side: undefined });
  });

  it("takes only what half of the names share for a prefix", () => {
    const names = ["A_jawOpen", "A_mouthLeft", "A_mouthRight", "A_tongueOut", "B_eyes"];
    expect(sharedPrefixes(names)).toEqual(["A"]);
    expect(sharedPrefixes(names.slice(0, 3))).toEqual([]);
  });
});
