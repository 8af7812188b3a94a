// The avatars of Doppel's own that the page offers, by name and file. Plain data.
// How they are made is no matter of the page's; where they are fetched from is the commands'.

export type SampleName = "realistic" | "stylised";

export interface Sample {
  readonly name: SampleName;
  /** Name of the file in the folder of samples. */
  readonly file: string;
}

/** The first one is what the page opens with. */
export const samples: readonly [Sample, ...Sample[]] = [
  { name: "realistic", file: "realistic.vrm" },
  { name: "stylised", file: "stylised.vrm" },
];

export function sampleByName(name: string): Sample | undefined {
  return samples.find((sample) => sample.name === name);
}
